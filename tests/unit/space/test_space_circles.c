/* What searching costs: of equal groups, of circles, and of the nearest. */
#include "../space_stage.h"

enum
{
    BULLET = 1,
    ENEMY = 2,
    WALL = 4
};

static trp_world *world;
static trp_pool *pool;
static trp_pool *walls; /* static */
static trp_space *space;

/* False: no memory for it. */
static bool begin(uint32_t capacity, trp_space_desc desc)
{
    if (STAGE_BYTES < 64u * 1024u)
        return false;
    space = space_with_walls(capacity, desc, &pool, &walls);
    world = trp_pool_world(pool);
    return true;
}

static trp_space_stats look(void)
{
    return trp_space_get_stats(space);
}

static void put_with(uint32_t count, uint32_t category, uint32_t mask)
{
    for (uint32_t i = 0; i < count; i++)
    {
        boxed *it = space_box(pool, i, 10 * (float)i, (float)category, 4, 4);
        CHECK_RESULT(trp_space_set_bits(space, &it->actor, category, mask), TRP_OK);
    }
}

static uint64_t searching(void)
{
    const uint64_t before = look().questions;

    (void)trp_space_pairs(space, NULL, NULL);
    return look().questions - before;
}

/* the first of three groups as large as each other, since it accepts both others */
static void one_of_equals_searches(void)
{
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(5, BULLET, ENEMY | WALL);
    put_with(5, ENEMY, BULLET);
    put_with(5, WALL, BULLET);
    put_with(90, 8, 16);
    CHECK_EQ(searching(), 5);
    CHECK_VALID(world);
}

static void hide(uint32_t slot)
{
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, slot)), TRP_OK);
}

/* of those that are found: the others neither search nor are compared */
static void sleepers_do_not_count(void)
{
    if (!begin(128, (trp_space_desc){0}))
        return;
    put_with(100, WALL, BULLET);
    for (uint32_t slot = 0; slot < 40; slot++)
        hide(slot);
    put_with(20, BULLET, WALL);
    CHECK_EQ(searching(), 20);
    put_with(1, BULLET, WALL);
    CHECK_EQ(searching(), 81);
    CHECK_VALID(world);
}

static void stop(boxed *a, boxed *b)
{
    (void)a;
    (void)b;
    CHECK_RESULT(trp_space_stop(space), TRP_OK);
}

/* the attempt to find all at once, then a step for each time the room is full */
static void steps_without_room(void)
{
    const trp_area area = trp_rectangle(0, 0, 10, 10);
    trp_query query = {.area = area, .order = TRP_SPACE_ANY_ORDER};
    trp_hit hits[3];
    trp_space_stats before;

    if (!begin(16, (trp_space_desc){.hits = 3}))
        return;
    for (uint32_t id = 0; id < 6; id++)
        space_square(pool, id, (float)id);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 14);
    before = look();
    CHECK_EQ(trp_space_query(space, area, 0, space_log, NULL), 6);
    CHECK_EQ(look().questions - before.questions, 3);
    before = look(); /* in any order as many as there is room for will do */
    CHECK_EQ(trp_space_find(space, &query, hits, 3), 3);
    CHECK_EQ(look().questions - before.questions, 1);
    before = look(); /* after a stop nothing is searched for */
    space_when_paired = stop;
    CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), 1);
    space_when_paired = NULL;
    CHECK_EQ(look().questions - before.questions, 6 + 1);
    before = look();
    query.order = (trp_space_order)3;
    CHECK_EQ(trp_space_query_where(space, &query, NULL, NULL), 0);
    CHECK_EQ(look().questions, before.questions);
    CHECK_VALID(world);
}

/* Searches in circles */

static uint64_t examined(float middle, float radius, uint32_t most)
{
    const uint64_t before = look().candidates;
    trp_actor *found[16];

    CHECK_EQ(trp_space_nearest(space, middle, middle, radius, 0, found, most), most);
    return look().candidates - before;
}

/* 64 in cells of their own, which are 10 wide times `scale` */
static bool begin_in_cells(float scale)
{
    if (!begin(64, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10 * scale}))
        return false;
    for (uint32_t i = 0; i < 64; i++)
        space_box(pool, i, scale * (10 * (float)(i % 8) + 3), scale * (10 * (float)(i / 8) + 3),
                  4 * scale, 4 * scale);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    return true;
}

