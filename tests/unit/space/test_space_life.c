/* Membership of a space, refusals, and drawing. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_life);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(uint32_t capacity)
{
    world = stage_world();
    pool = space_pool(world, capacity);
    space = space_of(world, pool, SPACE_GRIDS);
    stage_log_clear();
}

static trp_box around_the_middle(const trp_actor *self, const trp_context *in)
{
    CHECK(in->world == world && in->pool == pool);
    const trp_box *box = &trp_as(boxed, self)->box;
    return (trp_box){box->x - 5, box->y - 5, 10, 10};
}

SITUATION("bounds may come from a callback")
{
    world = stage_world();
    pool = space_pool(world, 4);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    CHECK_OK(trp_space_add_pool(space, pool, &(trp_space_pool_desc){.bounds = around_the_middle}));
    space_square(pool, 1, 100);
    CHECK_EQ(space_log_at(space, 95, -5), 1);
    CHECK_EQ(space_log_at(space, 94, -5), 0);
}

SITUATION("an actor may be in several spaces")
{
    set_up(4);
    trp_space *other = trp_space_create(world, &(trp_space_desc){.capacity = 4});
    CHECK_OK(trp_space_add_pool(other, pool, &(trp_space_pool_desc){.bounds = around_the_middle}));
    boxed *it = space_square(pool, 1, 0);
    CHECK(trp_space_member(space, &it->actor, NULL) && trp_space_member(other, &it->actor, NULL));
    CHECK_OK(trp_space_remove(space, &it->actor));
    CHECK(trp_space_member(other, &it->actor, NULL));
    CHECK_QUIET(world, trp_space_destroy(space), TRP_OK);
    CHECK_OK(trp_recycle(world, &it->actor));
    CHECK_EQ(trp_space_info(other).count, 0);
}

SITUATION("misuse")
{
    set_up(4);
    boxed *it = space_square(pool, 1, 0);
    thing stranger = {0};
    CHECK_NULL_MISUSE(world, trp_space_create(world, &(trp_space_desc){.capacity = TRP_MAX_BOXES}),
                      TRP_ERR_MEMORY);
    CHECK(trp_space_create(NULL, NULL) == NULL);
    trp_pool *other = stage_pool_as(world, space_pool_desc(4, TRP_ORDER_MEMORY));
    CHECK_MISUSE(world, trp_space_add_pool(space, other, &(trp_space_pool_desc){0}), TRP_ERR_DESC);
    CHECK_MISUSE(
        world,
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
        TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_space_add_pool(space, other, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_space_add(space, &stranger.actor), TRP_ERR_UNLINKED);
    CHECK_MISUSE(world, trp_space_moved(space, &stranger.actor), TRP_ERR_UNLINKED);
    CHECK_QUIET(world, trp_space_remove(space, &it->actor), TRP_OK);
    CHECK_MISUSE(world, trp_space_remove(space, &it->actor), TRP_ERR_UNLINKED);
    CHECK_RESULT(trp_space_moved_all(NULL, NULL), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_add(NULL, &it->actor), TRP_ERR_NULL);
    CHECK_RESULT(trp_space_destroy(NULL), TRP_GONE);
    CHECK_EQ(trp_space_query(NULL, &(trp_query){.area = trp_rectangle(0, 0, 0, 0)}, NULL, NULL), 0);
    CHECK_EQ(trp_space_pairs(NULL, NULL, NULL, NULL), 0);
}

SITUATION("why a space was refused is the last result")
{
    world = stage_world();
    CHECK_NULL_MISUSE(world, trp_space_create(world, &(trp_space_desc){0}), TRP_ERR_VALUE);
    CHECK_EQ(told.count, 1);
    pool = space_pool(world, 1);
    space_square(pool, 1, 0);
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_RESULT(trp_last_result(world), TRP_ERR_FULL);
    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 1}) != NULL);
    CHECK_OK(trp_last_result(world));
}

SCRIPT("the hash of a world has what a space knows",
       "space; put 1 0; put 2 20; hash 0; bits 1 2 0; differs 0; hash 0; bits 1 2 2; differs 0;"
       "hash 0; bits 1 0 0; differs 0; hash 0; moved 2; same 0; shape 2 20 1; hash 0; moved 2;"
       "differs 0; shape 2 20 1 8 4; hash 0; moved 2; differs 0; shape 2 20 1 8; hash 0; moved 2;"
       "differs 0; box 2 2; hash 0; contacts; differs 0; hash 0; part 2; differs 0");
SCRIPT("a recycled or expired actor leaves without a call",
       "pool still; space; put 1 0; put 2 20; put 3 40; go; everything; = 1 2 3;"
       "recycle 1; expire 2; go; everything; = 3; count 1; outside 2;"
       "join 2 !EXPIRED; tick; join 2 !FREE; count 1; clear; go; everything; =;"
       "put 4 0; go; everything; = 4");
SCRIPT("sleepers hide, and come back with the box that they have then",
       "space; put 1 0; put 2 2; sleep 1; go; everything; = 2; pairs; =; inside 1;"
       "count 2; hidden 1; shape 1 100; wake 1; boxis 1 100; everything; = 1 2;"
       "sleep 2; recycle 2; hidden 0; go; everything; = 1");
SCRIPT("woken with an invalid box, it has its old one",
       "space; put 1 100; sleep 1; shape 1 nan; wake 1 ~VALUE; go; query 100 2 0 0;"
       "= 1");
SCRIPT("sleepers stay if the desc says so, but are not drawn",
       "pool oldest; space stays; put 1 0; put 2 2; sleep 1; go; pairs; = 1&2;"
       "everything; = 1 2; drawspace 3 3 0 0; = d2; wake 1; drawspace 3 3 0 0;"
       "= d2 d1");
SCRIPT("a pool may enter by hand",
       "pool; put 1 0; space empty; enter a byhand; put 2 0; go; everything; =;"
       "join 1; join 1 !LINKED; everything; = 1; join 0 ?GONE");
SCRIPT("all that live enter with their pool, and leave with it",
       "pool 4; put 1 0; put 2 0; put 3 nan; sleep 2; space room 3 empty;"
       "enter a !VALUE; outside 3; go; everything; = 1; wake 2; everything; = 1 2;"
       "exit a; everything; =; count 0; exit a !UNLINKED; put 4 0; go; everything; =");
SCRIPT("while drawing nothing changes, and questions are answered",
       "pool 4; space; put 1 0; put 2 50; go; at d1: reread !BUSY, moved 1 !BUSY, part 1 !BUSY, "
       "freespace !BUSY, drawspace 0 0 0 0 !BUSY, recycle 1 !BUSY, query 1 1 0 0; "
       "drawspace 1 1 0 0; = d1 1; draw; memory oldest = d1 1 d2; newest = d2 d1 1");
SCRIPT("pools of two orders are drawn, after one outside of the space",
       "layers 3; pool oldest; pool memory layer 1; pool oldest layer 2;"
       "space empty; enter b; enter c; put a 0 0; put a 1 1; put b 2 0; put b 3 1;"
       "put c 4 0; put c 5 1; put c 9 1000; go; drawspace -100 0 300 10;"
       "= d2 d3 d4 d5");
SCRIPT("a viewport is drawn in layer order, then list order",
       "in oldest; layers 3; pool newest layer 2; pool; pool joins b; space;"
       "put a 0 21; put c 1 18; put b 2 15; put a 3 12; put c 4 9; put b 5 6;"
       "put a 6 3; put c 7 0; put a 99 1000; go; drawspace -100 0 300 10;"
       "= d1 d2 d4 d5 d7 d6 d3 d0; place 2 0; hide 1; drawspace -100 0 300 10;"
       "= d6 d3 d0 d1 d2 d4 d5 d7; hide 0; drawspace -100 0 300 10; = d6 d3 d0");

/* Arguments of a space's callbacks besides actors: world, space, categories, the game's own
 * pointer, which scripts check in each callback. And boxes by their middle. */

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
    world = stage_world();
    pool = space_pool(world, 8);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 8});

    CHECK_MISUSE(world, trp_space_add_pool(space, pool, &desc), TRP_ERR_DESC);
    desc = (trp_space_pool_desc){.center = sizeof(boxed)};
    CHECK_MISUSE(world, trp_space_add_pool(space, pool, &desc), TRP_ERR_VALUE);
}

/* All are drawn, or all but one. */
SCRIPT("and drawing", "in memory oldest; layers 2; pool layer 1; pool; space; row a 1-3 0 10 4 4; "
                      "row b 11-13 0 10 4 4; go;"
                      "drawspace 0 0 15 4; = d11 d12 d1 d2; drawspace 0 0 100 4; = d11-13 d1-3");
