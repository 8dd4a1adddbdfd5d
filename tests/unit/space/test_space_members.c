/* Members of a space if a watcher was added first, if other pools are added and removed, and at the
 * end of the world. */
#include "../save_scene.h"
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

/* When a space reads boxes: in each tick, after a load, on request; and what a former box is. */

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static uint32_t at(float x)
{
    return space_touching(space, trp_rectangle(x, 0, 1, 1));
}

SCRIPT("a tick reads what has moved, except in static pools",
       "pool still; pool still; space empty; enter a; enter b static; put 1 0; put b 2 0; "
       "shape 1 50; shape 2 50; go; query 50 0 1 1; =; tick; query 50 0 1 1; = 1; query 0 0 1 1; "
       "= 2; reread b; query 50 0 1 1; = 1 2");
SCRIPT(
    "a change of bits during a question reads no box",
    "pool still; space manual; put 1 0; put 2 2; at 2: shape 1 50, bits 1 2 3; go; query 0 0 9 9;"
    "= 1 2; still; query 0 0 9 9; = 1 2; query 45 0 9 9; =");
SCRIPT("updates and after see the boxes of the tick's beginning",
       "in oldest; space; put 1 0; put 2 0; at u1: shape 1 50, put 3 90;"
       "at u2: query 0 0 1 1, query 50 0 1 1, query 90 0 1 1; go; tick; = 1 +3 2 1 2 3; still;"
       "system 0; at u2: shape 2 200; at s0a: query 0 0 1 1, query 50 0 1 1; go; tick;"
       "= s0b 1 2 3 s0a 2 1");
SCRIPT("spaces with manual moves are left alone",
       "pool still; space manual; put 1 0; shape 1 50; tick; go; query 50 0 1 1; =; reread; "
       "query 50 0 1 1; = 1");
SCRIPT("a box that is none is told by the tick, and the former stays",
       "pool still; space; put 1 0; shape 1 nan; tick ~VALUE; go; query 0 0 1 1; = 1; shape 1 50; "
       "tick; query 50 0 1 1; = 1");

/* The first box is filled in after its birth: that is no way. Then it goes from 20 to 30, and from 100 to 110. */
SCRIPT("a way lasts until the next tick, for all passes",
       "pool still; pool still; space sweeps empty; enter a; enter b static; put 1 0; put b 2 50; "
       "shape 1 20; tick; shape 1 100; go; pairs swept; =; tick; pairs swept; = 1&2; pairs swept; "
       "= 1&2; box 1 30; pairs swept; =; shape 1 110; reread; pairs swept; = 1&2; tick; "
       "pairs swept; =");
SCRIPT("a teleport is no way",
       "pool still; pool still; space sweeps empty; enter a; enter b static; put 1 0; put b 2 50;"
       "tick; tick; shape 1 100; teleport 1; go; pairs swept; =; tick; pairs swept; =; shape 1 0;"
       "tick; pairs swept; = 1&2; teleport 0 ?GONE; shape 1 nan; teleport 1 !VALUE; shape 1 0;"
       "part 1; teleport 1 !UNLINKED");

/* Whatever moves boxes now: the pass goes on with the ways that there were when it began. With room
 * for all pairs, and for one at a time. */
SCRIPT("a way lasts for the whole pass, whatever room there is",
       "try 2 64; pool still; pool still; space grid hits $ sweeps manual empty; enter a; "
       "enter b static; put 1 0; row b 2-6 20 10 4 4; reread; shape 1 100; reread; "
       "at 1&2: box 1 -500; at 1&3: shape 1 -501, teleport 1; at 1&4: shape 1 -502, reread; "
       "at 1&5: shape 1 -503, reread; go; pairs swept; answers 5");

SCRIPT("where it came from is in snapshots, hashes and differences",
       "pool still; pool still; space sweeps manual empty; enter a; enter b static; put 1 10;"
       "put b 2 -15; shape 1 8; reread; shape 1 10; reread; pairs swept; answers 0; hash 0; save 0;"
       "shape 1 -20; reread; shape 1 10; reread; pairs swept; answers 1; differs 0; save 1;"
       "diff 0 1 1; restore 0; pairs swept; answers 0; restore 1; pairs swept; answers 1");

static void moves(trp_actor *actor, const trp_context *in)
{
    const float *x = (const float *)in->user;
    if (trp_as(boxed, actor)->id == 1 || !isnan(*x))
        trp_as(boxed, actor)->box.x = *x;
}

/* ... and has come from nowhere; manual spaces have the boxes of the save */
SITUATION_FOR("a load reads what it has moved", int, manual, 0, 1)
{
    static const trp_field table[] = {TRP_FIELD(boxed, id), TRP_FIELD_BYTES(boxed, box),
                                      TRP_FIELDS_END};
    static const trp_fields fields = TRP_FIELDS(boxed, 1, table);
    static save_file file;

    float x = 100;
    trp_load_desc load = {.game = "g", .on_loaded = moves, .user = &x};
    world = stage_world();
    pool = space_pool(world, 8);
    space = space_made(
        pool, (trp_space_desc){
                  .capacity = 16, .name = "field", .sweeps = true, .manual_moves = manual != 0});
    stage_describe(pool, &fields);
    boxed *gone = space_square(pool, 2, 0);
    space_square(pool, 1, 0);
    boxed *sleeper = space_square(pool, 3, 0);
    CHECK_OK(trp_deactivate(world, &sleeper->actor));
    CHECK_OK(trp_recycle(world, &gone->actor));
    CHECK_QUIET(world, trp_update_all(world, 1), TRP_OK);
    file.size = 0;
    CHECK_OK(trp_save(world, &(trp_save_desc){.game = "g"}, save_to_file, &file));
    CHECK_OK(trp_load(world, file.bytes, file.size, &load));
    CHECK_EQ(at(100), manual == 0);
    CHECK_EQ(at(0), manual != 0);
    x = NAN;
    if (manual == 0)
        CHECK_MISUSE(world, (trp_load(world, file.bytes, file.size, &load), TRP_ERR_VALUE),
                     TRP_ERR_VALUE);
    CHECK_EQ(at(0), 1);
}
