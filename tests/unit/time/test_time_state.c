/* Lifetimes, timers, queues and intervals in snapshots: restored events happen again, and no other
 * events do. */
#include "../heap.h"
#include "../ledger.h"
#include "../time_scene.h"
#include "troupe/synctest.h"

#include "../../../src/time/timers.h" /* wheels far from now, room in a table */

SITUATIONS(time_state);

static void disturb(void)
{
    time_scene_ticks(3);
    CHECK_OK(trp_timer_start(then.fuse, &time_scene_born(7)->actor, trp_ticks(1)));
    CHECK_OK(trp_timer_start(then.fuse, time_scene_at(2), trp_ticks(100)));
    trp_timer_stop(then.fuse, time_scene_at(1));
    time_scene_ticks(4);
    CHECK_OK(trp_pool_set_interval(then.pool, 3, TRP_INTERVAL_STAGGERED));
    time_scene_ticks(5);
    CHECK_OK(trp_pool_clear(then.pool, NULL));
    time_scene_ticks(1000);
    CHECK_OK(trp_queue_post(then.booms, &(boom){8, 0}));
}

#define THE_SAME                                                                                   \
    CHECK_LOG(1, 2, 3, BOOM(9), BOOM(1), 1, 2, 3, BOOM(2), DUE(2), DUE(4), 1, 2, 3, 4, BOOM(3),    \
              DUE(1), 1, 2, 3, 4, BOOM(4), DUE(3), 1, 2, 3, 4, DUE(2), 1, 2, 3, 4, BOOM(1))

SITUATION("after a restore the same happens in the same ticks")
{
    time_scene_begin();
    time_scene_start_all();
    time_scene_save(0);
    const uint64_t hash = trp_hash_world(then.world);
    stage_log_clear();
    time_scene_ticks(6);
    THE_SAME;
    for (int round = 0; round < 3; round++) {
        disturb();
        time_scene_restore(0);
        CHECK_EQ(trp_hash_world(then.world), hash);
        CHECK_EQ(trp_pool_info(then.pool).interval, 1);
        CHECK_EQ(trp_queue_info(then.booms).count, 1);
        CHECK_EQ(trp_timer_left(then.fuse, time_scene_at(0)).ticks, 4);
        CHECK(trp_timer_left(then.reload, time_scene_at(2)).seconds == 1.25f);
        CHECK_VALID(then.world);
        time_scene_ticks(6);
        THE_SAME;
    }
    CHECK_EQ(trp_world_info(then.world).misuse, 0);
}

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
    CHECK_OK(trp_world_destroy(world));
}

/* from distant moments, beyond all digits of the wheel, there and back */
SITUATION("timers come back from far away")
{
    static const uint32_t spans[] = {1, 2, 15, 16, 17, 255, 4097, 1u << 20, 1u << 24, 2000000000u};
    const unsigned count = sizeof spans / sizeof spans[0];

    time_scene_begin();
    then.pool->desc.update = NULL;
    for (uint32_t i = 0; i < count; i++)
        time_scene_born(i);
    for (unsigned jump = 0; jump < count; jump++) {
        for (uint32_t i = 0; i < count; i++)
            CHECK_OK(trp_timer_start(then.fuse, time_scene_at(i), trp_ticks(spans[i])));
        time_scene_save(0);
        then.fuse->now += spans[jump];
        time_scene_tick();
        time_scene_restore(0);
        for (uint32_t i = 0; i < count; i++)
            CHECK_EQ(trp_timer_left(then.fuse, time_scene_at(i)).ticks, spans[i]);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t left = trp_timer_left(then.fuse, time_scene_at(i)).ticks;
            if (left > 1)
                then.fuse->now += left - 1;
            time_scene_tick();
            CHECK_LOG(DUE(i));
        }
    }
}

/* A slot has the same generation again: a timer of the undone life must not fire for it. */
SCRIPT("timers of a future that never was do not fire",
       "pool still; timers 0 ticks; save; new 1; start 0 1 3; tick; restore; new 2; idle 0 2; go; "
       "pass 5; =");

static void note_words(const trp_difference *difference, void *user)
{
    situation_text_add(then.words, sizeof then.words, difference->text);
    if (difference->text[0] != '\0')
        situation_text_add(then.words, sizeof then.words, "\n");
}

/* The pool is not part of snapshots, and neither are its timers. */
SCRIPT("timers of a transient pool go on",
       "pool transient still; timers 0 ticks; new 1; start 0 1 4; save; hash 0; halt 0 1; same 0; "
       "start 0 1 2; tick; restore; left 0 1 1; go; tick; = t1");

