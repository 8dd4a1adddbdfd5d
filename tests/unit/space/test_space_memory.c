/* The memory of a space: when it is full, when it grows, how much it takes, and whether all of it
 * is returned. */
#include "../heap.h"
#include "../space_stage.h"

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(uint32_t capacity)
{
    space = space_grid(capacity, &world, &pool);
}

static void full(void)
{
    world = stage_world();
    pool = space_pool(world, 4);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 2});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
        TRP_OK);
    boxed *first = space_square(pool, 1, 0);
    space_square(pool, 2, 0);
    stage_forget();
    boxed *third = space_square(pool, 3, 0); /* it does not become a member, and that is reported */
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, TRP_ERR_FULL);
    space_square(pool, 4, 0); /* reported once */
    CHECK_EQ(told.count, 1);
    CHECK_QUIET(world, trp_space_add(space, &third->actor), TRP_ERR_FULL);
    CHECK_EQ(trp_space_get_stats(space).refused, 3);
    CHECK_RESULT(trp_recycle(world, &first->actor), TRP_OK);
    CHECK_QUIET(world, trp_space_add(space, &third->actor), TRP_OK);
    CHECK_EQ(space_log_all(space), 2);
    CHECK_LOG(3, 2); /* it has the number of the first */
    trp_space *small = trp_space_create(world, &(trp_space_desc){.capacity = 1});
    CHECK_MISUSE(
        world, trp_space_add_pool(small, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
        TRP_ERR_FULL);
    CHECK_EQ(trp_space_count(small), 0);
}

/* only living actors need room, and no memory is taken without need */
static void room_for_all_that_live(void)
{
    const trp_space_pool_desc desc = {.box = TRP_BOX(boxed, box)};

    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    if (world == NULL)
        return;
    pool = space_pool(world, 40);
    CHECK_RESULT(trp_expire(world, &space_square(pool, 1, 0)->actor), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, &space_square(pool, 2, 0)->actor), TRP_OK);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 1});
    CHECK_QUIET(world, trp_space_add_pool(space, pool, &desc), TRP_OK);
    CHECK_EQ(trp_space_count(space), 1);
    boxed *last = NULL;
    for (uint32_t i = 0; i < 16; i++)
        last = space_square(pool, 3 + i, 0);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 1, .max_capacity = 16});
    const size_t bytes = trp_world_usage(world).bytes;
    CHECK_MISUSE(world, trp_space_add_pool(space, pool, &desc), TRP_ERR_FULL);
    CHECK_EQ(trp_space_get_stats(space).capacity, 1);
    CHECK_EQ(trp_world_usage(world).bytes, bytes);
    CHECK_RESULT(trp_recycle(world, &last->actor), TRP_OK);
    CHECK_QUIET(world, trp_space_add_pool(space, pool, &desc), TRP_OK);
    CHECK_EQ(trp_space_get_stats(space).capacity, 16);
    CHECK_EQ(trp_space_count(space), 16);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

static void grow_in_a_pair(boxed *a, boxed *b)
{
    (void)a;
    (void)b;
    if (trp_pool_count(pool) < 60)
        for (int i = 0; i < 10; i++)
            space_square(pool, 100, 500);
}

static void growing(void)
{
    world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
    if (world == NULL)
        return;
    pool = space_pool(world, 100);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 3, .max_capacity = 100});
    CHECK_RESULT(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
        TRP_OK);
    for (uint32_t i = 0; i < 10; i++)
        space_square(pool, i, 3 * (float)i);
    space_when_paired = grow_in_a_pair; /* the pass continues correctly */
    stage_log_clear();
    CHECK_EQ(trp_space_pairs(space, space_log_pair, NULL), 9);
    CHECK_LOG(PAIR(0, 1), PAIR(1, 2), PAIR(2, 3), PAIR(3, 4), PAIR(4, 5), PAIR(5, 6), PAIR(6, 7),
              PAIR(7, 8), PAIR(8, 9));
    CHECK_EQ(trp_space_count(space), 60);
    CHECK_EQ(trp_space_get_stats(space).capacity, 96);
    for (uint32_t i = 60; i < 100; i++)
        space_square(pool, i, 700 + 9 * (float)i);
    CHECK_EQ(space_log_all(space), 60); /* the others are farther away */
    CHECK_EQ(trp_space_get_stats(space).refused, 0);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    stage_log_clear();
}

