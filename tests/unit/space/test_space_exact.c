/* Passes that are refused or have no room leave a space as it was. What reports say. */
#include "../script.h"
#include "../space_stage.h"
#include <string.h>

SITUATIONS(space_exact);

static trp_world *world;
static trp_pool *pool;
static trp_space *space;

static void set_up(uint32_t hits, bool sweeps)
{
    world = stage_world();
    pool = space_pool(world, 32);
    space = space_made(
        pool,
        (trp_space_desc){.capacity = 32, .hits = hits, .sweeps = sweeps, .manual_moves = sweeps});
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

/* Later queries do not find the ways of the boxes. */
SCRIPT("a swept pass without room changes no later answer",
       "space grid hits 3 sweeps manual; row 1-3 0 1 4 4; everything; answers 3; put 4 100; "
       "put 5 50; box 4 20; at 1: still, pairs swept !FULL; go; query -9 0 14 9; = 1 2 3; "
       "shape 2 1.5; reread; query 60 0 30 9; answers 0; query 20 0 1 1; answers 1; "
       "query 100 0 4 4; answers 0; pairs; answers 3");
SCRIPT("nor do swept contacts without room",
       "space grid hits 3 sweeps manual; row 1-3 0 1 4 4; everything; answers 3; put 4 100; "
       "put 5 50; box 4 20; at 1: still, contacts swept !FULL; go; query -9 0 14 9; = 1 2 3; "
       "shape 2 1.5; reread; query 60 0 30 9; answers 0; query 20 0 1 1; answers 1; "
       "query 100 0 4 4; answers 0; go; contacts; = k1&2 k1&3 k2&3; contacts; = y1&2 y1&3 y2&3");
SCRIPT("a sweep that meets nothing goes all the way",
       "space; segment 0 0 10 0 nearest first 1; answers 0; put 1 40; "
       "segment 0 2 20 2 nearest first 1; answers 0; segment 0 2 80 2 nearest first 1; "
       "hit 0 0.5 -1 0; segment 0 2 80 2 mask 2 nearest first 1; answers 0");
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

SITUATION("why a space is not created")
{
    const struct {
        trp_result result;
        const char *says;
        trp_space_desc desc;
    } rows[] = {
        {TRP_ERR_VALUE, "capacity must be", {.capacity = 0}},
        {TRP_ERR_VALUE, "", {.capacity = TRP_MAX_BOXES + 1}},
        {TRP_ERR_VALUE, "", {.capacity = 1, .hits = TRP_MAX_BOXES * 64 + 1}},
        {TRP_ERR_VALUE, "", {.capacity = 9, .max_capacity = 8}},
        {TRP_ERR_VALUE, "", {.capacity = 9, .max_capacity = TRP_MAX_BOXES + 1}},
        {TRP_ERR_VALUE, "enumerators", {.capacity = 1, .classes = 63}},
        {TRP_ERR_VALUE,
         "",
         {.capacity = 1, .sleepers = (trp_space_sleepers)(TRP_SLEEPERS_STAY + 1)}},
        /* what is allowed is refused for another reason */
        {TRP_ERR_NO_ALLOCATOR, "", {.capacity = 1, .max_capacity = 2}},
        {TRP_ERR_NO_ALLOCATOR, "", {.capacity = 1, .max_capacity = TRP_MAX_BOXES}},
        {TRP_ERR_MEMORY, "", {.capacity = 1, .hits = TRP_MAX_BOXES * 64}},
    };

    set_up(0, false);
    CHECK_NULL_MISUSE_SAYS(world, trp_space_create(world, NULL), TRP_ERR_NULL, "the desc is NULL");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_NULL_MISUSE_SAYS(world, trp_space_create(world, &rows[i].desc), rows[i].result,
                               rows[i].says);
        CHECK(rows[i].result != TRP_ERR_NO_ALLOCATOR || !says("capacity must be"));
    }
    CHECK(trp_space_create(world, &(trp_space_desc){.capacity = 2, .max_capacity = 2}) != NULL);
    CHECK_VALID(world);
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

SCRIPT("why contacts are refused in contacts, and while drawing",
       "space; contacts; put 1 0; at d1: contacts !BUSY, says the world is being drawn,"
       "drawspace 0 0 0 0 !BUSY, says the world is being drawn; drawspace 0 0 0 0; put 2 0;"
       "at k1&2: contacts !BUSY, says it is in progress; go; contacts; = k1&2");
SCRIPT("why a space is not drawn in a tick",
       "space; put 1 0; at u1: drawspace 0 0 0 0 !BUSY, says a tick is in progress; tick");
SCRIPT("an update of a part of the world needs room for its answers",
       "pool around 0 0 0 0; space grid hits 1; put 1 0; put 2 0; go; tick ~FULL; "
       "says no room for the answers; =");

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
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 0, 0), update_none, &tick), 0);
    reported(TRP_BUSY, "the world is being drawn");
}

