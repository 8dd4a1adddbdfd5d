/* Corners, edges and ways of shapes, at all scales of numbers. */
#include "../script.h"
#include "../space_kinds.h"

SITUATIONS(space_corners);

static void place(boxed *it, float x, float y, float side)
{
    it->box = (trp_box){x, y, side, side};
    CHECK_OK(trp_space_moved(field.space, &it->actor));
}

static uint32_t meets(trp_area area)
{
    return trp_space_query(field.space, &(trp_query){.area = area}, NULL, NULL);
}

/* a circle of radius 5 comes from each side, up to the middle between its start and its end */
static void meet_at_corner(boxed *it, float scale)
{
    for (int side = 0; side < 4; side++) {
        const trp_query query = {.order = TRP_SPACE_NEAREST_FIRST,
                                 .area = trp_sweep(trp_circle(0, 0, 5 * scale),
                                                   side == 0   ? 20 * scale
                                                   : side == 1 ? -20 * scale
                                                               : 0,
                                                   side == 2   ? 20 * scale
                                                   : side == 3 ? -20 * scale
                                                               : 0)};
        const float far = side % 2 == 0 ? 14 * scale : -15 * scale;
        trp_hit hit;
        place(it, side < 2 ? far : 3 * scale, side < 2 ? 3 * scale : far, scale);
        CHECK_EQ(trp_space_find(field.space, &query, &hit, 1), 1);
        CHECK(space_is_near(hit.at, 0.5f));
        CHECK(space_is_near(side < 2 ? hit.normal_y : hit.normal_x, -0.6f));
        CHECK(space_is_near(side < 2 ? hit.normal_x : hit.normal_y, side % 2 == 0 ? -0.8f : 0.8f));
    }
}

/* A circle of radius 5 and the corner of a box. 3 and 4 away along the axes they touch, 4 and 4
 * away they do not, however small and large the numbers are. */
static void corners_of_any_size(void)
{
    trp_query query = {.order = TRP_SPACE_NEAREST_FIRST};
    boxed *it = space_kinds_box(1, 0, 0, 1, 1);
    float scale = 1;
    int power = 0;

    for (; power > -148; power--)
        scale /= 2;
    for (; power <= 125; power++, scale *= 2) {
        const trp_area circle = trp_circle(0, 0, 5 * scale);
        trp_hit hit;
        place(it, 4 * scale, 4 * scale, scale);
        CHECK_EQ(meets(circle), 0);
        place(it, 3 * scale, 4 * scale, scale);
        CHECK_EQ(meets(circle), 1);
        query.area = circle;
        CHECK_EQ(trp_space_find(field.space, &query, &hit, 1), 1);
        CHECK(hit.at == 5 * scale);
        CHECK(space_is_near(hit.normal_x, -0.6f) && space_is_near(hit.normal_y, -0.8f));
        if (power >= -126 && power <= 123)
            meet_at_corner(it, scale);
    }
}

SITUATION("corners at all scales of numbers")
{
    space_kinds_play(corners_of_any_size);
}

/* by the distance, also if one of its parts is 1; circles of radius 1 go round corners as well */
static void corners_near_one(void)
{
    trp_query query = {.area = trp_circle(0, 0, 1.25f), .order = TRP_SPACE_NEAREST_FIRST};
    boxed *it = space_kinds_box(1, 0, 0, 1, 1);
    trp_hit hit;

    place(it, 1, 1, 1);
    CHECK_EQ(meets(query.area), 0);
    place(it, 1, 0.75f, 1);
    CHECK_EQ(trp_space_find(field.space, &query, &hit, 1), 1);
    CHECK(hit.at == 1.25f);
    place(it, 0.75f, 1, 1);
    CHECK_EQ(trp_space_find(field.space, &query, &hit, 1), 1);
    CHECK(hit.at == 1.25f);
    place(it, 10, 0.9f, 1);
    CHECK_EQ(meets(trp_sweep(trp_circle(0, 0, 1), 9.2f, 0)), 0);
    CHECK_EQ(meets(trp_sweep(trp_circle(0, 0, 1), 9.6f, 0)), 1);
}

