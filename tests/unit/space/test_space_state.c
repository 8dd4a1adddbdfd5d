/* Spaces in snapshots: a restored space answers as it did, whatever was in it meanwhile. */
#include "../script.h"
#include "../snapshot_scene.h"
#include "../space_stage.h"

SITUATIONS(space_state);

SCRIPT("a space has more members than then",
       "pool 16; pool 16; space room 16 empty; enter a; enter b static; put 1 0; put 2 3; put b 3 "
       "50; put 4 53; sleep 4; save; put 10 -30; put 11 -33; put 12 -36; put 13 -39; everything; "
       "restore; go; everything; pairs; = 1 2 3 1&2; hidden 1; count 4; put b 10 -30; put b 11 "
       "-33; put b 12 -36; restore; go; everything; pairs; = 1 2 3 1&2; hidden 1; new 14; count 5");

SCRIPT("a space has fewer members than then, or none",
       "pool 16; pool 16; space room 16 empty; enter a; enter b static; put 1 0; put 2 3; "
       "put b 3 50; put 4 53; sleep 4; save; go; box 2 -500; pairs; =; part 1; recycle 3; restore; "
       "go; everything; pairs; = 1 2 3 1&2; clear a; clear b; count 0; restore; go; everything; "
       "pairs; = 1 2 3 1&2; new 14; count 5");

/* Nothing is left of members that it had meanwhile. */
SCRIPT("a restored empty space is as a new one",
       "pool 16; space room 16; contacts; save; put 1 0; put 2 3; sleep 2; wake 2; put 3 6; "
       "sleep 3; contacts; restore; count 0; hidden 0; go; everything; pairs; contacts; =; "
       "put 1 0; put 2 3; go; everything; pairs; = 1 2 1&2");

/* Its box is read when it wakes, as without a restore. */
SCRIPT("sleepers are hidden again",
       "in memory oldest; space; put 1 0; put 2 3; put 4 50; put 5 53; sleep 4; save; go; wake 4; "
       "pairs; = 1&2 4&5; sleep 2; restore; hidden 1; go; pairs; = 1&2; shape 4 2; wake 4; "
       "hidden 0; pairs; = 1&2 1&4 2&4; count 4");

/* Contacts of then go on, those that began later are forgotten. */
SCRIPT("contacts of then go on",
       "space; put 1 0; put 2 3; put 3 6; put 4 50; go; contacts; = k1&2 k2&3; save; box 1 48; "
       "recycle 2; go; contacts; = e1&0 e0&3 k1&4; put 5 51; put 6 52; put 7 53; contacts; save 1; "
       "restore; go; contacts; = y1&2 y2&3; restore 1; restore; recycle 4 2; go; contacts; "
       "= e1&0 e0&3; contacts; =");

/* Where boxes were in the last reading, and in the one before it. */
SCRIPT(
    "sweeps begin where boxes were then",
    "pool; pool newest; space sweeps manual empty; enter a; enter b static; put 1 0; put b 2 50; "
    "reread;"
    "pairs swept; answers 0; shape 1 100; reread; pairs swept; answers 1; touch 1 2 54 1 0 0.46; "
    "save;"
    "reread; pairs swept; answers 0; shape 1 -100; reread; pairs swept; answers 1; save 1; restore;"
    "touch 1 2 54 1 0 0.46; reread; pairs swept; answers 0;" /* it is behind the wall */
    "restore; shape 1 0; reread; pairs swept; answers 1; restore 1; touch 1 2 154 -1 0 0.23; "
    "reread;"
    "pairs swept; answers 0");

/* Statistics, and what former members left. */
SCRIPT("what does not count is no difference",
       "space; put 1 0; put 2 3; save; hash 0; everything; bits 2 2 0; bits 2 0 0; part 2; join 2; "
       "same 0; changes 0 0; bits 2 4 0; changes 0 1");

