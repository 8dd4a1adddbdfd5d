/* Passes that are refused or have no room leave a space as it was. What reports say. */
#include "../script.h"
#include "../space_stage.h"

SITUATIONS(space_exact);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(uint32_t hits, bool sweeps)
{
    trp_space_desc desc = {
        .capacity = 32,
    };

    desc.hits = hits;
    desc.sweeps = sweeps;
    desc.manual_moves = sweeps;
    world = stage_world();
    pool = space_pool(world, 32);
    space = MADE(trp_space_create(world, &desc));
    CHECK_OK(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
}

/* no room at all: no answer is asked for, and no byte of the array is written */
SITUATION("no room for answers")
{
    trp_hit hit = {NULL, {7, 7}, 77, 7, 7, 7};
    trp_actor *actor = NULL;
    trp_query query = {0};

    set_up(0, false);
    for (uint32_t i = 0; i < 32; i++)
        space_square(pool, i, 6 * (float)i);
    query.area = trp_circle(0, 0, 500);
    for (int order = TRP_SPACE_BY_SLOT; order <= TRP_SPACE_NEAREST_FIRST; order++) {
        query.order = (trp_space_order)order;
        CHECK_EQ(trp_space_find(space, &query, &hit, 0), 0);
        CHECK_EQ(trp_space_find(space, &query, NULL, 9), 0);
        CHECK_EQ(trp_space_find(space, &query, &hit, 1), 1);
        hit.actor = NULL;
        hit.category = 77;
    }
    CHECK(actor == NULL);
    CHECK_EQ(trp_world_info(world).misuse, 0);
}

static uint32_t refused;
static bool asks_contacts;

static void no_contact(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    stage_log(1);
}

static void sweep_within(boxed *self)
{
    const trp_pairing swept = {.swept = true};

    if (refused++ != 0)
        return;
    if (asks_contacts)
        CHECK_EQ(space_contacts(space, &swept, no_contact, NULL), 0);
    else
        CHECK_EQ(trp_space_pairs(space, &swept, space_log_pair, NULL), 0);
    CHECK_RESULT(told.result, TRP_ERR_FULL);
}

/* a swept pass without any room: later queries do not find the ways of the boxes */
SITUATION("a swept pass without room changes no later answer")
{
    boxed *it[4];

    for (int round = 0; round < 2; round++) {
        set_up(3, true);
        for (uint32_t i = 0; i < 3; i++)
            it[i] = space_square(pool, i, (float)i);
        CHECK_EQ(space_log_all(space), 3);
        it[3] = space_square(pool, 3, 100);
        space_square(pool, 4, 50);
        it[3]->box.x = 20;
        CHECK_OK(trp_space_moved(space, &it[3]->actor));
        refused = 0;
        asks_contacts = round == 0;
        space_when_found = sweep_within;
        stage_log_clear();
        CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(-9, 0, 14, 9)},
                                 space_log, NULL),
                 3);
        CHECK_LOG(0, 1, 2);
        CHECK_EQ(refused, 3);
        space_when_found = NULL;
        it[1]->box.x = 1.5f;
        CHECK_OK(trp_space_moved_all(space, NULL));
        for (int again = 0; again < 40; again++)
            CHECK_EQ(trp_space_query(space, &(trp_query){.area = trp_rectangle(60, 0, 30, 9)}, NULL,
                                     NULL),
                     0);
        CHECK_EQ(
            trp_space_query(space, &(trp_query){.area = trp_rectangle(20, 0, 1, 1)}, NULL, NULL),
            1);
        CHECK_EQ(
            trp_space_query(space, &(trp_query){.area = trp_rectangle(100, 0, 4, 4)}, NULL, NULL),
            0);
        CHECK_EQ(space_contacts(space, NULL, no_contact, NULL), 3);
        CHECK_EQ(space_contacts(space, NULL, no_contact, NULL), 3);
    }
}

/* without an answer the sweep went all the way */
SITUATION("a sweep that meets nothing goes all the way")
{
    float at = 7;

    set_up(0, false);
    CHECK(space_first(space, trp_segment(0, 0, 10, 0), 0, &at) == NULL);
    CHECK(at == 1);
    space_square(pool, 1, 40);
    CHECK(space_first(space, trp_segment(0, 2, 20, 2), 0, &at) == NULL);
    CHECK(at == 1);
    CHECK(space_first(space, trp_segment(0, 2, 80, 2), 0, &at) != NULL);
    CHECK(at == 0.5f);
    CHECK(space_first(space, trp_segment(0, 2, 80, 2), 2, &at) == NULL);
    CHECK(at == 1);
    at = 7;
    stage_forget();
    CHECK(space_first(NULL, trp_segment(0, 0, 10, 0), 0, &at) == NULL);
    CHECK(at == 1);
}

SCRIPT("the actor that a query visits is not stolen",
       "in oldest; pool 3 steal; space room 64; row 1-3 0 10 4 4; at 1: new 11, is active 1;"
       "at 2: new 12, is active 2; at 3: new 13, is active 3; circle 0 0 90; clear;"
       "row 1-3 0 10 4 4; circle 0 0 90 nearest; clear; row 1-3 0 10 4 4; query -50 -50 100 100;"
       "clear; row 1-3 0 10 4 4; query -50 -50 100 100 nearest odd");
