/* Corners, edges and ways of shapes, at all scales of numbers. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_corners);

static void place(trp_space *space, boxed *it, float x, float y, float side)
{
    it->box = (trp_box){x, y, side, side};
    CHECK_OK(trp_space_moved(space, &it->actor));
}

/* a circle of radius 5 comes from each side, up to the middle between its start and its end */
static void meet_at_corner(trp_space *space, boxed *it, float scale)
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
        place(space, it, side < 2 ? far : 3 * scale, side < 2 ? 3 * scale : far, scale);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(space_is_near(hit.at, 0.5f));
        CHECK(space_is_near(side < 2 ? hit.normal_y : hit.normal_x, -0.6f));
        CHECK(space_is_near(side < 2 ? hit.normal_x : hit.normal_y, side % 2 == 0 ? -0.8f : 0.8f));
    }
}

/* A circle of radius 5 and the corner of a box. 3 and 4 away along the axes they touch, 4 and 4
 * away they do not, however small and large the numbers are. */
static void corners_of_any_size(trp_pool *pool, trp_space *space)
{
    trp_query query = {.order = TRP_SPACE_NEAREST_FIRST};
    boxed *it = space_box(pool, 1, 0, 0, 1, 1);
    float scale = 1;
    int power = 0;

    for (; power > -148; power--)
        scale /= 2;
    for (; power <= 125; power++, scale *= 2) {
        const trp_area circle = trp_circle(0, 0, 5 * scale);
        trp_hit hit;
        place(space, it, 4 * scale, 4 * scale, scale);
        CHECK_EQ(space_touching(space, circle), 0);
        place(space, it, 3 * scale, 4 * scale, scale);
        CHECK_EQ(space_touching(space, circle), 1);
        query.area = circle;
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        CHECK(hit.at == 5 * scale);
        CHECK(space_is_near(hit.normal_x, -0.6f) && space_is_near(hit.normal_y, -0.8f));
        if (power >= -126 && power <= 123)
            meet_at_corner(space, it, scale);
    }
}

SITUATION("corners at all scales of numbers")
{
    space_with_each_kind(corners_of_any_size);
}

SCRIPT("circles reach to corners by the distance, also if one of its parts is 1",
       "space; put 1 1 1 1; circle 0 0 1.25; answers 0; box 1 1 0.75 1; "
       "circle 0 0 1.25 nearest first 1; answers 1; hit 0 1.25 -0.8 -0.6; box 1 0.75 1 1; "
       "circle 0 0 1.25 nearest first 1; answers 1; hit 0 1.25 -0.6 -0.8");
SCRIPT("circles of radius 1 go round corners as well",
       "space; put 1 10 0.9 1; circle 0 0 1 along 9.2 0; answers 0; circle 0 0 1 along 9.6 0; "
       "answers 1");

/* ways that end in corners, whatever is rounded */
static void ends_in_corners(trp_pool *pool, trp_space *space)
{
    boxed *it = space_box(pool, 1, 0, 0, 1, 1);

    for (uint32_t at = 1; at < 40; at++) {
        place(space, it, (float)at, (float)at, 1);
        for (uint32_t end = 41; end < 70; end++) {
            CHECK_EQ(space_touching(space, trp_segment(0, 0, (float)end, (float)end)), 1);
            CHECK_EQ(
                space_touching(space, space_sweep((trp_box){-1, -1, 1, 1}, (float)end, (float)end)),
                1);
        }
    }
}

SCRIPT(
    "ways along edges touch them",
    "space; put 1 1 7 1; segment 0 0 41 287; answers 1;" /* 41 times as far: both quotients are rounded */
    "box 1 0 0 8; segment 8 -10 8 20; answers 1; segment 0 -10 0 20; answers 1; segment -10 8 20 "
    "8; answers 1;"
    "segment -10 0 20 0; answers 1; segment 8.5 -10 8.5 20; answers 0");

SITUATION("ways that end in corners touch them")
{
    space_with_each_kind(ends_in_corners);
}

/* The one of the lowest number, not the one near the start; also if the start lies at -0. */
SCRIPT("what touches the start of a way comes first, by number",
       "space; put 1 1e-30 -0 1; put 2 30 0 1; put 3 0 0 1; go; segment 0 0 1e30 1 nearest first "
       "3; = 1 3 2; hit 0 0 0 0; hit 1 0 0 0; circle 0 0 50 along 100 0 nearest first 1; = 1; "
       "pairs; = 1&3; circle 0 0 50 along 100 0 nearest first 1; = 1; shape 1 35 0 1; reread; "
       "pairs; =; circle 0 0 50 along 100 0 nearest first 1; = 1; hit 0 0 0 0");
SCRIPT("what lies on a circle", "space empty; enter a round; put 1 0 0 10;"
                                "circle 10 5 3 nearest first 1; answers 1; hit 0 0 0 0");

SCRIPT("only some categories, in circles",
       "pool 20; pool 20; space room 64 empty; enter a category 1; enter b category 2; "
       "row a 1-4 1 20 5 5 1; row b 5-8 11 20 5 5 1; row a 9-12 1 20 5 5 11; "
       "row b 13-16 11 20 5 5 11; row a 17-20 1 20 5 5 21; row b 21-24 11 20 5 5 21; "
       "row a 25-28 1 20 5 5 31; row b 29-32 11 20 5 5 31; row a 33-36 1 20 5 5 41; "
       "row b 37-40 11 20 5 5 41; pairs; answers 0; go; circle 3 3 inf mask 4294967294 nearest "
       "first 2; = 5 13; query 0 0 40 9 mask 2; = 5 6; query 0 0 40 9; answers 4; circle 3 3 9; "
       "answers 3; circle 8 8 2; answers 0");
