/*
 * What spaces find, and the traps into which the grid of the textbook falls. Each situation is played with every kind of
 * space; cells are 10 by 10 where there are any.
 */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

/* `play` with each kind */
static void with_each_kind(void (*play)(void))
{
    for (int kind = TRP_SPACE_LEVELS; kind <= TRP_SPACE_BRUTE; kind++)
    {
        world = stage_world();
        pool = space_pool(world, 128);
        space = space_of(world, pool, (trp_space_kind)kind);
        stage_log_clear();
        play();
        CHECK_VALID(world);
    }
}

static boxed *box(uint32_t id, float x, float y, float width, float height)
{
    return space_box(pool, id, x, y, width, height);
}

static uint32_t query(trp_area area)
{
    return trp_space_query(space, area, 0, space_log, NULL);
}

static uint32_t pairs(void)
{
    return trp_space_pairs(space, space_log_pair, NULL);
}

/* far from the origin a width is no edge */
static void edges_are_compared_with_edges(void)
{
    box(1, 100, 100, 10, 10);
    box(2, 105, 105, 10, 10);
    box(3, 50, 100, 20, 10);
    box(4, 100, 50, 10, 20);
    CHECK_EQ(pairs(), 1);
    CHECK_LOG(PAIR(1, 2));
    query(trp_rectangle(100, 100, 1, 1));
    CHECK_LOG(1);
    query(trp_rectangle(60, 60, 20, 20));
    CHECK_LOG();
}

static void overlap_of_an_edge_with_a_width(void)
{
    with_each_kind(edges_are_compared_with_edges);
}

static void alone(void)
{
    box(1, 5, 5, 10, 10);
    CHECK_EQ(pairs(), 0);
    box(2, 5, 50, 0, 0);
    CHECK_EQ(pairs(), 0);
    CHECK_LOG();
}

static void nobody_touches_itself(void)
{
    with_each_kind(alone);
}

static void all_that_is_found_is_told(void)
{
    for (uint32_t i = 1; i <= 9; i++)
        box(i, 4.0f * (float)i, 3, 2, 2);
    CHECK_EQ(query(trp_rectangle(0, 0, 100, 100)), 9);
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9);
    CHECK_EQ(query(trp_rectangle(15, 0, 10, 10)), 3);
    CHECK_LOG(4, 5, 6);
    CHECK_EQ(trp_space_query(space, trp_rectangle(15, 0, 10, 10), 0, NULL, NULL), 3);
    CHECK_LOG();
}

static void results_thrown_away(void)
{
    with_each_kind(all_that_is_found_is_told);
}

/* one in each of so many cells */
static void fill_cells(uint32_t columns, uint32_t rows)
{
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++)
            box(1 + y * columns + x, 10 * (float)x + 4, 10 * (float)y + 4, 2, 2);
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++)
        {
            CHECK_EQ(query(trp_point(10 * (float)x + 5, 10 * (float)y + 5)), 1);
            CHECK_LOG(1 + y * columns + x);
        }
    CHECK_EQ(query(trp_rectangle(0, 0, 10 * (float)columns, 10 * (float)rows)), columns * rows);
    stage_log_clear();
    CHECK_EQ(pairs(), 0);
}

static void ten_by_five(void)
{
    fill_cells(10, 5);
}

static void five_by_ten(void)
{
    fill_cells(5, 10);
}

static void x_major_and_y_major(void)
{
    with_each_kind(ten_by_five);
}

static void y_clamped_by_the_width(void)
{
    with_each_kind(five_by_ten);
}

/* it starts in the next cell to the left, or above, and reaches in */
static void reaching_in(void)
{
    box(1, 8, 15, 9, 1);
    box(2, 15, 8, 1, 9);
    box(3, 8, 8, 8, 8);
    CHECK_EQ(query(trp_rectangle(14, 14, 3, 3)), 3);
    CHECK_LOG(1, 2, 3);
    /* a viewport that slides by loses it when its edge does, not before */
    for (int x = 0; x <= 30; x++)
    {
        const uint32_t hits =
            trp_space_query(space, trp_rectangle((float)x, 15, 5, 5), 0, NULL, NULL);
        CHECK_EQ(hits, (x >= 3 && x <= 17) + (x >= 10 && x <= 16) + (x >= 3 && x <= 16));
    }
}

