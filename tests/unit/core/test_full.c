#include "../stage.h"

static trp_world *world;
static trp_pool *pool;

static trp_pool_desc stealing(uint32_t capacity, trp_order order)
{
    trp_pool_desc desc = stage_desc(capacity, order);
    desc.when_full = order == TRP_ORDER_MEMORY ? TRP_FULL_STEAL_NEXT : TRP_FULL_STEAL_OLDEST;
    return desc;
}

static void set_up(uint32_t capacity, trp_order order)
{
    world = stage_world();
    pool = stage_pool_as(world, stealing(capacity, order));
    stage_things(pool, 1, capacity);
    stage_log_clear();
}

static void oldest_goes(void)
{
    for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++)
    {
        set_up(3, stage_orders[order]);
        stage_thing(pool, 4);
        CHECK_LOG(GONE(TRP_REASON_STOLEN, 1), BORN(4));
        stage_thing(pool, 5);
        CHECK_LOG(GONE(TRP_REASON_STOLEN, 2), BORN(5));
        trp_pool_facts stats = trp_pool_info(pool);
        CHECK_EQ(stats.stolen, 2);
        CHECK_EQ(stats.recycled, 2);
        CHECK_EQ(stats.created, 5);
        CHECK_EQ(stats.refused, 0);
        CHECK_EQ(stats.live, 3);
        CHECK_EQ(stats.peak, 3);
        CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
        if (order == OLDEST_FIRST)
            CHECK_LOG(3, 4, 5);
        else
            CHECK_LOG(5, 4, 3);
        CHECK_VALID(world);
    }
}

/* "in the list longest": an actor that woke counts as young again */
static void woken_are_young(void)
{
    set_up(3, TRP_ORDER_OLDEST);
    thing *first = stage_find(pool, 1);
    CHECK_RESULT(trp_deactivate(world, &first->actor), TRP_OK);
    CHECK_RESULT(trp_activate(world, &first->actor), TRP_OK);
    stage_thing(pool, 4);
    CHECK_LOG(GONE(TRP_REASON_STOLEN, 2), BORN(4));
}

static void the_hand_goes_round(void)
{
    set_up(4, TRP_ORDER_MEMORY);
    for (uint32_t i = 0; i < 10; i++)
    {
        thing *it = stage_thing(pool, 5 + i);
        CHECK_EQ(trp_slot_of(world, &it->actor), i % 4);
        CHECK_LOG(GONE(TRP_REASON_STOLEN, 1 + i), BORN(5 + i));
    }
    CHECK_EQ(trp_pool_info(pool).stolen, 10);
    CHECK_VALID(world);
}

static void free_slots_come_first(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(4, stage_orders[order]);
        CHECK_RESULT(trp_recycle(world, &stage_find(pool, 3)->actor), TRP_OK);
        stage_log_clear();
        stage_thing(pool, 5);
        CHECK_LOG(BORN(5));
        CHECK_EQ(trp_pool_info(pool).stolen, 0);
    }
}

static void sleepers_are_spared(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(3, stage_orders[order]);
        CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 1)->actor), TRP_OK);
        stage_thing(pool, 4);
        CHECK_LOG(GONE(TRP_REASON_STOLEN, 2), BORN(4));
        CHECK_VALID(world);
    }
}

static void only_sleepers(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(2, stage_orders[order]);
        CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 1)->actor), TRP_OK);
        CHECK_RESULT(trp_deactivate(world, &stage_find(pool, 2)->actor), TRP_OK);
        CHECK_NULL_QUIET(world, trp_create(pool, NULL), TRP_ERR_FULL);
        CHECK_EQ(trp_pool_info(pool).refused, 1);
        CHECK_EQ(trp_pool_count(pool), 2);
    }
}

static void optional_does_not_steal(void)
{
    for (int order = 0; order < 3; order++)
    {
        set_up(2, stage_orders[order]);
        CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.optional = true}),
                         TRP_ERR_FULL);
        CHECK_LOG();
        CHECK_EQ(trp_pool_info(pool).stolen, 0);
        CHECK_EQ(trp_pool_info(pool).refused, 1);
    }
}

