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
