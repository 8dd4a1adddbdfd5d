/* Spaces with hardly any room for answers; contacts whose members leave or change their order;
 * drawing. */
#include "../../../src/core/core.h" /* changes a pool's draw function */
#include "../space_cramped.h"

static void told_of(trp_result result)
{
    CHECK_EQ(told.count, 1);
    CHECK_EQ(told.result, result);
    stage_forget();
}

static void too_many_in_cells(void)
{
    cramped_begin(3);
    cramped_put_in_a_row(1, 4);
    space_box(cramped.pool, 5, 0, 5, 1, 1); /* in the same cell, but at another place */
    CHECK_EQ(trp_space_pairs(cramped.space, NULL, NULL), 0);
    CHECK_EQ(cramped_query(4), 3);
    CHECK_LOG(1, 2, 3);
    CHECK_EQ(cramped_query(9), 4); /* three, then the last one */
    CHECK_LOG(1, 2, 3, 4);
    space_box(cramped.pool, 6, 0, 0, 1, 1); /* loose: it is found after the others */
    CHECK_EQ(cramped_query(2), 3);
    CHECK_LOG(1, 2, 6);
    CHECK_EQ(cramped_query(4), 4);
    CHECK_LOG(1, 2, 3, 6);
    CHECK_EQ(told.count, 0);
    CHECK_VALID(cramped.world);
}

static void update_one(trp_actor *self, const trp_context *in)
{
    (void)in;
    stage_log(trp_as(boxed, self)->id);
}

/* the numbers of some are the first of a word, or the last */
static void as_many_as_fill_words(void)
{
    trp_context tick = {0};

    for (uint32_t capacity = 31; capacity <= 130; capacity += capacity % 32 == 1 ? 29 : 1)
    {
        static answer found;
        if (STAGE_BYTES < 48u * 1024u || SPACE_ANSWERS < 130u)
            return;
        cramped_begin_with(capacity, TRP_ORDER_MEMORY, (trp_space_desc){.hits = 3});
        for (uint32_t id = 0; id < capacity; id++)
            space_box(cramped.pool, id, 0, 0, 1, 1);
        found.count = 0;
        CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(0, 0, 0, 0), 0, space_note, &found),
                 capacity);
        for (uint32_t id = 0; id < capacity; id++)
            CHECK_EQ(found.ids[id], id);
        CHECK_VALID(cramped.world);
        cramped_begin_with(capacity, TRP_ORDER_MEMORY, (trp_space_desc){0});
        for (uint32_t id = 0; id < capacity; id++)
            space_box(cramped.pool, id, 0, 0, 1, 1);
        tick.world = cramped.world;
        tick.pool = cramped.pool;
        CHECK_EQ(trp_space_update(cramped.space, trp_rectangle(0, 0, 0, 0), update_one, &tick),
                 capacity);
    }
}

static void count_drawn(const trp_actor *self, const trp_view *view)
{
    (void)view;
    stage_log(trp_as(boxed, self)->id);
}

static trp_result draw(float width)
{
    stage_log_clear();
    return trp_space_draw(cramped.space, trp_rectangle(0, 0, width, 2), NULL, 0);
}

/* there are three more answers than room, unless all are drawn */
static void too_many_to_be_put_in_order(void)
{
    trp_context tick = {0};

    cramped_begin(2);
    cramped.pool->desc.draw = count_drawn;
    tick.world = cramped.world;
    tick.pool = cramped.pool;
    cramped_put_in_a_row(1, 5);
    CHECK_RESULT(draw(2), TRP_OK);
    CHECK_LOG(1, 2);
    CHECK_QUIET(cramped.world, draw(99), TRP_OK);
    CHECK_LOG(1, 2, 3, 4, 5);
    CHECK_MISUSE(cramped.world, draw(7), TRP_ERR_FULL);
    CHECK_LOG();
    stage_forget();
    CHECK_EQ(trp_space_update(cramped.space, trp_rectangle(0, 0, 9, 2), update_one, &tick), 0);
    told_of(TRP_ERR_FULL);
    CHECK_LOG();
    CHECK_EQ(trp_space_update(cramped.space, trp_rectangle(0, 0, 2, 2), update_one, &tick), 2);
    CHECK_LOG(1, 2);
}

