/* The memory of timers: enough of it, with growing pools, and with actors in the game's memory. */
#include "../../../src/core/types.h" /* which modules a world has */
#include "../heap.h"
#include "../timers_scene.h"

SITUATIONS(timers_memory);

SCRIPT("the table grows with its pool",
       "in memory; grows; pool 10 grow 160 still; timers 0 ticks; new 1-160; idle 0 160;"
       "halt 0 160 ?GONE; start 0 1-160 900; start 0 3 850; left 0 160 900; recycle 11-160; trim;"
       "go; pass 850; = t3; pass 50; = t1 t2 t4-10; freetimers 0; timers 0 seconds");
SCRIPT("the table grows while it fires",
       "in oldest; grows; pool 4 grow 200 still; timers 0 ticks recycle; new 1-4;"
       "at t1: new 11-40, start 0 11-40 3; at t2: new 41-70, start 0 41-70 3;"
       "at t3: new 71-100, start 0 71-100 3; at t4: new 101-130, start 0 101-130 3; start 0 1-4 1;"
       "tick; live 120; still; pass 3; live 0");
SCRIPT("a table that grows before it has fired keeps what is due",
       "in memory; grows; pool 4 grow 200 still; timers 0 ticks; timers 1 ticks; new 1-4 11-60;"
       "at t1: start 1 60 9; start 0 1 3; start 1 2-3 3; start 1 4 4; tick; tick; go;"
       "tick; = t1 t2 t3; tick; = t4; pass 8; = t60");

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

SCRIPT("the smallest table grows",
       "in memory; grows; pool 1 grow 64 still; timers 0 ticks; new 1-3; start 0 1-3 1; go; tick; "
       "= t1 t2 t3");
SCRIPT(
    "slots without room have no timers",
    "in memory; grows; pool 4 grow 80 still; timers 0 ticks; new 1-40; start 0 1 9;"
    "halt 0 2-40 ?GONE; idle 0 40; start 0 1 160; halt 0 2-40 ?GONE; start 0 1 1; go; tick; = t1;"
    "timers 1 seconds; new 41-80; start 1 1 0.005; halt 1 2-80 ?GONE; idle 1 80; running 1 1");

/* the address after the last slot of the first chunk is no actor, though its number is one */
SITUATION("no actor is after the first chunk")
{
    trp_pool_desc desc = stage_still_desc(4, TRP_ORDER_MEMORY);
    stage_grow(&desc, 80);
    fuse.world = heap_world((trp_world_desc){0});
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
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
}

SCRIPT("a timer is stopped in a table that has grown",
       "in memory; grows; pool 1 grow 64 still; timers 0 seconds; new 1; repeat 0 1 1; at t1: new "
       "2-20, start 0 2-20 9, halt 0 1, go; tick 3; =");
SCRIPT("a timer repeats in a table that has grown",
       "in memory; grows; pool 1 grow 64 still; timers 0 seconds; new 1 2; repeat 0 1 1;"
       "at t1: start 0 2 9; go; tick 3; = t1 t1 t1; left 0 2 9");
