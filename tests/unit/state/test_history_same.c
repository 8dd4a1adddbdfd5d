/*
 * Histories with deltas whose payloads stay in the same slots from state to state, or almost do.
 * Each state must be that of a history of whole ones.
 */
#include "../delta_scene.h"

SITUATIONS(history_same);

enum {
    POOLS = 3, /* the last one is transient */
    SLOTS = 200,
    TICKS = STAGE_HEAP_BYTES < 16u * 1024u * 1024u ? 30 : 80
};

static trp_pool *pools[POOLS];

/* Only the slots of these bits are taken in each of the two pools. */
static void take_slots(const uint32_t *bits)
{
    for (uint32_t i = 0; i < 2; i++) {
        while (trp_pool_count(pools[i]) < 8)
            stage_thing(pools[i], 50);
        for (uint32_t slot = 0; slot < 8; slot++)
            if ((bits[i] >> slot & 1) == 0)
                CHECK_OK(trp_recycle(delta_world, trp_pool_at(pools[i], slot)));
    }
}

static void check_slots(trp_history_kind kind, const uint32_t *first, const uint32_t *second)
{
    delta_begin(1);
    for (uint32_t i = 0; i < 2; i++)
        pools[i] = stage_pool(delta_world, 8, TRP_ORDER_MEMORY);
    delta_open_whole();
    CHECK_OK(delta_open_every(kind, DELTA_LARGE_BYTES, 0, 20));
    take_slots(first);
    delta_save_both();
    take_slots(second);
    CHECK_OK(trp_update_all(delta_world, 1));
    delta_save_both();
    delta_check_whole(0);
    delta_check_whole(1);
}

/* As many payloads as before, or almost, in other slots. */
SITUATION_FOR("a history has each state whose slots are others", trp_history_kind, kind,
              TRP_HISTORY_KEYFRAMES, TRP_HISTORY_REWIND)
{
    static const uint32_t slots[][2] = {{0x05, 0x01}, {0x03, 0x01}, {0x23, 0x01},
                                        {0x09, 0x01}, {0x0C, 0x08}, {0x08, 0x0C},
                                        {0x01, 0x03}, {0x01, 0x05}, {0x00, 0x05}};
    const uint32_t count = sizeof slots / sizeof *slots;

    for (uint32_t i = 0; i < count * count; i++)
        check_slots(kind, slots[i / count], slots[i % count]);
}

/* A ring that is too short for the delta of a state in which all have moved. */
SITUATION_FOR("a history keeps the newest state in a short ring", trp_history_kind, kind,
              TRP_HISTORY_KEYFRAMES, TRP_HISTORY_REWIND)
{
    uint32_t seed = 3;
    delta_begin(1);
    for (uint32_t i = 0; i < POOLS; i++) { /* most slots are taken */
        pools[i] = stage_pool(delta_world, SLOTS, TRP_ORDER_MEMORY);
        stage_things(pools[i], 1, SLOTS);
        for (uint32_t slot = 1; slot + 1 < SLOTS; slot++)
            if (stage_random(&seed, 4) != 0 && slot % 8 == 5)
                CHECK_OK(trp_recycle(delta_world, trp_pool_at(pools[i], slot)));
    }
    stage_set_transient(pools[POOLS - 1], true);
    delta_open_whole();
    CHECK_OK(delta_open_every(kind, DELTA_LARGE_BYTES, DELTA_LARGE_BYTES / 8, 20));
    delta_past.desc.bytes = 512;
    for (uint32_t tick = 0; tick < 6; tick++) {
        CHECK_OK(trp_history_save(&delta_whole));
        CHECK_OK(trp_history_save(&delta_past));
        CHECK(trp_history_info(&delta_past).count <= 2);
        delta_check_whole(tick);
        trp_each (thing, it, pools[tick % 2])
            it->id++;
        CHECK_OK(trp_update_all(delta_world, 1));
    }
}

