/*
 * Histories and synctests with little memory, refused calls, and faulty steps.
 */
#include "../heap.h"
#include "../ledger.h"
#include "../snapshot_scene.h"
#include "../synctest_scene.h"

#include "../../../src/core/part.h" /* a part of its own */

SITUATIONS(history_limits);

static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 17];
static trp_world *world;
static trp_pool *pool;
static trp_history past;

static void set_up(void)
{
    world = stage_world_as((trp_world_desc){0});
    pool = stage_pool(world, 200, TRP_ORDER_MEMORY);
    past = (trp_history){0};
}

static trp_result open_with(size_t bytes, uint32_t keep, bool hashes)
{
    past = (trp_history){0};
    return trp_history_open(
        &past, world,
        &(trp_history_desc){.memory = memory, .bytes = bytes, .keep = keep, .hashes = hashes});
}

static void tick(void)
{
    CHECK_OK(trp_update_all(world, 1));
}

/* Histories */

SITUATION("a history lets go of what was confirmed long ago")
{
    uint64_t hash = 0;
    set_up();
    CHECK_OK(open_with(sizeof memory, 2, true));
    for (unsigned i = 0; i < 8; i++) {
        CHECK_OK(trp_history_save(&past));
        tick();
    }
    CHECK_OK(trp_history_confirm(&past, 5));
    CHECK_EQ(trp_history_first(&past), 3);
    CHECK(trp_history_hash(&past, 3, &hash));
    CHECK(!trp_history_hash(&past, 2, &hash));
    CHECK(!trp_history_hash(&past, 5, NULL) && !trp_history_hash(NULL, 5, &hash));
    CHECK_OK(trp_history_confirm(&past, 1000));
    CHECK_EQ(trp_history_info(&past).count, 1);
    CHECK(trp_history_snapshot(&past, 7, NULL) != NULL);
    CHECK_OK(trp_history_close(&past));
    CHECK(!trp_history_hash(&past, 7, &hash));
    CHECK(trp_history_snapshot(&past, 7, NULL) == NULL &&
          trp_history_snapshot(NULL, 7, NULL) == NULL);
    CHECK_OK(open_with(sizeof memory, 2, false));
    CHECK_OK(trp_history_save(&past));
    CHECK_OK(trp_history_confirm(&past, trp_world_ticks(world)));
    CHECK(!trp_history_hash(&past, trp_world_ticks(world), &hash));
    CHECK_OK(trp_history_close(&past));
}

SITUATION("a history lies in no region")
{
    static struct {
        unsigned char before[64];
        trp_history past;
    } game;
    set_up();
    trp_region region = {.start = &game, .bytes = sizeof game};
    CHECK_OK(trp_region_add(world, &region));
    CHECK_MISUSE(world,
                 trp_history_open(&game.past, world,
                                  &(trp_history_desc){.memory = memory, .bytes = sizeof memory}),
                 TRP_ERR_VALUE);
    CHECK_OK(trp_region_remove(world, &region));
    region = (trp_region){.start = memory + 200, .bytes = 8};
    CHECK_OK(trp_region_add(world, &region));
    CHECK_MISUSE(world, open_with(300, 0, false), TRP_ERR_VALUE);
    CHECK_OK(open_with(192, 0, false));
    CHECK_OK(trp_history_close(&past));
}

SCRIPT("a history passes refusals on", "pool; pool external; history; keep; tick; new b 1; keep "
                                       "!UNLINKED; at u1: keep !BUSY, rewind 0 "
                                       "!BUSY; tick; closehistory; at d1: history !BUSY; draw");

/* Synctests */

static unsigned steps;

static void begin(trp_step_fn *step, unsigned without)
{
    steps = 0;
    synctest_begin(world, (trp_synctest_desc){.step = step, .without = without, .most = 2});
}

/* The action of the step by its number; repeated ticks have their own numbers. */
static unsigned wrong_from;
static trp_result (*wrong)(void);

static trp_result step(trp_world *of, uint64_t now, void *user)
{
    if (++steps >= wrong_from)
        return wrong();
    tick();
    return TRP_OK;
}

static trp_result two_ticks(void)
{
    tick();
    tick();
    return TRP_OK;
}

static trp_result no_tick(void)
{
    return TRP_OK;
}

static trp_result refuses(void)
{
    return TRP_ERR_LIMIT;
}

static trp_result registers(void)
{
    static trp_group group;
    tick();
    group = (trp_group){0};
    return trp_group_init(&group, world, NULL);
}

static trp_result forgets(void)
{
    tick();
    for (uint32_t id = 0; id < 5; id++)
        trp_as(thing, trp_pool_at(pool, id))->data = steps;
    return TRP_OK;
}

