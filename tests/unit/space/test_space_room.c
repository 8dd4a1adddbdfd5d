/*
 * Passes with little room for their answers, or none, and what callbacks do in them: filters that
 * remove the actor in question, passes that are stopped, swept passes within others.
 */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_room);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;
static uint32_t calls;

/* several in a row, each touching all others */
static void begin_as(trp_space_desc desc, uint32_t count)
{
    world = stage_world();
    pool = space_pool(world, 64);
    desc.capacity = 64;
    space = MADE(trp_space_create(world, &desc));
    CHECK_OK(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
    for (uint32_t id = 1; id <= count; id++)
        space_box(pool, id, 0.5f * (float)id, 0, 40, 8);
    calls = 0;
    stage_log_clear();
}

static void begin(uint32_t hits, uint32_t count)
{
    begin_as((trp_space_desc){.hits = hits, .sweeps = true, .manual_moves = true}, count);
}

static boxed *by_id(uint32_t id)
{
    return trp_as(boxed, trp_pool_at(pool, id - 1));
}

static uint32_t pairs(trp_pairing which)
{
    stage_log_clear();
    return trp_space_pairs(space, &which, space_log_pair, NULL);
}

static void log_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    calls++;
    CHECK(a != NULL && b != NULL);
    stage_log(100000u * ((uint32_t)in->phase >> 1) +
              PAIR(trp_as(boxed, a)->id, trp_as(boxed, b)->id));
}

static uint32_t contacts(trp_pairing which)
{
    space_contacts_room = 64;
    stage_log_clear();
    return space_contacts(space, &which, log_contact, NULL);
}

/* The call returns 0, and reports the reason. */
static void refused(uint32_t answers, trp_result result)
{
    CHECK_EQ(answers, 0);
    CHECK_RESULT(told.result, result);
    stage_forget();
}

/* Filters */

static bool stops_at_the_second(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    if (trp_as(boxed, a)->id == 1 && trp_as(boxed, b)->id == 3)
        CHECK_OK(trp_space_stop(space));
    return true;
}

static bool refuses_all(const trp_actor *a, const trp_actor *b, const trp_pair_context *in)
{
    return false;
}

/* with room for all pairs, and for few pairs per step */
SITUATION("filters that stop, or refuse")
{
    for (uint32_t hits = 0; hits <= 4; hits += 4) {
        begin(hits, 4);
        CHECK_EQ(pairs((trp_pairing){.accept = stops_at_the_second}), 1);
        CHECK_LOG(PAIR(1, 2));
        CHECK_EQ(pairs((trp_pairing){.accept = refuses_all}), 0);
        CHECK_LOG();
    }
}

SITUATION("a contact begins with what lives")
{
    for (uint32_t hits = 0; hits <= 4; hits += 4) {
        begin(hits, 4);
        CHECK_EQ(contacts((trp_pairing){.accept = refuses_all}), 0);
        CHECK_OK(trp_recycle(world, &by_id(2)->actor)); /* its number is free */
        CHECK_EQ(contacts((trp_pairing){0}), 3);
        CHECK_LOG(PAIR(1, 3), PAIR(1, 4), PAIR(3, 4));
    }
}

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

static void ask_for_the_nearest(boxed *self)
{
    refused(trp_space_query(
                space, &(trp_query){.area = trp_circle(1, 1, 9), .order = TRP_SPACE_NEAREST_FIRST},
                space_log, NULL),
            TRP_ERR_FULL);
}

static void ask_for_pairs_without_room(boxed *self)
{
    if (calls++ != 0)
        return;
    ask_for_the_nearest(self);
    refused(trp_space_pairs(space, NULL, NULL, NULL), TRP_ERR_FULL); /* a count needs room, too */
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(0, 0, 99, 9), NULL, 0), TRP_ERR_FULL);
    refused(0, TRP_ERR_FULL);
    refused(trp_space_update(space, trp_rectangle(0, 0, 99, 9), stage_do_nothing,
                             &(trp_context){.world = world, .pool = pool}),
            TRP_ERR_FULL);
    refused(pairs((trp_pairing){0}), TRP_ERR_FULL);
    refused(pairs((trp_pairing){.swept = true}), TRP_ERR_FULL);
    refused(contacts((trp_pairing){0}), TRP_ERR_FULL);
    refused(contacts((trp_pairing){.swept = true}), TRP_ERR_FULL);
}

/* a query that has taken all the room */
SITUATION("passes around have left no room")
{
    for (uint32_t hits = 4; hits <= 4; hits++) {
        begin(hits, 4);
        space_when_found = ask_for_pairs_without_room;
        CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 99, 9)}, space_log,
                                 NULL),
                 4);
        stage_log_clear();
        space_when_found = NULL;
        CHECK_EQ(pairs((trp_pairing){0}), 6);
        stage_log_clear();
        CHECK_VALID(world);
    }
}

SCRIPT(
    "contacts cannot be stopped",
    "space; row 1-3 0.5 0.5 40 8; go; at k1&2: stop ?GONE; contacts; = k1&2 k1&3 k2&3; answers 3");
SCRIPT("who has left in a pass is neither found nor drawn in it",
       "in memory; space; row 1-3 0.5 0.5 40 8; go;"
       "at 1: still, part 2, query 0 0 99 9 first 4, drawspace 0 0 99 9; everything;"
       "= 1 1 3 d1 d3 3");