/* ways that end in corners, whatever is rounded; and ways along edges */
static void corners_and_edges(void)
{
    boxed *it = space_kinds_box(1, 0, 0, 1, 1);

    for (uint32_t at = 1; at < 40; at++) {
        place(it, (float)at, (float)at, 1);
        for (uint32_t end = 41; end < 70; end++) {
            CHECK_EQ(meets(trp_segment(0, 0, (float)end, (float)end)), 1);
            CHECK_EQ(meets(space_sweep((trp_box){-1, -1, 1, 1}, (float)end, (float)end)), 1);
        }
    }
    place(it, 1, 7, 1); /* 41 times as far: both quotients are rounded */
    CHECK_EQ(meets(trp_segment(0, 0, 41, 287)), 1);
    place(it, 0, 0, 8);
    CHECK_EQ(meets(trp_segment(8, -10, 8, 20)), 1);
    CHECK_EQ(meets(trp_segment(0, -10, 0, 20)), 1);
    CHECK_EQ(meets(trp_segment(-10, 8, 20, 8)), 1);
    CHECK_EQ(meets(trp_segment(-10, 0, 20, 0)), 1);
    CHECK_EQ(meets(trp_segment(8.5f, -10, 8.5f, 20)), 0);
}

SITUATION("ways round corners and along edges")
{
    space_kinds_play(corners_near_one);
    space_kinds_play(corners_and_edges);
}

/* what touches the start of a way comes first, by number; also if the start lies at -0 */
static void at_the_start(void)
{
    trp_query query = {.order = TRP_SPACE_NEAREST_FIRST};
    trp_hit hits[3];

    space_kinds_box(1, 1e-30f, -0.0f, 1, 1);
    space_kinds_box(2, 30, 0, 1, 1);
    space_kinds_box(3, 0, 0, 1, 1);
    query.area = trp_segment(0, 0, 1e30f, 1);
    CHECK_EQ(trp_space_find(field.space, &query, hits, 3), 3);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 3);
    CHECK(hits[0].at == 0 && hits[1].at == 0 && hits[2].at > 0);
    /* not the ones near the start: the one of the lowest number */
    query.area = trp_sweep(trp_circle(0, 0, 50), 100, 0);
    CHECK_EQ(trp_space_pairs(field.space, NULL, NULL, NULL), 1);
    CHECK_EQ(trp_space_find(field.space, &query, hits, 1), 1);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
    space_kinds_move(trp_as(boxed, hits[0].actor), 35, 0);
    CHECK_OK(trp_space_moved_all(field.space, NULL));
    (void)trp_space_pairs(field.space, NULL, NULL, NULL);
    CHECK_EQ(trp_space_find(field.space, &query, hits, 1), 1);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
}

SITUATION("what touches the start of a way")
{
    space_kinds_play(at_the_start);
}

SCRIPT("what lies on a circle", "space empty; enter a round; put 1 0 0 10;"
                                "circle 10 5 3 nearest first 1; answers 1; hit 0 0 0 0");

/* in circles, and counted: only some categories */
static void some_categories(void)
{
    trp_actor *found[4];

    for (uint32_t id = 0; id < 40; id++) {
        boxed *it = space_kinds_box(id, 10 * (float)(id % 8) + 1, 10 * (float)(id / 8) + 1, 5, 5);
        CHECK_OK(trp_space_set_bits(field.space, &it->actor, 1u << id % 2, UINT32_MAX));
    }
    CHECK_EQ(trp_space_pairs(field.space, NULL, NULL, NULL), 0);
    CHECK_EQ(space_nearest(field.space, 3, 3, INFINITY, ~1u, found, 2), 2);
    CHECK_EQ(trp_as(boxed, found[0])->id, 1);
    CHECK_EQ(trp_space_query(field.space,
                             &(trp_query){.area = trp_rectangle(0, 0, 40, 9), .mask = 2}, NULL,
                             NULL),
             2);
    CHECK_EQ(meets(trp_rectangle(0, 0, 40, 9)), 4);
    CHECK_EQ(meets(trp_circle(3, 3, 9)), 3);
    CHECK_EQ(meets(trp_circle(8, 8, 2)), 0);
}

SITUATION("only some categories, in circles")
{
    space_kinds_play(some_categories);
}
