#include "../core/ages.h"
#include "inspect_internal.h"

static size_t inspect_stats_bytes_of(const trp_pool *pool)
{
    size_t bytes = pool->bytes;

    for (uint32_t i = 0; i < pool->state.grown; i++)
        if (pool->chunks[i].memory != NULL)
            bytes += pool->chunks[i].bytes;
    if (pool->own_ages.entries != pool->first_entries)
        bytes += pool->order->bytes(pool->entry_slots);
    /* in a caller's block pieces are rounded up; nothing grows there */
    if (pool->world->allocator.allocate == NULL)
        bytes = (bytes + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
    return bytes;
}

static void inspect_stats_add(trp_usage *sum, const trp_pool *pool)
{
    const trp_pool_facts stats = trp_pool_info(pool);

    sum->pools++;
    sum->live += stats.live;
    sum->active += stats.active;
    sum->asleep += pool->state.sleepers;
    sum->expired += stats.expired;
    sum->peak += stats.peak;
    sum->capacity += stats.capacity;
    sum->retired += stats.retired;
    sum->created += stats.created;
    sum->recycled += stats.recycled;
    sum->refused += stats.refused;
    sum->stolen += stats.stolen;
    sum->misuse += stats.misuse;
    sum->bytes += inspect_stats_bytes_of(pool);
    if (pool->actors == NULL)
        sum->live_bytes += stats.live * pool->stride;
}

trp_usage trp_pool_measure(const trp_pool *pool)
{
    trp_usage sum = {0};

    if (pool != NULL)
        inspect_stats_add(&sum, pool);
    return sum;
}

trp_usage trp_layer_measure(const trp_world *world, uint32_t layer)
{
    trp_usage sum = {0};

    for (uint32_t i = 0; world != NULL && i < world->pool_count; i++)
        if (world->pools[i]->segment->state.layer == layer)
            inspect_stats_add(&sum, world->pools[i]);
    return sum;
}

trp_usage trp_world_measure(const trp_world *world)
{
    trp_usage sum = {0};

    if (world == NULL)
        return sum;
    for (uint32_t i = 0; i < world->pool_count; i++)
        inspect_stats_add(&sum, world->pools[i]);
    sum.misuse = world->misuse;
    sum.bytes = world->bytes + world->taken;
    return sum;
}
