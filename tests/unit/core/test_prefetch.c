/*
 * Prefetching of walks and of creating, in pools larger than a cache; and impossible sizes.
 */
#include "../heap.h"
#include "../ledger.h"

#include <stdint.h>

SITUATIONS(prefetch);

/* 33 of these are more than a first-level cache holds */
typedef struct giant {
    trp_actor actor;
    uint32_t id;
    unsigned char bytes[1000];
} giant;

/* three cache lines */
typedef struct large {
    trp_actor actor;
    uint32_t id;
    unsigned char bytes[160];
} large;

#define GIANTS 48u

static trp_world *world;
static trp_pool *pool;
static uint32_t visits, sum;

static void count_giant(trp_actor *actor, const trp_context *in)
{
    visits++;
    sum = sum * 31 + trp_as(giant, actor)->id;
}

static void update_giant(trp_actor *actor, const trp_context *in)
{
    count_giant(actor, NULL);
}

/* a visit and an update see the same, in the same order, whatever is prefetched */
SITUATION_IN_AGE_ORDERS("walks in age orders fetch ahead")
{
    uint32_t once;
    if (STAGE_BYTES < 64u * 1024u)
        return;
    world = stage_world();
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(giant, actor),
                                                .capacity = GIANTS,
                                                .order = stage_orders[order],
                                                .update = update_giant});
    for (uint32_t id = 0; id < GIANTS; id++)
        trp_as(giant, trp_create(pool, NULL))->id = id;
    CHECK_OK(trp_recycle(world, trp_pool_at(pool, 7)));
    trp_as(giant, trp_create(pool, NULL))->id = 7;
    visits = sum = 0;
    CHECK_OK(trp_for_each(pool, count_giant, NULL));
    CHECK_EQ(visits, GIANTS);
    once = sum;
    sum = 0;
    CHECK_OK(trp_update_all(world, 1));
    CHECK_EQ(visits, 2 * GIANTS);
    CHECK_EQ(sum, once);
    CHECK_VALID(world);
}

static void begin_large(uint32_t capacity)
{
    stage_world();
    world = MADE(trp_world_create(NULL));
    pool = stage_pool_as(world, (trp_pool_desc){.type = TRP_TYPE(large, actor),
                                                .capacity = capacity,
                                                .max_capacity = 1u << 20,
                                                .when_full = TRP_FULL_GROW});
}

static void create_up_to(uint32_t end)
{
    for (uint32_t slot = trp_pool_count(pool); slot < end; slot++)
        CHECK_EQ(trp_slot_of(world, trp_create(pool, NULL)), slot);
}

/* one by one until the pool is full, across the end of a summary of the bitmap */
SITUATION("creating fetches ahead until the pool is full")
{
    stage_needs(16u * 1024u * 1024u);
    begin_large(64 * 64 + 40);
    create_up_to(64 * 64 + 40);
    CHECK_EQ(trp_pool_count(pool), trp_pool_info(pool).slots);
    CHECK_VALID(world);
    create_up_to(64 * 64 + 41);
    CHECK(trp_pool_info(pool).slots > 64 * 64 + 41);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

SITUATION("creating many fetches actors of several cache lines")
{
    stage_needs(16u * 1024u * 1024u);
    begin_large(300);
    CHECK_EQ(trp_create_many(pool, 50, NULL, NULL), 50);
    for (uint32_t slot = 1; slot < 50; slot += 2)
        CHECK_OK(trp_recycle(world, trp_pool_at(pool, slot)));
    CHECK_EQ(trp_create_many(pool, 60, NULL, NULL), 60);
    CHECK_EQ(trp_pool_count(pool), 85);
    CHECK_VALID(world);
    CHECK_OK(trp_world_destroy(world));
}

static void set_id_on_create(trp_actor *self, const trp_context *in)
{
    trp_as(large, self)->id = 7;
}

/* prefetching for memory order does not happen in an age order with a hook for each life */
SITUATION("creating many in an age order fetches no holes")
{
    trp_pool_desc desc = {.type = TRP_TYPE(large, actor),
                          .capacity = 300,
                          .order = TRP_ORDER_OLDEST,
                          .on_create = set_id_on_create};

    stage_needs(16u * 1024u * 1024u);
    stage_world();
    world = trp_world_create(NULL);
    pool = stage_pool_as(world, desc);
    for (uint32_t i = 0; i < 300; i++)
        CHECK_EQ(trp_as(large, trp_create(pool, NULL))->id, 7);
    CHECK_EQ(trp_pool_count(pool), 300);
    CHECK_OK(trp_world_destroy(world));
}

/* of which trp_pool_bytes() knows as well */
SITUATION("trp_pool_bytes() of a desc that no world allows is 0")
{
    trp_pool_desc desc = {.type = TRP_TYPE(thing, actor), .capacity = 2};
    const size_t bytes = trp_pool_bytes(&desc);

    world = stage_world();
    pool = stage_pool(world, 2, TRP_ORDER_OLDEST);
    CHECK(bytes != 0);
    desc.joins = pool;
    CHECK(trp_pool_bytes(&desc) != bytes);
    desc.joins = NULL;
    desc.capacity = TRP_MAX_SLOTS + 1;
    CHECK_EQ(trp_pool_bytes(&desc), 0);
    desc.capacity = 0;
    CHECK_EQ(trp_pool_bytes(&desc), 0);
    desc.capacity = 2;
    desc.max_capacity = TRP_MAX_SLOTS + 1;
    CHECK_EQ(trp_pool_bytes(&desc), 0);
    desc.max_capacity = 0;
    CHECK_EQ(trp_pool_bytes(&desc), bytes);
    desc.type.alignment = SIZE_MAX / 2 + 1;
    desc.type.size = SIZE_MAX / 2 + 1;
    CHECK_EQ(trp_pool_bytes(&desc), 0);
    CHECK_NULL_MISUSE(world, trp_pool_create(world, &desc), TRP_ERR_MEMORY);
}