/* Opened in an empty world, without a `room`: the images take from the ring what states need. */
SITUATION("a history grows with its states, and loses only the oldest")
{
    unsigned number = 0;

    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++)
        for (size_t bytes = 24000; bytes <= 100000; bytes += 9504) {
            if (situation_leaves_out(number++))
                continue;
            delta_begin(1);
            pools[0] = stage_pool(delta_world, SLOTS, TRP_ORDER_MEMORY);
            delta_open_whole();
            CHECK_OK(delta_open_every(kind, bytes, 0, 5));
            for (uint32_t tick = 0; tick < TICKS; tick++) {
                delta_save_both();
                for (uint64_t at = trp_history_first(&delta_past); at <= tick; at++)
                    delta_check_whole(at);
                stage_things(pools[0], 2 * tick, 2 * tick + 1);
                trp_each (thing, it, pools[0])
                    it->data += it->id;
                CHECK_OK(trp_update_all(delta_world, 1));
            }
            CHECK(trp_history_info(&delta_past).count > 1);
        }
}

/* Its states follow one another to the end of the ring, which then begins elsewhere. */
SITUATION("a full history loses its oldest states when it grows")
{
    delta_begin(1);
    pools[0] = stage_pool(delta_world, SLOTS, TRP_ORDER_MEMORY);
    stage_things(pools[0], 1, 8);
    CHECK_OK(delta_open_every(TRP_HISTORY_REWIND, 24000, 0, 0));
    do {
        CHECK_OK(trp_history_save(&delta_past));
        CHECK_OK(trp_update_all(delta_world, 1));
    } while (trp_history_measure(&delta_past) + 300 < delta_past.desc.bytes);
    CHECK_EQ(trp_history_first(&delta_past), 0);
    stage_things(pools[0], 9, SLOTS);
    CHECK_OK(trp_history_save(&delta_past));
    CHECK(trp_history_first(&delta_past) > 0);
    CHECK(trp_history_info(&delta_past).count > 1);
    CHECK_OK(trp_history_restore(&delta_past, trp_history_first(&delta_past)));
    CHECK_EQ(trp_pool_count(pools[0]), 8);
}

SITUATION("a history has the newest state if it fits three times, or says what it needs")
{
    delta_begin(1);
    pools[0] = stage_pool(delta_world, SLOTS, TRP_ORDER_MEMORY);
    stage_things(pools[0], 1, 20);
    const size_t bytes = 3 * trp_snapshot_bytes(delta_world, NULL), too_few[] = {16, 500, bytes};
    for (int i = 0; i < 3; i++) {
        CHECK_OK(delta_open_every(TRP_HISTORY_REWIND, too_few[i], 0, 0));
        CHECK_MISUSE_SAYS(delta_world, trp_history_save(&delta_past), TRP_ERR_MEMORY,
                          "a state, three times, needs");
    }
    CHECK_OK(delta_open_every(TRP_HISTORY_REWIND, bytes + 128, 0, 0));
    CHECK_OK(trp_history_save(&delta_past));
    stage_things(pools[0], 21, SLOTS);
    CHECK_MISUSE(delta_world, trp_history_save(&delta_past), TRP_ERR_MEMORY);
    CHECK_OK(trp_history_restore(&delta_past, 0));
    CHECK_EQ(trp_pool_count(pools[0]), 20);
}

/*
 * Going back in a history and on from there, and what it counts.
 */

enum { STATES = 12 };

static trp_pool *pool;
static uint64_t hashes[2 * STATES];

static trp_history_desc desc_of(trp_history_kind kind)
{
    return (trp_history_desc){.bytes = 60000,
                              .kind = kind,
                              .keyframe_every = 4,
                              .room = 4000,
                              .hashes = kind != TRP_HISTORY_REWIND};
}

static void begin(void)
{
    delta_begin(1);
    pool = stage_pool(delta_world, 40, TRP_ORDER_MEMORY);
    stage_things(pool, 1, 20);
}

/* Saves, and ticks afterwards, up to this tick. */
static void go_on_to(uint64_t tick)
{
    while (trp_world_ticks(delta_world) < tick) {
        const uint64_t now = trp_world_ticks(delta_world);
        stage_find(pool, 1 + (uint32_t)now % 20)->data += 1 + (uint32_t)now;
        hashes[now] = trp_hash_world(delta_world);
        CHECK_OK(trp_history_save(&delta_past));
        CHECK_OK(trp_update_all(delta_world, 1));
    }
}

