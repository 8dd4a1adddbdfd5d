/* Lifetimes, timers, queues and intervals in snapshots: restored events happen again, and no other
 * events do. */
#include "../heap.h"
#include "../snapshot_scene.h"
#include "../timers_scene.h"

#include "../../../src/time/timers.h" /* the room and the entries of a table */

SITUATIONS(time_state);

#define POSTS "at t1: post 1; at t2: post 2; at t3: post 3; at t4: post 4; "
#define THE_SAME                                                                                   \
    "go; wait 6; = 1 2 3 q9 1 2 3 t2 t4 1 2 3 4 q2 q4 t1 1 2 3 4 q1 t3 1 2 3 4 q3 t2 1 2 3 4 q2; "
#define DISTURBED                                                                                  \
    "wait 3; new 7; start 0 7 1; start 0 3 100; halt 0 2; wait 4; stagger 3; wait 5; clear; wait " \
    "500; post 8; restore; interval 1; waiting 1; left 0 1 4; left 1 3 1.25; "

SCRIPT(
    "after a restore the same happens in the same ticks",
    "in memory; pool 16 lifetime ticks; timers 0 ticks; timers 1 seconds wake; queue 6; new 1-4; "
    "life 1 ticks 17; life 2 ticks 14; life 3 ticks 11; life 4 ticks 8; start 0 1 4; repeat 0 2 3; "
    "start 1 3 1.25; nap 1 4 0.75; post 9; save; " POSTS THE_SAME DISTURBED THE_SAME DISTURBED
        THE_SAME);

/* the memory may be the same */
SITUATION("no snapshot fits another table in the place of its own")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char image[4096];
    trp_world *const world = heap_world((trp_world_desc){0});
    trp_pool *const pool = stage_pool(world, 2, TRP_ORDER_MEMORY);
    size_t bytes;

    for (unsigned one = 0; one < 12; one++)
        for (unsigned other = 0; other < 12; other++) {
            trp_timers *timers =
                MADE(trp_timers_create(pool, &(trp_timers_desc){.clock = (trp_clock)(one % 3),
                                                                .due = (trp_due)(one / 3)}));
            CHECK_OK(trp_snapshot_save(world, image, sizeof image, &bytes));
            CHECK_OK(trp_timers_destroy(timers));
            timers =
                MADE(trp_timers_create(pool, &(trp_timers_desc){.clock = (trp_clock)(other % 3),
                                                                .due = (trp_due)(other / 3)}));
            if (one != other)
                CHECK(trp_snapshot_check(world, image, bytes, NULL) != TRP_OK);
            CHECK_OK(trp_timers_destroy(timers));
        }
}

/* From distant moments, beyond all digits of the wheel, there and back. */
SCRIPT("timers come back from far away",
       "try 1 2 15 16 17 255 4097 1048576 16777216 2000000000; in memory; pool 10 still; timers 0 "
       "ticks; new 1-10; start 0 1 1; start 0 2 2; start 0 3 15; start 0 4 16; start 0 5 17; start "
       "0 6 255; start 0 7 4097; start 0 8 1048576; start 0 9 16777216; start 0 10 2000000000; "
       "save; advance 0 $; tick; restore; left 0 1 1; left 0 6 255; left 0 10 2000000000; go; "
       "tick; = t1; tick; = t2; advance 0 12; tick; = t3; tick; = t4; tick; = t5; advance 0 237; "
       "tick; = t6; advance 0 3841; tick; = t7; advance 0 1044478; tick; = t8; advance 0 15728639; "
       "tick; = t9; advance 0 1983222783; tick; = t10");

/* A slot has the same generation again: a timer of the undone life must not fire for it. */
SCRIPT("timers of a future that never was do not fire",
       "pool still; timers 0 ticks; save; new 1; start 0 1 3; tick; restore; new 2; idle 0 2; go; "
       "pass 5; =");

/* The pool is not part of snapshots, and neither are its timers. */
SCRIPT("timers of a transient pool go on",
       "pool transient still; timers 0 ticks; new 1; start 0 1 4; save; hash 0; halt 0 1; same 0; "
       "start 0 1 2; tick; restore; left 0 1 1; go; tick; = t1");

SCRIPT("timers of a transient pool write nothing behind an image",
       "pool transient; timers 0 ticks; timers 1 seconds wake; new 1-4; start 0 1 4; repeat 0 2 3; "
       "start 1 3 1.25; nap 1 4 0.75; save; restore");

SCRIPT("of a growing pool",
       "in memory; grows; pool 4 grow 64 still; timers 0 ticks; new 1-12; start 0 1-12 2; recycle "
       "5-8; trim; save; new 20-49; start 0 20-49 2; restore; new 20-29; go; pass 3; = t1-4 t9-12");

/* it never grew */
SITUATION("a table with less room than a snapshot needs")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    for (uint32_t id = 0; id < 12; id++)
        timers_scene_born(id);
    CHECK_OK(trp_timer_start(fuse.timers, trp_pool_at(fuse.pool, 8), trp_ticks(9)));
    const size_t bytes = snapshot_save_to(fuse.world, 0);
    fuse.timers->room = 4;
    CHECK_MISUSE(fuse.world, trp_snapshot_restore(fuse.world, snapshot_memory[0], bytes),
                 TRP_ERR_CHANGED);
    fuse.timers->room = 64;
    CHECK_OK(trp_snapshot_restore(fuse.world, snapshot_memory[0], bytes));
}

SCRIPT("room of timers is no state",
       "grows; pool 2 grow 64 still; timers 0 ticks; new 1-6; save; hash 0; start 0 6 2; halt 0 6; "
       "same 0; changes 0 0; restore");

