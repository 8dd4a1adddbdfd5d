/*
 * Queries of pools.
 */
#include "order.h"

uint32_t trp_pool_active(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_active"))
               ? trp__listed(pool) - pool->state.expired
               : 0;
}

uint32_t trp_pool_count(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_count")) ? pool->state.live : 0;
}

trp_result trp_pool_set_time_scale(trp_pool *pool, float scale)
{
    if (!trp__has_pool(pool, TRP__TEXT("trp_pool_set_time_scale")))
        return TRP_ERR_NULL;
    if (trp__is_drawn(pool->world, pool, TRP__TEXT("trp_pool_set_time_scale")))
        return TRP_BUSY;
    if (!trp__is_time(scale))
        return trp__misuse(pool->world, pool, NULL, TRP__TEXT("trp_pool_set_time_scale"),
                           TRP_ERR_VALUE, TRP__TEXT("the scale must be 0 or more, and finite"));
    pool->state.scale = scale;
    pool->segment->changes++;
    return TRP_OK;
}

float trp_pool_time_scale(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_time_scale")) ? pool->state.scale : 0;
}

uint32_t trp_pool_capacity(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_capacity")) ? pool->state.capacity : 0;
}

trp_pool_stats trp_pool_get_stats(const trp_pool *pool)
{
    trp_pool_stats stats;

    memset(&stats, 0, sizeof stats);
    if (!trp__has_pool(pool, TRP__TEXT("trp_pool_get_stats")))
        return stats;
    stats.live = pool->state.live;
    stats.active = trp__listed(pool) - pool->state.expired;
    stats.expired = pool->state.expired;
    stats.peak = pool->state.peak;
    stats.capacity = pool->state.capacity - pool->state.missing - pool->state.retired;
    stats.retired = pool->state.retired;
    stats.created = pool->state.created;
    stats.recycled = pool->state.created - pool->state.live;
    stats.refused = pool->state.refused;
    stats.stolen = pool->state.stolen;
    stats.misuse = pool->misuse;
    return stats;
}

const char *trp_pool_name(const trp_pool *pool)
{
    return pool != NULL ? pool->desc.name : "";
}

trp_world *trp_pool_world(const trp_pool *pool)
{
    return pool != NULL ? pool->world : NULL;
}

void *trp_pool_user(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_user")) ? pool->desc.user : NULL;
}

trp_actor *trp_pool_at(const trp_pool *pool, uint32_t slot)
{
    if (!trp__has_pool(pool, TRP__TEXT("trp_pool_at")) || slot >= pool->state.capacity ||
        !trp__is_taken(trp__stamp_at(pool, slot)))
        return NULL;
    return trp__node_at(pool, slot);
}
