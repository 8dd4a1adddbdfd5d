/* Groups: when entries are pruned, which is a matter of counts alone. */
#include "../script.h"

SITUATIONS(group_prune);

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
