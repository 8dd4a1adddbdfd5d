/*
 * Going back in a history and on from there, and what it counts.
 */
#include "../delta_scene.h"

SITUATIONS(history_past);

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