static void no_margin_on_the_left_and_the_top(void)
{
    with_each_kind(reaching_in);
}

/* two that touch, in any two neighbouring cells, in either order */
static void all_neighbours(void)
{
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
        {
            const float x = 105 + 5.0f * (float)dx, y = 205 + 5.0f * (float)dy;
            boxed *a = box(1, 103, 203, 4, 4);
            boxed *b = box(2, x - 2, y - 2, 4, 4);
            CHECK_EQ(pairs(), (dx == 0 || dx == 1 || dx == -1) && space_touches(&a->box, &b->box));
            stage_log_clear();
            a->box = (trp_box){100, 200, 10, 10};
            b->box = (trp_box){100 + 10 * (float)dx, 200 + 10 * (float)dy, 10, 10};
            CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
            CHECK_EQ(pairs(), 1);
            CHECK_LOG(PAIR(1, 2));
            CHECK_RESULT(trp_pool_clear(pool), TRP_OK);
        }
}

static void the_neighbour_below_left(void)
{
    with_each_kind(all_neighbours);
}

static void in_a_cell_and_across(void)
{
    box(1, 2, 2, 3, 3);
    box(2, 3, 3, 3, 3);  /* the same cell */
    box(3, 4, 4, 8, 3);  /* reaches into the next */
    box(4, 11, 5, 3, 3); /* is there */
    CHECK_EQ(pairs(), 4);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(2, 3), PAIR(3, 4));
}

static void each_pair_once(void)
{
    with_each_kind(in_a_cell_and_across);
}

static void larger_than_a_cell(void)
{
    box(1, 3, 3, 35, 2);
    box(2, 36, 4, 1, 1);
    box(3, 21, 1, 2, 40);
    box(4, -500, -500, 1000, 1000);
    for (uint32_t i = 5; i < 30; i++)
        box(i, 200 + 20 * (float)i, 7, 1, 1);
    CHECK_EQ(query(trp_point(37, 4)), 3);
    CHECK_LOG(1, 2, 4);
    CHECK_EQ(query(trp_point(22, 39)), 2);
    CHECK_LOG(3, 4);
    pairs();
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4), PAIR(2, 4), PAIR(3, 4), PAIR(4, 5), PAIR(4, 6),
              PAIR(4, 7), PAIR(4, 8), PAIR(4, 9), PAIR(4, 10), PAIR(4, 11), PAIR(4, 12),
              PAIR(4, 13), PAIR(4, 14), PAIR(4, 15));
}

static void an_object_larger_than_a_cell(void)
{
    with_each_kind(larger_than_a_cell);
}

static void move_on(trp_actor *self, const trp_tick *tick)
{
    boxed *it = trp_as(boxed, self);
    (void)tick;
    stage_log(it->id);
    it->box.x += 10; /* into the next cell */
    CHECK_RESULT(trp_space_moved(space, self), TRP_OK);
}

static void update_region(trp_pool *in, const trp_tick *tick)
{
    (void)in;
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 50, 50), move_on, tick), 4);
}

static void updated_twice(void)
{
    for (int kind = TRP_SPACE_LEVELS; kind <= TRP_SPACE_BRUTE; kind++)
    {
        trp_pool_desc desc = space_pool_desc(20, TRP_ORDER_MEMORY);
        desc.update_pool = update_region;
        world = stage_world();
        pool = stage_pool_as(world, desc);
        space = space_of(world, pool, (trp_space_kind)kind);
        for (uint32_t i = 1; i <= 4; i++)
            box(5 - i, 10 * (float)i, 5, 4, 4);
        box(9, 70, 5, 4, 4); /* rests */
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        CHECK_LOG(4, 3, 2, 1); /* in list order, each once */
    }
}

