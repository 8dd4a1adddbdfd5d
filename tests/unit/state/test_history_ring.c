/*
 * How many states a history holds: as many as fit, to the byte.
 */
#include "../delta_scene.h"

SITUATIONS(history_ring);

static trp_pool *pool;

static void begin(void)
{
    delta_begin(1);
    pool = stage_pool(delta_world, 200, TRP_ORDER_MEMORY);
}

static size_t padded(size_t bytes)
{
    return (bytes + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
}

/* The bytes beside each state. */
static size_t record_bytes(void)
{
    delta_open(TRP_HISTORY_WHOLE, DELTA_BYTES, 0);
    delta_save();
    const size_t record =
        trp_history_measure(&delta_past) - padded(trp_history_info(&delta_past).last_bytes);
    delta_close();
    return record;
}

static size_t whole_bytes(void)
{
    return record_bytes() + padded(trp_snapshot_bytes(delta_world, NULL));
}

SITUATION("a history holds as many whole states as fit")
{
    begin();
    stage_things(pool, 1, 3);
    const size_t one = whole_bytes();
    for (uint32_t most = 1; most < 6; most++)
        for (size_t less = 0; less < 2; less++) {
            const uint32_t expected = most - (uint32_t)less;
            delta_open(TRP_HISTORY_WHOLE, most * one - less, 0);
            for (uint32_t i = 1; i < 4 * most && expected != 0; i++) {
                (void)delta_save();
                CHECK_EQ(trp_history_info(&delta_past).count, i < expected ? i : expected);
                CHECK_EQ(trp_history_last(&delta_past), trp_world_ticks(delta_world));
                delta_check_states();
            }
            if (expected == 0) {
                CHECK_MISUSE(delta_world, trp_history_save(&delta_past), TRP_ERR_MEMORY);
                CHECK(delta_message_has(one) && delta_message_has(one - 1));
            }
            CHECK_EQ(trp_history_measure(&delta_past), expected * one);
            delta_check_guard(most * one - less);
        }
}

/* `before` short states in a ring of 8. Then one that is longer than `over` of them, and not than
 * over + 1. So many remain. */
static void check_long_one(unsigned before, size_t over, uint32_t expected)
{
    begin();
    const size_t one = whole_bytes();
    delta_open(TRP_HISTORY_WHOLE, 8 * one, 0);
    for (unsigned i = 0; i < before; i++)
        (void)delta_save();
    const size_t record = one - padded(trp_snapshot_bytes(delta_world, NULL));
    while (record + padded(trp_snapshot_bytes(delta_world, NULL)) <= over * one)
        stage_thing(pool, 1);
    CHECK(record + padded(trp_snapshot_bytes(delta_world, NULL)) <= (over + 1) * one);
    (void)delta_save();
    CHECK_EQ(trp_history_info(&delta_past).count, expected);
    delta_check_states();
    delta_check_guard(8 * one);
}

SITUATION("a long state drops those in its way, and no others")
{
    stage_needs_block(64u * 1024u);
    /* the newest ends at 6 of 8: those behind it, and three from the start */
    check_long_one(14, 2, 4);
    /* the newest ends at 2: all behind it, and both before it */
    check_long_one(10, 6, 1);
    /* the newest ends at 5: the next three are dropped, no more */
    check_long_one(13, 2, 6);
    check_long_one(5, 2, 6);
    check_long_one(6, 2, 4);
    check_long_one(8, 0, 8);
}

SITUATION("a history has a keyframe every so often")
{
    begin();
    for (uint32_t every = 0; every < 4; every++) {
        CHECK_OK(delta_open_as((trp_history_desc){.bytes = DELTA_BYTES,
                                                  .kind = TRP_HISTORY_KEYFRAMES,
                                                  .keyframe_every = every,
                                                  .room = 4000}));
        delta_save();
        const size_t first = delta_save(); /* the first state, before the second */
        for (uint32_t i = 1; i < 130; i++) {
            const size_t bytes = delta_save();
            if (i % (every != 0 ? every : 60) == 0)
                CHECK_EQ(bytes, first);
            else
                CHECK(bytes < first);
        }
        delta_check_states();
    }
}

/* Images */

SITUATION("a history has room for three images")
{
    begin();
    stage_things(pool, 1, 5);
    const size_t room = 2 * trp_snapshot_bytes(delta_world, NULL);
    CHECK_EQ(room % TRP_ALIGNMENT, 0);
    for (trp_history_kind kind = TRP_HISTORY_KEYFRAMES; kind <= TRP_HISTORY_REWIND; kind++) {
        trp_history_desc desc = {.kind = kind, .room = room};
        desc.bytes = 4 * room - 1;
        CHECK_MISUSE(delta_world, delta_open_as(desc), TRP_ERR_MEMORY);
        for (size_t more = 0; more < 17; more++) {
            desc.bytes = 4 * room + more;
            desc.room = room - more % 16;
            CHECK_OK(delta_open_as(desc));
            for (unsigned i = 0; i < 8; i++) {
                stage_find(pool, 1)->data = i;
                (void)delta_save();
                delta_check_states();
            }
            CHECK(trp_history_info(&delta_past).count > 1);
            delta_check_guard(desc.bytes);
        }
    }
}

static void begin_with_region(void)
{
    begin();
    delta_add_regions(1, sizeof delta_noise[0]);
}

SITUATION("a history refuses a snapshot longer than its ring")
{
    begin_with_region();
    const size_t bytes = trp_snapshot_bytes(delta_world, NULL);
    const size_t record = record_bytes();
    delta_open(TRP_HISTORY_WHOLE, bytes, 0);
    CHECK_MISUSE(delta_world, trp_history_save(&delta_past), TRP_ERR_MEMORY);
    CHECK(delta_message_has(record + bytes) && delta_message_has(bytes));
    CHECK_EQ(trp_history_info(&delta_past).count, 0);
    delta_check_guard(bytes);
}

SITUATION("a history without room for a keyframe has the newest state")
{
    begin_with_region();
    const size_t bytes = trp_snapshot_bytes(delta_world, NULL);
    for (size_t more = 0; more < record_bytes(); more += 16) {
        CHECK_OK(delta_open_as((trp_history_desc){.bytes = 4 * bytes + more,
                                                  .kind = TRP_HISTORY_KEYFRAMES,
                                                  .keyframe_every = 1,
                                                  .room = bytes}));
        for (unsigned i = 0; i < 6; i++) {
            (void)delta_save();
            CHECK_EQ(trp_history_info(&delta_past).count, 1);
            delta_check_states();
        }
        delta_check_guard(4 * bytes + more);
    }
}

/* The last but one has room neither as a delta nor as a snapshot. So there is no way to the earlier
 * ones. */
SITUATION("a history forgets states without a way to them")
{
    static uint32_t noise[2048];
    trp_region region = {.start = noise, .bytes = sizeof noise};
    stage_needs_block(64u * 1024u);
    delta_begin(1);
    CHECK_OK(trp_region_add(delta_world, &region));
    const size_t bytes = trp_snapshot_bytes(delta_world, NULL);
    delta_open(TRP_HISTORY_REWIND, 4 * bytes, bytes);
    for (unsigned i = 0; i < 4; i++)
        (void)delta_save();
    CHECK_EQ(trp_history_info(&delta_past).count, 4);
    for (unsigned i = 0; i < 2048; i++)
        noise[i]++;
    (void)delta_save();
    CHECK_EQ(trp_history_info(&delta_past).count, 1);
    delta_check_states();
    (void)delta_save();
    CHECK_EQ(trp_history_info(&delta_past).count, 2);
    delta_check_states();
    delta_close();
    CHECK_OK(trp_region_remove(delta_world, &region));
}