/* a circle that is not twice as wide as a cell is searched at once; one that found too few is
 * followed by one twice as wide */
static void how_wide_circles_are(void)
{
    if (!begin_in_cells(1))
        return;
    CHECK_EQ(examined(45, 15, 1), 25);
    CHECK_EQ(examined(45, 20, 1), 36);
    CHECK_EQ(examined(45, 21, 1), 16);
    CHECK_EQ(examined(45, 25, 1), 16);
    CHECK_EQ(examined(49.9f, INFINITY, 4), 16);
    CHECK_EQ(examined(49.9f, INFINITY, 5), 16 + 36);
    CHECK_VALID(world);
}

/* one in a corner of the box around a circle is further away than one beside it */
static void corners_of_circles(void)
{
    trp_actor *found[2];
    uint64_t before;
    float side = 9.9f;

    if (!begin(64, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10}))
        return;
    space_box(pool, 1, 7.1f, 7.1f, 1, 1);
    space_box(pool, 2, 10.02f, -0.5f, 1, 1);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    CHECK_EQ(trp_space_nearest(space, 0, 0, INFINITY, 0, found, 1), 1);
    CHECK_EQ(trp_as(boxed, found[0])->id, 2);
    /* one near enough to be surely the nearest: 99 percent of the first radius, rounded */
    space_box(pool, 3, side, 0, 1, 0);
    (void)trp_space_pairs(space, NULL, NULL);
    before = look().questions;
    CHECK_EQ(trp_space_nearest(space, 0, 0, INFINITY, 0, found, 1), 1);
    CHECK_EQ(trp_as(boxed, found[0])->id, 3);
    CHECK_EQ(look().questions - before, 1);
    /* two as far away as each other: the lower number first, wherever they are */
    space_box(pool, 4, 6, 200, 4, 4);
    space_box(pool, 5, -10, 200, 4, 4);
    (void)trp_space_pairs(space, NULL, NULL);
    CHECK_EQ(trp_space_nearest(space, 0, 200, INFINITY, 0, found, 2), 2);
    CHECK_EQ(trp_as(boxed, found[0])->id, 4);
    CHECK_EQ(trp_as(boxed, found[1])->id, 5);
    CHECK_VALID(world);
}

/* 16 circles, each twice as wide as the last; then everything */
static void circles_from_far_away(void)
{
    trp_actor *found[1];
    uint64_t before;

    if (!begin_in_cells(1))
        return;
    before = look().questions;
    CHECK_EQ(trp_space_nearest(space, 5e6f, 0, INFINITY, 0, found, 1), 1);
    CHECK_EQ(look().questions - before, 17);
    CHECK_VALID(world);
}

/* While nothing is sorted there are no circles. Each question is counted twice towards sorting:
 * before the circles, and before the search. */
static void the_nearest_of_loose_boxes(void)
{
    trp_actor *found[16];
    trp_space_stats before;

    if (!begin(32, (trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10}))
        return;
    for (uint32_t i = 0; i < 20; i++) /* each is nearer than the last */
        space_square(pool, i, 500 - 10 * (float)i);
    before = look();
    CHECK_EQ(trp_space_nearest(space, 0, 0, INFINITY, 0, found, 3), 3);
    CHECK_EQ(look().questions - before.questions, 1);
    CHECK_EQ(look().hits - before.hits, 3);
    CHECK_EQ(trp_as(boxed, found[0])->id, 19);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(trp_space_nearest(space, 0, 0, INFINITY, 0, found, 16), 16);
    CHECK_EQ(trp_as(boxed, found[15])->id, 4);
    CHECK_EQ(look().sorts, before.sorts);
    CHECK_EQ(trp_space_nearest(space, 0, 0, INFINITY, 0, found, 1), 1);
    CHECK(look().sorts > before.sorts);
    CHECK_VALID(world);
}

const situation space_circles_situations[] = {
    {"one of equal groups searches for pairs", one_of_equals_searches},
    {"sleepers do not count when pairs are searched for", sleepers_do_not_count},
    {"steps without room for all answers", steps_without_room},
    {"how wide circles around the nearest are", how_wide_circles_are},
    {"what is in the corners of circles", corners_of_circles},
    {"circles from far away", circles_from_far_away},
    {"the nearest of loose boxes", the_nearest_of_loose_boxes},
};
const unsigned space_circles_situation_count =
    sizeof space_circles_situations / sizeof space_circles_situations[0];
