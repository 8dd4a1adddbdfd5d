#include "../ledger.h"
#include "../script.h"

SITUATIONS(newborn);

/* in a pool that cannot have it, the default of the world is the next walk; that of the first of
 * joined pools holds for all */
SITUATION("which newborns: the first of joined pools, or the world")
{
    trp_world *const world = stage_world_as((trp_world_desc){.newborns = TRP_NEWBORNS_SAME_WALK});
    trp_pool_desc desc = stage_desc(2, TRP_ORDER_OLDEST);
    trp_pool *const oldest = stage_pool_as(world, desc);

    CHECK_EQ(stage_pool(world, 2, TRP_ORDER_MEMORY)->desc.newborns, TRP_NEWBORNS_NEXT_WALK);
    CHECK_EQ(oldest->desc.newborns, TRP_NEWBORNS_SAME_WALK);
    desc.joins = oldest;
    desc.newborns = TRP_NEWBORNS_NEXT_WALK;
    CHECK_EQ(stage_pool_as(world, desc)->desc.newborns, TRP_NEWBORNS_SAME_WALK);
    desc.joins = NULL;
    desc.when_full = TRP_FULL_STEAL_OLDEST;
    desc.newborns = TRP_NEWBORNS_DEFAULT;
    CHECK_EQ(stage_pool_as(world, desc)->desc.newborns, TRP_NEWBORNS_NEXT_WALK);
    desc.order = TRP_ORDER_NEWEST;
    CHECK_EQ(stage_pool_as(world, desc)->desc.newborns, TRP_NEWBORNS_NEXT_WALK);
    CHECK(trp_world_init(stage_memory(), 100000, &(trp_world_desc){.newborns = (trp_newborns)4}) ==
          NULL);
}

SCRIPT("no newborns in calls that end lives",
       "in oldest; pool 40 same; new 1; at -1: new 2; loud cull 1 2; loud culled 1; loud live 1;"
       "loud fade; loud expired 1");
SCRIPT("newborns wait for the next walk",
       "new 1 2; go; at 1-9: new me+10; tick; newest = 2 +12 1 +11;"
       "memory oldest = 1 +11 2 +12; still; tick; newest = 11 12 2 1;"
       "memory oldest = 1 2 11 12");
SCRIPT("even in the slot of one whose turn had to come",
       "in memory; new 1-3; go; at 1: recycle 1 2, new 11 12;"
       "at 3: recycle 3, new 13; tick; = 1 -1 -2 +11 +12 3 -3 +13; tick; = 11 12 13");
SCRIPT("a nested walk that begins later sees them",
       "in oldest; new 1 2; go; at 1: still, new 10, for, each, joined; tick;"
       "= 1 +10 1 2 10 1 2 10 1 2 10 2");
SCRIPT("same-walk newborns in a tick", "in oldest; pool same; new 1 2; go; at 1-2: new me+10; tick;"
                                       "= 1 +11 2 +12 11 12; still; tick; = 1 2 11 12");
SCRIPT("same-walk newborns in a trp_for_each, and in inline walks",
       "in oldest; pool same; new 1; go; at 1: new 2; at 2: new 3; for; = 1 +2 2 +3 3;"
       "recycle 2 3; go; each; = 1 +2 2 +3 3; recycle 2 3; go; joined; = 1 +2 2 +3 3");
SCRIPT("the woken too", "in oldest; pool same; new 1-3; sleep 3; go; at 1: wake 3; tick; = 1 2 3");
SCRIPT("a newborn that was put to sleep and woken too",
       "in oldest; pool same; new 1; go; at 1: new 2, sleep 2, wake 2; tick; = 1 +2 2");
SCRIPT("newborns of this tick: of two pools the first one wakes and creates in both",
       "pool this; pool this; new 1; new b 2; sleep 2; go; at 1: new 5, new b 6, wake 2;"
       "tick; oldest = 1 +5 +6 6 2; memory newest = 1 +5 +6 2 6");
SCRIPT("newborns of this tick, as the default of the world",
       "newborns this; pool; pool; new 1; new b 2; sleep 2; go;"
       "at 1: new 5, new b 6, wake 2;"
       "tick; oldest = 1 +5 +6 6 2; memory newest = 1 +5 +6 2 6");
SCRIPT("newborns of this tick are for ticks only",
       "pool this; pool this; new 1; go; at 1: new b 6; layer 0; = 1 +6");
SCRIPT("births outside of walks",
       "in oldest; pool same; new 1; tick; new 2; go; each; = 1 2; tick; = 1 2");
SCRIPT("in a segment that the tick reaches later",
       "in oldest; pool same; pool same; new 1; go; at 1: new b 21; tick; = 1 +21 21");
SCRIPT("in a joined pool too",
       "in oldest; pool same; pool same joins a; new 1 2; go; at 1-2: new b me+20; tick;"
       "= 1 +21 2 +22 21 22");
SCRIPT("same-walk newborns that leave before their turn",
       "in oldest; pool same; new 1; go; at 1: new 2 3 4, recycle 2, expire 3; tick;"
       "= 1 +2 +3 +4 -2 -3e 4");
SCRIPT("born while the last one is pruned",
       "in oldest; pool same; new 1 2; expire 2; go; at -2: new 9; tick; = 1 -2e +9 9");
SCRIPT("a pool made in a tick, with a newborn",
       "in memory; new 1 2; go; at 1: pool, new b 50; tick; = 1 +50 2; still; tick;"
       "= 1 2 50");
SCRIPT("a pool that the second tick creates in a layer that it has yet to reach is in it",
       "in oldest; layers 2; pool layer 1; place 1 0; new 1; tick; at 1: pool same, new b 50; go;"
       "tick; = 1 +50 50");
