/* The memory of timers: enough of it, with growing pools, and with actors in the game's memory. */
#include "../../../src/core/types.h" /* which modules a world has */
#include "../heap.h"
#include "../timers_scene.h"

SITUATIONS(timers_memory);

/* the table grows with its pool, and all memory is returned */
SITUATION("the table grows with its pool")
{
    static trp_actor *all[160];

    fuse.world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_still_desc(10, TRP_ORDER_MEMORY);
    stage_grow(&desc, 160);
    fuse.pool = stage_pool_as(fuse.world, desc);
    const size_t bytes = heap_out;
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    fuse.when_due = NULL;
    for (uint32_t i = 0; i < 160; i++) {
        all[i] = &stage_thing(fuse.pool, i)->actor;
        CHECK_EQ(trp_timer_left(fuse.timers, all[i]).ticks, 0);
        CHECK_QUIET(fuse.world, trp_timer_stop(fuse.timers, all[i]), TRP_GONE);
        CHECK_OK(trp_timer_start(fuse.timers, all[i], trp_ticks(1000 - i)));
    }
    for (uint32_t i = 0; i < 160; i++)
        CHECK_EQ(trp_timer_left(fuse.timers, all[i]).ticks, 1000 - i);
    /* a slot in a returned chunk */
    for (uint32_t i = 10; i < 160; i++)
        CHECK_OK(trp_recycle(fuse.world, all[i]));
    CHECK_OK(trp_pool_trim(fuse.pool));
    for (uint32_t i = 0; i < 1000; i++)
        timers_scene_tick(0);
    CHECK_LOG(DUE(9), DUE(8), DUE(7), DUE(6), DUE(5), DUE(4), DUE(3), DUE(2), DUE(1), DUE(0));
    CHECK_OK(trp_timers_destroy(fuse.timers));
    CHECK(fuse.world->hooks == NULL);
    timers_scene_make(fuse.pool, TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    (void)bytes;
    CHECK_OK(trp_world_destroy(fuse.world));
    CHECK_EQ(heap_out, 0);
}

static void fills(trp_timers *of, thing *self, const trp_context *in)
{
    for (uint32_t i = 0; i < 30; i++)
        CHECK_OK(trp_timer_start(of, trp_create(fuse.pool, NULL), trp_ticks(3)));
}

/* the same in a callback, with other timers still to fire */
SITUATION("the table grows while it fires")
{
    fuse.world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_OLDEST);
    stage_grow(&desc, 200);
    desc.on_create = NULL;
    desc.update = NULL;
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_RECYCLE);
    fuse.when_due = fills;
    for (uint32_t i = 0; i < 4; i++)
        CHECK_OK(trp_timer_start(fuse.timers, &stage_thing(fuse.pool, i)->actor, trp_ticks(1)));
    stage_log_clear();
    timers_scene_tick(0);
    CHECK_EQ(trp_pool_count(fuse.pool), 120);
    CHECK_EQ(trp_world_info(fuse.world).misuse, 0);
    fuse.when_due = NULL;
    timers_scene_tick(0);
    timers_scene_tick(0);
    timers_scene_tick(0);
    CHECK_EQ(trp_pool_count(fuse.pool), 0);
    CHECK_VALID(fuse.world);
    CHECK_OK(trp_world_destroy(fuse.world));
    CHECK_EQ(heap_out, 0);
    stage_log_clear();
}

/* TRP_TIMERS_BYTES is enough, and a table in the caller's block allocates nothing */
SITUATION("TRP_TIMERS_BYTES are enough, and nothing more is taken")
{
    static const uint32_t capacities[] = {1, 2, 63, 64, 65, 300};
    static _Alignas(TRP_ALIGNMENT) unsigned char
        memory[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 300) + TRP_TIMERS_BYTES(300)];

    for (unsigned i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        const uint32_t n = capacities[i];
        const size_t bytes = TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, n) + TRP_TIMERS_BYTES(n);
        stage_open(memory, sizeof memory);
        fuse.world = trp_world_init(memory, bytes, NULL);
        trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = n};
        fuse.pool = stage_pool_as(fuse.world, desc);
        fuse.timers = MADE(trp_timers_create(fuse.pool, NULL));
        const size_t left = trp_world_info(fuse.world).free_bytes;
        trp_actor *last = NULL;
        for (uint32_t k = 0; k < n; k++)
            CHECK_OK(trp_timer_start(fuse.timers, last = trp_create(fuse.pool, NULL),
                                     trp_seconds((float)k)));
        for (int k = 0; k < 400; k++)
            CHECK_OK(trp_update_all(fuse.world, 1));
        CHECK(!trp_timer_is_running(fuse.timers, last));
        CHECK_EQ(trp_world_info(fuse.world).free_bytes, left);
        CHECK_OK(trp_timers_destroy(fuse.timers));
        CHECK(trp_world_info(fuse.world).free_bytes >= left);
        CHECK(n < 300 || trp_timers_create(fuse.pool, NULL) != NULL);
        CHECK(trp_timers_create(fuse.pool, NULL) == NULL || bytes > TRP__TIMERS_BASE);
        CHECK_OK(trp_world_destroy(fuse.world));
    }
}

