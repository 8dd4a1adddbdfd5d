#include "../heap.h"
#include "../ledger.h"

SITUATIONS(span);

static trp_world *world;
static trp_pool *pool;

static void number(trp_actor *actor, const trp_context *in)
{
    trp_as(thing, actor)->id = ++*(uint32_t *)in->arg;
}

/* leaves every third of `count` free, and some whole words */
static void scatter(trp_pool *in, uint32_t count)
{
    trp_actor *actors[400];
    for (uint32_t i = 0; i < count; i++)
        actors[i] = trp_create(in, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (i % 3 == 1 || (i >= 128 && i < 200))
            CHECK_OK(trp_recycle(trp_pool_info(in).world, actors[i]));
}

static trp_pool *silent_pool(trp_world *in, uint32_t capacity, trp_order order)
{
    return stage_pool_as(
        in, (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = capacity, .order = order});
}

/* a span gives the same as single calls: slots, order, handles */
SITUATION("many at once get what as many single ones get")
{
    for (uint32_t n = 1; n <= 310; n += n < 5 ? 1 : 61)
        for (int order = IN_MEMORY_ORDER; order <= OLDEST_FIRST; order++)
            for (int silent = 0; silent < 2; silent++) {
                trp_pool *pools[2];
                uint32_t born = 0, created = 0;
                world = stage_world();
                for (int i = 0; i < 2; i++) {
                    pools[i] = silent ? silent_pool(world, 300, stage_orders[order])
                                      : stage_pool(world, 300, stage_orders[order]);
                    scatter(pools[i], 300);
                }
                for (uint32_t i = 0; i < n; i++)
                    created += trp_create(pools[0], NULL) != NULL;
                CHECK_EQ(trp_create_many(pools[1], n, number, &born), created);
                CHECK_EQ(born, created);
                CHECK_EQ(trp_last_result(world), created < n ? TRP_ERR_FULL : TRP_OK);
                for (uint32_t slot = 0; slot < 300; slot++) {
                    const trp_actor *a = trp_pool_at(pools[0], slot);
                    const trp_actor *b = trp_pool_at(pools[1], slot);
                    CHECK((a == NULL) == (b == NULL));
                    CHECK(!a ||
                          trp_handle_of(world, a).generation == trp_handle_of(world, b).generation);
                }
                CHECK_VALID(world);
                uint32_t last = 0;
                if (order == IN_MEMORY_ORDER) /* init went up through the slots */
                    for (uint32_t slot = 0; slot < 300; slot++) {
                        const thing *it = trp_as(thing, trp_pool_at(pools[1], slot));
                        if (it && it->id)
                            CHECK_EQ(it->id, ++last);
                    }
            }
}

static void look_and_fill(trp_actor *actor, const trp_context *in)
{
    thing *it = trp_as(thing, actor);
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    CHECK_EQ(it->data, 7);
    CHECK_EQ(it->id, 0);
    it->id = ++*(uint32_t *)in->arg;
}

/* from the prototype; init, then on_create */
SITUATION("init is called before on_create")
{
    uint32_t ids = 0;
    const thing prototype = {.data = 7};
    world = stage_world();
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.prototype = &prototype;
    pool = stage_pool_as(world, desc);
    CHECK_EQ(trp_create_many(pool, 3, look_and_fill, &ids), 3);
    CHECK_LOG(BORN(1), BORN(2), BORN(3));
    CHECK_EQ(trp_create_many(pool, 2, NULL, NULL), 2);
    CHECK_LOG(BORN(0), BORN(0));
}

SCRIPT("as many are created as fit",
       "pool 100; crowd 1-70; crowd 71-140 ?FULL; live 100; is active 1-100; crowd 141-150 ?FULL;"
       "refused 2; created 100; peak 100");
SCRIPT("a pool that steals is filled once",
       "in oldest; pool 10 steal; crowd 1-8; crowd 11-15; stolen 3; crowd 21-31; live 10;"
       "crowd 41-190; live 10");

static uint32_t inits;

/* an init that ends its own life, the next one's, all lives, or creates more */
static void meddle(trp_actor *actor, const trp_context *in)
{
    const uint32_t slot = trp_slot_of(world, actor);
    inits++;
    CHECK_EQ(trp_state_of(world, actor), TRP_STATE_ACTIVE);
    switch (*(const int *)in->arg) {
    case 0:
        CHECK_OK(trp_recycle(world, actor));
        break;
    case 1:
        if (slot + 1 < 200)
            trp_recycle(world, trp_pool_at(pool, slot + 1));
        break;
    case 2:
        CHECK_OK(trp_pool_clear(pool, NULL));
        break;
    default:
        if (inits < 20)
            CHECK(trp_create(pool, NULL) != NULL);
    }
}

SITUATION("an init may do anything")
{
    for (int what = 0; what < 4; what++)
        for (int silent = 0; silent < 2; silent++) {
            world = stage_world();
            pool = silent ? silent_pool(world, 200, TRP_ORDER_MEMORY)
                          : stage_pool(world, 200, TRP_ORDER_MEMORY);
            scatter(pool, 150);
            inits = 0;
            CHECK_EQ(trp_create_many(pool, 90, meddle, &what), 90);
            CHECK(inits <= 90 && inits > 0);
            CHECK_VALID(world);
            if (what == 0)
                CHECK_EQ(trp_pool_info(pool).created - trp_pool_info(pool).live >= 90, 1);
        }
}

SCRIPT("a walk in progress does not visit them",
       "in memory; pool 100; new 1-3; at 1: crowd 11-60; go; for; = 1 +11-60 2 3; live 53");
SCRIPT("an overwritten slot is used, and reported",
       "pool 100; crowd 1-100; recycle 31-60; harm 41 zeros; crowd 101-130 ~CORRUPT; repair; "
       "live 100");
SCRIPT(
    "an overwritten neighbour does not matter",
    "in memory; pool 100; crowd 1-100; recycle 22; harm 21 zeros; crowd 101-105 ?FULL; live 100;"
    "for ~CORRUPT; repair; recycle 65; harm 64 zeros; crowd 111-115 ?FULL; live 100; for ~CORRUPT;"
    "repair");
SCRIPT("nothing is created while the pool is cleared",
       "pool 10; new 1 2; at -1: crowd 3-5 ?BUSY; at -2: crowd 3-5 ?BUSY; clear; live 0");
SCRIPT("nor while its layer is cleared",
       "pool; pool; crowd b 11-12; new 1 2; at -1: crowd b 21-23 ?BUSY; clearlayer 0; live 0;"
       "live 0 b");
SCRIPT("all actors that match are recycled, each once",
       "in memory oldest; pool 10; new 1-7; sleep 7; at -2: recycle 4; at -6: new 60; go;"
       "cull 2 4 6 7 60; = -2 -4 -6 +60; culled 2; is active 60 1 3 5; is asleep 7");
SCRIPT("or expire, and are pruned by the next tick",
       "in memory; pool 10; new 1-6; go; cull softly 2 4 6; culled 3; =; is expired 2 4 6;"
       "cull softly 2 4 6; culled 0; tick; = 1 -2e 3 -4e 5 -6e");
SCRIPT("of a joined segment only the pool's own",
       "in newest oldest; pool; pool joins a; new 1 4 5 8; new b 2 3 6 7; cull 2 4 6 8; culled 2;"
       "live 2; live 4 b");
SCRIPT("nothing of it while drawing",
       "pool 10; new 2; at d2: crowd 3-4 !BUSY, cull 2 !BUSY, cull softly 2 !BUSY,"
       "says the world is being drawn; draw; live 1");

/* Spans and words of the bitmap: any number of free slots in a word, neighbours in other words,
 * slots that are neither free nor listed; and what calls for many actors leave behind. */

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