static trp_pool_desc growing(uint32_t capacity, trp_order order)
{
    trp_pool_desc desc = stage_desc(capacity, order);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 4 * capacity;
    return desc;
}

static void optional_does_not_grow(void)
{
    for (int order = 0; order < 3; order++)
    {
        world = trp_world_create(&(trp_world_desc){.on_misuse = stage_on_misuse});
        CHECK(world != NULL);
        pool = stage_pool_as(world, growing(2, stage_orders[order]));
        stage_things(pool, 1, 2);
        CHECK_NULL_QUIET(world, trp_create_with(pool, &(trp_birth){.optional = true}),
                         TRP_ERR_FULL);
        CHECK_EQ(trp_pool_info(pool).slots, 2);
        CHECK(trp_create(pool, NULL) != NULL);
        CHECK_EQ(trp_pool_info(pool).slots, 4);
        CHECK(trp_create_with(pool, &(trp_birth){.optional = true}) != NULL);
        CHECK_RESULT(trp_world_destroy(world), TRP_OK);
    }
}

static void overwritten_ones_are_repaired(void)
{
    for (int order = 0; order < 3; order++)
        for (uint32_t from = 2; from <= 4; from++)
        {
            set_up(4, stage_orders[order]);
            thing *first = stage_find(pool, 1);
            *first = *stage_find(pool, from);
            first->id = 1;
            stage_log_clear();
            for (uint32_t id = 5; id <= 9; id++)
                (void)trp_create(pool, &(thing){.id = id});
            CHECK_EQ(trp_pool_count(pool), 4);
            CHECK_VALID(world);
        }
}

static void joined_pools_steal_their_own(void)
{
    world = stage_world();
    pool = stage_pool_as(world, stealing(2, TRP_ORDER_OLDEST));
    trp_pool_desc desc = stealing(2, TRP_ORDER_OLDEST);
    desc.joins = pool;
    trp_pool *joined = stage_pool_as(world, desc);
    stage_thing(pool, 1), stage_thing(joined, 2), stage_thing(pool, 3), stage_thing(joined, 4);
    stage_log_clear();
    stage_thing(joined, 5);
    CHECK_LOG(GONE(TRP_REASON_STOLEN, 2), BORN(5));
    stage_thing(pool, 6);
    CHECK_LOG(GONE(TRP_REASON_STOLEN, 1), BORN(6));
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(3, 4, 5, 6);
    CHECK_VALID(world);
}

static void the_next_one_is_stolen(thing *self, const trp_context *in)
{
    (void)in;
    if (self->id == 1)
        stage_thing(pool, 10);
}

/* the newborn takes the place of an actor that was still to be visited: it must wait */
static void stolen_ahead_of_the_walk(void)
{
    set_up(3, TRP_ORDER_MEMORY);
    stage_when_updated = the_next_one_is_stolen;
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_LOG(1, GONE(3, 2), BORN(10), 3);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(trp_pool_info(pool).stolen, 2);
}

const situation full_situations[] = {
    {"TRP_FULL_STEAL_OLDEST takes the one longest in the list", oldest_goes},
    {"a woken one is young again", woken_are_young},
    {"TRP_FULL_STEAL_NEXT goes round the slots", the_hand_goes_round},
    {"a free slot is taken before any is stolen", free_slots_come_first},
    {"sleepers are not stolen", sleepers_are_spared},
    {"where all sleep nothing can be stolen", only_sleepers},
    {"trp_create_with does not steal", optional_does_not_steal},
    {"trp_create_with does not grow", optional_does_not_grow},
    {"overwritten ones are repaired before they are stolen", overwritten_ones_are_repaired},
    {"joined pools steal their own", joined_pools_steal_their_own},
    {"stolen ahead of the walk", stolen_ahead_of_the_walk},
};
const unsigned full_situation_count = sizeof full_situations / sizeof full_situations[0];