SCRIPT("actors in memory of the game",
       "in newest oldest; pool external 3 still; timers 0 ticks recycle; new 1-3; start 0 1-3 2; "
       "recycle 2; pass 2; live 0");

/* A pool without callbacks that grows, and a table with room for its first slots. */
static void begin_growing(uint32_t capacity, trp_clock clock)
{
    fuse.world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor),
                          .capacity = capacity,
                          .when_full = TRP_FULL_GROW,
                          .max_capacity = 80};
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, clock, TRP_DUE_CALL);
    fuse.when_due = NULL;
}

SCRIPT("the smallest table grows",
       "in memory; grows; pool 1 grow 64 still; timers 0 ticks; new 1-3; start 0 1-3 1; go; tick; "
       "= t1 t2 t3");

/* the table has no room for the later slots, which have no timers then, whatever lies there */
SITUATION("slots without room have no timers")
{
    begin_growing(4, TRP_CLOCK_TICKS);
    stage_things(fuse.pool, 0, 39);
    trp_actor *first = trp_pool_at(fuse.pool, 0);
    for (uint32_t ticks = 1; ticks <= 240; ticks += ticks < 16 ? 1 : 16) {
        CHECK_OK(trp_timer_start(fuse.timers, first, trp_ticks(ticks)));
        for (uint32_t slot = 1; slot < 40; slot++) {
            CHECK(!trp_timer_is_running(fuse.timers, trp_pool_at(fuse.pool, slot)));
            CHECK_QUIET(fuse.world, trp_timer_stop(fuse.timers, trp_pool_at(fuse.pool, slot)),
                        TRP_GONE);
        }
    }
    CHECK_OK(trp_timer_start(fuse.timers, first, trp_ticks(1)));
    stage_log_clear();
    timers_scene_tick(0);
    CHECK_LOG(DUE(0));
    trp_timers *seconds = timers_scene_make(fuse.pool, TRP_CLOCK_SECONDS, TRP_DUE_CALL);
    stage_things(fuse.pool, 40, 79); /* the new table has room for the first 64 slots at most */
    CHECK_OK(trp_timer_start(seconds, first, trp_seconds(0.005f)));
    for (uint32_t slot = 1; slot < 80; slot++) {
        CHECK(!trp_timer_is_running(seconds, trp_pool_at(fuse.pool, slot)));
        CHECK_QUIET(fuse.world, trp_timer_stop(seconds, trp_pool_at(fuse.pool, slot)), TRP_GONE);
    }
    CHECK_OK(trp_world_destroy(fuse.world));
}

/* the address after the last slot of the first chunk is no actor, though its number is one */
SITUATION("no actor is after the first chunk")
{
    begin_growing(4, TRP_CLOCK_TICKS);
    stage_things(fuse.pool, 0, 7);
    trp_actor *fifth = trp_pool_at(fuse.pool, 4);
    trp_actor *after = (trp_actor *)(void *)(fuse.pool->nodes + 4 * fuse.pool->stride);
    CHECK(after != fifth);
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, after, trp_ticks(1)), TRP_ERR_FOREIGN);
    CHECK_OK(trp_timer_start(fuse.timers, fifth, trp_ticks(1)));
    CHECK(trp_timer_is_running(fuse.timers, fifth));
    CHECK(!trp_timer_is_running(fuse.timers, after));
    CHECK_MISUSE(fuse.world, trp_timer_start(fuse.timers, after, trp_ticks(9)), TRP_ERR_FOREIGN);
    CHECK_EQ(trp_timer_left(fuse.timers, fifth).ticks, 1);
    CHECK_OK(trp_world_destroy(fuse.world));
    stage_log_clear();
}

SCRIPT("a timer is stopped in a table that has grown",
       "in memory; grows; pool 1 grow 64 still; timers 0 seconds; new 1; repeat 0 1 1; at t1: new "
       "2-20, start 0 2-20 9, halt 0 1, go; tick 3; =");

static void goes_on(trp_timers *of, thing *self, const trp_context *in)
{
    if (self->id != 1)
        return;
    CHECK_OK(trp_timer_start(of, &stage_thing(fuse.pool, 9)->actor, trp_seconds(9)));
    self->id = 2;
}

SITUATION("a timer repeats in a table that has grown")
{
    begin_growing(1, TRP_CLOCK_SECONDS);
    fuse.when_due = goes_on;
    CHECK_OK(trp_timer_repeat(fuse.timers, &stage_thing(fuse.pool, 1)->actor, trp_seconds(1)));
    stage_log_clear();
    timers_scene_tick(3);
    CHECK_LOG(DUE(1), DUE(2), DUE(2));
    CHECK_OK(trp_world_destroy(fuse.world));
}
