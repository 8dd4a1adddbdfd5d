#include "../heap.h"
#include "../ledger.h"
#include "../script.h"

SITUATIONS(shrink);

static trp_world *world;
static trp_pool *pool;

/* 10 slots, then 10, 20, 40 and 80 more */
static void set_up(trp_order order)
{
    world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_still_desc(10, order);
    stage_grow(&desc, 160);
    pool = stage_pool_as(world, desc);
}

/* Lives that were there before are never found again, however often the chunk is returned and added. */
SCRIPT("the dead stay dead when a chunk comes back",
       "grows; pool 10 grow 160 still; new 1-20; clear; trim; capacity 10; new 21-40; clear; trim; "
       "capacity 10; "
       "new 41-60; clear; trim; capacity 10; new 61-80; clear; trim; capacity 10; new 81-100; "
       "clear; trim; "
       "capacity 10; new 101-120; clear; trim; capacity 10; new 121-140; clear; trim; capacity 10; "
       "new 141-160; "
       "live 20");

/* The retired slot keeps its chunk forever. */
SCRIPT("any actor keeps its chunk",
       "in memory; grows; pool 10 grow 80; new 1-80; sleep 15; expire 30; last 50; "
       "recycle 1-14 16-29 31-80; live 2; trim; slots 80; clear; trim; capacity 49");

static void left_by_return(void)
{
    trp_each (thing, it, pool)
        return;
}

SCRIPT("only between ticks",
       "grows; pool 10 grow 160 still; pool; new 1; new b 9; at u9: trim !BUSY; at v1: trim !BUSY;"
       "at -9: trim !BUSY; tick; for; each; recycle 9; trim");

SITUATION("... and after a walk that was left")
{
    set_up(TRP_ORDER_MEMORY);
    stage_thing(pool, 1);
    CHECK_RESULT(trp_pool_trim(NULL), TRP_ERR_NULL);
    left_by_return();
#if TRP__CAN_LEAVE
    CHECK_QUIET(world, trp_pool_trim(pool), TRP_OK);
#endif
    /* one that was left otherwise may be in progress, until the next tick shows that it is not */
    CHECK(trp__walk(pool, sizeof(thing), offsetof(thing, actor)).walked != NULL);
    CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_QUIET(world, trp_pool_trim(pool), TRP_OK);
}

SCRIPT("it does not flutter",
       "in memory; grows; pool 10 grow 160 still; rule 25 0 0; new 1-41; wait 1; heap noted;"
       "recycle 38-41; wait 1; heap same; new 38-41; wait 1; heap same; rule 50 0 0; recycle 38-41;"
       "wait 1; heap same; new 38-41; wait 1; heap same; rule 100 0 0; recycle 38-41; wait 1;"
       "heap same; new 38-41; wait 1; heap same");

static void check_refused(trp_pool_desc desc, const trp_shrinking *rule, trp_result result)
{
    desc.shrink = (trp_shrink)TRP_SHRINK(rule);
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), result);
}

SITUATION("bad rules change nothing")
{
    volatile float zero = 0;
    trp_pool_desc grows = stage_desc(5, TRP_ORDER_MEMORY);
    trp_pool_desc external = grows;

    set_up(TRP_ORDER_MEMORY);
    stage_grow(&grows, 40);
    check_refused(grows, &(trp_shrinking){.shrink_below = 101}, TRP_ERR_VALUE);
    check_refused(grows, &(trp_shrinking){.shrink_below = 1, .shrink_after = zero / zero},
                  TRP_ERR_VALUE);
    check_refused(grows, &(trp_shrinking){.shrink_below = 1, .shrink_after = -1}, TRP_ERR_VALUE);
    check_refused(grows, NULL, TRP_ERR_NULL);
    check_refused(external, &(trp_shrinking){.shrink_below = 50}, TRP_ERR_DESC);
    CHECK_SAYS("TRP_FULL_GROW");
    external = grows;
    external.external = TRP_EXTERNAL;
    check_refused(external, &(trp_shrinking){.shrink_below = 50}, TRP_ERR_DESC);
    CHECK_QUIET(world, trp_pool_trim(stage_pool(world, 5, TRP_ORDER_MEMORY)), TRP_OK);
}

