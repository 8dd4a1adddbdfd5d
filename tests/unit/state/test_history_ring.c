/*
 * How many states a history holds: as many as fit, to the byte.
 */
#include "../../../src/state/history_ring.h" /* a delta by itself, in any room */
#include "../delta_scene.h"
#include <string.h>

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

/*
 * Deltas bring back each byte, in any room. Neither writing nor reading one reaches beyond the
 * memory of the history.
 */

static _Alignas(TRP_ALIGNMENT) unsigned char memory[DELTA_ALL_BYTES];

/* Each byte */

typedef struct wandering {
    wide *wide;
    odd *odd[3];
    unsigned char region[40];
} wandering;

static wandering the;

enum { ODD_BYTES = 12, PLACES = 96 + 3 * ODD_BYTES + 40 };

static unsigned char *place_of(unsigned at)
{
    if (at < 96)
        return &the.wide->bytes[at];
    at -= 96;
    if (at >= 3 * ODD_BYTES)
        return &the.region[at - 3 * ODD_BYTES];
    odd *it = the.odd[at / ODD_BYTES];
    at %= ODD_BYTES;
    return at < 4 ? &it->head[at] : &it->tail[at - 4];
}

/* At most one byte differs from 0. */
static void check_only(unsigned at)
{
    for (unsigned i = 0; i < PLACES; i++)
        CHECK_EQ(*place_of(i), i == at ? 0xA5 : 0);
}

static unsigned place_at(unsigned tick)
{
    return tick < PLACES ? tick : 2 * PLACES - 1 - tick;
}

static void play_wandering(void)
{
    for (unsigned tick = 0; tick < 2 * PLACES; tick++) {
        *place_of(place_at(tick)) = 0xA5;
        CHECK_OK(trp_history_save(&delta_past));
        *place_of(place_at(tick)) = 0;
        CHECK_OK(trp_update_all(delta_world, 1));
    }
}

SITUATION_FOR("deltas bring back each byte", trp_history_kind, kind, TRP_HISTORY_KEYFRAMES,
              TRP_HISTORY_REWIND)
{
    static trp_region region;
    delta_begin(1);
    the = (wandering){0};
    delta_fill(delta_create(delta_wide_pool(1, TRP_ORDER_MEMORY)), 0);
    the.wide = trp_as(wide, delta_create(delta_wide_pool(1, TRP_ORDER_MEMORY)));
    trp_pool *odds =
        stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(odd, actor), .capacity = 3});
    for (unsigned i = 0; i < 3; i++)
        the.odd[i] = trp_as(odd, delta_create(odds));
    region = (trp_region){.start = the.region, .bytes = sizeof the.region};
    CHECK_OK(trp_region_add(delta_world, &region));
    const size_t room = trp_snapshot_bytes(delta_world, NULL);
    delta_open(kind, DELTA_BYTES, room);
    play_wandering();
    CHECK_EQ(trp_history_info(&delta_past).count, 2 * PLACES);
    for (unsigned i = 0; i < 2 * PLACES; i++) {
        const unsigned tick = kind == TRP_HISTORY_REWIND ? 2 * PLACES - 1 - i : i;
        CHECK_OK(trp_history_restore(&delta_past, tick));
        check_only(place_at(tick));
    }
    delta_check_guard(DELTA_BYTES);
}

/* Room */

typedef struct block {
    trp_actor actor;
    unsigned char bytes[1992];
} block;

/* Were it written, there would be no room. */
SITUATION("a delta needs no room for slots that stay")
{
    stage_needs_block(64u * 1024u);
    uint32_t seed = 3;
    for (uint32_t slots = 8; slots <= 9; slots++) {
        delta_begin(1);
        trp_pool *blocks = stage_pool_as(
            delta_world, (trp_pool_desc){.type = TRP_TYPE(block, actor), .capacity = slots});
        wide *after = trp_as(wide, delta_create(delta_wide_pool(1, TRP_ORDER_MEMORY)));
        for (uint32_t slot = 0; slot < slots; slot++) {
            block *it = trp_as(block, delta_create(blocks));
            for (size_t i = 0; i < sizeof it->bytes; i++)
                it->bytes[i] = (unsigned char)stage_random(&seed, 256);
        }
        delta_open(TRP_HISTORY_REWIND, DELTA_BYTES, trp_snapshot_bytes(delta_world, NULL));
        delta_save();
        for (unsigned i = 0; i < 5; i++) {
            delta_fill(&after->actor, (unsigned char)i);
            CHECK(delta_save() < 600);
        }
    }
}

