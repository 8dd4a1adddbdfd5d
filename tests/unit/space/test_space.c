/*
 * What spaces find: edges, infinite boxes, circles, sweeps, the nearest, categories. Each situation
 * is played with every kind of space. Kinds with cells have cells of 10 by 10.
 */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space);

SCRIPT(
    "there is no edge of the world, and boxes may be infinite",
    "pool 25; space room 32; put 1 -inf 100 inf 10; put 2 -inf -inf inf; put 3 4000000000 105 1;"
    "put 4 -1000000 -1000000 2; put 5 0 0 inf; row 10-29 1000 20 1 1 -5; go;"
    "query 4200000000 105 0 0; = 1 2 5; query 4000000000 105 0 0; = 1 2 3 5;"
    "query -1000000 -1000000 0 0; = 2 4; query -inf -inf inf inf; answers 25; pairs; answers 27");

SITUATION("TRP_INFINITY is INFINITY, and a constant")
{
    static const trp_box sky = {0, 0, TRP_INFINITY, TRP_INFINITY};

    CHECK(sky.width == INFINITY && -sky.height == -INFINITY);
}

SCRIPT("not-a-number and negative sizes are refused, and change nothing",
       "space; put 1 5 5 4; shape 1 nan 0 1 1; moved 1 !VALUE; reread !VALUE;"
       "query nan 0 1 1 !VALUE; shape 1 0 nan 1 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 nan 1 1 !VALUE; shape 1 0 0 nan 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 nan 1 !VALUE; shape 1 0 0 1 nan; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 1 nan !VALUE; shape 1 0 0 -1 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 -1 1 !VALUE; shape 1 0 0 1 -1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 1 -1 !VALUE; shape 1 0 0 -inf 1; moved 1 !VALUE; reread !VALUE;"
       "query 0 0 -inf 1 !VALUE; go; query 6 6 0 0; = 1; put 2 nan 0 1 ~VALUE; count 1");
SCRIPT("a box of the last slot is refused as well",
       "pool 2; space; put 1 5 5 4; put 2 9 9 4; shape 2 nan 0 1 1; reread !VALUE");
SCRIPT("a corner that a search around finds first is not nearer",
       "pool 40; row 3-32 30 0.5 8 8 40; put 1 9.9 9.9 8; put 2 12 -10 1 20; space room 64; go; "
       "circle 0 0 900 nearest first 1; circle -2 -2 900 nearest first 1; "
       "circle -4 -4 900 nearest first 1; circle -6 -6 900 nearest first 1; "
       "circle -8 -8 900 nearest first 1; = 2 2 2 2 2");
SCRIPT("segments and sweeps find what they come by, and what first",
       "space; put 1 50 0 1 100; put 2 80 0 1 100; put 3 0 200 5; go; segment 0 10 100 20; = 1 2;"
       "segment 0 10 49 10; =; segment 60 0 60 90; =; segment 0 10 100 10 nearest first 1; = 1;"
       "hit 0 0.5 -1 0; segment 100 10 0 10 nearest first 1; = 2;"
       "query 6 0 4 4 along 80 0 nearest first 1; = 1; hit 0 0.5 -1 0;"
       "query 6 101 4 4 along 80 0 nearest first 1; =; segment 50 50 50 50 nearest first 1; = 1;"
       "hit 0 0 0 0");
SCRIPT("the nearest, in order",
       "space; put 1 100 0 10; put 2 20 0 10; put 3 -10 0 10; put 4 20 0 10; go;"
       "circle 10 5 inf nearest first 4; = 2 3 4 1; circle 10 5 90 nearest first 4; = 2 3 4 1;"
       "circle 10 5 89 nearest first 4; = 2 3 4; circle 105 5 900 nearest first 2; = 1 2;"
       "circle 105 5 nan nearest first 2 !VALUE; =");

/* Distances are distinguished even if their squares round to zero. */
SCRIPT("the nearest, however near",
       "pool 27; space; put 2 1e-24 0 0; put 3 0 0 0; row 5-29 1005 1 1e-26 1e-26; pairs; "
       "answers 0; go; circle 0 0 1 nearest first 2; = 3 2");

static void find_all_of_many(trp_pool *pool, trp_space *space)
{
    const trp_query all = {.area = trp_circle(0, 2, 16 * 59), .order = TRP_SPACE_NEAREST_FIRST};
    static answer found;

    for (uint32_t id = 0; id < 61; id++)
        space_box(pool, id, 16 * (float)(id * 7 % 61), 0, 4, 4);
    for (uint32_t round = 0; round < 2; round++) {
        found.count = 0;
        CHECK_EQ(trp_space_query(space, &all, space_note, &found), 60);
        for (uint32_t i = 0; i < 60; i++)
            CHECK_EQ(found.ids[i] * 7 % 61, i);
        CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 0);
    }
}

SITUATION("all in reach, the nearest first")
{
    space_with_each_kind(find_all_of_many);
}

SCRIPT("boxes that touch at an edge or a corner touch",
       "put 1 0 0 10; put 2 10 0 10; put 3 20 10 10; put 4 10 5 0; space; go; pairs;"
       "= 1&2 1&4 2&3 2&4; query 20 10 0 0; = 2 3");
SCRIPT("a circle reaches to corners",
       "put 1 10 10 10; put 2 30 30 10; space; go; circle 0 15 10; = 1;"
       "circle 4 2 10; = 1; circle 3 2 10; =; circle 15 15 0; = 1; circle 25 25 8;"
       "= 1 2");
SCRIPT("actors whose masks exclude each other are no pair",
       "put 1 0 0 10; put 2 5 0 10; put 3 5 5 10; space; bits 1 4 2; bits 2 2 4; go;"
       "pairs; = 2&1; bits 2 2 0; pairs; = 2&1 3&2; query 7 7 0 0 mask 5; = 1 3;"
       "query 7 7 0 0 mask 8; =; part 1; join 1; pairs; = 1&2 1&3 3&2; bits 3 0 8;"
       "pairs; = 1&2");
