/* Births and deaths in age orders with nothing to notify. */
#include "../ledger.h"
#include "../script.h"

SITUATIONS(plain_ages);

static trp_world *world;
static trp_pool *pool;

/* Links with wrong targets: a part of the node was overwritten. No step needs them. */
SCRIPT("actors with wrong links are recycled",
       "in newest oldest; pool; pool joins a; deal 0-5; harm 0 wild; recycle 5; recycle 0; "
       "harm 2 loop; recycle 4; recycle 2; harm 3 nolinks; recycle 3; new b 40; go; tick; "
       "oldest = 1 40; newest = 40 1");

SCRIPT("a drawing leaves the holes of an order",
       "in newest oldest; pool 60; new 0-59; recycle 1-55; at d0: each; go; draw;"
       "oldest = d0 0 56 57 58 59 d56 d57 d58 d59; newest = d59 d58 d57 d56 d0 59 58 57 56 0");
SCRIPT("nothing begins in a drawing",
       "in newest oldest; pool; new 1 2; at d1: new 3 !BUSY; draw; live 2");
SCRIPT("nothing begins while a world is cleared",
       "in oldest; pool; pool memory; new 0 1; new b 9; at -9: new 5 ?BUSY; go; clearlayer 0; "
       "= -0c -1c -9c; live 0");

SCRIPT("nothing begins without a number", "in newest oldest; pool 4; new 0 1; at u1: stamps floor "
                                          "0, new 2 ?LIMIT; tick; still; new 3; live 3");

/* `it` is NULL, and its node is not the first member */
SITUATION("the actor of a NULL struct is recycled")
{
    trp_actor *const of_null = (trp_actor *)(uintptr_t)(8 * sizeof(uint32_t));

    world = stage_world();
    stage_pool(world, 4, TRP_ORDER_OLDEST);
    CHECK_MISUSE_SAYS(world, trp_recycle(world, of_null), TRP_ERR_FOREIGN,
                      "the struct around the actor is NULL");
    CHECK_MISUSE(world, trp_recycle(world, (trp_actor *)(void *)stage_memory()), TRP_ERR_FOREIGN);
}

SCRIPT("overwritten actors are reported as they are recycled",
       "in oldest; new 0-6; harm 1 index; recycle 1 ~CORRUPT; repair; harm 2 stamp;"
       "recycle 2 ~CORRUPT; repair; harm 3 copy 5; recycle 3 ~CORRUPT; repair; live 4");

/* The first slot of the second chunk is among the neighbours. */
SCRIPT("neighbours lie in several chunks",
       "in newest oldest; grows; pool 6 grow 24; new 0-11; recycle 11 0 6 7 5 10 1; go; tick;"
       "oldest = 2 3 4 8 9; newest = 9 8 4 3 2");

/* in a world of many pools their indices are close together */
SITUATION("neighbours after another pool")
{
    static const uint32_t slots[] = {1099, 0, 500, 501, 499, 1098, 1};

    stage_needs(1024u * 1024u);
    stage_world();
    world = MADE(trp_world_create(
        &(trp_world_desc){.max_pools = TRP_MAX_POOLS, .on_misuse = stage_on_misuse}));
    stage_thing(stage_pool(world, 1, TRP_ORDER_OLDEST), 5000);
    pool = stage_pool(world, 1100, TRP_ORDER_OLDEST);
    for (uint32_t i = 0; i < 1100; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    for (int i = 0; i < 7; i++) {
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slots[i])));
        CHECK_VALID(world);
    }
    CHECK_EQ(told.count, 0);
    CHECK_OK(trp_world_destroy(world));
}

SCRIPT("entries move between two updates",
       "in oldest; pool 40; new 0-39; at u10: recycle 1-9; at u11: each; go; tick;"
       "= 0-10 -1 -2 -3 -4 -5 -6 -7 -8 -9 11 0 10-39 12-39");

/* External pools that share a segment. */
SCRIPT("all are forgotten between two ticks",
       "in oldest; plain; pool external; pool external joins a; deal 0-7; tick; recycle 0; go; "
       "tick; = 1-7; forget a; go; tick; = 1 3 5 7; new 4; go; tick; = 1 3 5 7 4; "
       "forget b; go; tick; = 4");
