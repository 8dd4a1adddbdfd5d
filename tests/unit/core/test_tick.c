#include "../script.h"

SITUATIONS(tick);

static trp_world *world;
static trp_pool *pool;

static trp_context last_tick;

static void keep_tick(thing *self, const trp_context *in)
{
    last_tick = *in;
    CHECK_EQ(trp_world_ticks(in->world), in->tick);
}

SITUATION("what a tick says to its callbacks")
{
    static int user;
    world = stage_world_as((trp_world_desc){.layers = 3});
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.user = &user;
    desc.layer = 2;
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    CHECK_EQ(trp_world_ticks(world), 0);
    CHECK_OK(trp_layer_set_time_scale(world, 2, 0.5f));
    stage_when_updated = keep_tick;
    for (uint64_t number = 1; number <= 3; number++) {
        CHECK_OK(trp_update_all(world, 0.25f));
        CHECK(last_tick.world == world);
        CHECK(last_tick.pool == pool);
        CHECK_EQ(last_tick.layer, 2);
        CHECK(last_tick.dt == 0.125f);
        CHECK(last_tick.unscaled_dt == 0.25f);
        CHECK_EQ(last_tick.tick, number);
        CHECK(last_tick.user == &user);
        CHECK_EQ(trp_world_ticks(world), number);
    }
}

SCRIPT("joined pools get their own tick",
       "in oldest; pool; pool joins a; new 1; new b 2; scale b 3; at 1: dt 1; at 2: dt 3; go; tick;"
       "= 1 2; new 3; at 3: dt 1; go; tick; = 1 2 3");
SCRIPT("dt is 0 or more, and finite",
       "new 1; go; tick -1 !VALUE; tick nan !VALUE; tick inf !VALUE; tick -inf !VALUE; =; ticks 0;"
       "tick 0; = 1");
SCRIPT("what is refused with TRP_BUSY says what is in progress",
       "new 1; at u1: still, tick !BUSY, says a tick is in progress; tick;"
       "at u1: still, draw !BUSY, says a tick is in progress; tick;"
       "at d1: still, tick !BUSY, says the world is being drawn; draw;"
       "at d1: still, draw !BUSY, says the world is being drawn; draw");
SCRIPT("a pool's time scale that an update sets counts from the next tick on",
       "new 1-3; at 1: dt 2, scale a 4; at 2: dt 2; at 3: dt 2; tick 2; still; at *: dt 8; tick 2");

static bool data_is_nine(const trp_actor *self, const trp_context *in)
{
    return trp_as(thing, self)->data == 9;
}

static void set_data(thing *self, const trp_context *in)
{
    if (self->id == 3)
        self->data = 9;
    if (self->id == 2)
        CHECK_OK(trp_recycle(in->world, &self->actor));
}

SITUATION_IN_EACH_ORDER("is_expired is asked around each update")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(9, stage_orders[order]);
    desc.is_expired = data_is_nine;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 4);
    stage_find(pool, 1)->data = 9;
    trp_handle handle = trp_handle_of(world, &stage_find(pool, 3)->actor);
    stage_log_clear();
    stage_when_updated = set_data;
    CHECK_OK(trp_update_all(world, 1));
    if (order == NEWEST_FIRST)
        CHECK_LOG(4, 3, GONE(2, 3), 2, GONE(1, 2), GONE(2, 1));
    else
        CHECK_LOG(GONE(2, 1), 2, GONE(1, 2), 3, GONE(2, 3), 4);
    CHECK(trp_get(world, handle) == NULL);
    CHECK_EQ(trp_pool_count(pool), 1);
    CHECK_VALID(world);
}

SCRIPT("a tick, a drawing or the end in a tick is TRP_BUSY",
       "in memory; new 1 2; go;"
       "at *: tick !BUSY, draw !BUSY, destroy !BUSY, ticks 1; tick; = 1 2; still;"
       "tick; ticks 2");
SCRIPT("the end in a trp_for_each or a callback is TRP_BUSY",
       "new 1 2; at *: destroy !BUSY; at +3: destroy !BUSY; for; new 3; live 3");
SCRIPT("update_pool is called once, expired ones are pruned",
       "pool whole; tick; = 500; new 1-3; expire 3; at 2: recycle 2; tick; live 1;"
       "expired 0; go; tick; = 500 1");
SCRIPT("pools without update are pruned", "pool still; new 1-3; expire 2; go; tick; = -2e; live 2");
SCRIPT("an actor that expires in its own update is pruned right after it",
       "new 1-3; go; at 2: expire 2, log 700; tick; memory oldest = 1 2 700 -2e 3;"
       "newest = 3 2 700 -2e 1");
SCRIPT("an actor that expires elsewhere is pruned when reached",
       "in oldest; new 1-4; go; at 1: expire 3; at 4: expire 2; tick; = 1 2 -3e 4;"
       "still; tick; = 1 -2e 4");
SCRIPT("no actor is pruned while its update runs",
       "new 1-3; go; at 2: still, expire 2, for, is expired 2, log 700; tick;"
       "memory oldest = 1 2 1 3 700 -2e 3; newest = 3 2 3 1 700 -2e 1");
SCRIPT("each once a tick", "new 1-5; go; tick; tick; memory oldest = 1 2 3 4 5 1 2 3 4 5;"
                           "newest = 5 4 3 2 1 5 4 3 2 1");
SCRIPT("a tick in a trp_for_each", "in memory; new 1-3; go; at 2: still, tick; for; = 1 2 1 2 3 3");