/* Two images of a world with a region, in which slots are taken and freed, and most bytes change. */
static size_t code_delta(unsigned others, unsigned char *coded, size_t room)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char from[DELTA_ROOM];
    static _Alignas(TRP_ALIGNMENT) unsigned char image[DELTA_ROOM];
    static _Alignas(TRP_ALIGNMENT) unsigned char again[DELTA_ROOM];
    size_t bytes = 0;
    delta_begin(1);
    for (unsigned i = 0; i < others; i++)
        delta_fill(delta_create(delta_wide_pool(1, TRP_ORDER_MEMORY)), 1);
    pool = delta_wide_pool(120, TRP_ORDER_MEMORY);
    delta_add_regions(1, 16);
    CHECK_OK(trp_snapshot_save(delta_world, from, sizeof from, NULL));
    for (unsigned slot = 0; slot < 120; slot++)
        delta_fill(delta_create(pool), 7);
    for (unsigned slot = 0; slot < 120; slot++)
        if (slot % 4 != 1)
            CHECK_OK(trp_recycle(delta_world, trp_pool_at(pool, slot)));
    CHECK_OK(trp_snapshot_save(delta_world, image, sizeof image, &bytes));
    const size_t length = trp__delta_write((const trp__image *)(const void *)from,
                                           (const trp__image *)(const void *)image, coded, room);
    if (length != 0) {
        trp__delta_read((const trp__image *)(const void *)from, coded, (trp__image *)(void *)again);
        CHECK(memcmp(again, image, bytes) == 0);
    }
    return length;
}

SITUATION_FOR("a delta needs as much room as it takes", unsigned, others, 0, 7)
{
    static unsigned char coded[DELTA_ROOM];
    stage_needs_block(64u * 1024u);
    const size_t needed = code_delta(others, coded, sizeof coded);
    CHECK(needed > 1000);
    for (size_t room = 0; room <= needed; room += room < needed - 300 ? 97 : 1) {
        coded[room] = 0xC3;
        CHECK_EQ(code_delta(others, coded, room), room == needed ? needed : 0);
        CHECK_EQ(coded[room], 0xC3);
    }
}

/* For tools that watch memory: the last image ends where the array ends. */
SITUATION("a delta reads nothing behind its memory")
{
    delta_begin(1);
    pool = delta_wide_pool(3, TRP_ORDER_MEMORY);
    for (unsigned i = 0; i < 3; i++)
        delta_fill(delta_create(pool), 1);
    const size_t room = trp_snapshot_bytes(delta_world, NULL);
    delta_past = (trp_history){0};
    CHECK_OK(trp_history_open(&delta_past, delta_world,
                              &(trp_history_desc){.memory = memory + sizeof memory - 8 * room,
                                                  .bytes = 8 * room,
                                                  .kind = TRP_HISTORY_KEYFRAMES,
                                                  .room = room}));
    for (unsigned char i = 1; i < 9; i++) {
        delta_fill(trp_pool_at(pool, 2), i);
        (void)delta_save();
    }
    for (unsigned char i = 1; i < 9; i++) {
        CHECK_OK(trp_history_restore(&delta_past, i));
        CHECK_EQ(trp_as(wide, trp_pool_at(pool, 2))->bytes[95], i);
    }
}

/* Against whole states */

static void save_both(size_t bytes)
{
    CHECK_OK(trp_update_all(delta_world, 1));
    delta_save_both();
    for (uint64_t tick = trp_history_first(&delta_past); tick <= trp_history_last(&delta_past);
         tick++)
        delta_check_whole(tick);
    delta_check_guard(bytes);
}

/* Structs of 28 bytes, so that padding follows them. Chunks come while states are saved. */
SITUATION_FOR("deltas are right in little room", trp_history_kind, kind, TRP_HISTORY_KEYFRAMES,
              TRP_HISTORY_REWIND)
{
    for (unsigned i = 0; i < 4; i++) {
        const bool grows = i % 2 != 0, has_region = i / 2 != 0;
        delta_begin_growing();
        pool = stage_pool_as(delta_world,
                             (trp_pool_desc){.type = TRP_TYPE(odd, actor),
                                             .capacity = grows ? 3 : 10,
                                             .when_full = grows ? TRP_FULL_GROW : TRP_FULL_FAIL,
                                             .max_capacity = grows ? 30 : 0});
        if (has_region)
            delta_add_regions(1, 24);
        delta_open_whole();
        const size_t room = trp_snapshot_bytes(delta_world, NULL) + 10 * 28 + 400;
        const size_t bytes = (room + 15) / 16 * 16 * 9;
        delta_open(kind, bytes, room);
        for (unsigned k = 0; k < 10; k++) {
            odd *it = trp_as(odd, delta_create(pool));
            memset(it->tail, 0x91 + (int)k, sizeof it->tail);
            save_both(bytes);
        }
        for (uint32_t slot = 10; slot-- > 0;) {
            CHECK_OK(trp_recycle(delta_world, trp_pool_at(pool, slot)));
            save_both(bytes);
        }
        CHECK_EQ(trp_history_info(&delta_whole).count, 20);
    }
}