SITUATION("why a call is refused")
{
    trp_pool_desc desc = space_pool_desc(4, TRP_ORDER_MEMORY);

    world = stage_world();
    const trp_context tick = {.world = world};
    desc.draw = draw_and_ask;
    pool = stage_pool_as(world, desc);
    space = space_of(world, pool, SPACE_GRIDS);
    space_square(pool, 1, 0);
    CHECK_OK(trp_space_draw(space, trp_rectangle(0, 0, 0, 0), NULL, 0));
    CHECK(trp_contacts_create(space, NULL) == NULL);
    reported(TRP_ERR_NULL, "the desc or its on_contact is NULL");
    CHECK_EQ(trp_space_update(space, trp_circle(0, 0, -1), NULL, &tick), 0);
    reported(TRP_ERR_NULL, "the update or the tick is NULL");
    CHECK_EQ(trp_space_update(space, trp_rectangle(0, 0, 0, 0), update_none, &tick), 0);
    reported(TRP_ERR_UNLINKED, "the tick's pool is not in this space");
}

/*
 * Spaces: touches that last only an instant, and answers with the same bits on all machines.
 */

SCRIPT("a way past a corner touches it",
       "put 1 1 1 1; space; segment 0 2 2 0; answers 1; segment 0 1.75 1.75 0; answers 0");
SCRIPT("a way that ends at an edge touches it",
       "put 1 10 0 1; space; query 0 0 1 1 along 9 0 first 1; answers 1; hit 0 1 -1 0;"
       "query 0 0 1 1 along 8.75 0; answers 0");
SCRIPT("one that comes past another's corner has touched it",
       "space sweeps manual; put 1 1 1 1; put 2 0 2 0; reread; pairs swept; answers 0; box 2 2 0 0;"
       "reread; pairs; answers 0; pairs swept; answers 1");

/* How deep */

SCRIPT("how deep two boxes touch at rest",
       "space; put 1 0 0 10; put 2 2 2 6; touch 1 2 8 1 0; touch 2 1 8 1 0; put 3 7 7.5 10;"
       "touch 1 3 2.5 0 1");
SCRIPT("... and two circles", "space empty; enter a round; put 1 0 0 10; put 2 2 2 6;"
                              "touch 1 2 8 1 0; touch 2 1 8 1 0");
SCRIPT("how deep two touch after their ways",
       "space sweeps manual; put 1 0 0 4; put 2 20 0 4; reread; pairs swept; answers 0;"
       "box 2 3.5 0 4; reread; pairs swept; answers 1; touch 1 2 0.5 1 0; box 2 4 -20 4; reread;"
       "pairs swept; answers 1; box 2 4 -4 4; reread; pairs swept; answers 1; touch 1 2 0 0 -1;"
       "box 2 0 50 4; reread; reread; pairs swept; answers 0; box 2 0 20 4; box 1 0 30 4; reread;"
       "pairs swept; answers 1; touch 1 2 14 0 1 0.7667");
SCRIPT("how deep a ball comes into a box, by its corner",
       "pool; pool; space sweeps manual empty; enter a; enter b round; put 1 0 0 20;"
       "put b 2 -11 -11 2; reread; pairs swept; answers 0; box 2 18 18 2; reread; pairs swept;"
       "answers 1; touch 1 2 27.87 -0.7071 -0.7071; touch 2 1 27.87 0.7071 0.7071");
