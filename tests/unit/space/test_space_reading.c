/* When a space reads boxes: in each tick, after a load, on request; and what a former box is. */
#include "../save_scene.h"
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_reading);

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