SITUATION("timers of a transient pool write nothing behind an image")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char image[1 << 14];
    size_t used = 0;

    time_scene_begin();
    stage_set_transient(then.pool, true);
    time_scene_start_all();
    for (size_t i = 0; i < sizeof image; i++)
        image[i] = 0xA5;
    CHECK_OK(trp_snapshot_save(then.world, image, sizeof image, &used));
    CHECK_EQ(used, trp_snapshot_bytes(then.world, NULL));
    for (size_t i = used; i < sizeof image; i++)
        CHECK_EQ(image[i], 0xA5);
}

static trp_result step(trp_world *in, uint64_t tick, void *user)
{
    if (tick % 3 == 0) {
        spark *s = trp_as(spark, trp_create(then.pool, NULL));
        if (s != NULL) {
            s->id = (uint32_t)tick;
            s->until = trp_time_in(then.pool, trp_ticks(11));
            CHECK_OK(trp_timer_repeat(then.fuse, &s->actor, trp_ticks(2 + (uint32_t)tick % 4)));
            CHECK_OK(
                trp_timer_sleep(then.reload, &s->actor, trp_seconds(0.5f * (float)(tick % 7))));
        }
    }
    if (tick % 4 == 0)
        trp_queue_post(then.booms, &(boom){(uint32_t)tick, 1});
    if (tick % 16 == 8)
        CHECK_OK(
            trp_pool_set_interval(then.pool, 1 + (uint32_t)tick / 16 % 3,
                                  tick % 32 == 8 ? TRP_INTERVAL_STAGGERED : TRP_INTERVAL_TOGETHER));
    const trp_result result = trp_update_all(in, 0.25f);
    stage_log_clear();
    return result;
}

/* back by seven ticks in each tick, with all caches cleared */
SITUATION("synctest: back in each tick, without caches")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char past[128 * 1024];
    trp_synctest test = {0};

    stage_needs(sizeof past);
    time_scene_begin();
    CHECK_OK(trp_synctest_init(
        &test, then.world,
        &(trp_synctest_desc){
            .step = step, .memory = past, .bytes = sizeof past, .on_difference = note_words}));
    for (int i = 0; i < 120; i++)
        CHECK_OK(trp_synctest_step(&test));
    CHECK_OK(trp_synctest_info(&test).verdict);
    CHECK_OK(trp_synctest_free(&test));
}

SCRIPT("of a growing pool",
       "in memory; grows; pool 4 grow 64 still; timers 0 ticks; new 1-12; start 0 1-12 2;"
       "recycle 5-8; trim; save; new 20-49; start 0 20-49 2; restore; new 20-29; go; pass 3;"
       "= t1-4 t9-12");

/* it never grew */
SITUATION("a table with less room than a snapshot needs")
{
    time_scene_begin();
    for (uint32_t id = 0; id < 12; id++)
        time_scene_born(id);
    CHECK_OK(trp_timer_start(then.fuse, time_scene_at(8), trp_ticks(9)));
    time_scene_save(0);
    then.fuse->room = 4;
    CHECK_MISUSE(then.world, trp_snapshot_restore(then.world, then.memory[0], then.saved[0]),
                 TRP_ERR_CHANGED);
    then.fuse->room = 16;
    time_scene_restore(0);
}

SCRIPT("room of timers is no state",
       "grows; pool 2 grow 64 still; timers 0 ticks; new 1-6; save; hash 0; start 0 6 2; halt 0 6; "
       "same 0; changes 0 0; restore");

/* a queue whose memory is in a region is restored once */
SITUATION("a queue in a region")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char area[TRP_QUEUE_BYTES(sizeof(boom), 4)];
    static trp_region region;

    time_scene_begin();
    region = (trp_region){.name = "area", .start = area, .bytes = sizeof area};
    trp_queue_desc desc = {.size = sizeof(boom), .capacity = 4, .play = time_scene_play};
    desc.memory = area;
    desc.memory_bytes = sizeof area;
    trp_queue *inside = MADE(trp_queue_create(then.world, &desc));
    CHECK_OK(trp_region_add(then.world, &region));
    for (uint32_t i = 0; i < 3; i++)
        CHECK_OK(trp_queue_post(inside, &(boom){i, 0}));
    time_scene_tick();
    for (uint32_t i = 3; i < 6; i++) /* across the end of the ring */
        CHECK_OK(trp_queue_post(inside, &(boom){i, 0}));
    time_scene_save(0);
    time_scene_tick();
    CHECK_OK(trp_queue_post(inside, &(boom){9, 0}));
    time_scene_restore(0);
    time_scene_tick();
    CHECK_LOG(BOOM(3), BOOM(4), BOOM(5));
    for (uint32_t i = 0; i < 4; i++)
        CHECK_OK(trp_queue_post(inside, &(boom){i, 0}));
    const uint64_t hash = trp_hash_world(then.world);
    CHECK_RESULT(trp_queue_post(inside, &(boom){4, 0}), TRP_ERR_FULL);
    CHECK_EQ(trp_hash_world(then.world), hash); /* the queue itself is no part of the region */
    CHECK_OK(trp_region_remove(then.world, &region));
}