/* A save that fails drops later states, and is as if they had never been. */
SITUATION_FOR("a history is shorter after a save that failed", trp_history_kind, kind,
              TRP_HISTORY_WHOLE, TRP_HISTORY_REWIND)
{
    static thing hero;
    size_t bytes[STATES];
    for (uint64_t from = 0; from < STATES; from++) {
        begin();
        trp_pool *external =
            stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                       .capacity = 1,
                                                       .external = TRP_EXTERNAL});
        CHECK_OK(delta_open_as(desc_of(kind)));
        for (uint64_t tick = 0; tick < STATES; tick++) {
            go_on_to(tick + 1);
            bytes[tick] = trp_history_measure(&delta_past);
        }
        CHECK_OK(trp_history_restore(&delta_past, from));
        CHECK(trp_adopt(external, &hero.actor) != NULL);
        CHECK_MISUSE(delta_world, trp_history_save(&delta_past), TRP_ERR_UNLINKED);
        CHECK(trp_history_info(&delta_past).count == from ||
              trp_history_info(&delta_past).count == STATES);
        if (trp_history_info(&delta_past).count == from)
            CHECK_EQ(trp_history_measure(&delta_past), from != 0 ? bytes[from - 1] : 0);
        CHECK_OK(trp_recycle(delta_world, &hero.actor));
        go_on_to(STATES);
        CHECK_EQ(trp_history_first(&delta_past), 0);
        delta_check_states();
    }
}

/* After it has gone round in its memory. */
SITUATION_FOR("a history may be empty after a save that failed", size_t, fit, 2, 4)
{
    static thing hero;
    begin();
    trp_pool *external = stage_pool_as(
        delta_world,
        (trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 1, .external = TRP_EXTERNAL});
    trp_history_desc desc = {.bytes = 60000};
    CHECK_OK(delta_open_as(desc));
    desc.bytes = fit * delta_save();
    delta_close();
    CHECK_OK(delta_open_as(desc));
    for (unsigned i = 0; i < 9; i++)
        (void)delta_save();
    CHECK_EQ(trp_history_info(&delta_past).count, fit);
    const uint64_t first = trp_history_first(&delta_past);
    CHECK_OK(trp_history_restore(&delta_past, first));
    CHECK(trp_adopt(external, &hero.actor) != NULL);
    CHECK_MISUSE(delta_world, trp_history_save(&delta_past), TRP_ERR_UNLINKED);
    CHECK_EQ(trp_history_info(&delta_past).count, 0);
    CHECK_EQ(trp_history_first(&delta_past), 0);
    CHECK_OK(trp_history_confirm(&delta_past, first + 1000));
    CHECK_EQ(trp_history_info(&delta_past).count, 0);
    CHECK_OK(trp_recycle(delta_world, &hero.actor));
    CHECK_OK(trp_history_save(&delta_past));
    CHECK_EQ(trp_history_info(&delta_past).count, 1);
    CHECK_EQ(trp_history_first(&delta_past), first);
    delta_check_states();
}

/* Groups of states that end where the memory starts again. */
SITUATION("a history keeps the newest group of deltas")
{
    for (size_t ring = 4000; ring < 6000; ring += 272) {
        begin();
        CHECK_OK(delta_open_as((trp_history_desc){.bytes = ring + 3 * 3200,
                                                  .kind = TRP_HISTORY_KEYFRAMES,
                                                  .keyframe_every = 7,
                                                  .room = 3200}));
        for (unsigned i = 0; i < 60; i++) {
            (void)delta_save();
            const uint64_t now = trp_world_ticks(delta_world);
            CHECK_OK(trp_history_confirm(&delta_past, now));
            CHECK(trp_history_info(&delta_past).count <= 7);
            CHECK_EQ(trp_history_last(&delta_past), now);
            delta_check_states();
        }
    }
}

/* Counts */

