/*
 * External actors whose entries or neighbours were overwritten, or have gone out from under a walk.
 */
#include "../../src/core/external.h"
#include "stage.h"

static thing mine[6];
static trp_world *world;
static trp_pool *pool, *slots;

/* mine[0] to mine[3]; slots joins them */
static void set_up(uint32_t adopted)
{
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);

    world = stage_world();
    desc.external = true;
    pool = stage_pool_as(world, desc);
    desc.external = false;
    desc.joins = pool;
    slots = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 6; i++)
        mine[i] = (thing){.id = i};
    for (uint32_t i = 0; i < adopted; i++)
        CHECK(trp_adopt(pool, &mine[i].actor) != NULL);
    stage_log_clear();
}

static void the_last_life_of_an_entry(void)
{
    set_up(2);
    pool->entries[mine[0].actor.life.entry].generation = UINT32_MAX;
    CHECK_RESULT(trp_recycle(world, &mine[0].actor), TRP_OK);
    CHECK_EQ(trp_pool_get_stats(pool).retired, 1);
    CHECK_VALID(world);
    CHECK(trp_adopt(pool, &mine[2].actor) != NULL);
    CHECK(trp_adopt(pool, &mine[3].actor) != NULL);
    CHECK_NULL_QUIET(world, trp_adopt(pool, &mine[4].actor), TRP_ERR_FULL);
    CHECK_VALID(world);
}

static void the_next_one_falls_asleep(void)
{
    uint32_t sum = 0;

    set_up(4);
    trp_each (thing, it, pool)
    {
        sum = sum * 10 + it->id + 1;
        if (it->id != 0)
            continue;
        CHECK_RESULT(trp_recycle(world, &mine[0].actor), TRP_OK);
        CHECK_RESULT(trp_deactivate(world, &mine[1].actor), TRP_OK);
    }
    CHECK_EQ(sum, 134);
    CHECK_VALID(world);
}

/* a slot's node that says it is external */
static void one_of_a_slot_is_renamed(void)
{
    trp_actor *actor;
    uint32_t visits = 0;

    set_up(1);
    actor = &stage_thing(slots, 11)->actor;
    CHECK(trp_adopt(pool, &mine[1].actor) != NULL);
    actor->stamp = trp__stamp(trp__serial(actor), pool->number);
    trp_each (thing, it, pool)
        CHECK(++visits <= 3);
    CHECK(visits >= 1);
    CHECK_RESULT(trp_recycle(world, &mine[0].actor), TRP_OK);
    CHECK_MISUSE(world, trp_recycle(world, actor), TRP_ERR_CORRUPT);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_EQ(trp_pool_count(slots), 1);
    CHECK_RESULT(trp_recycle(world, actor), TRP_OK);
    CHECK_VALID(world);
}

static void the_number_of_an_entry(void)
{
    set_up(3);
    mine[1].actor.life.entry = 99;
    CHECK_MISUSE(world, trp_recycle(world, &mine[1].actor), TRP_ERR_CORRUPT);
    CHECK_VALID(world);
    CHECK_RESULT(trp_recycle(world, &mine[1].actor), TRP_OK);
    CHECK_EQ(trp_state_of(world, &mine[1].actor), TRP_STATE_FREE);
    mine[1].actor.life.entry = 99; /* only its node knew that it was here */
    CHECK_EQ(trp_state_of(world, &mine[1].actor), TRP_STATE_NONE);
    CHECK_MISUSE(world, trp_recycle(world, &mine[1].actor), TRP_ERR_FOREIGN);
    CHECK_VALID(world);
}

static void overwrite_the_entry(thing *self, const trp_tick *tick)
{
    (void)tick;
    if (self->id == 1)
        self->actor.life.entry = 99;
}

static unsigned updates;

static void count_updates(trp_pool *of, trp_actor *actor, trp_event event, trp_reason reason,
                          void *context)
{
    (void)of;
    (void)actor;
    (void)reason;
    (void)context;
    updates += event == TRP_EVENT_UPDATED;
}

/* a tick that comes to its end, or has just called its update */
static void the_number_of_an_entry_in_a_tick(void)
{
    trp_watcher watcher = {.function = count_updates, .events = TRP_EVENT_UPDATED};

    set_up(3);
    stage_when_updated = overwrite_the_entry;
    updates = 0;
    CHECK_RESULT(trp_watch(pool, &watcher), TRP_OK);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(updates, 2);
    stage_when_updated = NULL;
    CHECK_MISUSE(world, trp_expire(world, &mine[1].actor), TRP_ERR_CORRUPT);
    CHECK_RESULT(trp_expire(world, &mine[1].actor), TRP_OK);
    mine[1].actor.life.entry = 99;
    stage_before(world);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(told.count, 1);
    CHECK_EQ(told.result, TRP_ERR_CORRUPT);
    CHECK_EQ(trp_pool_count(pool), 3);
    CHECK_VALID(world);
    CHECK_RESULT(trp_update_all(world, 1), TRP_OK);
    CHECK_EQ(updates, 2 + 2 + 3);
}

static void one_that_is_not_aligned(void)
{
    set_up(1);
    CHECK_NULL_MISUSE(world, trp_adopt(pool, (trp_actor *)(void *)((unsigned char *)&mine[1] + 1)),
                      TRP_ERR_TYPE);
    CHECK(situation_text_has(told.message, "misaligned"));
    CHECK_EQ(trp_pool_count(pool), 1);
}

const situation branches_external_situations[] = {
    {"the last life of an entry retires it", the_last_life_of_an_entry},
    {"a walk steps off one that has left, over one that fell asleep", the_next_one_falls_asleep},
    {"a slot's actor that says it is external is mended", one_of_a_slot_is_renamed},
    {"the number of an entry is overwritten", the_number_of_an_entry},
    {"the number of an entry is overwritten in a tick", the_number_of_an_entry_in_a_tick},
    {"an external actor must be aligned", one_that_is_not_aligned},
};
const unsigned branches_external_situation_count =
    sizeof branches_external_situations / sizeof branches_external_situations[0];