static void remove_itself(boxed *self)
{
    CHECK_QUIET(world, trp_space_remove(space, &self->actor), TRP_OK);
}

static void stays_removed(void)
{
    boxed *it = box(1, 5, 5, 4, 4);
    box(2, 8, 5, 4, 4);
    space_when_found = remove_itself;
    CHECK_EQ(query(trp_point(6, 6)), 1);
    CHECK_LOG(1);
    it->box.x = 15;
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_MISUSE(world, trp_space_moved(space, &it->actor), TRP_ERR_UNLINKED);
    CHECK(!trp_space_has(space, &it->actor));
    space_when_found = NULL;
    CHECK_EQ(query(trp_rectangle(0, 0, 100, 100)), 1);
    CHECK_LOG(2);
    CHECK_EQ(pairs(), 0);
    CHECK_QUIET(world, trp_space_add(space, &it->actor), TRP_OK);
    CHECK_EQ(query(trp_point(16, 6)), 1);
    CHECK_LOG(1);
}

static void put_back_by_the_mover(void)
{
    with_each_kind(stays_removed);
}

static void touching(void)
{
    box(1, 0, 0, 10, 10);
    box(2, 10, 0, 10, 10);  /* an edge */
    box(3, 20, 10, 10, 10); /* a corner */
    box(4, 10, 5, 0, 0);    /* a point on an edge */
    CHECK_EQ(pairs(), 4);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 4), PAIR(2, 3), PAIR(2, 4));
    CHECK_EQ(query(trp_point(20, 10)), 2);
    CHECK_LOG(2, 3);
}

static void edges_count(void)
{
    with_each_kind(touching);
}

static void without_end(void)
{
    box(1, -INFINITY, 100, INFINITY, 10); /* a floor */
    box(2, -INFINITY, -INFINITY, INFINITY, INFINITY);
    box(3, 1e30f, 105, 1, 1);
    box(4, -1e6f, -1e6f, 2, 2);
    box(5, 0, 0, INFINITY, INFINITY);
    for (uint32_t i = 0; i < 20; i++)
        box(10 + i, 1000 + 20 * (float)i, -5, 1, 1);
    CHECK_EQ(query(trp_point(3e30f, 105)), 3);
    CHECK_LOG(1, 2, 5);
    CHECK_EQ(query(trp_point(1e30f, 105)), 4);
    CHECK_LOG(1, 2, 3, 5);
    CHECK_EQ(query(trp_point(-1e6f, -1e6f)), 2);
    CHECK_LOG(2, 4);
    CHECK_EQ(query(trp_rectangle(-INFINITY, -INFINITY, INFINITY, INFINITY)), 25);
    stage_log_clear();
    CHECK_EQ(pairs(), 4 + 20 + 3);
    stage_log_clear();
}

static void no_end_by_our_constant(void)
{
    box(1, -TRP_INFINITY, 100, TRP_INFINITY, 10);
    box(2, 1e30f, 105, 1, 1);
    CHECK_EQ(pairs(), 1);
    CHECK_LOG(PAIR(1, 2));
    CHECK_EQ(query(trp_rectangle(-TRP_INFINITY, 0, TRP_INFINITY, 102)), 1);
    CHECK_LOG(1);
}

static void no_edge_of_the_world(void)
{
    with_each_kind(without_end);
}

static void infinity_without_math(void)
{
    static const trp_box sky = {0, 0, TRP_INFINITY, TRP_INFINITY};

    CHECK(sky.width == INFINITY && -sky.height == -INFINITY);
    with_each_kind(no_end_by_our_constant);
}

