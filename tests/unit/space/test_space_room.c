/*
 * Passes with little room for their answers, or none, and what callbacks do in them: filters that
 * remove the actor in question, passes that are stopped, swept passes within others.
 */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_room);

/* Filters; with room for all pairs, and for few pairs per step */

SCRIPT("filters that stop, or refuse",
       "pool 4; space room 64; row 1-4 0.5 0.5 40 8; go; at f1&3: stop; pairs asked; = 1&2; still;"
       "pairs none; =; freespace; space room 64 hits 4; at f1&3: stop; pairs asked; = 1&2; still;"
       "pairs none; =");
SCRIPT("a contact begins with what lives",
       "in memory; space; row 1-4 0.5 0.5 40 8; go; contacts none; =; recycle 2; go; contacts;"
       "= k1&3 k1&4 k3&4");
SCRIPT(
    "... also with room for few pairs at a time",
    "in memory; space hits 4; row 1-4 0.5 0.5 40 8; go; contacts none; =; recycle 2; go; contacts;"
    "= k1&3 k1&4 k3&4");

SCRIPT("the first answers that a filter accepts",
       "pool 40; space room 64; row 1-40 0.5 0.5 40 8; go; everything odd first 3; = 1 3 5;"
       "everything odd first 20; answers 20; go; circle 0 0 99 nearest odd first 3; = 1 3 5;"
       "everything odd; answers 20");

/* Rooms */

SCRIPT("fewer answers than there are, and more than a few of the nearest",
       "pool 40; space room 64; row 1-40 0.5 0.5 40 8; go; everything first 3; = 1 2 3;"
       "everything first 40; = 1-40; everything first 17; = 1-17; circle 0 0 900 nearest first 20;"
       "= 1-20; circle 0 0 900 nearest first 40; = 1-40; circle 0 0 900 mask 2 nearest first 1; =;"
       "circle 0 0 900 nearest asker 1 first 3; = 2 3 4; circle 0 0 99 nearest; = 1-40");
SCRIPT("answers with little room: a few at a time, but for the nearest",
       "pool 40; space room 64 hits 8; row 1-40 0.5 0.5 40 8; go; everything first 40; = 1-40;"
       "everything first 11; = 1-11; everything first 5; = 1-5; everything first 30; = 1-30;"
       "everything odd first 5; = 1 3 5 7 9; circle 0 0 900 nearest first 40; = 1-40;"
       "query 0 0 90 90 odd; answers 20");
SCRIPT("passes with little room are stopped, at the end of a step",
       "pool 12; space room 64 hits 5; row 1-12 0.5 0.5 40 8; go; at 5: stop; query 0 0 99 9;"
       "= 1-5; at 1&4: stop; pairs; = 1&2 1&3 1&4");
SCRIPT("... and before it",
       "pool 12; space room 64 hits 2; row 1-12 0.5 0.5 40 8; go; at 5: stop; query 0 0 99 9;"
       "= 1-5; at 1&4: stop; pairs; = 1&2 1&3 1&4");

/* Passes within passes */

SCRIPT("contacts of what has touched on its way",
       "space sweeps manual; row 1-3 0.5 0.5 40 8; reread; box 3 500 0 40 8; reread; go;"
       "contacts swept; = k1&2 k1&3 k2&3; box 3 600 0 40 8; reread; contacts swept;"
       "= e1&3 e2&3 y1&2");

/* A query has taken all the room. */
SCRIPT("passes around have left no room",
       "pool 4; space grid room 64 hits 4 sweeps manual; row 1-4 0.5 0.5 40 8; go;"
       "at 1: still, circle 1 1 9 nearest !FULL, pairs !FULL, pairs swept !FULL, contacts !FULL,"
       "contacts swept !FULL, drawspace 0 0 99 9 !FULL; query 0 0 99 9; = 1 2 3 4; pairs;"
       "= 1&2 1&3 1&4 2&3 2&4 3&4");

static void update_in_a_pass(trp_actor *self, const trp_context *in)
{
    const trp_context tick = {.world = in->world, .pool = trp_pool_of(in->world, self)};

    stage_forget();
    CHECK_EQ(trp_space_update(in->space, trp_rectangle(0, 0, 99, 9), stage_do_nothing, &tick), 0);
    CHECK_RESULT(told.result, TRP_ERR_FULL);
}

SITUATION("nor for an update of a part of the world")
{
    trp_world *const world = stage_world();
    trp_pool *const pool = space_pool(world, 4);
    trp_space *const space = space_made(pool, (trp_space_desc){.capacity = 64, .hits = 4});

    for (uint32_t id = 1; id <= 4; id++)
        space_box(pool, id, 0.5f * (float)id, 0, 40, 8);
    CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 99, 9)},
                             update_in_a_pass, NULL),
             4);
}

SCRIPT(
    "contacts cannot be stopped",
    "space; row 1-3 0.5 0.5 40 8; go; at k1&2: stop ?GONE; contacts; = k1&2 k1&3 k2&3; answers 3");
SCRIPT("who has left in a pass is neither found nor drawn in it",
       "in memory; space; row 1-3 0.5 0.5 40 8; go;"
       "at 1: still, part 2, query 0 0 99 9 first 4, drawspace 0 0 99 9; everything;"
       "= 1 1 3 d1 d3 3");
