/* The slots freed last are not reused, and nothing else changes. */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(quarantine);

static trp_world *world;
static trp_pool *pool;

static void set_up(trp_order order, uint32_t capacity, uint32_t slots)
{
    world = stage_world();
    pool = stage_pool(world, capacity, order);
    stage_set_quarantine(pool, slots);
}

SCRIPT("every way to end leads into quarantine",
       "pool 6 quarantine 6; new 1-6; expire 1; quarantined 0; tick; quarantined 1; sleep 2; "
       "expire 2; quarantined 2; clear; quarantined 6; new 11-16; quarantined 0; new 17 ?FULL");

SITUATION("newborns from quarantine are clean")
{
    static const thing likeness = {.id = 7, .data = 8};
    for (int with = 0; with < 2; with++) {
        world = stage_world();
        trp_pool_desc desc = stage_desc(2, TRP_ORDER_MEMORY);
        desc.prototype = with != 0 ? &likeness : NULL;
        desc.quarantine = (trp_quarantine)TRP_QUARANTINE(2);
        pool = stage_pool_as(world, desc);
        for (int i = 0; i < 6; i++) {
            thing *it = trp_as(thing, trp_create(pool, NULL));
            CHECK_EQ(it->id, with != 0 ? 7 : 0);
            CHECK_EQ(it->data, with != 0 ? 8 : 0);
            it->id = 5;
            it->data = 6;
            CHECK_OK(trp_recycle(world, &it->actor));
        }
    }
}

SCRIPT("a quarantine can be set again", "pool 8; isolate 5; new 1-8; clear; quarantined 5; isolate "
                                        "2; quarantined 2; isolate 0; quarantined 0; "
                                        "new 11-18; new 19 ?FULL");

SITUATION("misuse of a quarantine")
{
    set_up(TRP_ORDER_MEMORY, 4, 2);
    CHECK_EQ(trp_pool_info(NULL).quarantine, 0);
    CHECK_EQ(trp_pool_info(NULL).quarantined, 0);
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.external = TRP_EXTERNAL;
    CHECK_EQ(trp_pool_info(stage_pool_as(world, desc)).quarantine, 0);
    desc.quarantine = (trp_quarantine)TRP_QUARANTINE(1);
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_DESC);
    desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.quarantine.slots = 3; /* not by the macro */
    CHECK_NULL_MISUSE(world, (trp_pool_create)(world, &desc), TRP_ERR_DESC);
    desc.quarantine.slots = 0;
    desc.shrink.rule = &(trp_shrinking){.keep_free = 1};
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_DESC);
    CHECK_EQ(trp_pool_info(pool).quarantine, 2);
}

SCRIPT("used up slots are retired at once",
       "pool 3 quarantine 3; new 1-3; last 2; recycle 2 3; quarantined 1; retired 1; new 4; "
       "slot 4 2; new 5 ?FULL");
SCRIPT("overwritten in quarantine",
       "pool 5 quarantine 5; new 1-5; recycle 1 2 3 4 5; harm 1 zeros; is free 1;"
       "crowd 11-15 ~CORRUPT; says stale pointer; quarantined 0; repair; recycle 11 12 13 14 15;"
       "harm 13 zeros; crowd 21-25 ~CORRUPT; quarantined 0; repair; recycle 21 22 23 24 25;"
       "harm 25 zeros; crowd 31-35 ~CORRUPT; quarantined 0; repair");
SCRIPT(
    "overwritten in quarantine with a copy",
    "in memory; pool 5 quarantine 5; new 1-5; recycle 1 2 3; harm 2 copy 5; crowd 11-13 ~CORRUPT;"
    "live 5; repair; recycle 11 12 13; harm 13 copy 5; crowd 21-23 ~CORRUPT; live 5; repair");
SCRIPT(
    "walks step off what is in quarantine",
    "pool 12 quarantine 5; new 1-12; go; at 1: recycle 1 2; at 4: recycle 4 5; at 7: recycle 7 8;"
    "at 10: recycle 10 11; tick; live 4;"
    "memory oldest = 1 -1 -2 3 4 -4 -5 6 7 -7 -8 9 10 -10 -11 12");
