/*
 * Histories with deltas compared with one of whole states: each state must be the same, to the
 * byte.
 */
#include "../delta_scene.h"

SITUATIONS(history_delta);

static trp_pool *pool;

static void begin(void)
{
    delta_begin(1);
    pool = stage_pool(delta_world, 200, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 100);
}

static void tick(void)
{
    stage_find(pool, 1 + (uint32_t)trp_world_ticks(delta_world))->data++;
    CHECK_OK(trp_update_all(delta_world, 1));
}

SITUATION_FOR("a history keeps at most so many states", trp_history_kind, kind, TRP_HISTORY_WHOLE,
              TRP_HISTORY_REWIND)
{
    begin();
    CHECK_OK(delta_open_every(kind, DELTA_LARGE_BYTES, 60000, 4));
    delta_past.desc.ticks = 6;
    for (uint32_t i = 0; i < 23; i++) {
        CHECK_OK(trp_history_save(&delta_past));
        tick();
        CHECK(trp_history_info(&delta_past).count <= (kind == TRP_HISTORY_KEYFRAMES ? 9u : 6u));
    }
    CHECK(trp_history_info(&delta_past).count >= 6);
}

/* A new object is registered: former states are kept, and cannot be restored with it. The last save
 * takes the place of a former one of its tick. */
SCRIPT(
    "states are refused where other things are registered",
    "try keyframes back; pool 40; new 1-20; history $; keep; tick; keep; tick; keep; tick; keep; "
    "tick; region; keep; tick; keep; tick; keep; tick; keep; tick; rewind 1 !CHANGED; rewind 3 "
    "!CHANGED; rewind 5; unregion; rewind 6 !CHANGED; rewind 2; keep; kept 3; region; keep; kept "
    "3; unregion; rewind 1");

/* Structs of 20 bytes, and a region all of whose bytes change: a delta would be longer than the
 * snapshot. */

typedef struct pebble {
    trp_actor actor;
    uint32_t number;
} pebble;

SITUATION("a state is kept whole where all of it changes")
{
    static uint32_t noise[20000];
    trp_region region = {.start = noise, .bytes = sizeof noise};
    uint32_t seed = 5;
    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++) {
        delta_begin(1);
        pool = stage_pool_as(delta_world,
                             (trp_pool_desc){.type = TRP_TYPE(pebble, actor), .capacity = 9});
        CHECK_OK(trp_region_add(delta_world, &region));
        while (trp_create(pool, NULL) != NULL)
            continue;
        delta_open_whole();
        CHECK_OK(
            delta_open_every(kind, DELTA_LARGE_BYTES, trp_snapshot_bytes(delta_world, NULL), 1000));
        delta_past.desc.hashes = false;
        for (uint32_t tick = 0; tick < 12; tick++) {
            const uint32_t changed = tick % 4 < 2 ? 20000 : 5;
            for (uint32_t i = 0; i < changed; i++)
                noise[i] = stage_random(&seed, UINT32_MAX);
            for (uint32_t slot = 0; slot < 9; slot++)
                trp_as(pebble, trp_pool_at(pool, slot))->number += slot;
            delta_save_both();
            CHECK_OK(trp_update_all(delta_world, 1));
        }
        for (uint32_t i = 0; i < 12; i++)
            delta_check_whole(i * 5 % 12);
        /* back to the first, before which there is nothing */
        CHECK_OK(trp_history_restore(&delta_past, 0));
        delta_save_both();
        CHECK_EQ(trp_history_info(&delta_past).count, 1);
        delta_check_whole(0);
        delta_close();
        CHECK_OK(trp_region_remove(delta_world, &region));
    }
}

/* A state that is nearly as long as the ring drops all earlier ones, wherever they are. */
static void check_long_state(unsigned before, size_t ring, uint32_t every)
{
    delta_begin(1);
    pool = stage_pool(delta_world, 200, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 40);
    ring += trp_snapshot_bytes(delta_world, NULL) * 2;
    CHECK_OK(delta_open_every(TRP_HISTORY_KEYFRAMES, DELTA_LARGE_BYTES, ring, every));
    delta_past.desc.bytes = ring / 16 * 16;
    for (unsigned i = 0; i < before; i++) {
        CHECK_OK(trp_history_save(&delta_past));
        CHECK_OK(trp_update_all(delta_world, 1));
    }
    while (trp_snapshot_bytes(delta_world, NULL) + 120 < ring)
        stage_thing(pool, 50);
    CHECK_OK(trp_history_save(&delta_past));
    const uint64_t hash = trp_hash_world(delta_world);
    CHECK_OK(trp_pool_clear(pool, NULL));
    CHECK_OK(trp_history_restore(&delta_past, before));
    CHECK_EQ(trp_hash_world(delta_world), hash);
}

