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

/*
 * Ticks of pools with update_pool and is_expired; walks while drawing; systems that lose their
 * functions.
 */

/* 3 and 4 are over before the update, 2 after it. */
SCRIPT("is_expired is asked before and after an update_pool",
       "pool mortal whole; new 1-4; old 3 4; at u2: old 2; go; tick; "
       "memory oldest = -3e -4e 500 1 2 -2e; newest = -4e -3e 500 2 1 -2e; live 1");

/* The visited actor stays until the visit is over. */
SCRIPT("a visited actor outlives a tick that would end it",
       "pool mortal whole; new 1-4; at v4: still, old 3 4, tick, is active 4; for; live 3; "
       "is active 4; tick; live 2; is active 1 2");

/* It is checked like all others. */
SCRIPT("one that zeroes its own node is asked is_expired",
       "pool mortal; new 1-3; at u2: old 2, harm 2 zeros; go; tick; memory oldest = 1 2 -2e 3; "
       "newest = 3 2 -2e 1;"
       "active 2; repair");
SCRIPT("a free slot with a zeroed node is skipped, and used",
       "in memory; pool 61; new 0-59; recycle 20; harm 20 zeros; go; tick; = 0-19 21-59;"
       "new 70 ~CORRUPT; slot 70 20; repair");

/* The next reading of links is what repairs them. */
SCRIPT(
    "a walk in a drawing meets all, whatever the links say",
    "in oldest; new 1-4; harm 3 nolinks; at d1: each; go; draw; = d1 1-4 d2-4; repair; list 1-4");
SCRIPT("pools without draw are not drawn, beside one that is",
       "in oldest; pool; pool unseen joins a; new 1-4; new b 11 12; go; draw; = d1 d2 d3 d4");

/* An overwritten one is not repaired either. */
SCRIPT("a drawing recycles, creates and repairs nothing",
       "in memory; new 1-3; recycle 3; at d1: recycle 2 !BUSY, crowd 8-9 !BUSY; draw; live 2; "
       "harm 2 zeros; draw; recycle 2 ~CORRUPT; live 1; repair");

/* A system's functions may change: none is called that was removed. */
SCRIPT("a system takes its functions away",
       "system 0 updated; new 1; mark 1; tick; recycle 1; = +1 s0+1 s0^1 s0b 1 s0*1 s0a s0-1 -1; "
       "hush 0; new 1; mark 1; tick; recycle 1; = +1 1 -1; unsystem 0; = s0d");
SCRIPT("around a tick no pool and no layer is named",
       "layers 2; pool layer 1; new 1; scaleworld 2; scalelayer 1 5; system 0; at s0b: dt 6;"
       "at 1: dt 30; at s0a: dt 6; go; tick 3; = s0b 1 s0a");
SCRIPT("the expired have neighbours", "in oldest; new 1-4; expire 2; list 1 3 4; neighbours 2 1 3");
SCRIPT("a pool created ahead of the tick is updated in it",
       "layers 2; pool; new 1; go; tick; = 1; at 1: still, pool layer 1 whole; tick;"
       "= 1 500");
