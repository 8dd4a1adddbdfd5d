/*
 * Queries of pools.
 */
#include "core.h"

uint32_t trp_pool_count(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_count")) ? pool->state.live : 0;
}

trp_result trp_pool_set_time_scale(trp_pool *pool, float scale)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_set_time_scale"));

    return trp__is_void(&call) ? call.result : trp__set_scale(&call, &pool->state.scale, scale);
}

trp_world *trp__pool_world(const trp_pool *pool)
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

trp_pool_facts trp_pool_info(const trp_pool *pool)
{
    trp_pool_facts facts = {0};

    facts.name = "";
    if (!trp__has_pool(pool, TRP__TEXT("trp_pool_info")))
        return facts;
    facts.world = pool->world;
    facts.name = pool->desc.name;
    facts.live = pool->state.live;
    facts.active = trp__listed(pool) - pool->state.expired;
    facts.expired = pool->state.expired;
    facts.peak = pool->state.peak;
    facts.capacity = pool->state.capacity - pool->state.missing - pool->state.retired;
    facts.slots = pool->state.capacity;
    facts.retired = pool->state.retired;
    facts.quarantine = trp__quarantine_slots(pool);
    facts.quarantined = pool->state.quarantined;
    facts.layer = pool->state.layer;
    facts.interval = pool->state.wanted > 1 ? pool->state.wanted : 1;
    facts.time_scale = pool->state.scale;
    facts.transient = pool->desc.transient;
    facts.fields = pool->desc.fields;
    facts.created = pool->state.created;
    facts.recycled = pool->state.created - pool->state.live;
    facts.refused = pool->state.refused;
    facts.stolen = pool->state.stolen;
    facts.misuse = pool->misuse;
    if (pool->parts != NULL)
        facts.parallel = *pool->parts;
    return facts;
}

trp_result trp_prototype(const trp_pool *pool, void *into, size_t size)
{
    const trp_actor none = {0, 0, 0, 0};

    if (!trp__has_pool(pool, TRP__TEXT("trp_prototype")))
        return TRP_ERR_NULL;
    if (into == NULL)
        return trp__misuse(pool->world, pool, NULL, TRP__TEXT("trp_prototype"), TRP_ERR_NULL,
                           TRP__TEXT("there is no struct to write to"));
    if (size != pool->desc.type.size)
        return trp__misuse(
            pool->world, pool, NULL, TRP__TEXT("trp_prototype"), TRP_ERR_TYPE,
            TRP__TEXT("the struct to write to has another size than the pool's type. "
                      "Pass one of the type that TRP_TYPE named in the desc"));
    if (pool->desc.prototype != NULL)
        memcpy(into, pool->desc.prototype, size);
    else
        memset(into, 0, size);
    memcpy((unsigned char *)into + pool->desc.type.offset, &none, sizeof none);
    return TRP_OK;
}
