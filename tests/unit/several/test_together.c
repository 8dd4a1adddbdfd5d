/* Modules together. */
#include "../heap.h"
#include "../stage.h"

SITUATIONS(together);

static trp_world *world;
static trp_pool *pool;
static uint32_t calls;

static void set_up(trp_pool_desc desc)
{
    world = heap_world((trp_world_desc){.layers = 2});
    pool = stage_pool_as(world, desc);
    calls = 0;
}

/* 4 slots, then 4, 8 and 16 more */
static trp_pool_desc growing(trp_order order)
{
    trp_pool_desc desc = stage_still_desc(4, order);
    stage_grow(&desc, 32);
    return desc;
}

SCRIPT("families, groups and systems end with the world",
       "grows; pool 4 grow 32; family; group; system 0; new 1; add 1; destroy; freegroup ?GONE; "
       "freekin ?GONE");

SCRIPT("a pool that is made while its layer is cleared",
       "in memory; pool 4; new 1 2; at -1: pool 3, new b 11; at -2: new b 12; clearlayer 0; live 0 "
       "a; live 2 b; new b 13; new a 14");

static void ends_all(trp_actor *actor, const trp_context *in)
{
    calls++;
    CHECK_MISUSE(world, trp_world_destroy(world), TRP_BUSY);
    CHECK_OK(trp_recycle(world, actor));
    CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
}

SITUATION_IN_EACH_ORDER("an init of many is a callback")
{
    for (uint32_t first = 0; first <= 4; first += 4) {
        set_up(growing(stage_orders[order]));
        stage_things(pool, 1, first);
        CHECK_EQ(trp_create_many(pool, 3, ends_all, NULL), 3);
        CHECK_EQ(calls, 3);
        CHECK_VALID(world);
        CHECK_OK(trp_world_destroy(world));
    }
}

SCRIPT("a tick in a callback gives nothing back",
       "grows; pool 4; pool 4 grow 32 still; new b 1-4; rule b 0 0 1; new b 5-9; recycle 5-9; at "
       "+20: recycle 20, tick; new a 20 ?GONE; slots 16 b; tick; slots 4 b");

SCRIPT("a walk after one that enclosed a tick",
       "in memory; grows; pool 4 grow 32 still; new 1-5; at v1: tick; each; still; recycle 5; at "
       "v1: trim !BUSY; each; slots 8; still; trim; slots 4");

SCRIPT("no actor is born into returned memory",
       "grows; pool 4 grow 32 still; new 1-5; recycle 5; watch 0 of a only trimmed;"
       "at w_0: new 6 ?BUSY, log 7; go; trim; = w_0 7; slots 4");

SCRIPT("a group that is initialised again in a walk over it",
       "in memory; pool 9 still; group; new 1-9; add 1-3; at v1: freegroup, group, add 4-9; go; "
       "walk; = 1; places 4 5 6 7 8 9");

SCRIPT("unique, whatever on_pruned adds", "in memory; pool 9 still; group unique max 3 hooks; new "
                                          "1-9; add 3-5; at g-3: add 2; at g-4: add "
                                          "2; recycle 3 4; many 2; fitted 0; places 5 2");

SCRIPT("newborns of the same-walk kind are not asked whether they end",
       "in oldest; pool 9 same; new 1-3; at -1-3: new me+10; cull 1-20; culled 3; live 3; is "
       "active 11-13");

/* the space's watcher is in memory that is freed; the system leaves the same chain */
SCRIPT("a space that ends before a system", "grows; system 0; space; destroy");

SCRIPT("a space that ends after a system", "grows; space; system 0; destroy");
