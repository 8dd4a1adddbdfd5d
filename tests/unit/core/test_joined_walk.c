/* Ticks over joined pools from the oldest to the newest actor, in which the pools' entries
 * change. */
#include "../script.h"

SITUATIONS(joined_walk);

/* Recycling the first ones leaves dropped entries at the old end, which the walk skips. The oldest
 * actor stays, so most of the dropped entries remain in the merge. */
SCRIPT(
    "old ones end beside one that stays",
    "in oldest; pool 20 same; pool 20 same joins a; new 0; new b 1; tick; churn b 2-9; recycle 1;"
    "tick; churn b 10-19; recycle 9; go; tick; = 0 19; new b 20; recycle 19; go; tick; = 0 20;"
    "churn b 21-59; recycle 20; go; tick; = 0 59");

/* Any of them, with births and ends in their updates, are tried by random calls. */
SCRIPT(
    "many live and end in joined pools",
    "in oldest; pool 30 same; pool 30 same joins a; pool 30 same joins a; deal 0-59;"
    "at 0: recycle 0 59, new 60; at 20: recycle 19 20 21, new b 61; at 58: recycle 58 30, new c 62;"
    "at 60: recycle 60 1; tick; go; still; tick;"
    "= 2-18 22-29 31-57 61 62; recycle 2-18 57; new 63; go; tick; = 22-29 31-56 61 62 63");

/* Often enough that the array of entries is full and is compacted, before the entry of the actor whose callback this is. */
SCRIPT("entries move within an array within a walk",
       "in oldest; pool 4; new 0-3; at 2: recycle 1 3, churn 20-39, go; tick; =; still; tick; "
       "= 0 2 39");

static uint32_t first_of(trp_pool *pool)
{
    trp_each_joined(it, pool) return trp_as(thing, it)->id;
    return UINT32_MAX;
}

SITUATION("a walk over joined pools is left by return")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_OLDEST);
    stage_things(pool, 0, 3);
    CHECK_EQ(first_of(pool), 0);
#if TRP__CAN_LEAVE
    CHECK_QUIET(world, trp_pool_trim(pool), TRP_OK);
#endif
}

/* So many that their entries are dropped at once. */
SCRIPT("many end between others",
       "in oldest; pool 40; pool 40 joins a; deal 0-39; recycle 4-35; go; tick; = 0-3 36-39; "
       "new 50; go; tick; = 0-3 36-39 50");

/* Until its array is full, and the entries move in it. */
SCRIPT("an array fills within a walk",
       "in oldest; pool 20; pool 20 joins a; deal 0-9; recycle 0; at 4: churn 50-89, go; tick; "
       "= 5-9; still; tick; = 1-9 89");
SCRIPT("only ticks end the lives of a joined pool with a lifetime",
       "in oldest; pool 4; pool 4 lifetime ticks joins a; new 1; new b 2; new 3; new b 4;"
       "life 2 ticks 1; go; layer 0; = 1 2 3 4; tick; = 1 -2e 3 4; layer 0; = 1 3 4");
SCRIPT("the youngest ends, and others begin",
       "in oldest; pool 20 same; pool 20 same joins a; pool 20 same joins a; new 0;"
       "new b 1; new c 2; new 3; new b 4; go; at 4: recycle 4, new 20, new c 21;"
       "tick; = 0 1 2 3 4 -4 +20 +21 20 21; still; tick; = 0 1 2 3 20 21");
SCRIPT("a segment is emptied and filled in a callback",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; new b 3; go;"
       "at 0: recycle 0 1 2 3, new b 20, new 21; tick;"
       "= 0 -0 -1 -2 -3 +20 +21 20 21; still; tick; = 20 21");
SCRIPT("the youngest of a joined pool ends",
       "in oldest; pool same; pool same joins a; pool same joins a; new 0; new b 1;"
       "new c 2; new 3; new b 4; recycle 4; go;"
       "at 0: recycle 2, new b 20, recycle 1, new 21; tick;"
       "= 0 -2 +20 -1 +21 3 20 21; still; tick; = 0 3 20 21");
SCRIPT("the oldest of a joined pool ends ahead of the walk",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; new b 3;"
       "new 4; go; at 0: recycle 1; at 2: recycle 2, new 20; tick;"
       "= 0 -1 2 -2 +20 3 4 20");
SCRIPT("a scale counts when the walk comes to the pool again",
       "in oldest; pool same; pool same joins a; new 0; new b 1 2; new 3; new b 4;"
       "go; at 1: scale b 0; at 0: dt 1; at 2: dt 1; at 4: dt 0; tick; = 0 1 2 3 4");
SCRIPT("the entries of joined pools move within a walk",
       "in oldest; grows; pool 2 grow 64 same; pool 2 grow 64 same joins a; new 0;"
       "new b 1; new 2; new b 3; go;"
       "at 1: new 20, new b 21, new 22, new b 23, new 24; tick;"
       "= 0 1 +20 +21 +22 +23 +24 2 3 20 21 22 23 24; still; tick;"
       "= 0 1 2 3 20 21 22 23 24");
SCRIPT("a walk over joined pools passes by what expired",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; expire 1;"
       "go; joined; = 0 2");
SCRIPT("a pool in an age order grows again within a walk",
       "in oldest; grows; pool 4 grow 64 same; new 0-11; recycle 2-11; trim;"
       "capacity 4; go; at 1: new 20-25; tick;"
       "= 0 1 +20 +21 +22 +23 +24 +25 20 21 22 23 24 25");
SCRIPT("the oldest actor is of another pool",
       "in oldest; pool same; pool same joins a; new b 0; new 1; new b 2; new 3;"
       "new b 4; new 5; tick; recycle 1; go; tick; = 0 2 3 4 5");
SCRIPT("the youngest of a pool ends whose other ones have ended",
       "in oldest; pool same; pool same joins a; new b 0; new 1; new b 2; tick;"
       "recycle 0; tick; recycle 2; go; tick; = 1; new b 7; go; tick; = 1 7");
SCRIPT("the youngest of a pool ends after others",
       "in oldest; pool same; pool same joins a; new 0; new b 1; new 2; new b 3;"
       "new 4; new b 5; tick; recycle 3 5; new b 20; go; tick; = 0 1 2 4 20");
SCRIPT("... and so does each pool's youngest",
       "in oldest; pool same; pool same joins a; pool same joins a; new c 0;"
       "new b 1; new c 2; new b 3; tick; recycle 1 3 2; new 20; new b 21; new c 22;"
       "go; tick; = 0 20 21 22");
SCRIPT("newborns of joined pools of mortals are updated in turn",
       "in oldest; pool same; pool same joins a; new 0; go;"
       "at 0: new b 20, new 21, new b 22; tick; = 0 +20 +21 +22 20 21 22");