SITUATION_FOR("a history counts what it does", trp_history_kind, kind, TRP_HISTORY_WHOLE,
              TRP_HISTORY_REWIND)
{
    begin();
    CHECK_OK(delta_open_as(desc_of(kind)));
    go_on_to(9);
    static const uint64_t to[] = {3, 3, 7, 8, 8, 0, 5, 4};
    static const uint64_t again[] = {6, 6, 6, 6, 6, 14, 14, 15};
    for (unsigned i = 0; i < 8; i++) {
        CHECK_OK(trp_history_restore(&delta_past, to[i]));
        CHECK_RESULT(trp_history_restore(&delta_past, 100), TRP_GONE);
        const trp_history_facts stats = trp_history_info(&delta_past);
        CHECK_EQ(stats.restored, i + 1);
        CHECK_EQ(stats.ticks_again, again[i]);
        CHECK_EQ(stats.saved, 9);
        CHECK_EQ(stats.count, 9);
    }
    size_t bytes = 5;
    CHECK(trp_history_snapshot(&delta_past, 100, &bytes) == NULL);
    CHECK_EQ(bytes, 5);
    trp_history_desc desc = delta_past.desc;
    CHECK_OK(trp_history_confirm(&delta_past, 8));
    CHECK_OK(trp_history_confirm(&delta_past, 8));
    CHECK_MISUSE(delta_world, trp_history_confirm(&delta_past, 7), TRP_ERR_VALUE);
    delta_close();
    CHECK_EQ(trp_history_info(&delta_past).count, 0);
    CHECK_EQ(trp_history_last(&delta_past), 0);
    CHECK(trp_history_snapshot(&delta_past, 8, NULL) == NULL);
    /* opened again, without zeroing it */
    desc.bytes = 60000;
    CHECK_OK(trp_history_open(&delta_past, delta_world, &desc));
    const trp_history_facts stats = trp_history_info(&delta_past);
    CHECK(stats.saved == 0 && stats.restored == 0 && stats.ticks_again == 0);
    CHECK(stats.count == 0 && stats.last_bytes == 0 && trp_history_measure(&delta_past) == 0);
    CHECK_OK(trp_history_confirm(&delta_past, 2));
}

SITUATION_FOR("a history drops only what was confirmed, and gives hashes of that only",
              trp_history_kind, kind, TRP_HISTORY_WHOLE, TRP_HISTORY_KEYFRAMES)
{
    uint64_t hash = 0;
    begin();
    CHECK_OK(delta_open_as(desc_of(kind)));
    go_on_to(10);
    CHECK(!trp_history_hash(&delta_past, 0, &hash));
    CHECK_OK(trp_history_confirm(&delta_past, 0));
    CHECK(trp_history_hash(&delta_past, 0, &hash) && hash == hashes[0]);
    CHECK(!trp_history_hash(&delta_past, 1, &hash));
    CHECK_OK(trp_history_confirm(&delta_past, 6));
    CHECK_EQ(trp_history_first(&delta_past), 6);
    CHECK(trp_history_hash(&delta_past, 6, &hash) && hash == hashes[6]);
    CHECK(!trp_history_hash(&delta_past, 7, &hash));
    CHECK_OK(trp_history_confirm(&delta_past, 9));
    CHECK_EQ(trp_history_first(&delta_past), 9);
    CHECK_OK(trp_history_confirm(&delta_past, 1000));
    CHECK_EQ(trp_history_info(&delta_past).count, 1);
    delta_check_states();
    delta_close();
    CHECK_OK(delta_open_as(desc_of(kind)));
    (void)delta_save();
    (void)delta_save();
    CHECK_OK(trp_history_confirm(&delta_past, 3));
    CHECK_EQ(trp_history_info(&delta_past).count, 2);
}

/* Refusals */

SCRIPT(
    "a history of any kind keeps its states when the world is busy",
    "try whole keyframes back; history $; new 1-3; keep; tick; keep; tick; keep; rewind 1; at u2: "
    "keep !BUSY; tick; kept 3; rewind 2; rewind 0");

static _Alignas(TRP_ALIGNMENT) unsigned char field[4096];

static trp_result open_beside(size_t from, size_t bytes)
{
    static trp_region region;
    static trp_history history;
    region = (trp_region){.start = field + from, .bytes = bytes};
    CHECK_OK(trp_region_add(delta_world, &region));
    history = (trp_history){0};
    const trp_result result = trp_history_open(
        &history, delta_world, &(trp_history_desc){.memory = field + 1024, .bytes = 2048});
    if (result == TRP_OK)
        CHECK_OK(trp_history_close(&history));
    CHECK_OK(trp_region_remove(delta_world, &region));
    return result;
}

SITUATION("a history may lie right beside a region")
{
    delta_begin(1);
    CHECK_OK(open_beside(1000, 24));
    CHECK_RESULT(open_beside(1000, 25), TRP_ERR_VALUE);
    CHECK_OK(open_beside(3072, 24));
    CHECK_RESULT(open_beside(3071, 1), TRP_ERR_VALUE);
    CHECK_RESULT(open_beside(1024, 1), TRP_ERR_VALUE);
    CHECK_RESULT(open_beside(0, 4096), TRP_ERR_VALUE);
}