SCRIPT(
    "... and so do inline walks",
    "pool 12 quarantine 5; new 1-12; go; at 1: recycle 1 2; at 4: recycle 4 5; at 7: recycle 7 8;"
    "at 10: recycle 10 11; each; live 4;"
    "memory oldest = 1 -1 -2 3 4 -4 -5 6 7 -7 -8 9 10 -10 -11 12");

/* a snapshot has room for the slots that were ever used */
SITUATION("a quarantine lifted before an end leaves no trace")
{
    set_up(TRP_ORDER_MEMORY, 8, 0);
    stage_things(pool, 1, 2);
    size_t bytes = trp_snapshot_bytes(world, NULL);
    set_up(TRP_ORDER_MEMORY, 8, 4);
    stage_set_quarantine(pool, 0);
    stage_things(pool, 1, 2);
    CHECK_EQ(trp_snapshot_bytes(world, NULL), bytes);
    stage_set_quarantine(pool, 4);
    stage_set_quarantine(pool, 0);
    CHECK_EQ(trp_snapshot_bytes(world, NULL), bytes);
}

SCRIPT("the slots that were freed last are left alone",
       "pool 8 quarantine 2; new 1-5; recycle 2; quarantined 1; new 6; slot 6 5;"
       "recycle 1 4; quarantined 2; new 7; slot 7 1; new 8; slot 8 6; live 5");
SCRIPT("dead actors in quarantine are reported as free",
       "pool 4 quarantine 2; new 1-3; recycle 2; is free 2; recycle 2 !FREE;"
       "expire 2 !FREE; wake 2 !FREE; sleep 2 !FREE; live 2; capacity 4");

SCRIPT("several are overwritten in quarantine",
       "in memory; grows; pool 10 grow 80 quarantine 20; new 1-20; recycle 2-20; harm 3 zeros;"
       "harm 5 zeros; trim ~; slots 10; quarantined 9; crowd 31-39 ~; slots 10; repair; live 10");

/* Also with TRP_DEBUG: there it begins with a quarter of the pool, and increases as the pool grows. */
SCRIPT("a quarantine stays as set in a pool that grows",
       "try 0 1 2 3 4 5; grows; pool 10 grow 80 quarantine $; new 1-60; isolates $; slots 80");

SCRIPT("the oldest is taken before the pool is full",
       "pool 5 quarantine 4; new 1-5; recycle 3 5 1; new 6; slot 6 2; new 7;"
       "slot 7 4; new 8; slot 8 0; quarantined 0; new 9 ?FULL; refused 1");
SCRIPT("nothing is stolen for a quarantine",
       "pool 4 steal quarantine 100; new 1-4; recycle 4 2; new 5; slot 5 3; new 6;"
       "slot 6 1; stolen 0; new 7; slot 7 0; stolen 1");
SCRIPT("... or grown", "grows; pool 10 grow 80 quarantine 100; new 1-10; recycle 4 2; new 11;"
                       "slot 11 3; new 12; slot 12 1; slots 10; new 13; slot 13 10; slots 20");
SCRIPT("the reserve counts slots in quarantine as free",
       "in memory; pool 6 reserve 2 quarantine 6; new 1-6; recycle 1-4; optional 7;"
       "slot 7 0; optional 8; slot 8 1; optional 9 ?FULL; quarantined 2; new 9;"
       "slot 9 2");
SCRIPT("chunks go with what is in quarantine",
       "grows; pool 10 grow 80 quarantine 7; new 1-40; recycle 11-40 3 9;"
       "quarantined 7; trim; slots 10; quarantined 2; new 41; slot 41 2; new 42;"
       "slot 42 8; new 43; slot 43 10");
SCRIPT("a chunk in the middle goes",
       "grows; pool 10 grow 80 quarantine 12; new 1-40; recycle 11-15 2 16-20 30;"
       "quarantined 12; trim; capacity 30; quarantined 2; new 41; slot 41 1; new 42;"
       "slot 42 29; new 43; slot 43 10");
SCRIPT("beside a chunk that goes",
       "grows; pool 10 grow 80 quarantine 12; new 1-40; recycle 21 11-20; trim;"
       "capacity 30; quarantined 1; new 41; slot 41 20");
SCRIPT("nothing of a chunk that goes is left in quarantine",
       "in memory; grows; pool 10 grow 80 quarantine 12; new 1-20; recycle 11-20;"
       "trim; quarantined 0; new 41; slot 41 10; slots 20");
