/* Members of a space if a watcher was added first, if other pools are added and removed, and at the
 * end of the world. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_members);

/* its box comes before its node */
typedef struct fronted {
    trp_box box;
    trp_actor actor;
} fronted;

/* Just fallen asleep, but still there. */
SCRIPT("a sleeper that stays is not updated",
       "in memory; pool around 0 0 9 9; space stays; put 1 0 0 2; put 2 0 0 2; go; at u1: sleep 2; "
       "tick; = 1; query 0 0 1 1; answers 2");
/* It lives on, but not in the space. */
SCRIPT("one that has left the space is not updated",
       "in memory; pool around 0 0 9 9; space; put 1 0 0 2; put 2 0 0 2; put 3 0 0 2; go; "
       "at u1: part 2; tick; = 1 3; outside 2; is active 2");
SCRIPT("an actor of no pool in the space is not found",
       "pool; pool; space empty; enter a; put b 1 0 0 2; outside 1; join 1 !UNLINKED;"
       "part 1 !UNLINKED; count 0");
SCRIPT("a box may have no end",
       "space; put 1 5 6 inf 2; boxis 1 5 6 inf 2; query 4000000000 7 1 1; answers 1;"
       "put 2 inf -inf 3 4; boxis 2 inf -inf 0 0");

SITUATION("a box may come before the node")
{
    fronted init = {.box = {3, 4, 1, 1}};
    trp_world *const world = stage_world();
    trp_space *const space = space_of(world, space_pool(world, 8), SPACE_GRIDS);
    trp_pool *const walls =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(fronted, actor), .capacity = 1});

    CHECK_OK(
        trp_space_add_pool(space, walls, &(trp_space_pool_desc){.box = TRP_BOX_AT(fronted, box)}));
    CHECK(trp_space_member(space, trp_create(walls, &init), NULL));
    CHECK_EQ(space_touching(space, trp_rectangle(3, 4, 1, 1)), 1);
    CHECK_EQ(told.count, 0);
}

SCRIPT("a space grows around a hole among its members",
       "grows; pool 4; pool 4; space room 4 most 8 empty; enter a; put 1 0 0 1; put 2 20 0 1;"
       "recycle 1; row b 3-6 30 10 1 1; enter b; count 5; put 1 10 0 1; query 10 0 1 1; answers 1;"
       "query 30 0 1 1; answers 1; query 60 0 1 1; answers 1; go; everything; = 1 2 3 4 5 6;"
       "recycle 1; go; everything; = 2 3 4 5 6");
SCRIPT("a full space is reported once", "space room 1; put 1 0; put 2 0 ~FULL; put 3 0");
SCRIPT("boxes that are read again in a pass are found by the next one",
       "space; put 1 0; put 2 9; shape 1 50; shape 2 60; tick; go; shape 1 70; shape 2 80;"
       "at *: reread; query 50 0 20 4; = 1 2; still; query 50 0 16 4; =; query 70 0 20 4; = 1 2");
SCRIPT("an actor woken by a watcher that is notified first is in the space",
       "space; listen a; at w<1: wake 1; put 1 0; sleep 1; is active 1; go;"
       "query 0 0 1 1; = 1; still; sleep 1; query 0 0 1 1; =; wake 1; query 0 0 1 1;"
       "= 1");
SCRIPT("an actor that it puts to sleep again is not",
       "space; put 1 0; sleep 1; listen a; at w>1: sleep 1; wake 1; is asleep 1; go;"
       "query 0 0 1 1; =; hidden 1; still; wake 1; query 0 0 1 1; = 1; hidden 0");
SCRIPT("an actor added by a watcher that is notified first is in once",
       "space; listen a; at w+1: join 1; put 1 0; count 1; go; query 0 0 1 1; = 1");
SCRIPT("sleepers may enter, and stay",
       "pool; put 1 0; sleep 1; space stays; go; query 0 0 1 1; = 1; wake 1;"
       "sleep 1; query 0 0 1 1; = 1; hidden 0");
SCRIPT("only the boxes of one pool are read again",
       "pool; pool; space; put a 1 0; put b 2 0; go; pairs; = 1&2; shape 1 50;"
       "shape 2 50; reread b; pairs; =; query 0 0 1 1; = 1; query 50 0 1 1; = 2;"
       "reread a; pairs; = 1&2");
SCRIPT("pools leave in any order",
       "pool; pool; pool; space; put a 1 0; put b 2 10; put c 3 20; exit a; go;"
       "everything; = 2 3; enter a; exit b; everything; = 1 3; enter b; exit c;"
       "everything; = 1 2; enter c; count 3");
SCRIPT("those of an external pool enter",
       "in newest oldest; pool; pool 3 external; space empty; enter a; put b 1 0;"
       "enter b; count 1; go; query 0 0 1 1; = 1; recycle 1; count 0");
SCRIPT("those that enter by hand need no room yet",
       "pool; put 1 0; put 2 0; put 3 0; space room 1 empty; enter a byhand; join 3;"
       "join 1 ?FULL; count 1");
SCRIPT("a pool enters while one of its actors leaves",
       "pool 4; space room 1 empty; put 1 0; put 2 0; at -1: enter a; recycle 1;"
       "count 1; go; query 0 0 1 1; = 2; exit a");
SCRIPT("while the world ends no space begins", "pool 1; put 1 0; at -1: space !BUSY; destroy");
