/*
 * The bytes that snapshots take, where their memory ends, and what their refusals say.
 */
#include "../../../src/core/core.h" /* TRP__POISONS: whether slots are marked */
#include "../delta_scene.h"
#include "../snapshot_scene.h"

#include <string.h>

SITUATIONS(snapshot_bytes);

static unsigned char *const memory = &snapshot_memory[0][0];

enum { LARGEST = 60000, GUARD = 0xC3 };

static void lay_out(unsigned char with)
{
    memset(memory, with, SCENE_BYTES);
}

static size_t save(void)
{
    size_t bytes = 0;
    CHECK_OK(trp_snapshot_save(delta_world, memory, LARGEST, &bytes));
    CHECK_EQ(trp_snapshot_bytes(delta_world, NULL), bytes);
    CHECK_EQ(bytes % TRP_ALIGNMENT, 0);
    return bytes;
}

static trp_result restore(size_t bytes)
{
    return trp_snapshot_restore(delta_world, memory, bytes);
}

static trp_pool *odd_pool(uint32_t capacity, uint32_t count)
{
    trp_pool *pool = stage_pool_as(
        delta_world, (trp_pool_desc){.type = TRP_TYPE(odd, actor), .capacity = capacity});
    for (uint32_t i = 0; i < count; i++)
        delta_create(pool);
    return pool;
}

/* Sizes */

static const uint32_t sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129};

/* The bound is nearly reached when all slots are taken: it has some bytes more for each page. */
SITUATION("a snapshot takes nearly the most when all slots are taken")
{
    static trp_group group;
    stage_needs_block(64u * 1024u);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int more = 0; more < 4; more++) {
            if (more < 3)
                delta_begin(1 + (uint32_t)more);
            else
                delta_begin_growing();
            trp_pool *pool = stage_pool_as(
                delta_world, (trp_pool_desc){.type = TRP_TYPE(odd, actor),
                                             .capacity = more < 3 ? sizes[i] : 5,
                                             .when_full = more < 3 ? TRP_FULL_FAIL : TRP_FULL_GROW,
                                             .max_capacity = more < 3 ? 0 : sizes[i] + 5});
            if (more >= 1)
                delta_add_regions(2, 72);
            group = (trp_group){0};
            if (more >= 2)
                CHECK_OK(trp_group_init(&group, delta_world, NULL));
            size_t most, again;
            CHECK(trp_snapshot_bytes(delta_world, &most) <= most);
            while (trp_create(pool, NULL) != NULL) {
                CHECK(save() <= most);
                CHECK(trp_snapshot_bytes(delta_world, &again) <= most);
                CHECK_EQ(again, most);
            }
            CHECK(most - save() <= 256 ||
                  TRP__POISONS); /* there each slot is a page of its own at most */
        }
}

/* Cells of 8 bytes; 64 slots more share the words of the bitmap. */
SITUATION_FOR("a snapshot takes what its slots take", uint32_t, words, 1, 2)
{
    delta_begin(1);
    trp_pool *pool = odd_pool(140, words * 64 - 4);
    const size_t before = save();
    for (unsigned i = 0; i < 4; i++)
        delta_create(pool);
    CHECK_EQ(save() - before, 4 * (8 + sizeof(odd)));
}

/* Where the memory ends */

static trp_pool *pools[2];

static void begin_shape(unsigned shape)
{
    delta_begin(1);
    if (shape == 0)
        return;
    pools[0] = odd_pool(100, 1);
    if (shape >= 2)
        pools[1] = delta_wide_pool(10, TRP_ORDER_OLDEST);
    if (shape >= 3)
        delta_add_regions(1, 9);
}

/* A save that fails writes a mark at most. A restore tells from it what was needed. */
SITUATION("a snapshot writes nothing behind its memory")
{
    for (unsigned shape = 0; shape < 4; shape++) {
        begin_shape(shape);
        const size_t bytes = save();
        for (size_t size = 0; size <= bytes; size++) {
            size_t used = 0;
            size_t differing = 0;
            if (size > 100 && size < bytes && situation_leaves_out((unsigned long)size))
                continue;
            lay_out(GUARD);
            if (size == bytes)
                CHECK_OK(trp_snapshot_save(delta_world, memory, size, &used));
            else
                CHECK_MISUSE(delta_world, trp_snapshot_save(delta_world, memory, size, &used),
                             TRP_ERR_MEMORY);
            CHECK_EQ(used, bytes);
            for (size_t i = size; i < bytes + 2000; i++)
                differing += memory[i] != GUARD;
            CHECK_EQ(differing, 0);
            if (size == bytes)
                break;
            CHECK(delta_message_has(bytes) && delta_message_has(size));
            CHECK_MISUSE(delta_world, restore(size), TRP_ERR_DAMAGED);
#if !defined(TRP_NO_MESSAGES)
            CHECK(situation_text_has(told.message, "failed") == (size >= 24));
#endif
            CHECK(size < 24 || (delta_message_has(bytes) && delta_message_has(size)));
            CHECK(size < 24 || situation_text_has(told.message, " bytes, and "));
            CHECK(size < 24 || situation_text_has(told.message, " are given. See trp_snapshot_"));
        }
    }
}