static trp_result forgets_all(void)
{
    tick();
    trp_each (thing, it, pool)
        it->data = steps;
    return TRP_OK;
}

static void check_wrong(unsigned from, trp_result (*how)(void), trp_result expected)
{
    set_up();
    stage_things(pool, 1, 5);
    begin(step, 0);
    wrong_from = from;
    wrong = how;
    trp_result result = TRP_OK;
    for (unsigned i = 0; i < 5 && result == TRP_OK; i++)
        result = trp_synctest_step(&synctest);
    CHECK_RESULT(result, expected);
    CHECK_OK(trp_synctest_free(&synctest));
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_NULL);
}

/* The first step is repeated as the second one. */
SITUATION("a synctest reports faulty steps")
{
    check_wrong(1, two_ticks, TRP_ERR_VALUE);
    check_wrong(2, two_ticks, TRP_ERR_VALUE);
    check_wrong(2, no_tick, TRP_ERR_VALUE);
    check_wrong(1, refuses, TRP_ERR_LIMIT);
    check_wrong(2, refuses, TRP_ERR_LIMIT);
    check_wrong(1, registers, TRP_ERR_CHANGED);
    check_wrong(2, forgets, TRP_ERR_DESYNC);
    CHECK_EQ(synctest_tellings, 2);
    CHECK_EQ(synctest.stats.differences, 5);
    set_up();
    stage_things(pool, 1, 12);
    begin(step, 0);
    synctest.desc.most = 0; /* the default */
    wrong_from = 2;
    wrong = forgets_all;
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_DESYNC);
    CHECK_EQ(synctest_tellings, 8);
    CHECK_OK(trp_synctest_free(&synctest));
}

/* Too few bytes for the state after the step: it has grown. */
static trp_result grow(void)
{
    tick();
    stage_things(pool, 1, 60);
    return TRP_OK;
}

SITUATION("a synctest may run out of memory")
{
    set_up();
    wrong_from = 2;
    wrong = grow;
    synctest_begin(world, (trp_synctest_desc){.step = step,
                                              .bytes = 4 * trp_snapshot_bytes(world, NULL),
                                              .distance = 1});
    steps = 1;
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_MEMORY);
    CHECK_OK(trp_synctest_free(&synctest));
}

/* Serials are near their end, a pool is transient, a chunk is missing: this has no effect. */
SITUATION_FOR("a synctest disturbs nothing that matters", unsigned, without, 0, TRP_SHAKE_ALL)
{
    world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 80;
    pool = stage_pool_as(world, desc);
    stage_things(pool, 1, 21);
    for (uint32_t id = 3; id < 21; id++)
        CHECK_OK(trp_recycle(world, &stage_find(pool, id)->actor));
    CHECK_OK(trp_pool_trim(pool));
    trp_pool *sparks = stage_pool(world, 4, TRP_ORDER_OLDEST);
    stage_set_transient(sparks, true);
    stage_thing(sparks, 40);
    trp__set_newest(world, TRP__STAMP_FLOOR + 500);
    wrong_from = UINT32_MAX;
    begin(step, without);
    for (unsigned i = 0; i < 12; i++)
        CHECK_OK(trp_synctest_step(&synctest));
    CHECK_EQ(synctest_tellings, 0);
    CHECK_VALID(world);
    CHECK_OK(trp_synctest_free(&synctest));
}

/* A module whose hash does not match the bytes that it saves. */

static size_t fickle_most(const void *module)
{
    return 0;
}

static void fickle_put(const void *module, trp__sink *to)
{
}

static void fickle_restore(void *module, const unsigned char *from, size_t bytes)
{
}

static uint64_t fickle_sum(const void *module, const unsigned char *from, size_t bytes)
{
    return from == NULL ? steps : 0;
}

static trp__part_table fickle_table(void)
{
    return (trp__part_table){.name = "fickle",
                             .size = sizeof(trp__part),
                             .most = fickle_most,
                             .put = fickle_put,
                             .restore = fickle_restore,
                             .sum = fickle_sum};
}

SITUATION("a synctest trusts the hash if no difference is reported")
{
    trp__part part = {.table = fickle_table};
    set_up();
    trp__part_add(world, &part, TRP__PART_OTHER);
    wrong_from = UINT32_MAX;
    begin(step, 0);
    CHECK_RESULT(trp_synctest_step(&synctest), TRP_ERR_DESYNC);
    CHECK_EQ(synctest_tellings, 0);
    CHECK_EQ(trp_synctest_info(&synctest).differences, 1);
    CHECK_OK(trp_synctest_free(&synctest));
    trp__part_remove(world, &part);
}
