/* Spaces that are full, and passes with exactly enough room. */
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

/* Passes within passes, with exactly enough room */

static uint64_t hits_before;

static void begin_in_a_row(uint32_t hits, uint32_t count)
{
    world = stage_world();
    pool = space_pool(world, 16);
    space = trp_space_create(
        world, &(trp_space_desc){.kind = TRP_SPACE_GRID, .cell = 10, .capacity = 16, .hits = hits});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
    for (uint32_t id = 1; id <= count; id++)
        space_square(pool, id, 100 - 10 * (float)id);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL), 0);
    hits_before = trp_space_measure(space).hits;
    stage_log_clear();
}

static const trp_query from_the_left = {.area = {.shape = TRP_SHAPE_CIRCLE, .radius = 500},
                                        .order = TRP_SPACE_NEAREST_FIRST};

static void ask_from_the_left(boxed *self)
{
    (void)self;
    space_when_found = NULL;
    CHECK(trp_space_measure(space).hits > hits_before);
    CHECK_EQ(trp_space_query_where(space, &from_the_left, space_log, NULL), 4);
}

/* the nearest of 4 need 8 numbers, after an even one */
static void the_nearest_within_passes(void)
{
    const trp_query from_the_right = {.area = trp_circle(150, 0, 500),
                                      .order = TRP_SPACE_NEAREST_FIRST};

    begin_in_a_row(12, 4);
    space_when_found = ask_from_the_left;
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 100, 9), 0, space_log, NULL), 4);
    CHECK_LOG(1, 4, 3, 2, 1, 2, 3, 4);
    space_when_found = ask_from_the_left;
    CHECK_EQ(trp_space_query(space, trp_rectangle(65, 0, 35, 9), 0, space_log, NULL), 3);
    CHECK_LOG(1, 4, 3, 2, 1, 2, 3);
    begin_in_a_row(16, 4);
    space_when_found = ask_from_the_left;
    CHECK_EQ(trp_space_query_where(space, &from_the_right, space_log, NULL), 4);
    CHECK_LOG(1, 4, 3, 2, 1, 2, 3, 4);
    CHECK_EQ(told.count, 0);
    CHECK_VALID(world);
}

static void ask_for_all(boxed *self)
{
    trp_hit hits[4];

    (void)self;
    space_when_found = NULL;
    CHECK_EQ(trp_space_find(space, NULL, hits, 4), 4);
    for (uint32_t i = 0; i < 4; i++)
        CHECK_EQ(trp_as(boxed, hits[i].actor)->id, i + 1);
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 100, 9), 0, space_log, NULL), 4);
}

static void recycle_the_second(boxed *self)
{
    if (self->id == 1)
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 1)), TRP_OK);
}

/* by number; when one of them leaves, the others are still visited */
static void all_within_a_pass(void)
{
    begin_in_a_row(8, 4);
    space_when_found = ask_for_all;
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 100, 9), 0, space_log, NULL), 4);
    CHECK_LOG(1, 1, 2, 3, 4, 2, 3, 4);
    space_when_found = recycle_the_second;
    CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 100, 9), 0, space_log, NULL), 3);
    CHECK_LOG(1, 3, 4);
    CHECK_VALID(world);
}

/* nothing comes after the last number */
static void a_space_that_is_full(void)
{
    world = stage_world();
    pool = space_pool(world, 16);
    space = space_of(world, pool, TRP_SPACE_BRUTE);
    for (uint32_t id = 1; id <= 16; id++)
        space_square(pool, id, 0);
    CHECK_RESULT(trp_space_set_bits(space, trp_pool_at(pool, 0), 2, UINT32_MAX), TRP_OK);
    CHECK_EQ(trp_space_query_where(space, NULL, NULL, NULL), 16);
    CHECK_VALID(world);
}

/* only as many as are wanted, the lowest numbers, though others are found first */
static void the_lowest_of_too_many(void)
{
    trp_hit hits[3];

    begin_in_a_row(2, 5);
    CHECK_EQ(trp_space_find(space, NULL, hits, 2), 2);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 2);
    hits[1].category = 77;
    CHECK(trp_space_first(space, trp_ray(0, 1, 1, 0), 0, NULL) == trp_pool_at(pool, 4));
    CHECK_VALID(world);
}

static void create_many(boxed *self)
{
    (void)self;
    space_when_found = NULL;
    for (uint32_t id = 3; id < 60; id++)
        space_square(pool, id, 1000);
}

/* the answers that are left move with the space */
static void grows_while_the_nearest_are_visited(void)
{
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    if (world == NULL)
        return;
    pool = space_pool(world, 64);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 2, .max_capacity = 64});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_OK);
    space_square(pool, 1, 0);
    space_square(pool, 2, 10);
    space_when_found = create_many;
    stage_log_clear();
    CHECK_EQ(trp_space_query_where(space, &from_the_left, space_log, NULL), 2);
    CHECK_LOG(1, 2);
    CHECK_VALID(world);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

/* three circles in one place, and one whose box touches theirs, but not its circle */
static void steps_by_shapes(void)
{
    world = stage_world();
    pool = space_pool(world, 8);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8, .hits = 2});
    CHECK_RESULT(
        trp_space_add_pool(space, pool,
                           &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_round = true}),
        TRP_OK);
    for (uint32_t id = 1; id <= 4; id++)
        space_box(pool, id, id == 4 ? 9 : 0, id == 4 ? 9 : 0, 10, 10);
    CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), 3);
    CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(2, 3));
    CHECK_VALID(world);
}

static void ask_for_two(boxed *a, boxed *b)
{
    (void)a;
    (void)b;
    space_when_paired = NULL;
    CHECK_EQ(trp_space_query(space, trp_rectangle(45, 0, 9, 9), 0, space_log, NULL), 2);
}

/* as many answers and pairs as there is room for: nothing after them is read */
static void exactly_enough_room(void)
{
    for (uint32_t count = 12; count <= 16; count++)
    {
        begin_in_a_row(count, 0);
        for (uint32_t id = 1; id <= count; id++)
            space_square(pool, id, 0);
        CHECK_EQ(trp_space_query(space, trp_rectangle(0, 0, 0, 0), 0, space_log, NULL), count);
        CHECK_VALID(world);
    }
    for (uint32_t count = 6; count <= 8; count++)
    {
        begin_in_a_row(count * (count - 1), 0);
        for (uint32_t id = 1; id <= count; id++)
            space_square(pool, id, 0);
        CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), count * (count - 1) / 2);
        CHECK_VALID(world);
    }
    begin_in_a_row(8, 0);
    for (uint32_t id = 1; id <= 5; id++)
        space_square(pool, id, id <= 3 ? 0 : id <= 4 ? 42 : 50);
    space_when_paired = ask_for_two;
    CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), 3);
    CHECK_LOG(PAIR(1, 2), 4, 5, PAIR(1, 3), PAIR(2, 3));
    CHECK_VALID(world);
    CHECK_RESULT(trp_space_remove_pool(space, pool), TRP_OK);
}

const situation space_full_situations[] = {
    {"the nearest within passes, with exactly enough room", the_nearest_within_passes},
    {"all within a pass, with exactly enough room", all_within_a_pass},
    {"a space that is full", a_space_that_is_full},
    {"the lowest numbers of too many", the_lowest_of_too_many},
    {"steps of a pass ask for shapes", steps_by_shapes},
    {"exactly enough room for answers", exactly_enough_room},
    {"a space grows while the nearest are visited", grows_while_the_nearest_are_visited},
};
const unsigned space_full_situation_count =
    sizeof space_full_situations / sizeof space_full_situations[0];