SCRIPT("... from far away, flat",
       "pool; pool; space sweeps manual empty; enter a; enter b round; put 1 0 0 20;"
       "put b 2 -970 -290 20; reread; box 2 950 270 20; reread; pairs swept; answers 1;"
       "touch 1 2 1010 -0.96 -0.28; touch 2 1 1010 0.96 0.28");
SCRIPT("... and steep",
       "pool; pool; space sweeps manual empty; enter a; enter b round; put 1 0 0 20;"
       "put b 2 -290 -970 20; reread; box 2 270 950 20; reread; pairs swept; answers 1;"
       "touch 1 2 1010 -0.28 -0.96; touch 2 1 1010 0.28 0.96");
SCRIPT("how deep a ball comes into another, nearly to its middle",
       "space sweeps manual empty; enter a round; put 1 45 45 10; put 2 -5 -5 10; reread;"
       "pairs swept; answers 0; box 2 44.9 44.9 10; reread; pairs swept; answers 1;"
       "touch 1 2 9.8586 -0.7071 -0.7071");
SCRIPT("balls that do not meet, though their boxes do",
       "space sweeps manual empty; enter a round; put 1 45 45 10; put 2 -5 -5 10; reread;"
       "pairs swept; answers 0; box 2 37 37 10; reread; pairs swept; answers 0; apart 1 2;"
       "box 2 -5 -5 10; reread; pairs swept; answers 0; box 2 37 37 20; reread; pairs swept;"
       "answers 1; touch 1 2 10.757 -0.7071 -0.7071 1; box 2 54 54 10; pairs; answers 0");

/* Bits */

static uint32_t seed;

static float any(uint32_t most)
{
    return (float)stage_random(&seed, most * 1024) / 1024;
}

static void mix(uint64_t *hash, float number)
{
    uint32_t bits;

    memcpy(&bits, &number, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
}

static trp_area any_area(uint32_t which)
{
    /* one after the other: arguments have no defined order */
    const float x = any(400);
    const float y = any(400);
    const float a = any(400);
    const float b = any(400);

    const float right = a / 200; /* rounded, whatever precision the machine computes with */
    const float down = b / 200;

    switch (which % 4) {
    case 0:
        return trp_ray(x, y, right - 1, down - 1.5f);
    case 1:
        return trp_sweep(trp_circle(x, y, any(20)), a - 200, b - 200);
    case 2:
        return trp_circle(x, y, any(60));
    default:
        return trp_segment(x, y, a, b);
    }
}

/* also where the machine computes with more digits than a float has */
SITUATION_FOR("answers have the same bits on all machines", int, is_round, 0, 1)
{
    static const uint64_t expected[2] = {3060732421458845792u, 13992152188230006921u};

    uint64_t hash = 14695981039346656037u;
    trp_hit hits[64];
    trp_touch touch;
    world = stage_world();
    pool = space_pool(world, 64);
    space = MADE(trp_space_create(
        world, &(trp_space_desc){.capacity = 64, .sweeps = true, .manual_moves = true}));
    CHECK_OK(trp_space_add_pool(
        space, pool,
        &(trp_space_pool_desc){.box = TRP_BOX_AT(boxed, box), .is_round = is_round != 0}));
    seed = 7;
    for (uint32_t i = 0; i < 64; i++) {
        const float x = any(400), y = any(400), size = any(40);
        space_box(pool, i, x, y, size, size);
    }
    for (uint32_t i = 0; i < 2000; i++) {
        const trp_query query = {.area = any_area(i), .order = TRP_SPACE_NEAREST_FIRST};
        const uint32_t count = trp_space_find(space, &query, hits, 64);
        for (uint32_t k = 0; k < count; k++) {
            mix(&hash, (float)trp_slot_of(world, hits[k].actor));
            mix(&hash, hits[k].at);
            mix(&hash, hits[k].normal_x);
            mix(&hash, hits[k].normal_y);
        }
    }
    for (uint32_t i = 0; i < 64 * 64; i++)
        if (trp_space_touch(space, trp_pool_at(pool, i / 64), trp_pool_at(pool, i % 64), &touch)) {
            mix(&hash, touch.depth);
            mix(&hash, touch.normal_x);
            mix(&hash, touch.normal_y);
        }
    CHECK_EQ(hash, expected[is_round]);
}
