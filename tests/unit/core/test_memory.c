#include "../../../src/core/core.h" /* takes and returns memory within a block */
#include "../heap.h"
#include "../script.h"

#include <string.h>

SITUATIONS(memory);

#ifndef BLOCK_BYTES
#define BLOCK_BYTES (64u * 1024u)
#endif
#define GUARD 0x5Au

static _Alignas(64) unsigned char block[BLOCK_BYTES];

static void fill_block(void)
{
    stage_open(block, BLOCK_BYTES);
    for (size_t i = 0; i < BLOCK_BYTES; i++)
        block[i] = GUARD;
}

static void check_untouched_from(size_t from)
{
    for (size_t i = from; i < BLOCK_BYTES; i++)
        CHECK_EQ(block[i], GUARD);
}

typedef struct tiny {
    trp_actor actor;
} tiny;

typedef struct wide {
    _Alignas(32) unsigned char bytes[33];
    trp_actor actor;
} wide;

/* fills a pool of n in a block of exactly that size, at an address that is barely aligned */
static void check_exact(size_t bytes, trp_pool_desc desc, size_t shift)
{
    fill_block();
    size_t size = TRP_WORLD_BYTES + bytes;
    CHECK(size + shift <= BLOCK_BYTES);
    trp_world *world =
        trp_world_init(block + shift, size, &(trp_world_desc){.on_misuse = stage_on_misuse});
    CHECK(world != NULL);
    trp_pool *pool = MADE(trp_pool_create(world, &desc));
    for (uint32_t i = 0; i < desc.capacity; i++) {
        CHECK(trp_create(pool, NULL) != NULL);
        CHECK_EQ((uintptr_t)trp_pool_at(pool, i) % _Alignof(trp_actor), 0);
    }
    CHECK(trp_create(pool, NULL) == NULL);
    CHECK_VALID(world);
    CHECK_OK(trp_update_all(world, 1));
    CHECK_OK(trp_world_destroy(world));
    check_untouched_from(size + shift);
}

static void check_all_ways(trp_type kind, size_t bytes, size_t age_bytes, uint32_t capacity)
{
    static const unsigned char zeros[256];
    for (int order = 0; order < 3; order++)
        for (size_t shift = 0; shift < 64; shift += 8) {
            trp_pool_desc desc = {.type = kind, .capacity = capacity, .order = stage_orders[order]};
            const size_t needed = order == IN_MEMORY_ORDER ? bytes : age_bytes;
            check_exact(needed, desc, shift);
            desc.prototype = zeros;
            check_exact(needed, desc, shift);
        }
}

SITUATION("TRP_WORLD_BYTES and TRP_POOL_BYTES are enough")
{
    static const trp_type tinies = TRP_TYPE(tiny, actor), things = TRP_TYPE(thing, actor);
    static const trp_type crates = TRP_TYPE(crate, node), wides = TRP_TYPE(wide, actor);
    check_all_ways(tinies, TRP_POOL_BYTES(tiny, 1), TRP_AGE_POOL_BYTES(tiny, 1), 1);
    check_all_ways(tinies, TRP_POOL_BYTES(tiny, 64), TRP_AGE_POOL_BYTES(tiny, 64), 64);
    check_all_ways(tinies, TRP_POOL_BYTES(tiny, 65), TRP_AGE_POOL_BYTES(tiny, 65), 65);
    check_all_ways(things, TRP_POOL_BYTES(thing, 31), TRP_AGE_POOL_BYTES(thing, 31), 31);
    check_all_ways(things, TRP_POOL_BYTES(thing, 33), TRP_AGE_POOL_BYTES(thing, 33), 33);
    check_all_ways(things, TRP_POOL_BYTES(thing, 200), TRP_AGE_POOL_BYTES(thing, 200), 200);
    check_all_ways(crates, TRP_POOL_BYTES(crate, 1), TRP_AGE_POOL_BYTES(crate, 1), 1);
    check_all_ways(crates, TRP_POOL_BYTES(crate, 63), TRP_AGE_POOL_BYTES(crate, 63), 63);
    check_all_ways(wides, TRP_POOL_BYTES(wide, 1), TRP_AGE_POOL_BYTES(wide, 1), 1);
    check_all_ways(wides, TRP_POOL_BYTES(wide, 129), TRP_AGE_POOL_BYTES(wide, 129), 129);
}

