/*
 * Deltas bring back each byte, in any room. Neither writing nor reading one reaches beyond the
 * memory of the history.
 */
#include "../../../src/state/history_ring.h" /* a delta by itself, in any room */
#include "../delta_scene.h"

#include <string.h>

SITUATIONS(history_room);

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
    trp_pool *pool = delta_wide_pool(120, TRP_ORDER_MEMORY);
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
    trp_pool *pool = delta_wide_pool(3, TRP_ORDER_MEMORY);
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
        trp_pool *pool = stage_pool_as(
            delta_world, (trp_pool_desc){.type = TRP_TYPE(odd, actor),
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
