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

SCRIPT(
    "a free slot whose index was overwritten",
    "in memory; pool 10 still; new 1-6; recycle 4; harm 4 index; crowd 11-12 ~; slot 11 3; repair");
SCRIPT("neighbours in other words",
       "in memory; pool 190; crowd 1-1; peak 1; crowd 2-65; recycle 64; crowd 66-66; slot 66 63;"
       "live 65; go; for; = 1-63 66 65; crowd 67-180; peak 179");
SCRIPT("the first slot of a word is the lowest",
       "in memory; pool 180; crowd 1-180; recycle 65 131 171; crowd 181-181; slot 181 64;"
       "is free 131 171; crowd 182-183; slot 182 130; slot 183 170");
SCRIPT("a sleeper in a word's first slot stays asleep",
       "in memory; pool 10; new 1; sleep 1; crowd 2-3; go; each; = 2 3");

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

SCRIPT("the last result is that of the last call",
       "pool 4; new 1-4; new 5 ?FULL; recycle 3; new 6; new 7 ?FULL; recycle 2; crowd 8-8;"
       "crowd 9-10 ?FULL");

SCRIPT("a match counts as a callback, and not while drawing",
       "new 1; at f1: trim !BUSY; cull 9; culled 0; trim; at d1: cull 9 !BUSY, says the world is "
       "being drawn,trim !BUSY; draw");

SITUATION("nothing matches NULL")
{
    world = stage_world();
    pool = stage_pool(world, 4, TRP_ORDER_MEMORY);
    CHECK_EQ(trp_pool_recycle_if(pool, NULL, NULL, NULL), 0);
    CHECK_SAYS("match is NULL");
}

SCRIPT("a word of which all is overwritten",
       "in memory; pool 65 still; crowd 1-65; recycle 65 4; harm 65 zeros; crowd 71-72 ~; repair;"
       "live 65");