SITUATION("for many slots too")
{
    trp_pool_desc desc = {.type = TRP_TYPE(tiny, actor), .capacity = 2300};
    check_exact(TRP_POOL_BYTES(tiny, 2300), desc, 8);
}

SITUATION("for several pools of several layers")
{
    size_t size = TRP_WORLD_BYTES_FOR(3, 4) + TRP_POOL_BYTES(wide, 7) +
                  TRP_AGE_POOL_BYTES(tiny, 100) + TRP_AGE_POOL_BYTES(crate, 33) +
                  TRP_EXTERNAL_POOL_BYTES(10);
    static const trp_type types[3] = {TRP_TYPE(wide, actor), TRP_TYPE(tiny, actor),
                                      TRP_TYPE(crate, node)};
    static const uint32_t capacities[3] = {7, 100, 33};
    for (uint32_t turn = 0; turn < 3; turn++) {
        fill_block();
        trp_world *world =
            trp_world_init(block + 8, size, &(trp_world_desc){.layers = 3, .max_pools = 4});
        CHECK(world != NULL);
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t which = (turn + i) % 3;
            trp_pool_desc desc = {.type = types[which],
                                  .capacity = capacities[which],
                                  .layer = which,
                                  .reserve = 1,
                                  .order = which ? TRP_ORDER_OLDEST : TRP_ORDER_MEMORY};
            CHECK(trp_pool_create(world, &desc) != NULL);
        }
        trp_pool_desc desc = {
            .type = TRP_TYPE(tiny, actor), .capacity = 10, .external = TRP_EXTERNAL};
        CHECK(trp_pool_create(world, &desc) != NULL);
        CHECK_VALID(world);
        check_untouched_from(size + 8);
    }
}

static trp_pool *try_size(size_t size, trp_order order, bool *world_fits)
{
    trp_result result = TRP_OK;
    trp_world *world = trp_world_init(
        block, size, &(trp_world_desc){.result = &result, .on_misuse = stage_on_misuse});
    *world_fits = world != NULL;
    if (world == NULL) {
        CHECK_RESULT(result, TRP_ERR_MEMORY);
        return NULL;
    }
    CHECK(trp_world_info(world).free_bytes <= size);
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 40, .order = order};
    trp_pool *pool = trp_pool_create(world, &desc);
    if (pool == NULL) {
        CHECK_RESULT(trp_last_result(world), TRP_ERR_MEMORY);
        CHECK_EQ(trp_world_info(world).pools, 0);
        CHECK_VALID(world);
        CHECK_OK(trp_update_all(world, 1));
        return NULL;
    }
    for (int i = 0; i < 40; i++)
        CHECK(trp_create(pool, NULL) != NULL);
    CHECK_VALID(world);
    return pool;
}

SITUATION_IN_EACH_ORDER("too small a block, at every size")
{
    const size_t pool_bytes =
        order == IN_MEMORY_ORDER ? TRP_POOL_BYTES(thing, 40) : TRP_AGE_POOL_BYTES(thing, 40);
    const size_t enough = TRP_WORLD_BYTES + pool_bytes;
    bool had_world = false, had_pool = false;
    for (size_t size = 0; size <= enough; size++) {
        bool world_fits;
        if (size % 64 == 0)
            fill_block();
        trp_pool *pool = try_size(size, stage_orders[order], &world_fits);
        CHECK(world_fits || !had_world);
        CHECK(pool != NULL || !had_pool);
        had_world = world_fits;
        had_pool = pool != NULL;
        if (size % 64 == 63)
            check_untouched_from(size);
    }
    CHECK(had_world && had_pool);
}

#if !defined(TRP_NO_MESSAGES)
/* the number after "needs " in the last report */
static size_t bytes_needed(void)
{
    const char *at = told.message;
    size_t bytes = 0;

    CHECK_RESULT(told.result, TRP_ERR_MEMORY);
    CHECK(situation_text_has(at, ": needs "));
    while (!(at[0] == 'n' && at[1] == 'e' && at[2] == 'e' && at[3] == 'd' && at[4] == 's'))
        at++;
    for (at += 6; *at == ',' || (*at >= '0' && *at <= '9'); at++)
        if (*at != ',')
            bytes = bytes * 10 + (size_t)(*at - '0');
    CHECK(situation_text_has(at, " bytes, ") && situation_text_has(at, " are left: not enough"));
    return bytes;
}

