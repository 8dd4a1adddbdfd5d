/*
 * Pairs and contacts with further settings: sides, one way, a filter, categories, stopped passes;
 * how boxes and circles touch. Each situation is played with every kind of space.
 */
#include "../../../src/space/space.h" /* calls that no snapshot can cause */
#include "../../../src/state/state.h" /* the same */
#include "../script.h"
#include "../snapshot_scene.h"
#include "../space_stage.h"

SITUATIONS(space_pairs);

SCRIPT("a filter is asked about pairs",
       "space; row 1-4 1 1 8 8; go; pairs even; = 1&3 2&4; answers 2");
/* More columns than cells, which have numbers by a hash: the last one lies beside the first. */
SCRIPT("a row that goes on from the last cell to the first",
       "in memory; pool 64 still; row 1-60 400 5 6 6; put 61 0 0 6 6; put 62 6000 0 6 6; "
       "space room 64; go; pairs; = 1&2 2&3 3&4 4&5 5&6 6&7 7&8 8&9 9&10 10&11 11&12 12&13 13&14 "
       "14&15 15&16 16&17 17&18 18&19 19&20 20&21 21&22 22&23 23&24 24&25 25&26 26&27 27&28 28&29 "
       "29&30 30&31 31&32 32&33 33&34 34&35 35&36 36&37 37&38 38&39 39&40 40&41 41&42 42&43 43&44 "
       "44&45 45&46 46&47 47&48 48&49 49&50 50&51 51&52 52&53 53&54 54&55 55&56 56&57 57&58 58&59 "
       "59&60");

/* Many combinations are tried in test_space_many.c and, at random, in test_space_storm.c. */
SCRIPT("bits of static actors and of others",
       "pool; pool; space empty; enter a; enter b static; row 1-3 0 1 8 8; row b 11-13 0 1 8 8;"
       "pairs; answers 12; bits 1 4 2; bits 11 2 4; go; pairs; = 11&1 2&3 2&12 2&13 3&12 3&13;"
       "bits 2 4 2; bits 3 4 4; bits 12 2 4; bits 13 8 8; pairs; = 11&1 12&1 11&2 12&2");

SCRIPT("a mask of all other categories",
       "space empty; enter a mask 4294967294; row 1-3 1 1 8 8; pairs; answers 0;"
       "everything mask 4294967294; answers 0; everything mask 1; answers 3");
SCRIPT("contacts of some pairs, with their categories",
       "space; put 1 0 0 8; put 2 1 0 8; put 3 2 0 8; bits 1 1 0; bits 2 2 0; go; contacts even;"
       "= k1&3; contacts a 2 b 1; = e1&3 k2&1 k2&3; bits 2 4 0; contacts a 2 b 1; = e2&1 e2&3");
SCRIPT("circles touch by distance",
       "space empty; enter a round; put 1 0 0 10; put 2 8 8 10; pairs; answers 0; apart 1 2;"
       "query 1 1 0 0; answers 0; query 5 0 0 0; answers 1; box 2 6 8 10; pairs; answers 1;"
       "touch 1 2 0 0.6 0.8 1; box 2 3 4 10; touch 1 2 5 0.6 0.8; apart 1 1; sleep 2; apart 1 2");
SCRIPT("how deep boxes touch",
       "space; put 1 0 0 10; put 2 7 1 10; touch 1 2 3 1 0; touch 2 1 3 -1 0; box 2 1 -8 10;"
       "touch 1 2 2 0 -1; box 2 11 0 10; apart 1 2");
SCRIPT("pairs of a few: in any order, one leaves, within a pass",
       "space; row 1-3 1 1 8 8; go; pairs; = 1&2 1&3 2&3; at 1&2: still, recycle 3; pairs;"
       "= 1&2 -3; put 3 100 0 8; put 4 100 0 8; bits 3 2 2; bits 4 2 2; go;"
       "at 1&2: still, pairs a 2 b 2; pairs; = 1&2 3&4 3&4; bits 1 4 7; bits 2 2 7;"
       "pairs a 4 b 2; = 1&2; pairs a 6 b 2; = 1&2 3&4; pairs; = 2&1 3&4");
SCRIPT("other passes within a swept one",
       "space sweeps manual; put 1 0 0 8; put 2 4 0 8; reread; go;"
       "at 1&2: still, pairs, pairs swept; pairs swept; = 1&2 1&2 1&2");
SCRIPT("a box that only grows has touched what it touches now",
       "space sweeps manual; put 1 0 0 8; put 2 4 0 8; reread; pairs swept; box 1 20 0 2; reread;"
       "pairs swept; answers 1; reread; pairs swept; answers 0; put 3 50 0 8; box 1 20 0 40 2;"
       "reread; go; pairs swept; = 1&3");
SCRIPT("pairs that are stopped, with room for all and for one",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; put 4 4 0 8; space; go; at 1&3: stop;"
       "pairs; = 1&2 1&3; still; pairs; = 1&2 1&3 1&4 2&3 2&4 3&4");
SCRIPT("... and with room for one",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; put 4 4 0 8; space hits 2; go;"
       "at 1&3: stop; pairs; = 1&2 1&3; still; pairs; = 1&2 1&3 1&4 2&3 2&4 3&4");
SCRIPT("categories of one side, where all have the bits by default",
       "put 1 1 0 8; put 2 2 0 8; put 3 3 0 8; space; go; pairs a 1; = 1&2 1&3 2&3;"
       "pairs b 1; = 1&2 1&3 2&3; pairs a 2; =; pairs b 2; =");
SCRIPT("pairs of one side with the other",
       "put 1 2 0 30; put 2 4 0 30; put 3 6 0 30; put 7 14 0 30; put 8 16 0 30;"
       "space; bits 1 1 0; bits 2 1 0; bits 3 1 0; bits 7 2 0; bits 8 2 0; go;"
       "pairs a 2 b 1; = 7&1 8&1 7&2 8&2 7&3 8&3; pairs a 2 b 2; = 7&8; pairs a 4;"
       "=; pairs a 4 b 1; =");
SCRIPT("the lower category comes first, whether many ask a few or a few ask many",
       "pool 40; space empty room 64; enter a category 2; put 30 84 4 8; row 1-20 0 20 8 8; "
       "put 21 4 4 8; bits 30 1 0; bits 21 1 0; go; pairs; = 30&5 21&1");
SCRIPT("the one that cares for the other comes first",
       "put 1 0 0 8; put 2 4 0 8; space; bits 1 1 4; bits 2 2 1; go; pairs; =;"
       "pairs either; = 2&1; bits 1 1 2; pairs either; = 1&2");

/*
 * Parts of the world in list order: drawing and updating if only some pools of a segment are in the
 * space, if actors sleep, if layers are invisible. Also callbacks during these passes.
 */

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
