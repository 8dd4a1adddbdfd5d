/* Members, their order, and the room for them. */
#include "../script.h"

SITUATIONS(group);

SCRIPT("members stand in the order of adding",
       "group; places; new 1-4; add 4 3 2 1; places 4 3 2 1; new 8; places 4 3 2 1");
SCRIPT(
    "an actor that ends is out of all groups at once",
    "new 7; use 1; group; add 7; use 2; group; add 7; use 0; group; add 7; drop 7; use 1;"
    "places 7; recycle 7; places 0; use 2; places 0; use 0; places 0; freegroup; use 1; freegroup");
SCRIPT("the dead and strangers are refused", "group; add 0 ?GONE; new 1; expire 1; add 1 !EXPIRED; "
                                             "recycle 1 ; add 1 !FREE; says things; places");
SCRIPT("an actor can be in twice",
       "group; new 1 2; add 1 2 1; places 1 2 1; drop 1; places 0 2 0; drop 1 ?GONE; drop 0 ?GONE");
SCRIPT("... or once where that is asked for",
       "group unique max 3; new 1-3; add 1 2 1; places 1 2; many 1 0 3 1; fitted 1; places 1 2 3");
SCRIPT("many are added, slices and groups",
       "pool 10; new 1-10; group; many 3 4 5 6 7; fitted 5; places 3-7; use 1; group max 4;"
       "slice 0 0; fitted 4; places 3-6; empty; places; recycle 5; slice 0 1 3; fitted 2;"
       "places 4 6; slice 0 4; fitted 1; slice 0 5 1; fitted 0; slice 0 0 0; fitted 0;"
       "places 4 6 7; use 0; prune; places 3 4 6 7; slice 0 0; fitted 4;"
       "places 3 4 6 7 3 4 6 7; slice 0 6 2; fitted 2; places 3 4 6 7 3 4 6 7 6 7; recycle 8;"
       "use 1; many 7 8 9 10 !FREE; fitted 1; places 4 6 7 7");
SCRIPT("slices of any length, from any place",
       "new 1-4; group; add 1-4; use 1; group; slice 0 1 0; fitted 0; slice 0 4 1; fitted 0;"
       "slice 0 1 1; fitted 1; places 2; slice 0 3 1; fitted 1; slice 0 0 2; fitted 2;"
       "places 2 4 1 2");
SCRIPT("a full group refuses the members of another one",
       "group; new 1-5; add 1-5; use 1; group max 1; slice 0 1 2; fitted 1; slice 0 0; fitted 0;"
       "places 2; use 0; prune");
SCRIPT("a full group says so",
       "group max 3; new 1-4; add 1-3; available 0; add 4 ?FULL; places 1 2 3; recycle 2; add 4;"
       "places 1 3 4; grant 4 ?FULL");
SCRIPT("adds use the memory that there is",
       "grows; pool 9; group; new 1-9; heap has 64; add 1-8; add 9 ?MEMORY; places 1-8;"
       "heap has 80; add 9; room 9");
SCRIPT("without memory the dead make room",
       "grows; group; new 1-8; heap has 64; add 1-8; recycle 3; at 1: add 1 ?MEMORY, leave; walk;"
       "still; new 9; add 9; places 1 2 4-9; add 9 ?MEMORY");
SCRIPT("... which a full array looks for",
       "grows; pool 16; group; new 1-16; heap has 128; grant 16; add 1-16; add 9 ?MEMORY");
SCRIPT("... and a hook that hears of it frees the group",
       "grows; group hooks; new 1-8; heap has 64; add 1-8; recycle 3; at g-3: freegroup;"
       "add 8 ?NULL; places");
SCRIPT("a hook has the room of those that it is told of",
       "group max 4 hooks; new 1-4; add 1-4; recycle 1-3; at g-1: add 4, add 4;"
       "at g-3: add 4, add 4 ?FULL; at g-2: add 4 ?FULL, add 4 ?FULL; prune; places 4 4 4 4");
