#include "../ledger.h"
#include "../script.h"

SITUATIONS(interval);

static trp_world *world;
static trp_pool *pool;

static void set_up(uint32_t capacity, trp_order order)
{
    world = stage_world_as((trp_world_desc){.layers = 2, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_silent_desc(capacity, order);
    pool = stage_pool_as(world, desc);
}

static void tick(void)
{
    CHECK_OK(trp_update_all(world, 0.25f));
}

SCRIPT("as many actors as ticks of the interval",
       "in memory; pool 130; new 0-63; stagger 2; interval 2; stagger 64; go; pass 63; = 1-63; "
       "pass 65; = 0 1-63 0");

/* Only ticks have turns: a walk visits all, also those whose nodes were overwritten. */
SCRIPT("a walk has no turns",
       "pool 8; new 0-3; stagger 4; tick; harm 1 stamp; go; for ~CORRUPT; memory oldest = 0 1 2 3; "
       "newest = 3 2 1 0");

SCRIPT("staggered, in a pool that is full",
       "in memory; pool 128; new 0-127; stagger 32; go; tick; = 1 33 65 97; pass 30; go; tick; = 0 "
       "32 64 96");

static unsigned updates[700];

static void count_update(trp_actor *self, const trp_context *in)
{
    updates[trp_as(thing, self)->id]++;
}

/* any n, any free slots: each once in n ticks, in n ticks of its own */
SITUATION("staggered, each once in n ticks, whatever n and the holes are")
{
    static const uint32_t intervals[] = {2, 3, 7, 8, 31, 32, 33, 64, 65, 100, 699, 700, 701, 65535};

    for (unsigned i = 0; i < sizeof intervals / sizeof intervals[0]; i++)
        for (uint32_t holes = 1; holes < 200; holes = holes * 5 + 1) {
            set_up(700, TRP_ORDER_MEMORY);
            pool->desc.update = count_update;
            stage_things(pool, 0, 699);
            for (uint32_t id = 0; id < 700; id++)
                if (id % holes != 0 || (id > 150 && id < 400))
                    CHECK_OK(trp_recycle(world, trp_pool_at(pool, id)));
            memset(updates, 0, sizeof updates);
            CHECK_OK(trp_pool_set_interval(pool, intervals[i], TRP_INTERVAL_STAGGERED));
            const uint32_t rounds = intervals[i] < 1000 ? intervals[i] : 700;
            for (uint32_t t = 0; t < rounds; t++) {
                tick();
                for (uint32_t slot = 0; slot < 700; slot++)
                    if (updates[slot] == 1 && slot % intervals[i] == (t + 1) % intervals[i])
                        updates[slot] = 1000; /* in its own tick */
            }
            for (uint32_t slot = 0; slot < 700; slot++)
                CHECK_EQ(updates[slot], trp_pool_at(pool, slot) == NULL    ? 0
                                        : intervals[i] > 1000 && slot == 0 ? 0
                                                                           : 1000);
        }
}

static void count_data(trp_actor *self, const trp_context *in)
{
    trp_as(thing, self)->data++;
}

/* slots in more words than a word has bits */
SITUATION("staggered, each of thousands")
{
    enum { MANY = 64 * 64 + 130 };

    world = stage_large_world(4u * 1024u * 1024u);
    pool = MADE(trp_pool_create(
        world,
        &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = MANY, .update = count_data}));
    for (uint32_t slot = 0; slot < MANY; slot++)
        stage_thing(pool, slot);
    CHECK_OK(trp_pool_set_interval(pool, 2, TRP_INTERVAL_STAGGERED));
    for (uint32_t turn = 1; turn <= 2; turn++) {
        tick();
        for (uint32_t slot = 0; slot < MANY; slot++)
            CHECK_EQ(trp_as(thing, trp_pool_at(pool, slot))->data, turn == 2 || slot % 2 == 1);
    }
}

SCRIPT("a pool that updates itself",
       "pool whole; new 1; go; stagger 2 !DESC; together 2; wait 5; = 500 1 500 1; dt 0.5; "
       "together 1; wait 2; = 500 1 500 1; dt 0.25; stagger 1");
SCRIPT("with a lifetime",
       "in memory oldest; pool lifetime ticks; new 0-3; life 1-3 ticks 2; stagger 4; go; tick; = "
       "1; recycle 0; go; tick; tick; live 1; together 2; tick; live 1; tick; live 0; together 1; "
       "new 9; life 9 ticks 2; go; tick; = 9; tick; live 0");

SITUATION("mistakes change nothing")
{
    set_up(4, TRP_ORDER_MEMORY);
    CHECK_MISUSE(world, trp_pool_set_interval(pool, 0, TRP_INTERVAL_TOGETHER), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_pool_set_interval(pool, 65536, TRP_INTERVAL_TOGETHER), TRP_ERR_VALUE);
    CHECK_MISUSE(world, trp_pool_set_interval(pool, 2, (trp_interval)2), TRP_ERR_VALUE);
    CHECK_QUIET(world, trp_pool_set_interval(NULL, 2, TRP_INTERVAL_TOGETHER), TRP_ERR_NULL);
    CHECK_EQ(trp_pool_info(NULL).interval, 0);
    CHECK_EQ(trp_pool_info(pool).interval, 1);
    CHECK(pool->state.every <= 1);
    CHECK_OK(trp_pool_set_interval(pool, 1, TRP_INTERVAL_TOGETHER));
    CHECK(pool->turns == NULL && pool->state.wanted == 0); /* as if it had not been set */
}

/* ... whatever was set since. */
SCRIPT("a state that is restored decides",
       "in memory; pool 4; new 0-3; save 0; stagger 4; go; tick 0.25; = 1; save 1; together 1; "
       "tick 0.25; = 0 1 2 3; restore 1; tick 0.25; = 2; restore 0; tick 0.25; = 0 1 2 3; dt 0.25; "
       "interval 1");

SCRIPT("staggered, a part in each tick",
       "pool 8; new 0-7; go; interval 1; stagger 3; interval 3; tick 0.25; memory oldest = 1 4 7; "
       "newest = 7 4 1; dt 0.75; tick; memory oldest = 2 5; newest = 5 2; disable 0; tick; tick; "
       "enable 0; tick; memory oldest = 0 3 6; newest = 6 3 0");
SCRIPT("together, all in every n-th tick",
       "in memory oldest; pool 8; new 1-3; together 3; go; tick 0.25; tick 0.25; expire 2; tick "
       "0.25; = 1 -2e 3; dt 0.75; expire 3; tick; = -3e; tick; tick; = 1; expire 1; tick; = -1e");
SCRIPT("changed in a tick, from the next one on",
       "in memory oldest; pool 8; new 0-5; go; at 0: still, stagger 2; tick 0.25; = 0 1 2 3 4 5; "
       "dt 0.25; tick 0.25; = 1 3 5; dt 0.5; at 0: still, stagger 4; tick 0.25; = 0 2 4; tick "
       "0.25; = 1 5; dt 1; at 2: still, stagger 1; tick 0.25; = 2; tick 0.25; = 0 1 2 3 4 5; "
       "interval 1");
SCRIPT("the same again changes nothing",
       "in memory; pool 4; new 0-3; go; stagger 4; tick; stagger 4; tick; stagger 4; tick; tick; "
       "tick; = 1 2 3 0 1");

/* Limits of clocks, lifetimes and intervals: very short times, pools without an update, changes
 * during a tick. */

SCRIPT("time that is far less than a unit is none",
       "pool lifetime seconds; new 1; life 1 seconds 1; tick 0.000000000001; lifeleft 1 seconds 1; "
       "tick 0.5; lifeleft 1 seconds 0.5; life 1 seconds -0; go; tick 0.25; = -1e");

SCRIPT("lives end in a pool without an update",
       "in memory; pool lifetime ticks still; new 1-4; tick; go; at -1: recycle 2; life 1 ticks 1; "
       "expire 4; tick; = -1e -2 -4e; live 1; clear; new 11-14; together 2; tick; tick; at -11: "
       "recycle 12; life 11 ticks 1; expire 14; go; tick; tick; = -14e -11e -12");

/* Actors that the first run does not visit: expired before, ended meanwhile, born meanwhile, in the
 * slot after it and past its end. */
SCRIPT("what is no part of a walk is left alone",
       "in memory; pool lifetime ticks still; new 1-4; recycle 4; expire 3; at -3: new 9, moment 9 "
       "1; go; tick; tick; = -3e +9 -9e; live 2");

SCRIPT("the other kind of interval begins again",
       "in memory; pool lifetime ticks; new 0-3; stagger 4; go; tick; = 1; together 4; pass 3; =; "
       "tick; = 0 1 2 3");

/* Lives of another time are over too: of one that has ended, and of one that has just begun. */
SCRIPT("over in a slot whose turn it is",
       "in memory; pool lifetime ticks; new 0-5; moment 3 1; moment 5 1; recycle 4; stagger 2; at "
       "1: recycle 3, new 9, moment 9 1; go; tick; = 1 -3 +9 -5e; live 4");
SCRIPT("over in a slot whose turn does not come",
       "in memory; pool lifetime ticks; new 0-5; moment 3 1; moment 5 1; recycle 4; stagger 70; at "
       "1: recycle 3, new 9, moment 9 1; go; tick; = 1 -3 +9; live 5");

/* Turns as long as a word or longer, and several words. */
SCRIPT("lives end in long turns and in many words",
       "try 7 70; in memory; pool 140 lifetime ticks; new 0-139; moment 71 1; stagger $; tick; is "
       "free 71; live 139");

SCRIPT("no turn comes in a disabled layer",
       "in oldest; pool lifetime world; new 1-3; life 1 world 1; together 2; go; tick; tick; = -1e "
       "2 3; life 2 world 1; expire 3; disable 0; tick; = -3e; enable 0; tick; tick; = -2e");

/* No callback of the pool before is in progress any more. */
SCRIPT("a walk in the next pool's update prunes",
       "try 1 2; in memory; pool; pool; new a 1 2; new b 9; together a $; tick; go; at 9: expire "
       "2, for a; tick; = 1 2 9 1 -2e");

SCRIPT("slots of further chunks have turns",
       "in memory; grows; pool 8 grow 160; new 0-19; stagger 8; go; tick; = 1 9 17");
SCRIPT("slots of two chunks in a word have turns",
       "in memory; grows; pool 63 grow 160; new 0-79; stagger 21; pass 19; go; tick; = 20 41 62; "
       "tick; = 0 21 42 63; tick; = 1 22 43 64");
SCRIPT("set for a joined pool, it begins in the next tick",
       "in oldest; pool; pool joins a; new 1; new b 7; go; at 1: together b 2; tick 0.25; = 1 7; "
       "dt 0.25; still; tick 0.25; = 1; tick 0.25; = 1 7");
SCRIPT("a disabled layer prunes and no more",
       "in memory oldest; new 1-3; go; stagger 2; tick; = 2; expire 2; disable 0; tick; = -2e; "
       "enable 0; tick; = 1 3");
SCRIPT("a tick in a walk leaves the walk's actor",
       "new 1; together 2; go; at v1: expire 1, tick; for; = 1 -1e");
SCRIPT("born in a slot whose turn it is",
       "in memory; pool lifetime ticks; new 0-2; stagger 2; go; at 1: new 5, life 5 ticks 1; tick; "
       "= 1 +5; still; tick; = 0 2; tick; = 1 -5e");
SCRIPT("gone in a slot whose turn it is",
       "in memory oldest; new 0-5; stagger 2; go; at 1: recycle 3; tick; = 1 -3 5");
