/*
 * Queries with further settings: an asker, a filter, an order, a ray, a circle on its way, stopped
 * passes. Each situation is played with every kind of space.
 */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_where);

SCRIPT("the asker is left out",
       "put 1 0 0 8; put 4 500 0 8; put 2 4 0 8; put 3 40 0 8; space; go; query 0 0 8 8 asker 1;"
       "= 2; query 0 0 8 8 asker 1 first 2; = 2; query 0 0 8 8 along 100 0 asker 1; = 2 3;"
       "circle 4 4 900 nearest asker 1 first 1; = 2;"
       "part 4; query 0 0 8 8 asker 4; = 1 2");
SCRIPT("a filter is asked",
       "space; row 1-6 20 20 8 8; go; everything odd; = 1 3 5; answers 3;"
       "circle 44 4 900 nearest odd first 2; = 1 3; hit 0 16 1 0; hit 1 16 -1 0");

SCRIPT("nothing leaves while the filter is asked",
       "in memory; space; row 1-3 2 2 8 8; go; at f2: part 2 !BUSY; everything asked; = 1 2 3");
SCRIPT("all along a ray, in order",
       "put 1 90 -4 8; put 2 10 -4 8; put 3 50 20 8; put 4 900000 -4 8; put 5 -20 -4 8;"
       "put 6 40 -4 8; space; go; ray 0 0 2 0 nearest first 8; = 2 6 1 4; hit 0 5 -1 0;"
       "hit 1 20 -1 0; hit 2 45 -1 0; hit 3 450000 -1 0; segment 0 0 91 0; = 1 2 6;"
       "segment 0 0 100 0 nearest first 1; = 2");
SCRIPT("a circle on its way goes round corners",
       "put 1 50 3 10; space; go; circle 0 0 5 along 100 0 nearest first 1; = 1;"
       "hit 0 0.46 -0.8 -0.6; box 1 50 5.5 10; circle 0 0 5 along 100 0 nearest first 1; =");
SCRIPT("only the innermost pass is stopped",
       "space; row 1-4 2 2 8 8; stop ?GONE; go; at 2: stop; everything; = 1 2; answers 2;"
       "query 0 0 0 0 nearest; answers 0; circle 0 0 99 nearest; = 1 2; still; at 1: pairs;"
       "at 1&2: stop; everything; = 1 1&2 2 3 4");

SCRIPT("an area from nowhere, no direction, and a way without sweeps are refused",
       "space; put 1 0 0 8; query -inf 0 inf 1 nearest first 1 !VALUE; ray 0 0 0 0 !VALUE; "
       "pairs swept !DESC; shift inf 0 !VALUE; go; everywhere; = 1");

static void ask_what_is_no_question(trp_pool *pool, trp_space *space)
{
    trp_world *const world = trp_pool_info(pool).world;
    const trp_query disordered = {.order = (trp_space_order)3};
    const trp_pairing careless = {.care = (trp_care)2};
    trp_hit hit;

    CHECK_EQ(trp_space_query(space, NULL, NULL, NULL), 0);
    CHECK_MISUSE(world, (trp_space_query(space, &disordered, NULL, NULL), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(world, (trp_space_pairs(space, &careless, NULL, NULL), told.result),
                 TRP_ERR_VALUE);
    CHECK_EQ(trp_space_find(NULL, NULL, &hit, 1), 0);
    CHECK_EQ(trp_space_pairs(NULL, NULL, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(NULL, &(trp_pairing){.a = 1, .b = 2}, NULL, NULL), 0);
    CHECK_RESULT(trp_space_stop(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_shift(NULL, 0, 0), TRP_ERR_NULL);
}

SITUATION("what is no question")
{
    space_with_each_kind(ask_what_is_no_question);
}

/* Everywhere has no middle. */
SCRIPT(
    "all are everywhere, at the distance 0",
    "space; put 1 50 60 8; put 2 -500 0 8; go; everywhere first 2; = 1 2; hit 0 0 0 0; hit 1 0 0 0;"
    "everywhere; = 1 2");
SCRIPT("ways that are shorter than one",
       "put 1 0 0 1; space; segment 1.25 0.5 0.75 0.5; answers 1; segment 0.5 1.25 0.5 0.75;"
       "answers 1; segment 1.5 0.5 1.25 0.5; answers 0; segment -0.25 0.5 0.25 0.5; answers 1");

SCRIPT("circles beside boxes",
       "pool; pool; space empty; enter a; enter b round; put 1 0 0 10; put b 2 100 0 10;"
       "query 1 1 0 0; answers 1; query 101 1 0 0; answers 0; query 105 0 0 0; answers 1;"
       "put 3 9 9 10; put b 4 109 9 10; go; pairs; = 1&3");