/* a table in a region that has grown since: the restore leaves it where it is now */
SITUATION("a table in a region")
{
    static trp_region region;

    then.world = heap_world((trp_world_desc){0});
    trp_pool_desc desc = time_scene_desc();
    desc.update = NULL;
    desc.on_end = NULL;
    desc.capacity = 4;
    stage_grow(&desc, 64);
    time_scene_furnish(desc);
    region = (trp_region){.name = "table", .start = then.fuse, .bytes = sizeof *then.fuse};
    CHECK_OK(trp_region_add(then.world, &region));
    for (uint32_t id = 0; id < 4; id++)
        CHECK_OK(trp_timer_start(then.fuse, &time_scene_born(id)->actor, trp_ticks(2)));
    time_scene_save(0);
    for (uint32_t id = 4; id < 30; id++)
        CHECK_OK(trp_timer_start(then.fuse, &time_scene_born(id)->actor, trp_ticks(2)));
    const uint32_t room = then.fuse->room;
    CHECK(room >= 30);
    time_scene_restore(0);
    CHECK_EQ(then.fuse->room, room);
    time_scene_ticks(2);
    CHECK_LOG(DUE(0), DUE(1), DUE(2), DUE(3));
    CHECK_OK(trp_region_remove(then.world, &region));
    CHECK_OK(trp_world_destroy(then.world));
}

/* what is saved last is a queue */
SITUATION("a snapshot writes no byte too many")
{
    then.world = stage_world();
    trp_queue *only = MADE(trp_queue_create(
        then.world, &(trp_queue_desc){.size = 8, .capacity = 3, .play = time_scene_play}));
    for (uint32_t id = 1; id <= 2; id++)
        CHECK_OK(trp_queue_post(only, &(boom){id, 0}));
    for (size_t i = 0; i < sizeof then.memory[0]; i++)
        then.memory[0][i] = 0x5A;
    time_scene_save(0);
    for (size_t i = then.saved[0]; i < sizeof then.memory[0]; i++)
        CHECK_EQ(then.memory[0][i], 0x5A);
}

/* a table adds an entry for each timer that runs, wherever its slot is */
SITUATION("a snapshot has an entry for each timer")
{
    size_t bytes[2];

    for (uint32_t slots = 1; slots <= 16; slots++) {
        for (int more = 0; more < 2; more++) {
            trp_timers *late = NULL;
            time_scene_begin();
            if (more != 0)
                late = time_scene_make(TRP_CLOCK_TICKS, TRP_DUE_CALL);
            for (uint32_t id = 1; id <= 16; id++)
                time_scene_born(id);
            for (uint32_t k = 0; k < slots && late != NULL; k++)
                CHECK_OK(trp_timer_start(late, time_scene_at(15 - k), trp_ticks(9)));
            time_scene_save(0);
            bytes[more] = then.saved[0];
        }
        CHECK_EQ((bytes[1] - bytes[0]) / 16, 1 + (slots * 20 + 8 + 15) / 16);
    }
    stage_log_clear();
}

/* In all slots, the first and the last one as well; in the present notch of a clock in seconds. */
SCRIPT("timers of a full pool are restored",
       "pool 16 still; timers 0 ticks; timers 1 seconds; new 1-16; start 0 1-16 1; start 0 3-9 2; "
       "start 1 1-16 0.005; save; restore; go; tick; = t1 t2 t10-16 t1-16; tick; = t3-9");
SCRIPT("a timer that stopped in a slot's last life is not saved",
       "pool still; timers 0 ticks; new 1; last 1; start 0 1 9; halt 0 1; recycle 1; save; restore;"
       "go; pass 12; =");

/* entries of slots that were not used then are as in a new table */
SITUATION("entries of unused slots are as in a new table")
{
    time_scene_begin();
    time_scene_born(1);
    time_scene_save(0);
    for (uint32_t id = 2; id <= 16; id++) {
        time_scene_born(id);
        CHECK_OK(trp_timer_start(then.fuse, time_scene_at(id - 1), trp_ticks(9)));
    }
    time_scene_restore(0);
    for (uint32_t slot = 0; slot < 16; slot++)
        CHECK(then.fuse->entries[slot].generation == 0 && then.fuse->entries[slot].due == 0);
}
