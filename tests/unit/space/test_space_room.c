/*
 * Passes with little room for their answers, or none, and what callbacks do in them: filters that
 * remove the actor in question, passes that are stopped, swept passes within others.
 */
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

static bool is_even(const trp_actor *actor, const trp_context *in)
{
    return trp_as(boxed, actor)->id % 2 == 0;
}

/* more than are prefetched, and more than were requested */
SITUATION("the first answers that a filter accepts")
{
    trp_hit hits[20];
    const trp_query even = {.accept = is_even};
    const trp_query nearest = {
        .accept = is_even, .area = trp_circle(0, 0, 99), .order = TRP_SPACE_NEAREST_FIRST};

    begin(0, 40);
    CHECK_EQ(trp_space_find(space, &even, hits, 3), 3);
    CHECK_EQ(trp_as(boxed, hits[2].actor)->id, 6);
    CHECK_EQ(trp_space_find(space, &even, hits, 20), 20);
    CHECK_EQ(trp_space_find(space, &nearest, hits, 3), 3);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK_EQ(trp_space_query(space, &even, NULL, NULL), 20);
}

/* Rooms */

SITUATION("fewer answers than there are, and more than a few of the nearest")
{
    trp_hit hits[40];
    trp_actor *found[40];
    trp_query query = {0};

    begin(0, 40);
    CHECK_EQ(trp_space_find(space, &query, hits, 3), 3);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[2].actor)->id, 3);
    CHECK_EQ(trp_space_find(space, &query, hits, 40), 40);
    CHECK_EQ(trp_space_find(space, &query, NULL, 3), 0);
    CHECK_EQ(trp_space_find(space, &query, hits, 0), 0);
    CHECK_EQ(trp_space_find(space, &query, hits, 17), 17);
    query.order = (trp_space_order)7;
    refused(trp_space_find(space, &query, hits, 1), TRP_ERR_VALUE);
    CHECK_EQ(trp_space_pairs(space, NULL, NULL, NULL), 780); /* sorted now */
    /* more than are stored while searching */
    CHECK_EQ(space_nearest(space, 0, 0, 1000, 0, found, 20), 20);
    for (uint32_t i = 0; i < 20; i++)
        CHECK_EQ(trp_as(boxed, found[i])->id, i + 1);
    CHECK_EQ(space_nearest(space, 0, 0, 1000, 0, found, 40), 40);
    CHECK_EQ(space_nearest(space, 0, 0, 1000, 2, found, 1), 0);
    query = (trp_query){.area = trp_circle(0, 0, 1000), .order = TRP_SPACE_NEAREST_FIRST};
    query.asker = found[0];
    CHECK_EQ(trp_space_find(space, &query, hits, 3), 3);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 2);
    CHECK_EQ(trp_space_query(
                 space,
                 &(trp_query){.area = trp_circle(0, 0, 99), .order = TRP_SPACE_NEAREST_FIRST},
                 space_log, NULL),
             40);
    stage_log_clear();
}

/* so few hits that answers are found in several steps, or not at all */
SITUATION("answers with little room: a few at a time, but for the nearest")
{
    trp_hit hits[40];
    trp_actor *found[40];
    trp_query query = {0};

    begin(8, 40);
    CHECK_EQ(trp_space_find(space, &query, hits, 40), 40);
    CHECK_EQ(trp_as(boxed, hits[39].actor)->id, 40);
    CHECK_EQ(trp_space_find(space, &query, hits, 11), 11);
    CHECK_EQ(trp_as(boxed, hits[10].actor)->id, 11);
    CHECK_EQ(trp_space_find(space, &query, hits, 5), 5); /* exactly enough room */
    CHECK_EQ(trp_space_find(space, &query, hits, 30), 30);
    query.accept = is_even;
    CHECK_EQ(trp_space_find(space, &query, hits, 5), 5);
    CHECK_EQ(trp_as(boxed, hits[4].actor)->id % 2, 0);
    CHECK_EQ(space_nearest(space, 0, 0, 1000, 0, found, 40), 40);
    query.order = TRP_SPACE_NEAREST_FIRST;
    query.area = trp_rectangle(0, 0, 90, 90);
    CHECK_EQ(trp_space_query(space, &query, space_log, NULL), 20);
    stage_log_clear();
}