static void ask_for_more(boxed *self)
{
    (void)self;
    CHECK_QUIET(cramped.world, trp_space_draw(cramped.space, trp_rectangle(50, 50, 1, 1), NULL, 0),
                TRP_OK);
    CHECK_QUIET(cramped.world, trp_space_draw(cramped.space, trp_rectangle(0, 0, 1, 1), NULL, 0),
                TRP_OK);
    CHECK_MISUSE(cramped.world, trp_space_draw(cramped.space, trp_rectangle(5, 0, 1, 1), NULL, 0),
                 TRP_ERR_FULL);
    CHECK_MISUSE(cramped.world, (trp_space_pairs(cramped.space, space_log_pair, NULL), told.result),
                 TRP_ERR_FULL);
    CHECK_EQ(trp_space_pairs(cramped.space, NULL, NULL), 3); /* counting needs no room */
}

/* the answers of a pass fill all the room, including the last odd entry */
static void a_pass_that_holds_all_the_room(void)
{
    cramped_begin(3);
    for (uint32_t id = 1; id <= 3; id++)
        space_box(cramped.pool, id, 0, 0, id == 3 ? 9 : 1, 1);
    space_when_found = ask_for_more;
    CHECK_EQ(cramped_query(4), 3);
    CHECK_LOG(1, 2, 3);
    CHECK_VALID(cramped.world);
}

static boxed *moving;
static unsigned nested;

static void ask_for_pairs(boxed *a, boxed *b)
{
    (void)a;
    (void)b;
    if (nested++ >= 2)
        return;
    if (nested == 2)
    {
        moving->box.x += 0.25f;
        CHECK_QUIET(cramped.world, trp_space_moved(cramped.space, &moving->actor), TRP_OK);
    }
    CHECK_MISUSE(cramped.world, (trp_space_pairs(cramped.space, space_log_pair, NULL), told.result),
                 TRP_ERR_FULL);
}

/* 28 pairs, and memory for 8 numbers */
static void pairs_in_a_slow_pass(void)
{
    cramped_begin(8);
    for (uint32_t id = 1; id <= 8; id++)
        moving = space_box(cramped.pool, id, 0, 0, 1, 1);
    nested = 0;
    space_when_paired = ask_for_pairs;
    CHECK_EQ(trp_space_pairs(cramped.space, space_log_pair, NULL), 28);
    CHECK_EQ(nested, 28);
    CHECK_VALID(cramped.world);
}

static boxed *boxes[4];
static trp_actor *leaves;

static void log_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    const uint32_t one = a != NULL ? trp_as(boxed, a)->id : 0;
    const uint32_t other = b != NULL ? trp_as(boxed, b)->id : 0;

    stage_log(10000 * (uint32_t)in->phase + PAIR(one, other));
    if (leaves != NULL)
        CHECK_RESULT(trp_recycle(cramped.world, leaves), TRP_OK);
    leaves = NULL;
}

#define TOLD(phase, a, b) (10000u * (uint32_t)(phase) + PAIR(a, b))

static uint32_t contacts(void)
{
    stage_log_clear();
    return trp_space_contacts(cramped.space, log_contact, NULL);
}

static void the_other_of_a_contact_leaves(void)
{
    cramped_begin(0);
    for (uint32_t id = 1; id <= 3; id++)
        boxes[id] = space_box(cramped.pool, id, 0, 0, 1, 1);
    leaves = &boxes[3]->actor;
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(TOLD(TRP_CONTACT_BEGIN, 1, 2));
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(TOLD(TRP_CONTACT_STAY, 1, 2));
}

static void bits(const boxed *it, uint32_t category)
{
    CHECK_QUIET(
        cramped.world,
        trp_space_set_bits(cramped.space, trp_pool_at(cramped.pool, it->id - 1), category, 0xFF),
        TRP_OK);
}

/* the lower category comes first; the pair is still the same */
static void contacts_in_another_order(void)
{
    cramped_begin(0);
    leaves = NULL;
    for (uint32_t id = 1; id <= 2; id++)
        boxes[id] = space_box(cramped.pool, id, 0, 0, 1, 1);
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(TOLD(TRP_CONTACT_BEGIN, 1, 2));
    bits(boxes[1], 4);
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(TOLD(TRP_CONTACT_STAY, 1, 2));
    CHECK_EQ(contacts(), 1);
    CHECK_LOG(TOLD(TRP_CONTACT_STAY, 1, 2));
    /* 1 leaves, and 3 gets its number: another pair */
    bits(boxes[1], 1);
    CHECK_RESULT(trp_recycle(cramped.world, &boxes[1]->actor), TRP_OK);
    boxes[1] = space_box(cramped.pool, 1, 0, 0, 1, 1);
    bits(boxes[1], 4);
    CHECK_EQ(contacts(), 2);
    CHECK_LOG(TOLD(TRP_CONTACT_END, 0, 2), TOLD(TRP_CONTACT_BEGIN, 2, 1));
    CHECK_VALID(cramped.world);
}

