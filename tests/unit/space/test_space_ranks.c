/* Ranks: places in the list, which are computed when it has changed. */
#include "../space_past.h"
#include "../space_twins.h"

/* Sizes */

static trp_world *world;
static trp_space *space;

static void draw_it(const trp_actor *self, const trp_view *view)
{
    (void)view;
    stage_log(trp_as(boxed, self)->id);
}

/* False: no memory for it. */
static bool begin(uint32_t capacity, trp_space_sleepers sleepers)
{
    if (STAGE_BYTES < 32u * 1024u)
        return false;
    world = stage_world();
    space = trp_space_create(world, &(trp_space_desc){.capacity = capacity, .sleepers = sleepers});
    CHECK(space != NULL);
    stage_log_clear();
    return true;
}

static trp_pool *drawn_pool(uint32_t capacity, trp_order order, trp_pool *joins)
{
    trp_pool_desc desc = space_pool_desc(capacity, order);

    desc.draw = draw_it;
    desc.joins = joins;
    return stage_pool_as(world, desc);
}

static trp_pool *enter(trp_pool *pool, bool manual_add)
{
    CHECK_RESULT(trp_space_add_pool(space, pool,
                                    &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box),
                                                           .manual_add = manual_add}),
                 TRP_OK);
    return pool;
}

static trp_actor *put(trp_pool *pool, uint32_t id)
{
    return &space_box(pool, id, 0, 0, 4, 4)->actor;
}

/* all except what is far away */
static void draw(void)
{
    stage_log_clear();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(-100, -100, 200, 200), NULL, 0), TRP_OK);
}

/* two have woken, which only their pool counts, and one was born */
static void ranks_after_wakes(void)
{
    trp_pool *pool;

    if (!begin(8, TRP_SLEEPERS_HIDE))
        return;
    pool = enter(drawn_pool(8, TRP_ORDER_NEWEST, NULL), false);
    space_box(pool, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 4; id++)
        put(pool, id);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 2)), TRP_OK);
    draw();
    CHECK_LOG(4, 3);
    CHECK_RESULT(trp_activate(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_RESULT(trp_activate(world, trp_pool_at(pool, 2)), TRP_OK);
    put(pool, 5);
    draw();
    CHECK_LOG(5, 2, 1, 4, 3);
}

/* one that has been there enters; one of two pools leaves, and as many enter as had left */
static void ranks_after_entries(void)
{
    trp_pool *pool;
    trp_pool *joined;

    if (!begin(8, TRP_SLEEPERS_HIDE))
        return;
    joined = drawn_pool(4, TRP_ORDER_NEWEST, NULL);
    pool = enter(drawn_pool(8, TRP_ORDER_NEWEST, joined), true);
    (void)enter(joined, false);
    CHECK_RESULT(trp_space_add(space, &space_box(pool, 9, 1000, 0, 4, 4)->actor), TRP_OK);
    for (uint32_t id = 1; id <= 4; id++)
        (void)put(pool, id);
    for (uint32_t slot = 1; slot <= 3; slot++)
        CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, slot)), TRP_OK);
    draw();
    CHECK_LOG(3, 2, 1);
    CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, 4)), TRP_OK);
    draw();
    CHECK_LOG(4, 3, 2, 1);
    put(joined, 5);
    draw();
    CHECK_LOG(5, 4, 3, 2, 1);
    CHECK_RESULT(trp_space_remove_pool(space, joined), TRP_OK);
    CHECK_RESULT(trp_space_add(space, put(pool, 6)), TRP_OK);
    draw();
    CHECK_LOG(6, 4, 3, 2, 1);
}

/* a sleeper that stays has a rank that is now that of another */
static void ranks_of_sleepers(void)
{
    trp_pool *pool;

    if (!begin(8, TRP_SLEEPERS_STAY))
        return;
    pool = enter(drawn_pool(8, TRP_ORDER_OLDEST, NULL), false);
    space_box(pool, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 4; id++)
        put(pool, id);
    draw();
    CHECK_LOG(1, 2, 3, 4);
    CHECK_RESULT(trp_deactivate(world, trp_pool_at(pool, 3)), TRP_OK);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 1)), TRP_OK);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 2)), TRP_OK);
    put(pool, 5);
    put(pool, 6); /* in the place of 3, with a lower number */
    draw();
    CHECK_LOG(4, 5, 6);
}