#if !defined(TRP_NO_MESSAGES)
static bool tells_of_a_failed_save(size_t size)
{
    CHECK_MISUSE(delta_world, restore(size), TRP_ERR_DAMAGED);
    return situation_text_has(told.message, "failed");
}

SITUATION("a restore tells of a save that failed, and of no other")
{
    begin_shape(1);
    lay_out(0);
    CHECK_MISUSE_SAYS(delta_world, trp_snapshot_save(delta_world, memory, 100, NULL),
                      TRP_ERR_MEMORY, " bytes, and 100 are given. See trp_snapshot_bytes");
    CHECK(tells_of_a_failed_save(100) && tells_of_a_failed_save(24));
    CHECK(!tells_of_a_failed_save(23) && !tells_of_a_failed_save(16));
    memory[0] ^= 1;
    CHECK(!tells_of_a_failed_save(100));
}

SITUATION("a save tells how many bytes it was given")
{
    static const struct {
        size_t bytes;
        const char *text;
    } given[] = {{999, " and 999 are"},    {1000, " and 1,000 are"}, {1009, " and 1,009 are"},
                 {1010, " and 1,010 are"}, {1099, " and 1,099 are"}, {1100, " and 1,100 are"},
                 {1999, " and 1,999 are"}};

    begin_shape(3);
    while (trp_create(pools[0], NULL) != NULL && trp_snapshot_bytes(delta_world, NULL) < 2000) {
    }
    lay_out(0);
    for (unsigned i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].bytes < trp_snapshot_bytes(delta_world, NULL)) {
            CHECK_MISUSE(delta_world, trp_snapshot_save(delta_world, memory, given[i].bytes, NULL),
                         TRP_ERR_MEMORY);
            CHECK(situation_text_has(told.message, given[i].text));
        }
}
#endif

/* The same bytes in memory of exactly their size, whatever lay there. */
SITUATION_FOR("a snapshot fills its memory", unsigned, shape, 1, 3)
{
    begin_shape(shape);
    lay_out(0x11);
    const size_t bytes = save();
    memcpy(snapshot_memory[1], memory, bytes);
    lay_out(0xEE);
    CHECK_OK(trp_snapshot_save(delta_world, memory, bytes, NULL));
    CHECK(memcmp(memory, snapshot_memory[1], bytes) == 0);
    CHECK_OK(trp_snapshot_seal(memory, bytes));
    for (size_t i = bytes; i < bytes + 4000; i++)
        memory[i] ^= 0x5A;
    CHECK_OK(trp_snapshot_seal(memory, bytes));
    CHECK_OK(restore(bytes));
    CHECK_VALID(delta_world);
}

/* For tools that watch memory. */
SITUATION("a snapshot is read no further than it goes")
{
    unsigned char *const end = snapshot_memory[2] + SCENE_BYTES;
    for (unsigned shape = 1; shape < 4; shape++) {
        begin_shape(shape);
        const size_t bytes = save();
        CHECK_OK(trp_snapshot_save(delta_world, end - bytes, bytes, NULL));
        CHECK_OK(trp_snapshot_check(delta_world, end - bytes, bytes, NULL));
        CHECK_OK(trp_snapshot_seal(end - bytes, bytes));
        CHECK_OK(trp_snapshot_restore(delta_world, end - bytes, bytes));
        for (size_t left = 0; left < 160 && left < bytes; left += 16)
            CHECK_RESULT(trp_snapshot_check(delta_world, end - left, left, NULL), TRP_ERR_DAMAGED);
    }
}

/* In a snapshot without a seal each byte of the structure is checked, and none of payloads and of
 * heads of pages behind it; of a region its length is. */
SITUATION("a snapshot's structure is checked")
{
    static trp_group group;
    delta_begin(1);
    trp_pool *pool = delta_wide_pool(4, TRP_ORDER_MEMORY);
    delta_add_regions(1, 32);
    group = (trp_group){0};
    CHECK_OK(trp_group_init(&group, delta_world, NULL));
    CHECK_OK(trp_group_add(&group, delta_create(pool)));
    const size_t bytes = save();
    size_t passes = 0;
    for (size_t i = 0; i < bytes; i++) {
        memory[i] ^= 0x10;
        const trp_result result = trp_snapshot_check(delta_world, memory, bytes, NULL);
        passes += result == TRP_OK;
        if (result != TRP_OK)
            CHECK_RESULT(result, TRP_ERR_DAMAGED);
        memory[i] ^= 0x10;
    }
#if defined(TRP_DEBUG) && TRP_DEBUG /* which seals it */
    CHECK_EQ(passes, 0);
#else
    /* and what is beside the length, and on 32 bits half of the length */
    CHECK(passes >= sizeof(wide) + 32 + 16 + 8 && passes <= sizeof(wide) + 32 + 16 + 12);
#endif
}

/* Queries */