static void refused_boxes(void)
{
    const trp_box bad[] = {{NAN, 0, 1, 1}, {0, NAN, 1, 1}, {0, 0, NAN, 1},      {0, 0, 1, NAN},
                           {0, 0, -1, 1},  {0, 0, 1, -1},  {0, 0, -INFINITY, 1}};
    boxed *it = box(1, 5, 5, 4, 4);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
    {
        it->box = bad[i];
        CHECK_MISUSE(world, trp_space_moved(space, &it->actor), TRP_ERR_VALUE);
        CHECK_MISUSE(world, trp_space_moved_all(space), TRP_ERR_VALUE);
        CHECK_EQ(query(trp_point(6, 6)), 1);
        CHECK_LOG(1);
        CHECK_EQ(trp_space_query(space, trp_around(bad[i]), 0, NULL, NULL), 0);
        CHECK_RESULT(told.result, TRP_ERR_VALUE);
    }
    box(2, NAN, 0, 1, 1); /* at birth */
    CHECK_EQ(trp_space_count(space), 1);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
}

static void not_numbers(void)
{
    with_each_kind(refused_boxes);
}

static void circles(void)
{
    box(1, 10, 10, 10, 10);
    box(2, 30, 30, 10, 10);
    CHECK_EQ(query(trp_circle(0, 15, 10)), 1); /* touches the side */
    CHECK_LOG(1);
    CHECK_EQ(query(trp_circle(4, 2, 10)), 1); /* exactly the corner: 6, 8, 10 */
    CHECK_LOG(1);
    CHECK_EQ(query(trp_circle(3, 2, 10)), 0); /* its box does, it does not */
    CHECK_EQ(query(trp_circle(15, 15, 0)), 1);
    CHECK_LOG(1);
    CHECK_EQ(query(trp_circle(25, 25, 8)), 2);
    CHECK_LOG(1, 2);
}

static void circles_reach_corners(void)
{
    with_each_kind(circles);
}

static void sweeps(void)
{
    float at;
    boxed *wall = box(1, 50, 0, 1, 100);
    box(2, 80, 0, 1, 100);
    box(3, 0, 200, 5, 5);
    CHECK_EQ(query(trp_segment(0, 10, 100, 20)), 2);
    CHECK_LOG(1, 2);
    CHECK_EQ(query(trp_segment(0, 10, 49, 10)), 0);
    CHECK_EQ(query(trp_segment(60, 0, 60, 90)), 0);
    CHECK(trp_space_first(space, trp_segment(0, 10, 100, 10), 0, &at) == &wall->actor);
    CHECK(at == 0.5f);
    CHECK(trp_space_first(space, trp_segment(100, 10, 0, 10), 0, &at) != &wall->actor);
    /* a bullet of 4 by 4 that would jump over the wall */
    CHECK(trp_space_first(space, trp_sweep((trp_box){6, 0, 4, 4}, 80, 0), 0, &at) == &wall->actor);
    CHECK(at == 0.5f);
    CHECK(trp_space_first(space, trp_sweep((trp_box){6, 101, 4, 4}, 80, 0), 0, &at) == NULL);
    CHECK(at == 1);
    CHECK(trp_space_first(space, trp_segment(50, 50, 50, 50), 0, &at) == &wall->actor);
    CHECK(at == 0);
    CHECK(at == 0);
    CHECK(trp_space_first(space, trp_point(50, 50), 0, &at) == NULL);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
}

static void segments_and_sweeps(void)
{
    with_each_kind(sweeps);
}

static void nearest(void)
{
    trp_actor *found[4];
    boxed *a = box(1, 100, 0, 10, 10);
    boxed *b = box(2, 20, 0, 10, 10);
    boxed *c = box(3, -10, 0, 10, 10);
    boxed *d = box(4, 20, 0, 10, 10); /* as far as 2 */
    CHECK_EQ(trp_space_nearest(space, 10, 5, INFINITY, 0, found, 4), 4);
    CHECK(found[0] == &b->actor && found[1] == &c->actor && found[2] == &d->actor &&
          found[3] == &a->actor);
    CHECK_EQ(trp_space_nearest(space, 10, 5, 90, 0, found, 4), 4);
    CHECK_EQ(trp_space_nearest(space, 10, 5, 89, 0, found, 4), 3);
    CHECK_EQ(trp_space_nearest(space, 105, 5, 1000, 0, found, 2), 2);
    CHECK(found[0] == &a->actor && found[1] == &b->actor);
    CHECK_EQ(trp_space_nearest(space, 105, 5, NAN, 0, found, 2), 0);
    CHECK_RESULT(told.result, TRP_ERR_VALUE);
    CHECK_EQ(trp_space_nearest(space, 105, 5, 10, 0, found, 0), 0);
    /* distances whose squares would be nothing are told apart */
    for (uint32_t i = 5; i < 30; i++)
        box(i, 1000 + (float)i, 0, 1e-26f, 1e-26f);
    b->box = (trp_box){1e-24f, 0, 0, 0};
    c->box = (trp_box){0, 0, 0, 0};
    CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    CHECK_EQ(trp_space_nearest(space, 0, 0, 1, 0, found, 2), 2);
    CHECK(found[0] == &c->actor && found[1] == &b->actor);
}

