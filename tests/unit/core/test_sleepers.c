/*
 * Sleepers: they leave the list, and come last in an age order when they wake.
 */
#include "../ledger.h"

static trp_world *world;
static trp_pool *pools[2];
static uint32_t pool_count;

static trp_pool_desc desc_of(trp_order order)
{
    return (trp_pool_desc){
        .type = TRP_TYPE(thing, actor), .capacity = 40, .order = order, .update = stage_update};
}

/* things 1 to 6, in turn in both pools */
static void begin(trp_order order, uint32_t count)
{
    trp_pool_desc desc = desc_of(order);

    world = stage_world();
    pool_count = count;
    pools[0] = stage_pool_as(world, desc);
    desc.joins = pools[0];
    if (count == 2)
        pools[1] = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= 6; id++)
        stage_thing(pools[id % count], id);
    stage_log_clear();
}

static trp_actor *find(uint32_t id)
{
    thing *it = NULL;

    for (uint32_t i = 0; i < pool_count && it == NULL; i++)
        it = stage_find(pools[i], id);
    CHECK(it != NULL);
    return &it->actor;
}

static void sleep(uint32_t id)
{
    CHECK_RESULT(trp_deactivate(world, find(id)), TRP_OK);
    CHECK_VALID(world);
}

static void wake(uint32_t id)
{
    CHECK_RESULT(trp_activate(world, find(id)), TRP_OK);
    CHECK_VALID(world);
}

/* the ids from the oldest to the youngest, as one number, by a tick and by the links */
static uint32_t ids_by_age(trp_order order)
{
    uint32_t by_links = 0, factor = 1;
    uint32_t by_tick = 0;

    for (const trp_actor *it = trp_first(world); it != NULL; it = trp_next(world, it))
    {
        const uint32_t id = trp_as(thing, it)->id;
        by_links = order == TRP_ORDER_OLDEST ? by_links * 10 + id : by_links + factor * id;
        factor *= 10;
    }
    factor = 1;
    trp_each_joined(it, pools[0])
    {
        const uint32_t id = trp_as(thing, it)->id;
        by_tick = order == TRP_ORDER_OLDEST ? by_tick * 10 + id : by_tick + factor * id;
        factor *= 10;
    }
    CHECK_EQ(by_tick, by_links);
    CHECK_EQ(told.count, 0);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    return by_links;
}

static void they_come_last(void)
{
    for (uint32_t count = 1; count <= 2; count++)
        for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++)
        {
            begin(stage_orders[order], count);
            sleep(1), sleep(6), sleep(3);
            CHECK_EQ(ids_by_age(stage_orders[order]), 245);
            stage_thing(pools[0], 7);
            CHECK_VALID(world);
            CHECK_EQ(ids_by_age(stage_orders[order]), 2457);
            wake(3);
            CHECK_EQ(ids_by_age(stage_orders[order]), 24573);
            wake(6), wake(1);
            CHECK_EQ(ids_by_age(stage_orders[order]), 2457361);
        }
}

static void they_leave_while_they_sleep(void)
{
    for (uint32_t count = 1; count <= 2; count++)
        for (int order = NEWEST_FIRST; order <= OLDEST_FIRST; order++)
        {
            begin(stage_orders[order], count);
            sleep(1), sleep(6), sleep(3);
            CHECK_RESULT(trp_recycle(world, find(1)), TRP_OK);
            CHECK_VALID(world);
            CHECK_RESULT(trp_expire(world, find(6)), TRP_OK);
            CHECK_VALID(world);
            CHECK_RESULT(trp_recycle(world, find(3)), TRP_OK);
            CHECK_VALID(world);
            CHECK_EQ(ids_by_age(stage_orders[order]), 245);
            sleep(2), sleep(4), sleep(5);
            CHECK(trp_first(world) == NULL);
            stage_thing(pools[0], 9);
            CHECK_EQ(ids_by_age(stage_orders[order]), 9);
            for (uint32_t i = 0; i < count; i++)
                CHECK_RESULT(trp_pool_clear(pools[i], NULL), TRP_OK);
            CHECK_EQ(trp_world_info(world).live, 0);
            CHECK_VALID(world);
        }
}

/* a full pool steals from actors that are awake */
static void they_are_not_stolen(void)
{
    trp_pool_desc desc = desc_of(TRP_ORDER_OLDEST);

    world = stage_world();
    desc.capacity = 3;
    desc.when_full = TRP_FULL_STEAL_OLDEST;
    pool_count = 1;
    pools[0] = stage_pool_as(world, desc);
    for (uint32_t id = 1; id <= 3; id++)
        stage_thing(pools[0], id);
    sleep(1);
    stage_thing(pools[0], 4);
    CHECK_EQ(ids_by_age(TRP_ORDER_OLDEST), 34);
    wake(1);
    CHECK_EQ(ids_by_age(TRP_ORDER_OLDEST), 341);
}

static void wake_and_sleep(trp_world *in, thing *self, trp_reason reason)
{
    (void)reason;
    if (self->id == 1)
        CHECK_RESULT(trp_activate(in, find(2)), TRP_OK);
    if (self->id == 3)
        CHECK_RESULT(trp_deactivate(in, find(2)), TRP_OK);
}

/* hooks wake a sleeper that is still to come, and put it to sleep when the clear has passed it */
static void a_clear_comes_back(uint32_t count)
{
    trp_pool_desc desc = stage_desc(count, TRP_ORDER_MEMORY);

    world = stage_world();
    desc.on_end = stage_on_end;
    pool_count = 1;
    pools[0] = stage_pool_as(world, desc);
    stage_things(pools[0], 1, count);
    for (uint32_t id = 1; id <= count; id++)
        sleep(id);
    stage_when_recycled = wake_and_sleep;
    stage_log_clear();
    CHECK_RESULT(trp_pool_clear(pools[0], NULL), TRP_OK);
    CHECK_EQ(trp_pool_count(pools[0]), 0);
    CHECK_VALID(world);
}

static void a_clear_comes_back_for_sleepers(void)
{
    a_clear_comes_back(2);
    CHECK_LOG(GONE(TRP_REASON_CLEARED, 1), GONE(TRP_REASON_CLEARED, 2));
    a_clear_comes_back(3);
    CHECK_LOG(GONE(TRP_REASON_CLEARED, 1), GONE(TRP_REASON_CLEARED, 3),
              GONE(TRP_REASON_CLEARED, 2));
}

const situation sleepers_situations[] = {
    {"sleepers come last when they wake", they_come_last},
    {"sleepers leave while they sleep", they_leave_while_they_sleep},
    {"sleepers are not stolen", they_are_not_stolen},
    {"a clear comes back for sleepers that hooks wake", a_clear_comes_back_for_sleepers},
};
const unsigned sleepers_situation_count =
    sizeof sleepers_situations / sizeof sleepers_situations[0];
