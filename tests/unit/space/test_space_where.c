/*
 * Queries with further settings: an asker, a filter, an order, a ray, a circle on its way, stopped
 * passes. Each situation is played with every kind of space.
 */
#include "../script.h"
#include "../space_kinds.h"

SITUATIONS(space_where);

SCRIPT("the asker is left out",
       "put 1 0 0 8; put 4 500 0 8; put 2 4 0 8; put 3 40 0 8; space; go; query 0 0 8 8 asker 1;"
       "= 2; query 0 0 8 8 along 100 0 asker 1; = 2 3; circle 4 4 900 nearest asker 1 first 1; = 2;"
       "part 4; query 0 0 8 8 asker 4; = 1 2");
SCRIPT("a filter is asked",
       "space; row 1-6 20 20 8 8; go; everything odd; = 1 3 5; answers 3;"
       "circle 44 4 900 nearest odd first 2; = 1 3; hit 0 16 1 0; hit 1 16 -1 0");

static bool takes_it_away(const trp_actor *actor, const trp_context *in)
{
    if (trp_as(boxed, actor)->id == 2)
        CHECK_MISUSE(field.world, trp_space_remove(field.space, trp_pool_at(field.pool, 1)),
                     TRP_BUSY);
    return true;
}

static void filter_that_removes(void)
{
    for (uint32_t id = 1; id <= 3; id++)
        space_kinds_box(id, 2 * (float)id, 0, 8, 8);
    CHECK_EQ(space_kinds_ask((trp_query){.accept = takes_it_away}), 3);
    CHECK_LOG(1, 2, 3);
}

SITUATION("nothing leaves while the filter is asked")
{
    space_kinds_play(filter_that_removes);
}

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

static void questions_that_are_none(void)
{
    trp_hit hit;
    space_kinds_box(1, 0, 0, 8, 8);
    CHECK_EQ(trp_space_query(field.space, NULL, NULL, NULL), 1);
    CHECK_MISUSE(field.world,
                 (space_kinds_ask((trp_query){.order = (trp_space_order)3}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world,
                 (trp_space_find(field.space,
                                 &(trp_query){.area = trp_rectangle(-INFINITY, 0, INFINITY, 1),
                                              .order = TRP_SPACE_NEAREST_FIRST},
                                 &hit, 1),
                  told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world,
                 (space_kinds_ask((trp_query){.area = trp_ray(0, 0, 0, 0)}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world, (space_kinds_pairs((trp_pairing){.care = (trp_care)2}), told.result),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(field.world, (space_kinds_pairs((trp_pairing){.swept = true}), told.result),
                 TRP_ERR_DESC);
    CHECK_MISUSE(field.world, trp_space_shift(field.space, INFINITY, 0), TRP_ERR_VALUE);
    CHECK_EQ(trp_space_find(NULL, NULL, &hit, 1), 0);
    CHECK_EQ(trp_space_pairs(NULL, NULL, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(NULL, &(trp_pairing){.a = 1, .b = 2}, NULL, NULL), 0);
    CHECK_RESULT(trp_space_stop(NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_shift(NULL, 0, 0), TRP_ERR_NULL);
}

SITUATION("what is no question")
{
    space_kinds_play(questions_that_are_none);
}

/* everywhere has no middle: each actor is at the distance 0 */
static void everywhere(void)
{
    trp_hit hits[2];

    space_kinds_box(1, 50, 60, 8, 8);
    space_kinds_box(2, -500, 0, 8, 8);
    CHECK_EQ(trp_space_find(field.space, NULL, hits, 2), 2);
    for (uint32_t i = 0; i < 2; i++)
        CHECK(hits[i].at == 0 && hits[i].normal_x == 0 && hits[i].normal_y == 0);
}

SITUATION("all are everywhere")
{
    space_kinds_play(everywhere);
}

SCRIPT("ways that are shorter than one",
       "put 1 0 0 1; space; segment 1.25 0.5 0.75 0.5; answers 1; segment 0.5 1.25 0.5 0.75;"
       "answers 1; segment 1.5 0.5 1.25 0.5; answers 0; segment -0.25 0.5 0.25 0.5; answers 1");

SCRIPT("circles beside boxes",
       "pool; pool; space empty; enter a; enter b round; put 1 0 0 10; put b 2 100 0 10;"
       "query 1 1 0 0; answers 1; query 101 1 0 0; answers 0; query 105 0 0 0; answers 1;"
       "put 3 9 9 10; put b 4 109 9 10; go; pairs; = 1&3");