SCRIPT("what counts is a difference",
       "pool; pool newest; space sweeps manual empty; enter a; enter b static; row 1-4 3 3 4 4; "
       "row b 5-6 15 3 4 4;"
       "recycle 3; sleep 4; reread; contacts; save; box 1 4 0 3 4; shape 1 3 0 4; changes 0 1; "
       "restore; changes 0 0;"
       "box 1 3 1 4 3; shape 1 3 0 4; changes 0 1; restore; changes 0 0; box 1 3 0 5 4; shape 1 3 "
       "0 4; changes 0 1; restore; changes 0 0;"
       "box 1 3 0 4 5; shape 1 3 0 4; changes 0 1; restore; changes 0 0; bits 1 4 0; changes 0 1; "
       "restore; changes 0 0;"
       "bits 1 0 5; changes 0 1; restore; changes 0 0; part 6; changes 0 1; restore; changes 0 0;"
       "box 1 900; reread; box 1 3; changes 0 1;" /* where it was, but it comes from elsewhere */
       "restore; changes 0 0");

/* The same members and boxes. */
SCRIPT("one contact for another is a difference",
       "space; put 1 0; put 2 0; put 3 0; contacts; box 1 500; box 2 600; box 3 700; contacts; "
       "contacts; box 1 0;"
       "box 2 0; box 3 0; save; box 2 50; box 3 52; contacts; box 2 0; box 3 0; save 1; restore; "
       "box 2 2; box 3 52;"
       "contacts; box 2 0; box 3 0; save 2; restore; box 2 2; box 3 3; contacts; box 2 0; box 3 0; "
       "save 3;"
       "changes 3 0; diff 0 1 1; diff 0 2 1; diff 0 3 1; diff 1 2 1; diff 1 3 1; diff 2 3 1");
SCRIPT("two contacts of three for two others are a difference",
       "space; put 1 0; put 2 0; put 3 0; contacts; save; box 1 7; box 2 10; box 3 13; contacts; "
       "box 1 0; box 2 0; box 3 0; save 1; restore; box 1 10; box 2 7; box 3 13; contacts; "
       "box 1 0; box 2 0; box 3 0; save 2; restore; box 1 7; box 2 13; box 3 10; contacts; "
       "box 1 0; box 2 0; box 3 0; save 3; changes 3 0; diff 1 2 1; diff 1 3 1; diff 2 3 1");

/* Those of members that have left, and that are not yet reported as ended. */
SCRIPT("contacts of members that have left are a difference",
       "space; contacts; save; put 1 0; put 2 3; go; contacts; = k1&2; recycle 1 2; save 1; "
       "restore; go; contacts; =; restore 1; go; contacts; = e0&0");

/* An empty one beside it is as it was. */
SCRIPT("only one of two spaces differs",
       "in memory; space; space empty; enter a byhand; save; put 1 3; save 1; diff 0 1 2; join 1; "
       "save 2; diff 0 2 3; diff 1 2 1");

/* A contact of a life that is over, whose end is still to be told, and one of the next life. */
SCRIPT("whose lives contacts are of is state",
       "in memory; space; put 1 0; put 2 0; contacts; recycle 1; put 3 0; save; hash 0; go; "
       "contacts; = e0&2 k3&2; differs 0");

static uint32_t within;

static void ask_within(trp_actor *actor, const trp_context *in)
{
    within++;
    if (within < 40)
        trp_space_query(in->space, NULL, ask_within, NULL);
}

/* Passes within each other, as many as there is room for: growth is no state. */
SITUATION("room that has grown decides nothing after a restore")
{
    trp_world *const world = stage_large_world(64u * 1024u);
    trp_pool *const pool = space_pool(world, 8);
    trp_space *const space = space_made(pool, (trp_space_desc){.capacity = 2, .max_capacity = 8});
    space_square(pool, 1, 0);
    const size_t bytes = snapshot_save_to(world, 0);
    within = 0;
    trp_space_query(space, NULL, ask_within, NULL);
    const uint32_t before = within;
    for (uint32_t i = 0; i < 5; i++)
        space_square(pool, 2 + i, 50);
    CHECK(trp_space_info(space).capacity > 2);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    within = 0;
    trp_space_query(space, NULL, ask_within, NULL);
    CHECK_EQ(within, before);
}