SITUATION("a snapshot's tick is known wherever it lies")
{
    begin_shape(3);
    CHECK_OK(trp_update_all(delta_world, 1));
    const size_t bytes = save();
    for (size_t at = 0; at < 40; at++) {
        memcpy(snapshot_memory[1] + at, memory, bytes);
        uint64_t tick = 9;
        CHECK_RESULT(trp_snapshot_check(delta_world, snapshot_memory[1] + at, bytes, &tick),
                     at % TRP_ALIGNMENT == 0 ? TRP_OK : TRP_ERR_ALIGN);
        CHECK_EQ(tick, at % TRP_ALIGNMENT == 0 ? 1 : 9);
    }
}

SCRIPT("a world has a new timeline when it tells of the restore",
       "watch 1 only restored; save; at w1=0: timeline 1; restore; still; at w1=0: timeline 2; "
       "restore; still; at w1=0: timeline 3; restore; timeline 3");

/* What refusals say */

SCRIPT("a snapshot that is refused says why",
       "pool 3; new 1; save; at u1: save 1 !BUSY; tick; says {a tick, a walk, a drawing}; still; "
       "at u1: restore !BUSY; tick; says {a tick, a walk, a drawing}; still; watch; "
       "restore !CHANGED; says watchers or systems; unwatch; restore; region; restore !CHANGED; "
       "says {groups, families, spaces, timers or regions}; save; pool; restore !CHANGED; "
       "says {pools, their descs or fields}");

SITUATION("a snapshot of another world, or not aligned, is refused")
{
    delta_begin(1);
    lay_out(0);
    const size_t bytes = save();
    trp_world *other = stage_second_world(1);
    CHECK_MISUSE_SAYS(other, trp_snapshot_restore(other, memory, bytes), TRP_ERR_FOREIGN,
                      "another world");
    CHECK_MISUSE(delta_world, trp_snapshot_restore(delta_world, memory + 1, bytes), TRP_ERR_ALIGN);
#if !defined(TRP_NO_MESSAGES)
    CHECK(!situation_text_has(told.message, "another world"));
#endif
    CHECK_OK(restore(bytes));
}

/* External actors */

SITUATION("a snapshot wants external actors in regions as a whole")
{
    static crate crates[3];
    static trp_region region;
    delta_begin(1);
    trp_pool *pool = stage_pool_as(
        delta_world,
        (trp_pool_desc){.type = TRP_TYPE(crate, node), .capacity = 3, .external = TRP_EXTERNAL});
    for (unsigned i = 0; i < 2; i++)
        CHECK(trp_adopt(pool, &crates[i].node) != NULL);
    region = (trp_region){.start = &crates[1], .bytes = sizeof *crates};
    CHECK_OK(trp_region_add(delta_world, &region));
    CHECK_MISUSE_SAYS(delta_world, trp_snapshot_save(delta_world, memory, LARGEST, NULL),
                      TRP_ERR_UNLINKED, "an external actor lies in no region");
    CHECK_OK(trp_recycle(delta_world, &crates[0].node));
    const size_t bytes = save();
    crates[1].weight = 5;
    CHECK_OK(restore(bytes));
    CHECK(!(crates[1].weight > 0));
    CHECK_VALID(delta_world);
    CHECK_OK(trp_region_remove(delta_world, &region));
    region = (trp_region){.start = &crates[1], .bytes = sizeof *crates - 1};
    CHECK_OK(trp_region_add(delta_world, &region));
    CHECK_MISUSE(delta_world, trp_snapshot_save(delta_world, memory, LARGEST, NULL),
                 TRP_ERR_UNLINKED);
    CHECK_OK(trp_region_remove(delta_world, &region));
    region = (trp_region){.start = &crates[1].node, .bytes = 2 * sizeof *crates};
    region.bytes -= offsetof(crate, node);
    CHECK_OK(trp_region_add(delta_world, &region));
    CHECK_MISUSE(delta_world, trp_snapshot_save(delta_world, memory, LARGEST, NULL),
                 TRP_ERR_UNLINKED);
    CHECK_OK(trp_recycle(delta_world, &crates[1].node));
    CHECK_OK(trp_region_remove(delta_world, &region));
}

/* A world of its own, on the heap: the scenes are too small for a peak. */
static size_t bytes_after(uint32_t peak, uint32_t few, trp_order order)
{
    trp_world *const world = stage_large_world(4u << 20);
    trp_pool *const pool = MADE(
        trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor),
                                                .order = order,
                                                .capacity = 1024,
                                                .max_capacity = 2 * peak > 1024 ? 2 * peak : 1024,
                                                .when_full = TRP_FULL_GROW}));
    uint32_t number = 0;

    for (uint32_t i = 0; i < peak; i++)
        stage_thing(pool, i);
    trp_each (thing, it, pool)
        if (number++ % (peak / few) != 0)
            CHECK_OK(trp_recycle(world, &it->actor));
    return trp_snapshot_bytes(world, NULL);
}

SITUATION_IN_EACH_ORDER(
    "after a peak a snapshot costs 8 bytes per slot ever used, beside the living")
{
    const uint32_t peak = 20000;

    CHECK(bytes_after(peak, 20, stage_orders[order]) <=
          2 * bytes_after(20, 20, stage_orders[order]) + 8 * peak);
}