SCRIPT("... in the caller's array too",
       "group max 4 array 4 hooks; new 1-4; add 1-4; recycle 1-3; at g-1: add 4, add 4 ?FULL;"
       "at g-2: add 4, add 4 ?FULL; at g-3: add 4, add 4 ?FULL; prune; places 4 4 4 4");
SCRIPT("the caller's array",
       "group array 4; heap noted; room 4; new 1-3; add 1-3; available 1; new 4; add 4; new 5;"
       "add 5 ?FULL; grant 5 ?FULL; recycle 1; grant 0; room 4; new 6; add 6; places 2 3 4 6;"
       "heap same");
SCRIPT("the most entries count in an array that is larger",
       "group max 2 array 8; room 8; available 2; new 1-3; add 1 2; available 0; add 3 ?FULL;"
       "recycle 1; new 4; add 4; places 2 4; freegroup; group max 2 array 3; available 2");
SCRIPT("an array that is smaller than the most entries counts",
       "group max 8 array 2; available 2; new 1-3; add 1 2; available 0; add 3 ?FULL; places 1 2");
SCRIPT("more room and less",
       "grows; pool 25; group room 2; room 2; grant 20; room 20; new 1-21; add 1-21; room 30;"
       "available 9; recycle 2 21; prune; heap noted; grant 0; heap less; room 19; places 1 3-20;"
       "clear; prune; grant 2; room 2; heap noted; grant 2; heap same; new 30-33; add 30-33;"
       "places 30-33");
SCRIPT("reserving what there is changes nothing",
       "plain; group room 4; grant 4; room 4; grant 5; room 5; grant 0; room 5");
SCRIPT("it grows by half, by no less than 8, to no more than it may have",
       "group room 2 max 3; new 1-3; add 1-3; room 3; freegroup; new 4 5; group room 4; add 1-5;"
       "drop 1 2; room 8; grant 268435457 ?FULL");
SCRIPT("the dead are not shown, nor their slots' next tenants",
       "in memory; group; new 1-5; add 1-5; recycle 2; expire 4; places 1 0 3 0 5;"
       "drop 4 ?GONE; new 20; slot 20 1; places 1 0 3 0 5; drop 2 ?GONE; prune;"
       "places 1 3 5; add 20; places 1 3 5 20");
SCRIPT("sleepers stay members",
       "group; new 1-3; add 1-3; sleep 2; prune; places 1 2 3; wake 2; places 1 2 3;"
       "sleep 3; add 3; places 1 2 3 3; expire 3; places 1 2 0 0");
SCRIPT("external actors, whose memory may be gone",
       "in newest oldest; pool 6 external; pool; group; new a 10-15; new b 1 3 5;"
       "add 10 11 1 12 13 3 14 15 5; places 10 11 1 12 13 3 14 15 5; recycle 11 14;"
       "places 10 0 1 12 13 3 0 15 5; new a 14; places 10 0 1 12 13 3 0 15 5;"
       "drop 13; prune; places 10 1 12 3 15 5; go; walk; members;"
       "= 10 1 12 3 15 5 10 1 12 3 15 5");
SCRIPT("what was removed stays removed when its slot retires",
       "group; new 1; last 1; add 1; drop 1; recycle 1; retired 1; places 0");

/* Groups: when entries are pruned, which is a matter of counts alone. */

/* as one that was left by `return` where compilers cannot tell */
SITUATION("a clear ends walks that were lost")
{
    trp_world *world = stage_world();
    trp_pool *pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    trp_group group = {0};

    CHECK_OK(trp_group_init(&group, world, &(trp_group_desc){.max = 3}));
    for (uint32_t id = 1; id <= 3; id++)
        CHECK_OK(trp_group_add(&group, &stage_thing(pool, id)->actor));
    (void)trp__group_walk(&group, 0, 0);
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 0)));
    CHECK_QUIET(world, trp_group_add(&group, &stage_thing(pool, 4)->actor), TRP_ERR_FULL);
    CHECK_OK(trp_group_clear(&group));
    CHECK_QUIET(world, trp_group_prune(&group), TRP_OK);
    CHECK_OK(trp_group_free(&group));
}

