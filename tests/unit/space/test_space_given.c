/* Arguments of a space's callbacks besides actors: world, space, categories, the game's own
 * pointer, which scripts check in each callback. And boxes by their middle. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_given);

SCRIPT("callbacks of queries get the world, the space and the category",
       "pool; pool; space empty; enter a category 4; enter b category 8; put 2 5 5 1; "
       "put b 1 0 0 10; go; query 5 5 0 0; = 2 1; query 5 5 0 0 asked; = 2 1; "
       "circle 5 5 20 nearest asked; = 2 1; circle 5 5 20 nearest mask 8 first 1; = 1");
SCRIPT(
    "so do callbacks of pairs, also where pairs are found a few at a time",
    "try 0 1; pool; pool; space hits $ empty; enter a category 4; enter b category 8; put 2 5 5 1;"
    "put b 1 0 0 10; go; pairs; = 2&1; pairs a 4 b 8; = 2&1; pairs asked; = 2&1");
SCRIPT("and contacts",
       "in memory; pool; pool; space empty; enter a category 4; enter b category 8; put 2 5 5 1; "
       "put b 1 0 0 10; go; contacts asked; = k2&1; recycle 2; go; contacts; = e0&1");
SCRIPT("the category is that of the moment of the call",
       "pool; pool; space empty; enter a category 4; enter b category 8; put 2 5 5 1; "
       "put b 1 0 0 10; go; at 2: bits 1 32 0; query 5 5 0 0 mask 12; = 2 1; still; "
       "query 5 5 0 0 mask 32; = 1; query 5 5 0 0 mask 8; =");
SCRIPT("boxes by their middle",
       "pool 16; space empty; enter a middle; put 1 10 20 3 1; boxis 1 7 19 6 2; query 7 21 0 0; "
       "answers 1; query 13 19 0 0; answers 1; query 13.5 20 0 0; answers 0; query 10 21.5 0 0; "
       "answers 0; shape 1 100 20 3 1; reread; query 103 20 0 0; answers 1; query 10 20 0 0; "
       "answers 0");
SCRIPT("circles by their middle", "space empty; enter a middle round; put 1 0 0 2; query -2 0 0 0; "
                                  "answers 1; query 1.9 1.9 0 0; answers 0");
SCRIPT("infinite boxes by their middle",
       "space empty; enter a middle; put 1 0 5 inf 1; query 1e30 5 0 0; answers 1; "
       "query -inf 6 0 0; answers 1; query 0 7 0 0; answers 0");
SCRIPT("middles and half sizes that are refused",
       "pool 16; space empty; enter a middle; put 1 0 0 -1 1 ~VALUE; put 2 0 0 1 -1 ~VALUE; "
       "put 3 nan 0 1 1 ~VALUE; put 4 0 nan 1 1 ~VALUE; put 5 -inf 0 inf 1 ~VALUE; "
       "put 6 0 -inf 1 inf ~VALUE; put 7 inf 0 inf 1 ~VALUE; put 8 0 inf 1 inf ~VALUE; count 0; "
       "put 9 0 0 0 0; query 0 0 0 0; answers 1");

SITUATION("a pool's box is given in one way")
{
    trp_space_pool_desc desc = {.box = TRP_BOX_AT(boxed, box), .center = TRP_BOX_AT(boxed, box)};
    trp_world *const world = stage_world();
    trp_pool *const pool = space_pool(world, 8);
    trp_space *const space = trp_space_create(world, &(trp_space_desc){.capacity = 8});

    CHECK_MISUSE(world, trp_space_add_pool(space, pool, &desc), TRP_ERR_DESC);
    desc = (trp_space_pool_desc){.center = sizeof(boxed)};
    CHECK_MISUSE(world, trp_space_add_pool(space, pool, &desc), TRP_ERR_VALUE);
}

/* All are drawn, or all but one. */
SCRIPT("and drawing", "in memory oldest; layers 2; pool layer 1; pool; space; row a 1-3 0 10 4 4; "
                      "row b 11-13 0 10 4 4; go;"
                      "drawspace 0 0 15 4; = d11 d12 d1 d2; drawspace 0 0 100 4; = d11-13 d1-3");
