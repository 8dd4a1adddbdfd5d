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

/* Boxes that do not move, boxes that move fast, and an origin that moves. Each situation is played
 * with every kind of space. */

/* They touch each other. */
SCRIPT("still ones that leave before they are sorted",
       "pool 16; pool 40; space room 64 empty; enter a; enter b static; row 101-115 100 100 8 8 50;"
       "row b 1-40 5 5 8 8; recycle 20; pairs; answers 0; query -9 -9 2000 2000; answers 54");
SCRIPT("static actors are passed by",
       "pool; pool; space empty; enter a; enter b static; put 100 3 0 8; row b 1-8 5 5 8 8; go;"
       "pairs; = 100&1 100&2; query 12 0 0 0; = 1 2; box 100 23 0 8; reread; pairs; answers 4;"
       "shape 1 1000 0 8; reread; query 1001 1 0 0; answers 0; moved 1; query 1001 1 0 0;"
       "answers 1; query 6 1 0 0; answers 0; shape 1 23 0 8; reread b; pairs; answers 5");

SCRIPT("boxes that pass through each other",
       "space sweeps manual; put 1 50 -20 2 40; put 2 0 0 4; put 3 200 0 4; reread; pairs swept;"
       "answers 0; box 2 96 0 4; reread; go; pairs swept; = 1&2; touch 1 2 50 -1 0 0.4792; pairs;"
       "=; reread; pairs swept; =; box 2 200 0 4; box 3 96 0 4; reread; pairs swept; = 2&3;"
       "recycle 2; put 4 -500 0 4; reread; pairs swept; answers 0; shift 1000 0; reread;"
       "pairs swept; answers 0; go; query 1050 0 1 1; = 1");

/* A ball comes from each side and stops on its way to the middle of another, 3 before it along each
 * axis. The radii are 5 and 2. */
SCRIPT("balls that meet from all sides",
       "space sweeps manual empty; enter a round; put 1 -5 -5 10;"
       "put 2 -42 -42; reread; pairs swept; answers 0; box 2 -5 -5; reread; pairs swept; answers 1;"
       "touch 1 2 2.7574 -0.7071 -0.7071 0.9473; recycle 2;"
       "put 2 -42 -2; reread; pairs swept; answers 0; box 2 -5 -2; reread; pairs swept; answers 1;"
       "touch 1 2 4 -1 0 0.8919; recycle 2;"
       "put 2 -42 38; reread; pairs swept; answers 0; box 2 -5 1; reread; pairs swept; answers 1;"
       "touch 1 2 2.7574 -0.7071 0.7071 0.9473; recycle 2;"
       "put 2 -2 -42; reread; pairs swept; answers 0; box 2 -2 -5; reread; pairs swept; answers 1;"
       "touch 1 2 4 0 -1 0.8919; recycle 2;"
       "put 2 -2 38; reread; pairs swept; answers 0; box 2 -2 1; reread; pairs swept; answers 1;"
       "touch 1 2 4 0 1 0.8919; recycle 2;"
       "put 2 38 -42; reread; pairs swept; answers 0; box 2 1 -5; reread; pairs swept; answers 1;"
       "touch 1 2 2.7574 0.7071 -0.7071 0.9473; recycle 2;"
       "put 2 38 -2; reread; pairs swept; answers 0; box 2 1 -2; reread; pairs swept; answers 1;"
       "touch 1 2 4 1 0 0.8919; recycle 2;"
       "put 2 38 38; reread; pairs swept; answers 0; box 2 1 1; reread; pairs swept; answers 1;"
       "touch 1 2 2.7574 0.7071 0.7071 0.9473; recycle 2");

SCRIPT("the origin moves",
       "pool; pool; space empty; enter a; enter b static; put 1 900000 0 8; put 2 900004 0 8;"
       "put b 3 900000 4 8; pairs; answers 3; sleep 2; shift -900000 0; query 1 5 0 0; answers 2;"
       "wake 2; pairs; answers 3");

/* Boxes that are refused */

SCRIPT("a refused box is reported once",
       "space; put 1 0 0 4; put 3 20 0 4; put 2 10 0 4; part 3; shape 3 nan 0 4; reread;"
       "shape 1 nan 0 4; reread !VALUE; shift 100 0 !VALUE; boxis 1 0 0 4 4; boxis 2 110 0 4 4;"
       "shape 1 100 0 4; shape 2 nan 0 4; reread !VALUE; freespace");

SCRIPT("former boxes are shifted",
       "space room 8 sweeps manual; row 0-7 0 500 4 4; reread; pairs swept; answers 0;"
       "shift 1000 0; reread; pairs swept; answers 0; recycle 0; shift 0 100; put 0 4500 50;"
       "reread; pairs swept; answers 0; recycle 0; shift 100 0; put 0 4550 100; reread;"
       "pairs swept; answers 0");
SCRIPT("a sleeper wakes elsewhere",
       "space sweeps manual; put 1 0 0 2; put 2 50 0 2; reread; pairs swept; answers 0; sleep 1;"
       "shape 1 100 0 2; wake 1; reread; pairs swept; answers 0");

/* Tables of pools that lie side by side; the last slot is used. */
SCRIPT("the tables of pools lie side by side",
       "in oldest; pool 1; pool 3; pool 3; pool 8; pool 8; space empty; enter b; enter c; enter d;"
       "enter e; row b 0-2 0 10 4 4; row d 10-17 0 10 4 4; shape 2 200; reread b; query 201 1 0 0;"
       "answers 1; shape 17 300; reread d; query 301 1 0 0; answers 1; exit b; exit d; count 0");
