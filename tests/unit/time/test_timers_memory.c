/* The memory of timers: enough of it, with growing pools, and with actors in the game's memory. */
#include "../../../src/core/types.h" /* which modules a world has */
#include "../heap.h"
#include "../timers_scene.h"

/* the table grows with its pool, and all memory is returned */
static void grows(void)
{
    static trp_actor *all[160];

    stage_world();
    heap_reset();
    fuse.world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    CHECK(fuse.world != NULL);
    trp_pool_desc desc = stage_desc(10, TRP_ORDER_MEMORY);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 160;
    desc.on_create = NULL;
    desc.on_recycle = NULL;
    desc.update = NULL;
    fuse.pool = stage_pool_as(fuse.world, desc);
    const size_t bytes = heap_out;
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    fuse.when_due = NULL;
    for (uint32_t i = 0; i < 160; i++)
    {
        all[i] = &stage_thing(fuse.pool, i)->actor;
        CHECK_EQ(trp_timer_left_ticks(fuse.timers, all[i]), 0);
        CHECK_QUIET(fuse.world, trp_timer_stop(fuse.timers, all[i]), TRP_GONE);
        CHECK_RESULT(trp_timer_start_ticks(fuse.timers, all[i], 1000 - i), TRP_OK);
    }
    for (uint32_t i = 0; i < 160; i++)
        CHECK_EQ(trp_timer_left_ticks(fuse.timers, all[i]), 1000 - i);
    /* a slot in a returned chunk */
    for (uint32_t i = 10; i < 160; i++)
        CHECK_RESULT(trp_recycle(fuse.world, all[i]), TRP_OK);
    CHECK_RESULT(trp_pool_trim(fuse.pool), TRP_OK);
    for (uint32_t i = 0; i < 1000; i++)
        timers_scene_tick(0);
    CHECK_LOG(DUE(9), DUE(8), DUE(7), DUE(6), DUE(5), DUE(4), DUE(3), DUE(2), DUE(1), DUE(0));
    CHECK_RESULT(trp_timers_destroy(fuse.timers), TRP_OK);
    CHECK(fuse.world->clocks == NULL);
    timers_scene_make(fuse.pool, TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    (void)bytes;
    CHECK_RESULT(trp_world_destroy(fuse.world), TRP_OK);
    CHECK_EQ(heap_out, 0);
}

static void fills(trp_timers *of, thing *self, const trp_tick *t)
{
    (void)self;
    (void)t;
    for (uint32_t i = 0; i < 30; i++)
        CHECK_RESULT(trp_timer_start_ticks(of, trp_create(fuse.pool), 3), TRP_OK);
}

/* the same in a callback, with other timers still to fire */
static void grows_while_it_fires(void)
{
    stage_world();
    heap_reset();
    fuse.world = trp_world_create(
        &(trp_world_desc){.allocator = {heap_take, heap_give, NULL}, .on_misuse = stage_on_misuse});
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    desc.when_full = TRP_FULL_GROW;
    desc.max_capacity = 200;
    desc.on_create = NULL;
    desc.update = NULL;
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    fuse.when_due = fills;
    for (uint32_t i = 0; i < 4; i++)
        CHECK_RESULT(trp_timer_start_ticks(fuse.timers, &stage_thing(fuse.pool, i)->actor, 1),
                     TRP_OK);
    stage_log_clear();
    timers_scene_tick(0);
    CHECK_EQ(trp_pool_count(fuse.pool), 120);
    CHECK_EQ(trp_world_misuse_count(fuse.world), 0);
    fuse.when_due = NULL;
    timers_scene_tick(0);
    timers_scene_tick(0);
    timers_scene_tick(0);
    CHECK_EQ(trp_pool_count(fuse.pool), 0);
    CHECK_VALID(fuse.world);
    CHECK_RESULT(trp_world_destroy(fuse.world), TRP_OK);
    CHECK_EQ(heap_out, 0);
    stage_log_clear();
}

/* TRP_TIMERS_BYTES is enough, and a table in the caller's block allocates nothing */
static void the_memory_is_enough(void)
{
    static const uint32_t capacities[] = {1, 2, 63, 64, 65, 300};
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 300) + TRP_TIMERS_BYTES(300)];

    for (unsigned i = 0; i < sizeof capacities / sizeof capacities[0]; i++)
    {
        const uint32_t n = capacities[i];
        const size_t bytes = TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, n) + TRP_TIMERS_BYTES(n);
        stage_open(memory, sizeof memory);
        fuse.world = trp_world_init(memory, bytes, NULL);
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = n};
        fuse.pool = stage_pool_as(fuse.world, desc);
        fuse.timers = trp_timers_create(fuse.world, &(trp_timers_desc){.pool = fuse.pool});
        CHECK(fuse.timers != NULL);
        const size_t left = trp_world_free_bytes(fuse.world);
        trp_actor *last = NULL;
        for (uint32_t k = 0; k < n; k++)
            CHECK_RESULT(trp_timer_start(fuse.timers, last = trp_create(fuse.pool), (float)k),
                         TRP_OK);
        for (int k = 0; k < 400; k++)
            CHECK_RESULT(trp_update_all(fuse.world, 1), TRP_OK);
        CHECK(!trp_timer_is_running(fuse.timers, last));
        CHECK_EQ(trp_world_free_bytes(fuse.world), left);
        CHECK_RESULT(trp_timers_destroy(fuse.timers), TRP_OK);
        CHECK(trp_world_free_bytes(fuse.world) >= left);
        CHECK(n < 300 ||
              trp_timers_create(fuse.world, &(trp_timers_desc){.pool = fuse.pool}) != NULL);
        CHECK(trp_timers_create(fuse.world, &(trp_timers_desc){.pool = fuse.pool}) == NULL ||
              bytes > TRP__TIMERS_BASE);
        CHECK_RESULT(trp_world_destroy(fuse.world), TRP_OK);
    }
}

static void outside_actors(void)
{
    static thing outside[3];

    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    trp_pool_desc desc = stage_desc(3, TRP_ORDER_OLDEST);
    desc.external = true;
    desc.update = NULL;
    desc.on_create = NULL;
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    for (uint32_t i = 0; i < 3; i++)
    {
        CHECK(trp_adopt(fuse.pool, &outside[i].actor) != NULL);
        outside[i].id = i;
        CHECK_RESULT(trp_timer_start_ticks(fuse.timers, &outside[i].actor, 2), TRP_OK);
    }
    CHECK_RESULT(trp_recycle(fuse.world, &outside[1].actor), TRP_OK);
    stage_log_clear();
    timers_scene_tick(0);
    timers_scene_tick(0);
    CHECK_EQ(trp_pool_count(fuse.pool), 0);
    stage_log_clear();
}

const situation timers_memory_situations[] = {
    {"the table grows with its pool", grows},
    {"the table grows while it fires", grows_while_it_fires},
    {"TRP_TIMERS_BYTES are enough, and nothing more is taken", the_memory_is_enough},
    {"actors in memory of the game", outside_actors},
};
const unsigned timers_memory_situation_count =
    sizeof timers_memory_situations / sizeof timers_memory_situations[0];
