/*
 * What deltas take: the bytes that differ, and no more. They are padded to 16 bytes, so all
 * differences here are multiples of that.
 */
#include "../delta_scene.h"

SITUATIONS(history_bytes);

/* The bytes of a tick in which nothing happens. */
static size_t idle_bytes(void)
{
    delta_open(TRP_HISTORY_REWIND, DELTA_BYTES, DELTA_ROOM);
    delta_save();
    const size_t bytes = delta_save();
    CHECK_EQ(delta_save(), bytes);
    delta_close();
    return bytes;
}

/* Of 8 columns of some slots each a byte is changed. Returns what that takes. */
static size_t change_columns(trp_pool *pool, uint32_t slots)
{
    for (uint32_t slot = 0; slot < slots; slot++)
        for (unsigned column = 0; column < 8; column++)
            trp_as(wide, trp_pool_at(pool, slot))->bytes[column * 9]++;
    return delta_save();
}

/* Up to this many more than expected: lengths are padded, and long runs of equal words have marks. The
 * seal of TRP_DEBUG changes as well. */
enum { HEADS = 96 };

static void check_near(size_t bytes, size_t expected)
{
    CHECK(bytes + 16 > expected && bytes <= expected + HEADS);
}

/* 5 bytes for each word. */
SITUATION_FOR("a delta takes the words that change", uint32_t, slots, 62, 66)
{
    stage_needs_block(64u * 1024u);
    delta_begin(1);
    trp_pool *pool = delta_wide_pool(slots, TRP_ORDER_MEMORY);
    for (uint32_t slot = 0; slot < slots; slot++)
        delta_fill(delta_create(pool), (unsigned char)slot);
    delta_open(TRP_HISTORY_REWIND, DELTA_BYTES, DELTA_ROOM);
    delta_save();
    const size_t idle = delta_save();
    check_near(change_columns(pool, 1), idle + 8 * 5);
    CHECK_EQ(delta_save(), idle);
    check_near(change_columns(pool, 2), idle + 2 * 8 * 5);
    check_near(change_columns(pool, 62), idle + 62 * 8 * 5);
    check_near(change_columns(pool, slots), idle + (size_t)slots * 8 * 5);
}

SITUATION("a delta takes no word for the slot after it")
{
    delta_begin(1);
    trp_pool *pool =
        stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(odd, actor), .capacity = 5});
    for (unsigned i = 0; i < 5; i++)
        delta_create(pool);
    delta_open(TRP_HISTORY_REWIND, DELTA_BYTES, DELTA_ROOM);
    delta_save();
    const size_t idle = delta_save();
    for (unsigned slot = 0; slot < 5; slot++)
        trp_as(odd, trp_pool_at(pool, slot))->head[1]++;
    const size_t first = delta_save();
    check_near(first, idle + 5 * 5);
    for (unsigned slot = 0; slot < 5; slot++)
        trp_as(odd, trp_pool_at(pool, slot))->tail[7]++;
    CHECK_EQ(delta_save(), first);
}

/* a byte for each kilobyte */
SITUATION("a delta takes hardly anything for a page that stays")
{
    static trp_group groups[8];
    delta_begin(1);
    const size_t idle = idle_bytes();
    delta_add_regions(8, 512);
    CHECK(idle_bytes() <= idle + 16);
    for (unsigned i = 0; i < 8; i++)
        delta_noise[i][40] = delta_noise[i][301] = (unsigned char)(i + 1);
    delta_open(TRP_HISTORY_REWIND, DELTA_BYTES, DELTA_ROOM);
    delta_save();
    for (unsigned i = 0; i < 8; i++)
        delta_noise[i][40] = (unsigned char)(i + 2);
    const size_t one = delta_save();
    check_near(one, idle + 8 * 5);
    for (unsigned i = 0; i < 8; i++)
        delta_noise[i][40] = delta_noise[i][301] = (unsigned char)(i + 3);
    check_near(delta_save(), one + 8 * 5);
    delta_close();
    delta_begin(1);
    for (unsigned i = 0; i < 8; i++) {
        groups[i] = (trp_group){0};
        CHECK_OK(trp_group_init(&groups[i], delta_world,
                                &(trp_group_desc){.capacity = 3 + i, .max = 20}));
    }
    CHECK_EQ(idle_bytes(), idle);
    delta_begin(9);
    CHECK_EQ(idle_bytes(), idle);
}

