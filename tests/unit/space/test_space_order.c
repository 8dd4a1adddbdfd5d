/*
 * Parts of the world in list order: drawing and updating if only some pools of a segment are in the
 * space, if actors sleep, if layers are invisible. Also callbacks during these passes.
 */
#include "../../../src/space/space.h" /* calls that no snapshot can cause */
#include "../../../src/state/state.h" /* the same */
#include "../script.h"
#include "../snapshot_scene.h"
#include "../space_stage.h"

SITUATIONS(space_order);

SCRIPT("what is in an invisible layer, or has no draw, is not drawn",
       "layers 2; pool oldest; pool memory; pool oldest; pool oldest unseen; pool oldest layer 1; "
       "space room 32 empty; enter a; enter b; enter c; enter d; enter e; put a 1 10; put a 6 60; "
       "put b 2 20; put b 7 70; put c 3 30; put c 8 80; put d 4 40; put d 9 90; put e 5 50; put e "
       "10 100; hide 0; go; drawspace 0 0 75 9; = d5; drawspace 0 0 1000 9; = d5 d10; show 0; "
       "drawspace 0 0 75 9; = d1 d6 d2 d7 d3 d5; drawspace 0 0 1000 9; = d1 d6 d2 d7 d3 d8 d5 d10");
SCRIPT("free slots, and those outside of the space, are not drawn",
       "in memory oldest; space; put 1 10; put 2 20; put 3 30; put 4 40; put 5 50; put 6 60; "
       "part 1; recycle 2; go; drawspace 0 0 1000 9; = d3 d4 d5 d6; drawspace 0 0 55 9; "
       "= d3 d4 d5; recycle 4; put 2 20; go; drawspace 0 0 1000 9; memory = d2 d3 d5 d6; "
       "oldest = d3 d5 d6 d2; drawspace 0 0 55 9; memory = d2 d3 d5; oldest = d3 d5 d2; join 1; "
       "drawspace 0 0 35 9; memory = d1 d2 d3; oldest = d1 d3 d2");

SCRIPT("updating a part of the world can be stopped",
       "in memory; pool around 0 0 99 9; space; row 1-4 10 10 4 4; go; at u2: stop; tick; = 1 2");

SCRIPT("the origin is not shifted while drawing, nor by what is no number",
       "space; put 1 10; at d1: shift 0 0 !BUSY; go; drawspace 0 0 99 9; = d1; shift 0 nan !VALUE");

/* Snapshots */

SCRIPT("where boxes were before a swept pass is restored",
       "space sweeps manual; put 5 50; put 1 10; reread; pairs swept; answers 0; save; box 1 100;"
       "reread; pairs swept; answers 1; reread; pairs swept; answers 0; restore; box 1 100; reread;"
       "pairs swept; answers 1");

/* a space with less room than the one of the snapshot */
SITUATION("a space with less room does not take a snapshot")
{
    trp_pool *const pool = space_pool(stage_world(), 8);
    trp_space *space = space_made(pool, (trp_space_desc){.capacity = 8});

    for (uint32_t id = 1; id <= 3; id++)
        space_box(pool, id, (float)id, 0, 8, 8);
    trp__sink sink = {.memory = snapshot_memory[0], .room = sizeof snapshot_memory[0]};
    trp__put_part(&space->part, &sink, false);
    trp__saved_part saved = {.part = &space->part,
                             .table = trp__space_part(&space->part),
                             .bytes = snapshot_memory[0],
                             .count = sink.at};
    CHECK(trp__part_fits(&saved));
    CHECK_OK(trp_space_destroy(space));
    CHECK_OK(trp_pool_clear(pool, NULL));
    space = space_made(pool, (trp_space_desc){.capacity = 1});
    saved.part = &space->part;
    CHECK(!trp__part_fits(&saved));
}

SCRIPT("pools of which only some are in the space are drawn",
       "in oldest; pool newest; pool; pool joins b; space empty; enter c;"
       "put c 3 30; put b 1 10; put a 2 20; put c 6 60; put b 4 40; put c 9 90; go;"
       "drawspace 0 0 65 10; = d3 d6; drawspace 0 0 1000 10; = d3 d6 d9; count 3");
SCRIPT("sleepers that stay are found, but not drawn",
       "pool; space stays; put 1 10; put 2 20; put 3 30; put 4 40; put 5 50;"
       "put 6 60; put 7 70; put 8 80; sleep 3; go; query 0 0 55 9; = 1 2 3 4 5;"
       "drawspace 0 0 45 9; memory oldest = d1 d2 d4; newest = d4 d2 d1");
SCRIPT("an expired actor is not drawn before the space knows",
       "in oldest; pool; space; listen a; put 1 10; put 2 20; put 3 30; go;"
       "at w!2: drawspace 0 0 1000 10; expire 2; = d1 d3");
SCRIPT("drawing cannot be stopped",
       "pool 4; space; put 1 10; put 2 20; put 3 30; put 4 40; go;"
       "at d*: stop ?GONE; drawspace 0 0 35 10; memory oldest = d1 d2 d3;"
       "newest = d3 d2 d1");
SCRIPT("one of several boxes is refused",
       "pool 4; space; put 1 10; put 2 20; put 3 30; shape 3 5; shape 2 nan;"
       "reread !VALUE; go; query 0 0 25 9; = 1 2 3");