static void stops(boxed *self)
{
    if (self->id == 5)
        CHECK_OK(trp_space_stop(space));
}

static void stops_pairs(boxed *a, boxed *b)
{
    if (a->id == 1 && b->id == 4)
        CHECK_OK(trp_space_stop(space));
}

/* at the end of the answers found in one step, and before it */
SITUATION("passes with little room are stopped")
{
    for (uint32_t hits = 2; hits <= 9; hits++) {
        begin(hits, 12);
        space_when_found = stops;
        CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(0, 0, 99, 9)}, space_log,
                                 NULL),
                 5);
        CHECK_LOG(1, 2, 3, 4, 5);
        space_when_paired = stops_pairs;
        CHECK_EQ(pairs((trp_pairing){0}), 3);
        CHECK_LOG(PAIR(1, 2), PAIR(1, 3), PAIR(1, 4));
    }
}

/* Passes within passes */

SITUATION("contacts of what has touched on its way")
{
    const trp_pairing which = {.swept = true};

    for (uint32_t hits = 0; hits <= 2; hits += 2) {
        begin(hits, 3);
        CHECK_OK(trp_space_moved_all(space, NULL));
        by_id(3)->box.x = 500;
        CHECK_OK(trp_space_moved_all(space, NULL));
        CHECK_EQ(contacts(which), 1 + 2); /* on the way */
        by_id(3)->box.x = 600;
        CHECK_OK(trp_space_moved_all(space, NULL));
        CHECK_EQ(contacts(which), 1 + 2);
        CHECK_LOG(200000 + PAIR(1, 3), 200000 + PAIR(2, 3), 100000 + PAIR(1, 2));
    }
    refused(contacts((trp_pairing){.care = (trp_care)9}), TRP_ERR_VALUE);
}

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

static void cannot_be_stopped(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    calls++;
    CHECK_RESULT(trp_space_stop(space), TRP_GONE);
}

SITUATION("contacts cannot be stopped")
{
    begin(0, 3);
    CHECK_EQ(space_contacts(space, NULL, cannot_be_stopped, NULL), 3);
    CHECK_EQ(calls, 3);
}

static void draw_it(const trp_actor *self, const trp_view *view)
{
    stage_log(1000 + trp_as(boxed, self)->id);
}

static void take_away(uint32_t id)
{
    trp_actor *actor = trp_pool_at(pool, id - 1);

    if (actor != NULL && trp_space_member(space, actor, NULL))
        CHECK_OK(trp_space_remove(space, actor));
}

static void lose_one_and_ask(boxed *self)
{
    trp_hit hits[4];

    space_when_found = NULL;
    take_away(2);
    CHECK_EQ(trp_space_find(space, &(trp_query){.area = trp_rectangle(0, 0, 99, 9)}, hits, 4), 2);
    CHECK_EQ(trp_as(boxed, hits[0].actor)->id, 1);
    CHECK_EQ(trp_as(boxed, hits[1].actor)->id, 3);
    CHECK_OK(trp_space_draw(space, trp_rectangle(0, 0, 99, 9), NULL, 0));
}

SITUATION("who has left in a pass is neither found nor drawn in it")
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);
    desc.draw = draw_it;
    world = stage_world();
    pool = stage_pool_as(world, desc);
    space = space_of(world, pool, SPACE_GRIDS);
    for (uint32_t id = 1; id <= 3; id++)
        space_box(pool, id, 0.5f * (float)id, 0, 40, 8);
    stage_log_clear();
    space_when_found = lose_one_and_ask;
    CHECK_EQ(trp_space_query(space, NULL, space_log, NULL), 2);
    CHECK_LOG(1, 1001, 1003, 3);
}