/* six pairs, and room for none: they are found in several steps */
static void no_room_for_contacts(void)
{
    cramped_begin(2);
    leaves = NULL;
    for (uint32_t id = 1; id <= 4; id++)
        space_box(cramped.pool, id, 0, 0, 1, 1);
    stage_forget();
    CHECK_EQ(contacts(), 6);
    CHECK_LOG(TOLD(TRP_CONTACT_BEGIN, 1, 2), TOLD(TRP_CONTACT_BEGIN, 1, 3),
              TOLD(TRP_CONTACT_BEGIN, 1, 4), TOLD(TRP_CONTACT_BEGIN, 2, 3),
              TOLD(TRP_CONTACT_BEGIN, 2, 4), TOLD(TRP_CONTACT_BEGIN, 3, 4));
    CHECK_EQ(told.count, 0);
    CHECK_VALID(cramped.world);
}

static void which_are_not_drawn(void)
{
    cramped_begin_as(TRP_ORDER_MEMORY, (trp_space_desc){.sleepers = TRP_SLEEPERS_STAY});
    cramped_put_in_a_row(1, 3);
    CHECK_RESULT(draw(9), TRP_OK);
    CHECK_LOG(); /* the pool draws no actors */
    cramped.pool->desc.draw = count_drawn;
    CHECK_RESULT(trp_deactivate(cramped.world, trp_pool_at(cramped.pool, 1)), TRP_OK);
    CHECK_RESULT(draw(9), TRP_OK);
    CHECK_LOG(1, 3);
    CHECK_RESULT(trp_layer_set_visible(cramped.world, trp_pool_info(cramped.pool).layer, false),
                 TRP_OK);
    CHECK_RESULT(draw(9), TRP_OK);
    CHECK_LOG();
}

/* Passes within passes: the answers of the outer ones stay as they are */

static uint32_t outer, room_of_pairs;

static void ask_for_six_pairs(boxed *self)
{
    const uint64_t before = trp_space_measure(cramped.space).questions;

    (void)self;
    if (nested++ != 0)
        return;
    CHECK_EQ(trp_space_pairs(cramped.space, space_log_pair, NULL), 6);
    /* with less room, they are found in another way */
    CHECK_EQ(trp_space_measure(cramped.space).questions - before == outer + 4, room_of_pairs == 12);
}

/* pairs begin at an even place */
static void pairs_in_a_query(void)
{
    for (outer = 3; outer <= 6; outer++)
        for (room_of_pairs = 12; room_of_pairs >= 10; room_of_pairs -= 2)
        {
            cramped_begin_with(10, TRP_ORDER_MEMORY,
                               (trp_space_desc){.hits = (outer + 1) / 2 * 2 + room_of_pairs});
            cramped_put_in_a_row(1, outer);
            for (uint32_t id = 11; id <= 14; id++)
                space_box(cramped.pool, id, 100, 0, 1, 1);
            nested = 0;
            space_when_found = ask_for_six_pairs;
            CHECK_EQ(cramped_query(20), outer);
            if (outer == 4)
                CHECK_LOG(1, PAIR(11, 12), PAIR(11, 13), PAIR(11, 14), PAIR(12, 13), PAIR(12, 14),
                          PAIR(13, 14), 2, 3, 4);
        }
    stage_log_clear();
}

static void ask_for_one_pair(boxed *self)
{
    (void)self;
    CHECK_MISUSE(cramped.world, (trp_space_pairs(cramped.space, space_log_pair, NULL), told.result),
                 TRP_ERR_FULL);
}

static void no_room_for_a_pair(void)
{
    cramped_begin(4);
    cramped_put_in_a_row(1, 3);
    space_box(cramped.pool, 4, 4.5f, 0, 1, 1);
    space_when_found = ask_for_one_pair;
    CHECK_EQ(cramped_query(20), 4);
    CHECK_LOG(1, 2, 3, 4);
}

static void update_and_log(trp_actor *self, const trp_context *in)
{
    (void)in;
    stage_log(200 + trp_as(boxed, self)->id);
    if (nested++ == 0)
        CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(6, 0, 4, 2), 0, space_log, NULL), 3);
}

static void draw_and_log(const trp_actor *self, const trp_view *view)
{
    (void)view;
    stage_log(100 + trp_as(boxed, self)->id);
    if (nested++ == 0)
        CHECK_EQ(trp_space_query(cramped.space, trp_rectangle(6, 0, 4, 2), 0, space_log, NULL), 3);
}