/* exactly as many suffice */
SITUATION("TRP_ERR_MEMORY says how many bytes are needed")
{
    const trp_world_desc desc = {.on_misuse = stage_on_misuse};
    trp_pool_desc things = {.type = TRP_TYPE(thing, actor), .capacity = 40};

    CHECK(trp_world_init(block, 16, &desc) == NULL);
    CHECK_SAYS("16 are left");
    const size_t world_bytes = bytes_needed();
    CHECK(trp_world_init(block, world_bytes - 1, &desc) == NULL);
    trp_world *world = trp_world_init(block, world_bytes + 1005, &desc);
    CHECK(world != NULL && trp_world_info(world).free_bytes == 1005);
    CHECK(trp_pool_create(world, &things) == NULL);
    CHECK_SAYS("pool 'thing'");
    CHECK_SAYS("1,005 are left");
    const size_t pool_bytes = bytes_needed();
    CHECK(pool_bytes <= TRP_POOL_BYTES(thing, 40));
    world = trp_world_init(block, world_bytes + pool_bytes - 1, &desc);
    CHECK(trp_pool_create(world, &things) == NULL);
    world = trp_world_init(block, world_bytes + pool_bytes, &desc);
    CHECK(trp_pool_create(world, &things) != NULL);
    CHECK_EQ(trp_world_info(world).free_bytes, 0);
}
#endif

SITUATION("free bytes shrink by what a pool takes")
{
    fill_block();
    trp_world *world = trp_world_init(block, 20000, NULL);
    size_t before = trp_world_info(world).free_bytes;
    CHECK(before >= 20000 - TRP_WORLD_BYTES);
    stage_pool(world, 50, TRP_ORDER_MEMORY);
    size_t after = trp_world_info(world).free_bytes;
    CHECK(after < before);
    CHECK(before - after <= TRP_POOL_BYTES(thing, 50));
    CHECK(before - after >= 50 * sizeof(thing));
}

SCRIPT("all that was allocated is given back, and only growth takes memory",
       "grows; pool 4 grow 60; heap noted; new 1-4; pass 100; heap same; new 5-60; slots 60");
SCRIPT("every allocation of a pool fails once", "faults; pool 4 grow 60; new 1-60");

SCRIPT("every allocation of a world fails once", "faults; layers 3; pool 1; pool 1; new 1");

SITUATION("a world that is refused gives its memory back")
{
    stage_world();
    heap_reset();
    CHECK(trp_world_create(&(trp_world_desc){.allocator = {heap_take, heap_give, NULL},
                                             .on_misuse = stage_on_misuse,
                                             .max_pools = TRP_MAX_POOLS + 1}) == NULL);
    CHECK_EQ(heap_calls, 1);
    CHECK_EQ(heap_out, 0);
}

SITUATION("malloc is the default")
{
    stage_world();
    trp_world *world = MADE(trp_world_create(NULL));
    trp_pool_desc desc = stage_desc(4, TRP_ORDER_MEMORY);
    stage_grow(&desc, 60);
    stage_things(stage_pool_as(world, desc), 1, 60);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

static _Alignas(TRP_ALIGNMENT) unsigned char constant[TRP_WORLD_BYTES + TRP_POOL_BYTES(thing, 64)];

SITUATION("sizes are constant expressions")
{
    trp_world *world = MADE(trp_world_init(constant, sizeof constant, NULL));
    CHECK(trp_pool_create(world, &(trp_pool_desc){.type = TRP_TYPE(thing, actor), .capacity = 64}));
    CHECK_OK(trp_world_destroy(world));
}

/* memory that was taken last can return to the block; memory taken before it cannot */
SITUATION("a block takes the last piece back")
{
    trp_world *world = stage_world();
    const size_t free_bytes = trp_world_info(world).free_bytes, bytes = trp_world_info(world).bytes;
    void *first = trp__take(world, 100);
    void *second = trp__take(world, 100);
    CHECK(first != NULL && second != NULL);
    trp__release(world, second, 100);
    CHECK(trp__take(world, 50) == second);
    trp__release(world, first, 100);
    CHECK(trp_world_info(world).free_bytes < free_bytes - 100);
    trp__release(world, second, 50);
    trp__release(world, first, 100);
    CHECK_EQ(trp_world_info(world).free_bytes, free_bytes);
    CHECK_EQ(trp_world_info(world).bytes, bytes);
}