static size_t idle_of_pools(trp_order order, uint32_t each, uint32_t every)
{
    uint32_t number = 1;
    delta_begin(1);
    for (unsigned i = 0; i < 8; i++) {
        trp_pool *pool = delta_wide_pool(24, order);
        for (uint32_t slot = 0; slot < each * every; slot++)
            delta_fill(delta_create(pool), (unsigned char)number++);
        for (uint32_t slot = 0; slot < each * every; slot++)
            if (slot % every != 0)
                CHECK_OK(trp_recycle(delta_world, trp_pool_at(pool, slot)));
    }
    return idle_bytes();
}

SITUATION_IN_EACH_ORDER("a delta takes nothing for slots that stay")
{
    stage_needs_block(64u * 1024u);
    const size_t empty = idle_of_pools(stage_orders[order], 0, 1);
    CHECK_EQ(idle_of_pools(stage_orders[order], 3, 1), empty);
    CHECK_EQ(idle_of_pools(stage_orders[order], 3, 8), empty);
}

SITUATION("a delta takes nothing for chunks that stay")
{
    size_t bytes[2];
    for (unsigned grows = 0; grows < 2; grows++) {
        delta_begin_growing();
        for (unsigned i = 0; i < 4; i++) {
            trp_pool *pool =
                stage_pool_as(delta_world, (trp_pool_desc){.type = TRP_TYPE(wide, actor),
                                                           .capacity = 8,
                                                           .when_full = TRP_FULL_GROW,
                                                           .max_capacity = 40});
            for (uint32_t slot = 0; slot < (grows != 0 ? 20u : 5u); slot++)
                delta_fill(delta_create(pool), (unsigned char)(slot + i));
        }
        bytes[grows] = idle_bytes();
    }
    CHECK(bytes[1] >= bytes[0] && bytes[1] <= bytes[0] + 32); /* 4 or 8 more pieces */
}

/* What actors take that have left, whose bytes are all `with`. Behind their slots is a region. */
static size_t growth_bytes(unsigned count, unsigned char with, bool is_noise)
{
    delta_begin(1);
    trp_pool *pool = delta_wide_pool(24, TRP_ORDER_MEMORY);
    delta_add_regions(1, 512);
    for (size_t i = 0; i < sizeof delta_noise[0]; i++)
        delta_noise[0][i] = is_noise ? delta_noise[0][i] : 0;
    delta_fill(delta_create(pool), with);
    delta_open(TRP_HISTORY_REWIND, DELTA_BYTES, DELTA_ROOM);
    delta_save();
    delta_save();
    for (unsigned i = 0; i < count; i++)
        delta_fill(delta_create(pool), with);
    delta_save();
    for (unsigned i = 0; i < count; i++)
        CHECK_OK(trp_recycle(delta_world, trp_pool_at(pool, i + 1)));
    const size_t bytes = delta_save();
    delta_close();
    return bytes;
}

/* They are stored as they were, not compared with what lies there. */
SITUATION("a delta takes what has gone, whatever lies there")
{
    for (unsigned count = 2; count <= 6; count += 2)
        check_near(growth_bytes(count + 2, 7, true) - growth_bytes(count, 7, true),
                   2 * sizeof(wide));
    for (unsigned count = 1; count <= 4; count++)
        CHECK_EQ(growth_bytes(count, 0, true), growth_bytes(count, 0, false));
}