/* Half as many as there were after the last pruning, and 16. */
SCRIPT("an add prunes by counts",
       "pool 50; group room 1 hooks; new 1-16; add 1-16; recycle 1; drop 2; places 0 0 3-16;"
       "new 17; go; add 17; = g-1 g+17; places 3-17; new 18-39; add 18-39; recycle 39;"
       "places 3-38 0; new 40; go; add 40; = g-39 g+40; places 3-38 40");
SCRIPT("... room decides nothing",
       "pool 50; group room 150 hooks; new 1-16; add 1-16; recycle 1; drop 2; places 0 0 3-16;"
       "new 17; go; add 17; = g-1 g+17; places 3-17; new 18-39; add 18-39; recycle 39;"
       "places 3-38 0; new 40; go; add 40; = g-39 g+40; places 3-38 40");
SCRIPT("all dead ones are told once",
       "pool 30; group hooks; new 1-30; add 1-30; recycle 1 2 4 5 7 8 10 11; go; prune;"
       "= g-2 g-5 g-4 g-11 g-10 g-1 g-8 g-7; places 3 6 9 12-30");
SCRIPT("a hook that adds loses nothing",
       "pool 40; group room 10 hooks; new 1-10; add 1-10; recycle 1-7; new 11-24;"
       "at g-1: prune ?BUSY, add 11 12; at g-2: add 13 14; at g-3: add 15 16; at g-4: add 17 18;"
       "at g-5: add 19 20; at g-6: add 21 22; at g-7: add 23 24; prune;"
       "places 8 9 10 15 16 19 20 23 24 13 14 21 22 17 18 11 12");
SCRIPT("a hook that clears is told no more",
       "pool 9; group hooks; new 1-9; add 1-9; recycle 1-7; go; at g-1: empty; at g-2: empty;"
       "prune; = g-2; places");
SCRIPT("many removals, in a walk and against the order",
       "pool 20; group unique room 20; new 1-20; add 1-20; at 4: drop 4; at 8: drop 8;"
       "at 12: drop 12; at 16: drop 16; at 20: drop 20; walk; drop 19 15 11 7;"
       "places 1 2 3 0 5 6 0 0 9 10 0 0 13 14 0 0 17 18 0 0; prune;"
       "places 1 2 3 5 6 9 10 13 14 17 18");
SCRIPT("restored with its counts",
       "pool 70; group room 70; new 1-40; add 1-40; recycle 3; drop 5; places 1 2 0 4 0 6-40;"
       "save; new 100-110; add 100-110; places 1 2 4 6-40 100-110; empty; restore;"
       "places 1 2 0 4 0 6-40; new 100-110; add 100-110; places 1 2 4 6-40 100-110");
SCRIPT("a member in a transient pool lives or not",
       "pool; pool 3 transient; group; new 1 2; new b 91 92; add 1 2 91 92; save; recycle 91; "
       "new b 93; empty; restore; places 1 2 0 92");
SCRIPT("a restore ends walks in progress",
       "group max 6; new 1-6; add 1-6; save; at 3: drop 1, restore; go; walk; = 1 2 3; "
       "places 1 2 3 4 5 6; prune");
SCRIPT("walks and queries prune nothing",
       "group max 6; new 1-6; add 1-6; recycle 2; drop 4; go; walk; members;"
       "= 1 3 5 6 1 3 5 6; places 1 0 3 0 5 6");
SCRIPT("a walk in progress forbids pruning",
       "group max 6; new 1-7; add 1-6; recycle 2; go;"
       "at 3: drop 1, add 7 ?FULL, prune ?BUSY; walk; = 1 3 4 5 6; add 7;"
       "places 3 4 5 6 7");