SITUATION_FOR("a history makes room for long keyframes", unsigned, before, 1, 9)
{
    for (size_t ring = 300; ring < 1000; ring += 100)
        for (uint32_t every = 2; every < 5; every++)
            check_long_state(before, ring, every);
}

/* The descriptions and transient settings of pools count as registered objects. */
SITUATION("states are refused where pools are other ones")
{
    begin();
    CHECK_OK(delta_open_every(TRP_HISTORY_KEYFRAMES, DELTA_LARGE_BYTES, 60000, 20));
    for (uint32_t i = 0; i < 4; i++) {
        if (i == 2)
            stage_set_transient(pool, true);
        CHECK_OK(trp_history_save(&delta_past));
        tick();
    }
    CHECK_MISUSE(delta_world, trp_history_restore(&delta_past, 1), TRP_ERR_CHANGED);
    CHECK(trp_history_snapshot(&delta_past, 1, NULL) != NULL);
    CHECK_OK(trp_history_restore(&delta_past, 2));
    CHECK_OK(trp_history_restore(&delta_past, 3));
}

SITUATION("a history of deltas wants room for images")
{
    begin();
    const trp_history_kind kind = TRP_HISTORY_REWIND;
    CHECK_MISUSE(delta_world, delta_open_every((trp_history_kind)3, DELTA_LARGE_BYTES, 0, 0),
                 TRP_ERR_VALUE);
    CHECK_MISUSE(delta_world, delta_open_every(kind, 3 * 1600, 1600, 0), TRP_ERR_MEMORY);
    CHECK_MISUSE(delta_world, delta_open_every(kind, 1000, SIZE_MAX, 0), TRP_ERR_MEMORY);
    CHECK_RESULT(trp_history_close(&delta_past), TRP_GONE);
    CHECK_OK(delta_open_every(kind, 4 * 1600, 1600, 0));
    CHECK_MISUSE(delta_world, trp_history_save(&delta_past), TRP_ERR_MEMORY);
    CHECK_EQ(trp_history_info(&delta_past).count, 0);
}

SITUATION("wrong histories are refused, and closed ones answer nothing")
{
    static _Alignas(TRP_ALIGNMENT) unsigned char whole[1 << 16];
    static uint32_t game[64];
    trp_region region = {.start = game, .bytes = sizeof game};
    begin();
    trp_world *world = delta_world;
    CHECK_OK(trp_region_add(world, &region));
    const trp_history_desc desc = {.memory = whole, .bytes = sizeof whole};
    delta_past = (trp_history){0};
    CHECK_RESULT(trp_history_open(&delta_past, NULL, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_open(NULL, world, &desc), TRP_ERR_NULL);
    CHECK_MISUSE(world, trp_history_open(&delta_past, world, NULL), TRP_ERR_NULL);
    CHECK_MISUSE(world,
                 trp_history_open(&delta_past, world, &(trp_history_desc){.memory = whole + 1}),
                 TRP_ERR_ALIGN);
    CHECK_MISUSE(
        world,
        trp_history_open(&delta_past, world,
                         &(trp_history_desc){.memory = (void *)(((uintptr_t)&game + 15) / 16 * 16),
                                             .bytes = 10}),
        TRP_ERR_VALUE);
    CHECK_OK(trp_history_open(&delta_past, world, &desc));
    CHECK_MISUSE(world, trp_history_open(&delta_past, world, &desc), TRP_ERR_LINKED);
    CHECK_MISUSE(world, trp_pool_trim(pool), TRP_BUSY);
    CHECK_OK(trp_history_close(&delta_past));
    CHECK_OK(trp_pool_trim(pool));
    for (unsigned i = 0; i < 2; i++) {
        trp_history *const none = i == 0 ? NULL : &delta_past; /* it was closed */
        CHECK_RESULT(trp_history_save(none), TRP_ERR_NULL);
        CHECK_RESULT(trp_history_restore(none, 0), TRP_ERR_NULL);
        CHECK_RESULT(trp_history_confirm(none, 0), TRP_ERR_NULL);
        CHECK_RESULT(trp_history_close(none), TRP_GONE);
    }
    CHECK_MISUSE(world, trp_history_open(&delta_past, world, &(trp_history_desc){.bytes = 100}),
                 TRP_ERR_NULL);
    CHECK_EQ(trp_history_first(NULL) + trp_history_last(NULL) + trp_history_info(NULL).count, 0);
    CHECK_EQ(trp_history_measure(NULL), 0);
}