SCRIPT("watchers are notified before the memory is freed",
       "in memory; grows; pool 10 grow 160 still; watch 0 of a only trimmed; new 1-80; go; trim; =;"
       "recycle 11-80; at w_0: is free 15; go; trim; = w_0; capacity 10");

/* random births, deaths and trims, compared with the handles of all lives */
SITUATION_IN_EACH_ORDER("births, deaths and trims at random")
{
    static trp_handle lives[160], dead_ones[256];
    uint32_t seed = 5, count = 0, died = 0;
    set_up(stage_orders[order]);
    for (uint32_t step = 0; step < 6000; step++) {
        const uint32_t target = step / 500 % 2 ? 5 : 150; /* slowly alternating */
        if (count < target && stage_random(&seed, 4) != 0)
            lives[count++] = trp_handle_of(world, &stage_thing(pool, step)->actor);
        else if (count > 0) {
            uint32_t victim = stage_random(&seed, count);
            CHECK_OK(trp_recycle(world, trp_get(world, lives[victim])));
            dead_ones[died++ % 256] = lives[victim];
            lives[victim] = lives[--count];
        }
        if (stage_random(&seed, 40) == 0) {
            CHECK_OK(trp_pool_trim(pool));
            CHECK_VALID(world);
        }
        for (uint32_t i = 0; step % 16 == 0 && i < count; i++)
            CHECK(trp_get(world, lives[i]) != NULL);
        for (uint32_t i = 0; step % 16 == 0 && i < 256 && i < died; i++)
            CHECK(trp_get(world, dead_ones[i]) == NULL);
    }
    CHECK_EQ(trp_pool_count(pool), count);
}

SCRIPT("empty chunks are returned, and no actor moves",
       "grows; pool 10 grow 160 still; trim; capacity 10; new 1-160; capacity 160;"
       "recycle 1-9 21-160; trim; capacity 20; slots 20; is active 15;"
       "recycle 10-20; trim; capacity 10; new 1-160; capacity 160");
SCRIPT("an empty chunk between others",
       "grows; pool 10 grow 160 still; new 1-80; recycle 21-40; trim; capacity 60;"
       "slots 80; is active 60; slot 60 59; sleep 60; new 100; capacity 80;"
       "recycle 100; trim; capacity 60; clear; live 0; trim; slots 10");
SCRIPT("off by default", "in memory; grows; pool 10 grow 160 still; new 1-160; clear; wait 100;"
                         "capacity 160");
SCRIPT("by rule: few for a while",
       "in memory; grows; pool 10 grow 160 still; rule 25 1 0; scaleworld 0;"
       "new 1-160; recycle 41-160; wait 100; capacity 160; recycle 31-40; wait 3;"
       "capacity 160; new 31-40; wait 1; recycle 31-40; wait 3; capacity 160;"
       "wait 1; capacity 80; wait 100; capacity 80; recycle 1-30; wait 4;"
       "capacity 10; wait 100; capacity 10; new 1-160; rule 0 0 0; clear; wait 100;"
       "capacity 160");
SCRIPT("not in a tick inside a walk",
       "in memory; grows; pool 10 grow 160 still; rule 50 0 0; new 1-80;"
       "recycle 2-80; at v1: wait 5; for; capacity 80; wait 1; capacity 10");
SCRIPT("by rule: at most so many free",
       "in memory; grows; pool 10 grow 160 still; rule 0 0 30; new 1-80; wait 1;"
       "capacity 80; recycle 51-80; wait 1; capacity 80; recycle 41-50; wait 1;"
       "capacity 40; recycle 1-40; wait 1; capacity 40");
SCRIPT("by rule: exactly a quarter of the rest stays free",
       "in memory; grows; pool 10 grow 160 still; rule 100 0 0; new 1-80;"
       "recycle 32-80; wait 1; capacity 80; recycle 31; wait 1; capacity 40");