/* beside a pool in memory order with free slots */
static void ranks_beside_slots(void)
{
    trp_pool *slots;
    trp_pool *ages;

    if (!begin(16, TRP_SLEEPERS_HIDE))
        return;
    slots = enter(drawn_pool(8, TRP_ORDER_MEMORY, NULL), false);
    ages = enter(drawn_pool(8, TRP_ORDER_NEWEST, NULL), false);
    space_box(ages, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 8; id++)
        put(id % 2 != 0 ? slots : ages, id);
    CHECK_RESULT(trp_recycle(world, trp_pool_at(slots, 0)), TRP_OK);
    for (int again = 0; again < 2; again++)
    {
        draw();
        CHECK_LOG(3, 5, 7, 8, 6, 4, 2);
    }
}

/* 16 segments of one each, with others between that are not in the space */
static void ranks_of_many_segments(void)
{
    trp_pool *pools[16];

    if (!begin(16, TRP_SLEEPERS_HIDE))
        return;
    for (uint32_t i = 0; i < 16; i++)
    {
        pools[i] = enter(drawn_pool(1, TRP_ORDER_OLDEST, NULL), false);
        if (i < 12)
            put(drawn_pool(1, TRP_ORDER_OLDEST, NULL), 99);
    }
    for (uint32_t i = 0; i < 15; i++)
        put(pools[i], i + 1);
    space_box(pools[15], 16, 1000, 0, 4, 4);
    draw();
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* 16 of one pool had ranks; now there are 15 of another */
static void ranks_of_those_that_left(void)
{
    trp_pool *first;
    trp_pool *second;

    if (!begin(16, TRP_SLEEPERS_HIDE))
        return;
    first = enter(drawn_pool(16, TRP_ORDER_OLDEST, NULL), false);
    second = enter(drawn_pool(16, TRP_ORDER_OLDEST, NULL), false);
    space_box(first, 99, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 15; id++)
        put(first, id);
    for (int again = 0; again < 2; again++)
    {
        draw();
        CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        for (uint32_t slot = 1; slot <= 15 && again == 0; slot++)
        {
            CHECK_RESULT(trp_recycle(world, trp_pool_at(first, slot)), TRP_OK);
            put(second, slot);
        }
    }
}

static void take_snapshot(void)
{
    past.world = world;
    past_save(0);
}

static void enter_again(trp_pool *pool, uint32_t slot)
{
    CHECK_RESULT(trp_space_remove(space, trp_pool_at(pool, slot)), TRP_OK);
    CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, slot)), TRP_OK);
}

/* those with the same numbers had other slots meanwhile */
static void slots_after_a_restore(void)
{
    trp_pool *pool;

    if (!begin(8, TRP_SLEEPERS_HIDE))
        return;
    pool = enter(drawn_pool(8, TRP_ORDER_MEMORY, NULL), false);
    space_box(pool, 9, 1000, 0, 4, 4);
    for (uint32_t id = 1; id <= 4; id++)
        space_box(pool, id, 100 * (float)id - 150, 0, 4, 4);
    take_snapshot();
    CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, 4)), TRP_OK);
    CHECK_RESULT(trp_space_remove(space, trp_pool_at(pool, 1)), TRP_OK);
    enter_again(pool, 3);
    enter_again(pool, 2);
    CHECK_RESULT(trp_space_add(space, trp_pool_at(pool, 1)), TRP_OK);
    draw();
    CHECK_LOG(1, 2);
    past_restore(0);
    draw();
    CHECK_LOG(1, 2);
}

/* others had their numbers, and as many have entered since */
static void ranks_after_a_restore(void)
{
    trp_pool *pool;

    if (!begin(8, TRP_SLEEPERS_HIDE))
        return;
    pool = enter(drawn_pool(8, TRP_ORDER_NEWEST, NULL), false);
    for (uint32_t id = 1; id <= 2; id++)
        put(pool, id);
    space_box(pool, 9, 1000, 0, 4, 4);
    take_snapshot();
    for (uint32_t slot = 0; slot < 2; slot++)
        CHECK_RESULT(trp_recycle(world, trp_pool_at(pool, slot)), TRP_OK);
    put(pool, 3);
    put(pool, 4);
    draw();
    CHECK_LOG(4, 3);
    past_restore(0);
    put(pool, 5);
    draw();
    CHECK_LOG(5, 2, 1);
}

const situation space_ranks_situations[] = {
    {"ranks after wakes and a birth", ranks_after_wakes},
    {"ranks after entries, and after a pool has left", ranks_after_entries},
    {"sleepers that stay have no rank", ranks_of_sleepers},
    {"ranks beside free slots", ranks_beside_slots},
    {"ranks of many segments", ranks_of_many_segments},
    {"ranks of those that have left", ranks_of_those_that_left},
    {"slots of members after a restore", slots_after_a_restore},
    {"ranks after a restore", ranks_after_a_restore},
};
const unsigned space_ranks_situation_count =
    sizeof space_ranks_situations / sizeof space_ranks_situations[0];