SCRIPT("neither of a contact or a pair is stolen",
       "in oldest; pool 1; pool 3 steal; space empty; enter b; put b 1 0; put b 2 1; put b 3 100; "
       "at 1&2: new b 9; go; pairs; = 1&2 -3s +9; query 101 1 0 0; =; still; clear b; put b 1 0; "
       "put b 2 1; put b 3 100; at k2&1: new b 10; go; contacts; = k2&1 -3s +10; query 101 1 0 0; "
       "=");

/* Reports */

static bool says(const char *part)
{
    return told.message[0] != '\0' && situation_text_has(told.message, part);
}

/* The last call was reported once, as this, and with this text if there are texts. */
static void reported(trp_result result, const char *part)
{
    CHECK_EQ(told.count, 1);
    CHECK_RESULT(told.result, result);
    CHECK_SAYS(part);
    stage_forget();
}

static void refuse(trp_result result, const char *part, trp_space_desc desc)
{
    stage_forget();
    CHECK(trp_space_create(world, &desc) == NULL);
    reported(result, part);
}

SITUATION("why a space is not created")
{
    set_up(0, false);
    stage_forget();
    CHECK(trp_space_create(world, NULL) == NULL);
    reported(TRP_ERR_NULL, "the desc is NULL");
    refuse(TRP_ERR_VALUE, "capacity must be", (trp_space_desc){0});
    refuse(TRP_ERR_VALUE, "enumerators", (trp_space_desc){.capacity = 1, .classes = 63});
    stage_forget();
    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 1, .max_capacity = 2}) == NULL);
    CHECK(!says("capacity must be"));
    reported(TRP_ERR_NO_ALLOCATOR, "");
    /* what is allowed is refused for another reason */
    refuse(TRP_ERR_MEMORY, "", (trp_space_desc){.capacity = 1, .hits = TRP_MAX_BOXES * 64});
    refuse(TRP_ERR_NO_ALLOCATOR, "",
           (trp_space_desc){.capacity = 1, .max_capacity = TRP_MAX_BOXES});
    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 2, .max_capacity = 2}) != NULL);
}

SITUATION("reports name an actor, a pool or the space")
{
    trp_actor *actor;

    set_up(0, false);
    trp_pool *outside = space_pool(world, 1);
    actor = &space_square(outside, 1, 0)->actor;
    CHECK_OK(trp_space_destroy(space));
    space = trp_space_create(world, &(trp_space_desc){.name = "sky", .capacity = 1});
    CHECK_MISUSE(world, trp_space_shift(space, INFINITY, 0), TRP_ERR_VALUE);
    CHECK(told.pool == NULL && told.actor == NULL);
    CHECK_SAYS("sky");
    CHECK_MISUSE(world, trp_space_remove_pool(space, outside), TRP_ERR_UNLINKED);
    CHECK(told.pool == outside && told.actor == NULL);
    CHECK_MISUSE(world, trp_space_remove(space, actor), TRP_ERR_UNLINKED);
    CHECK(told.actor == actor);
}

static void contact_within(trp_actor *a, trp_actor *b, const trp_contact_context *in)
{
    stage_forget();
    CHECK_EQ(space_contacts(in->space, NULL, contact_within, NULL), 0);
    reported(TRP_BUSY, "it is in progress");
}

static void update_none(trp_actor *self, const trp_context *in)
{
    CHECK(false);
}

static void draw_and_ask(const trp_actor *self, const trp_view *view)
{
    const trp_context tick = {.world = world, .pool = pool};

    stage_forget();
    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 1}) == NULL);
    CHECK(!says("the desc is NULL"));
    reported(TRP_BUSY, "");
    CHECK_EQ(space_contacts(space, NULL, contact_within, NULL), 0);
    reported(TRP_BUSY, "the world is being drawn");
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(0, 0, 0, 0), NULL, 0), TRP_BUSY);
    reported(TRP_BUSY, "the world is being drawn");
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 0, 0), update_none, &tick), 0);
    reported(TRP_BUSY, "the world is being drawn");
}

static void update_and_draw(trp_actor *self, const trp_context *in)
{
    stage_forget();
    CHECK_RESULT(trp_space_draw(space, trp_rectangle(0, 0, 0, 0), NULL, 0), TRP_BUSY);
    reported(TRP_BUSY, "a tick is in progress");
}

SITUATION("why a call is refused")
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);
    trp_context tick = {0};

    world = stage_world();
    space_pool(world, 1);
    desc.draw = draw_and_ask;
    desc.update = update_and_draw;
    pool = stage_pool_as(world, desc);
    space = space_of(world, pool, SPACE_GRIDS);
    space_contacts_begin(space, 16);
    space_square(pool, 1, 0);
    CHECK_OK(trp_space_draw(space, trp_rectangle(0, 0, 0, 0), NULL, 0));
    CHECK_OK(trp_update_all(world, 1));
    space_square(pool, 2, 0);
    CHECK_EQ(space_contacts(space, NULL, contact_within, NULL), 1);
    stage_forget();
    CHECK(trp_contacts_create(space, NULL) == NULL);
    reported(TRP_ERR_NULL, "the desc or its on_contact is NULL");
    tick.world = world;
    CHECK_EQ(trp_space_update(space, trp_circle(0, 0, -1), NULL, &tick), 0);
    reported(TRP_ERR_NULL, "the update or the tick is NULL");
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 0, 0), update_none, &tick), 0);
    reported(TRP_ERR_UNLINKED, "the tick's pool is not in this space");
    space = trp_space_create(world, &(trp_space_desc){.capacity = 4, .hits = 1});
    CHECK_OK(
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box)}));
    tick.pool = pool;
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 0, 0), update_none, &tick), 0);
    reported(TRP_ERR_FULL, "no room for the answers");
}