static void draw_and_update(boxed *self)
{
    const trp_context tick = {.world = cramped.world, .pool = cramped.pool};

    if (self->id > 1)
        return;
    nested = 0;
    CHECK_RESULT(trp_space_draw(cramped.space, trp_rectangle(2, 0, 4, 2), NULL, 0), TRP_OK);
    nested = 0;
    CHECK_EQ(trp_space_update(cramped.space, trp_rectangle(2, 0, 4, 2), update_and_log, &tick), 3);
}

/* in list order, in a query, and with a query in them */
static void drawing_in_a_query(void)
{
    trp_pool *beside;

    if (STAGE_BYTES < 16u * 1024u)
        return;
    cramped_begin_as(TRP_ORDER_NEWEST, (trp_space_desc){0});
    cramped.pool->desc.draw = draw_and_log;
    beside = stage_pool_as(cramped.world, space_pool_desc(1, TRP_ORDER_MEMORY));
    CHECK_RESULT(trp_space_add_pool(cramped.space, beside,
                                    &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                 TRP_OK);
    space_box(beside, 9, 5, 0, 0.5f, 1); /* neither drawn nor updated, but found */
    cramped_put_in_a_row(1, 7);
    space_when_found = draw_and_update;
    CHECK_EQ(cramped_query(4), 3);
    CHECK_LOG(1, 104, 4, 5, 6, 103, 102, 204, 4, 5, 6, 203, 202, 2, 3);
    CHECK_VALID(cramped.world);
}

/* as many as there is room for; more than are fetched ahead */
static void as_many_drawn_as_there_is_room_for(void)
{
    const trp_space_desc desc = {.capacity = 32, .hits = 28};
    trp_pool_desc drawn = space_pool_desc(32, TRP_ORDER_OLDEST);

    stage_world();
    cramped.world = trp_world_create(&(trp_world_desc){.max_pools = 1});
    if (cramped.world == NULL)
        return;
    drawn.draw = count_drawn;
    cramped.pool = stage_pool_as(cramped.world, drawn);
    cramped.space = trp_space_create(cramped.world, &desc);
    CHECK_RESULT(trp_space_add_pool(cramped.space, cramped.pool,
                                    &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}),
                 TRP_OK);
    cramped_put_in_a_row(1, 30);
    CHECK_RESULT(draw(54.5f), TRP_OK);
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
              25, 26, 27, 28);
    CHECK_RESULT(trp_deactivate(cramped.world, trp_pool_at(cramped.pool, 29)), TRP_OK);
    CHECK_RESULT(draw(99), TRP_OK); /* all that are awake, without room for 29 */
    CHECK_LOG(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
              25, 26, 27, 28, 29);
    CHECK_RESULT(trp_world_destroy(cramped.world), TRP_OK);
}

/* what an earlier query has found is not updated */
static void an_update_after_a_query(void)
{
    trp_context tick = {0};

    cramped_begin(0);
    cramped_put_in_a_row(1, 6);
    tick.world = cramped.world;
    tick.pool = cramped.pool;
    CHECK_EQ(cramped_query(20), 6);
    stage_log_clear();
    CHECK_EQ(trp_space_update(cramped.space, trp_rectangle(0, 0, 2, 2), update_one, &tick), 2);
    CHECK_LOG(1, 2);
}

const situation space_little_room_situations[] = {
    {"too many answers in the cells, or beside them", too_many_in_cells},
    {"as many answers as fill words of marks", as_many_as_fill_words},
    {"too many answers to be put in order", too_many_to_be_put_in_order},
    {"a pass may hold all the room", a_pass_that_holds_all_the_room},
    {"pairs are asked for in a pass that has little room", pairs_in_a_slow_pass},
    {"the other one of a contact leaves before it begins", the_other_of_a_contact_leaves},
    {"contacts stay when their order changes", contacts_in_another_order},
    {"there is no room for the pairs of contacts", no_room_for_contacts},
    {"pairs in a query", pairs_in_a_query},
    {"there is no room for a pair", no_room_for_a_pair},
    {"drawing and updating in a query, and queries in them", drawing_in_a_query},
    {"as many are drawn as there is room for", as_many_drawn_as_there_is_room_for},
    {"an update after a query", an_update_after_a_query},
    {"sleepers, hidden layers and pools without draw are not drawn", which_are_not_drawn},
};
const unsigned space_little_room_situation_count =
    sizeof space_little_room_situations / sizeof space_little_room_situations[0];