/* the first callback returns the actor's memory, and also that of a watcher of the world */
static void several_end_with_their_world(void)
{
    heap_reset();
    stage_forget();
    world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    pool = space_pool(world, 8);
    for (int i = 0; i < 3; i++)
        space = space_of(world, pool, TRP_SPACE_GRID);
    space_square(pool, 1, 0);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    CHECK_EQ(heap_out, 0);
    CHECK_EQ(told.count, 0);
}

static void no_growth_in_a_block(void)
{
    set_up(4);
    CHECK_NULL_MISUSE(world,
                      trp_space_create(world, &(trp_space_desc){.capacity = 2, .max_capacity = 3}),
                      TRP_ERR_NO_ALLOCATOR);
}

static void as_many_bytes_as_it_says(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(boxed, 129) + TRP_SPACE_BYTES(129) +
               TRP_SPACE_BYTES_FOR(1, 1, 7, 32) + 2 * TRP_SPACE_POOL_BYTES(129)];
    world = trp_world_init(memory, sizeof memory, NULL);
    pool = space_pool(world, 129);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 129});
    trp_space *small =
        trp_space_create(world, &(trp_space_desc){.capacity = 1, .hits = 1, .contacts = 7});
    CHECK(space != NULL && small != NULL);
    CHECK(trp_space_get_stats(space).bytes <= TRP_SPACE_BYTES(129));
    CHECK(trp_space_get_stats(space).bytes > 129 * 114u);
    for (int i = 0; i < 2; i++)
        CHECK_RESULT(trp_space_add_pool(i == 0 ? space : small, pool,
                                        &(trp_space_pool_desc){.box = TRP_BOX(boxed, box)}),
                     TRP_OK);
    CHECK_RESULT(trp_world_destroy(world), TRP_OK);
}

static void a_pool_gives_its_bytes_back(void)
{
    const trp_space_pool_desc desc = {.box = TRP_BOX(boxed, box)};
    size_t with;

    set_up(4);
    with = trp_space_get_stats(space).bytes;
    for (int i = 0; i < 2; i++)
    {
        CHECK_RESULT(trp_space_remove_pool(space, pool), TRP_OK);
        CHECK(trp_space_get_stats(space).bytes < with);
        CHECK_RESULT(trp_space_add_pool(space, pool, &desc), TRP_OK);
        CHECK_EQ(trp_space_get_stats(space).bytes, with);
    }
}

static void moving_allocates_nothing(void)
{
    set_up(16);
    size_t bytes = trp_space_get_stats(space).bytes;
    size_t left = trp_world_free_bytes(world);
    for (uint32_t i = 0; i < 16; i++)
        space_square(pool, i, (float)i);
    for (uint32_t i = 0; i < 100; i++)
    {
        trp_each (boxed, it, pool)
            it->box.x += 1;
        CHECK_RESULT(trp_space_moved_all(space), TRP_OK);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL), 15 + 14 + 13 + 12);
    }
    CHECK_EQ(trp_space_get_stats(space).bytes, bytes);
    CHECK_EQ(trp_world_free_bytes(world), left);
}

const situation space_memory_situations[] = {
    {"a full space refuses, and counts", full},
    {"room for all that live in a pool", room_for_all_that_live},
    {"a space grows, in a pass as well", growing},
    {"several spaces end with their world, and give all memory back", several_end_with_their_world},
    {"a space in a caller's block does not grow", no_growth_in_a_block},
    {"a space takes no more bytes than TRP_SPACE_BYTES", as_many_bytes_as_it_says},
    {"a pool gives its bytes back", a_pool_gives_its_bytes_back},
    {"moving takes no memory", moving_allocates_nothing},
};
const unsigned space_memory_situation_count =
    sizeof space_memory_situations / sizeof space_memory_situations[0];