static void log_event(const void *event, const trp_context *in)
{
    stage_log(*(const uint32_t *)event);
}

static void post(trp_queue *queue, uint32_t first, uint32_t last)
{
    for (; first <= last; first++)
        CHECK_OK(trp_queue_post(queue, &first));
}

/* a queue whose memory is in a region is restored once */
SITUATION("a queue in a region")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char area[TRP_QUEUE_BYTES(sizeof(uint32_t), 4)];
    static trp_region region;

    trp_world *const world = stage_world();
    region = (trp_region){.name = "area", .start = area, .bytes = sizeof area};
    trp_queue *inside =
        MADE(trp_queue_create(world, &(trp_queue_desc){.size = sizeof(uint32_t),
                                                       .capacity = 4,
                                                       .play = log_event,
                                                       .memory = area,
                                                       .memory_bytes = sizeof area}));
    CHECK_OK(trp_region_add(world, &region));
    post(inside, 0, 2);
    CHECK_OK(trp_update_all(world, 1));
    post(inside, 3, 5); /* across the end of the ring */
    const size_t bytes = snapshot_save_to(world, 0);
    CHECK_OK(trp_update_all(world, 1));
    post(inside, 9, 9);
    CHECK_OK(trp_snapshot_restore(world, snapshot_memory[0], bytes));
    stage_log_clear();
    CHECK_OK(trp_update_all(world, 1));
    CHECK_LOG(3, 4, 5);
    post(inside, 0, 3);
    const uint64_t hash = trp_hash_world(world);
    CHECK_RESULT(trp_queue_post(inside, area), TRP_ERR_FULL);
    CHECK_EQ(trp_hash_world(world), hash); /* the queue itself is no part of the region */
    CHECK_OK(trp_region_remove(world, &region));
}

/* a table in a region that has grown since: the restore leaves it where it is now */
SITUATION("a table in a region")
{
    static trp_region region;

    fuse.world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = stage_still_desc(4, TRP_ORDER_MEMORY);
    stage_grow(&desc, 64);
    fuse.pool = stage_pool_as(fuse.world, desc);
    fuse.timers = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    region = (trp_region){.name = "table", .start = fuse.timers, .bytes = sizeof *fuse.timers};
    CHECK_OK(trp_region_add(fuse.world, &region));
    for (uint32_t id = 0; id < 4; id++)
        CHECK_OK(trp_timer_start(fuse.timers, &timers_scene_born(id)->actor, trp_ticks(2)));
    const size_t bytes = snapshot_save_to(fuse.world, 0);
    for (uint32_t id = 4; id < 30; id++)
        CHECK_OK(trp_timer_start(fuse.timers, &timers_scene_born(id)->actor, trp_ticks(2)));
    const uint32_t room = fuse.timers->room;
    CHECK(room >= 30);
    CHECK_OK(trp_snapshot_restore(fuse.world, snapshot_memory[0], bytes));
    CHECK_EQ(fuse.timers->room, room);
    timers_scene_tick(1);
    timers_scene_tick(1);
    CHECK_LOG(DUE(0), DUE(1), DUE(2), DUE(3));
    CHECK_OK(trp_region_remove(fuse.world, &region));
}

/* What is saved last is a queue. */
SCRIPT("a snapshot writes no byte too many", "queue 3; post 1; post 2; save; restore");

/* ... that runs, wherever its slot is */
SITUATION_FOR("a snapshot has an entry for each timer", uint32_t, slots, 1, 16)
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    for (uint32_t id = 1; id <= 16; id++)
        timers_scene_born(id);
    const size_t before = snapshot_save_to(fuse.world, 0);
    trp_timers *const late = timers_scene_make(fuse.pool, TRP_CLOCK_TICKS, TRP_DUE_CALL);
    for (uint32_t k = 0; k < slots; k++)
        CHECK_OK(trp_timer_start(late, trp_pool_at(fuse.pool, 15 - k), trp_ticks(9)));
    CHECK_EQ((snapshot_save_to(fuse.world, 0) - before) / 16, 1 + (slots * 24 + 16 + 15) / 16);
}

/* In all slots, the first and the last one as well; in the present notch of a clock in seconds. */
SCRIPT("timers of a full pool are restored",
       "pool 16 still; timers 0 ticks; timers 1 seconds; new 1-16; start 0 1-16 1; start 0 3-9 2; "
       "start 1 1-16 0.005; save; restore; go; tick; = t1 t2 t10-16 t1-16; tick; = t3-9");
SCRIPT("a timer that stopped in a slot's last life is not saved",
       "pool still; timers 0 ticks; new 1; last 1; start 0 1 9; halt 0 1; recycle 1; save; "
       "restore; go; pass 12; =");

/* entries of slots that were not used then are as in a new table */
SITUATION("entries of unused slots are as in a new table")
{
    timers_scene_begin(TRP_CLOCK_TICKS, TRP_DUE_CALL);
    timers_scene_born(1);
    const size_t bytes = snapshot_save_to(fuse.world, 0);
    for (uint32_t id = 2; id <= 16; id++)
        CHECK_OK(trp_timer_start(fuse.timers, &timers_scene_born(id)->actor, trp_ticks(9)));
    CHECK_OK(trp_snapshot_restore(fuse.world, snapshot_memory[0], bytes));
    for (uint32_t slot = 0; slot < 16; slot++)
        CHECK(fuse.timers->entries[slot].generation == 0 && fuse.timers->entries[slot].due == 0);
}
