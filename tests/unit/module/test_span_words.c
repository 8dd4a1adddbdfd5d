/* Spans and words of the bitmap: any number of free slots in a word, neighbours in other words,
 * slots that are neither free nor listed; and what calls for many actors leave behind. */
#include "../heap.h"
#include "../ledger.h"

SITUATIONS(span_words);

static trp_world *world;
static trp_pool *pool, *before;

/* not the world's first pool, and without callbacks */
static void set_up(uint32_t capacity)
{
    world = stage_world();
    before = stage_pool(world, 3, TRP_ORDER_MEMORY);
    pool =
        stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = capacity});
}

static void fill(uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        CHECK(trp_create(pool, NULL) == trp_pool_at(pool, i));
}

static void empty(uint32_t slot)
{
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
}

/* all but one of the free slots, wherever they are */
SITUATION("as many of a word's free slots as asked for")
{
    uint32_t seed = 11;

    set_up(64);
    fill(64);
    for (uint32_t round = 0; round < 150; round++) {
        uint32_t freed = 0;
        const uint32_t share = 1 + stage_random(&seed, 8);
        for (uint32_t slot = 0; slot < 64; slot++)
            if (stage_random(&seed, 8) < share) {
                empty(slot);
                freed++;
            }
        if (freed == 0)
            continue;
        CHECK_EQ(trp_create_many(pool, freed - 1, NULL, NULL), freed - 1);
        CHECK_EQ(trp_pool_count(pool), 63);
        CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 1);
    }
    CHECK_VALID(world);
}

/* all but one in the first word, and the last one in another word */
SITUATION("one comes from another word than the others")
{
    for (uint32_t n = 2; n < 32; n++) {
        set_up(150);
        fill(150);
        for (uint32_t slot = 1; slot < n; slot++)
            empty(slot);
        empty(140);
        CHECK_EQ(trp_create_many(pool, n, NULL, NULL), n);
        CHECK_VALID(world);
    }
}

/* its index alone was written to while it was free */
SITUATION("a free slot whose index was overwritten")
{
    set_up(10);
    fill(6);
    trp_actor *actor = trp_pool_at(pool, 3);
    empty(3);
    stage_open(actor, sizeof(thing));
    actor->index = 77;
    CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 2);
    CHECK(trp_pool_at(pool, 3) == actor);
    CHECK_EQ(trp_slot_of(world, actor), 3);
    CHECK_VALID(world);
}

SITUATION("neighbours in other words")
{
    set_up(200);
    CHECK_EQ(trp_create_many(pool, 1, NULL, NULL), 1);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_info(pool).peak, 1);
    fill(0);
    CHECK_EQ(trp_create_many(pool, 64, NULL, NULL), 64);
    empty(63);
    CHECK_EQ(trp_create_many(pool, 1, NULL, NULL), 1);
    CHECK_VALID(world);
    uint32_t slot = 0;
    trp_each (thing, it, pool)
        CHECK(&it->actor == trp_pool_at(pool, slot++));
    CHECK_EQ(slot, 65);
    CHECK_EQ(trp_create_many(pool, 130, NULL, NULL), 130);
    CHECK_VALID(world);
    CHECK_EQ(trp_pool_info(pool).peak, 195);
}

/* the only free one of its word; the next one is two words later */
SITUATION("the first slot of a word is the lowest")
{
    set_up(200);
    fill(200);
    empty(64);
    empty(130);
    empty(190);
    CHECK_EQ(trp_create_many(pool, 1, NULL, NULL), 1);
    CHECK(trp_pool_at(pool, 64) != NULL);
    CHECK(trp_pool_at(pool, 130) == NULL);
    CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 2);
    CHECK_VALID(world);
}

SITUATION("a sleeper in a word's first slot stays asleep")
{
    uint32_t visits = 0;

    set_up(10);
    fill(1);
    CHECK_OK(trp_deactivate(world, trp_pool_at(pool, 0)));
    CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 2);
    trp_each (thing, it, pool)
        visits += trp_slot_of(world, &it->actor) != 0;
    CHECK_EQ(visits, 2);
    CHECK_VALID(world);
}

/* more words than one word of the summary has bits; each slot that is free is found, lowest first */
SITUATION("pools of thousands of slots")
{
    const uint32_t capacity = 9000;
    static const uint32_t slots[] = {70,   4031, 4032, 4095, 4096, 4160, 4224, 8063,
                                     8064, 8127, 8128, 8191, 8192, 8256, 8999};
    const uint32_t count = sizeof slots / sizeof slots[0];

    stage_needs(capacity * 100);
    world = heap_world((trp_world_desc){0});
    pool = trp_pool_create(world,
                           &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = capacity});
    if (pool == NULL)
        return;
    CHECK_EQ(trp_create_many(pool, capacity, NULL, NULL), capacity);
    for (uint32_t i = 0; i < count; i++)
        empty(slots[i]);
    for (uint32_t i = 0; i < count; i += 3) {
        CHECK_EQ(trp_create_many(pool, 3, NULL, NULL), 3);
        for (uint32_t k = 0; k < count; k++)
            CHECK((trp_pool_at(pool, slots[k]) != NULL) == (k < i + 3));
    }
    CHECK_OK(trp_world_destroy(world));
}

/* the result of the last call that may fail, not of an earlier one */
SITUATION("the last result is that of the last call")
{
    set_up(4);
    fill(4);
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_EQ(trp_last_result(world), TRP_ERR_FULL);
    CHECK_EQ(trp_create_many(pool, 0, NULL, NULL), 0);
    CHECK_EQ(trp_last_result(world), TRP_ERR_FULL);
    trp_actor *actor = trp_pool_at(pool, 2);
    CHECK_OK(trp_recycle(world, actor));
    CHECK(trp_create(pool, NULL) == actor);
    CHECK_EQ(trp_last_result(world), TRP_OK);
    CHECK(trp_create(pool, NULL) == NULL);
    empty(1);
    CHECK_EQ(trp_create_many(pool, 1, NULL, NULL), 1);
    CHECK_EQ(trp_last_result(world), TRP_OK);
}

static bool trims(const trp_actor *actor, const trp_context *in)
{
    CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
    return false;
}

static void end_if_drawn(const trp_actor *self, const trp_view *view)
{
    stage_before(world);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, trims, NULL), 0);
    CHECK_TOLD(1, TRP_BUSY);
    CHECK_SAYS("the world is being drawn");
    CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
}

SITUATION("a match counts as a callback, and not while drawing")
{
    world = stage_world();
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    desc.draw = end_if_drawn;
    pool = stage_pool_as(world, desc);
    stage_thing(pool, 1);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, trims, NULL), 0);
    CHECK_QUIET(world, trp_pool_trim(pool), TRP_OK);
    stage_forget();
    CHECK_OK(trp_draw_all(world, NULL, 0));
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, NULL, NULL), 0);
    CHECK_SAYS("match is NULL");
}

/* the only slot of its word, which is empty, was written to */
SITUATION("a word of which all is overwritten")
{
    set_up(65);
    fill(65);
    thing *last = trp_as(thing, trp_pool_at(pool, 64));
    empty(64);
    empty(3);
    stage_open(last, sizeof *last);
    *last = (thing){.id = 0};
    (void)trp_create_many(pool, 2, NULL, NULL);
    CHECK_VALID(world);
    const uint32_t count = trp_pool_count(pool);
    uint32_t visits = 0;
    trp_each (thing, it, pool)
        visits += it != NULL;
    CHECK_EQ(visits, count);
}