static void the_nearest(void)
{
    with_each_kind(nearest);
}

static void masks(void)
{
    boxed *a = box(1, 0, 0, 10, 10);
    boxed *b = box(2, 5, 0, 10, 10);
    boxed *c = box(3, 5, 5, 10, 10);
    CHECK_RESULT(trp_space_set_bits(space, &a->actor, 4, 2), TRP_OK); /* cares for 2 */
    CHECK_RESULT(trp_space_set_bits(space, &b->actor, 2, 4), TRP_OK); /* cares for 4 */
    CHECK_EQ(pairs(), 1);
    CHECK_LOG(PAIR(2, 1)); /* the lower category first */
    CHECK_RESULT(trp_space_set_bits(space, &b->actor, 2, 0), TRP_OK);
    CHECK_EQ(pairs(), 2);
    CHECK_LOG(PAIR(2, 1), PAIR(3, 2));
    CHECK_EQ(trp_space_query(space, trp_point(7, 7), 1 | 4, space_log, NULL), 2);
    CHECK_LOG(1, 3);
    CHECK_EQ(trp_space_query(space, trp_point(7, 7), 8, space_log, NULL), 0);
    CHECK_RESULT(trp_space_remove(space, &a->actor), TRP_OK);
    CHECK_RESULT(trp_space_add(space, &a->actor), TRP_OK); /* the pool's again */
    CHECK_EQ(pairs(), 3);
    stage_log_clear();
    CHECK_RESULT(trp_space_set_bits(space, &c->actor, 0, 8), TRP_OK);
    CHECK_EQ(pairs(), 1);
    CHECK_LOG(PAIR(1, 2));
}

static void categories_and_masks(void)
{
    with_each_kind(masks);
}

const situation space_situations[] = {
    {"trap: an overlap test that compares an edge with a width", overlap_of_an_edge_with_a_width},
    {"trap: an object tested against itself", nobody_touches_itself},
    {"trap: a query that throws its results away", results_thrown_away},
    {"trap: cells x-major here and y-major there", x_major_and_y_major},
    {"trap: the clamp of y by the width", y_clamped_by_the_width},
    {"trap: no margin on the left and the top", no_margin_on_the_left_and_the_top},
    {"trap: the neighbour below-left that is never visited", the_neighbour_below_left},
    {"trap: pairs within a cell twice and across cells once", each_pair_once},
    {"trap: an object larger than a cell", an_object_larger_than_a_cell},
    {"trap: an object that moves on during the walk and is updated twice", updated_twice},
    {"trap: one that removed itself and is put back by the mover", put_back_by_the_mover},
    {"boxes that touch at an edge or a corner touch", edges_count},
    {"there is no edge of the world, and boxes may be infinite", no_edge_of_the_world},
    {"TRP_INFINITY is INFINITY, and a constant", infinity_without_math},
    {"not-a-number and negative sizes are refused, and change nothing", not_numbers},
    {"a circle reaches to corners", circles_reach_corners},
    {"segments and sweeps find what they come by, and what first", segments_and_sweeps},
    {"the nearest, in order", the_nearest},
    {"who does not care is not told", categories_and_masks},
};
const unsigned space_situation_count = sizeof space_situations / sizeof space_situations[0];
