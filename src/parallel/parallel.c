/*
 * The set-up of parallel pools.
 */
#include "parallel.h"

#define PARALLEL_MOST_SLOTS 65536u /* per part */
#define PARALLEL_MOST_BYTES 4096u  /* of commands per slot */

_Static_assert(sizeof(trp__parallel) <= TRP__PARALLEL_BASE, "raise TRP__PARALLEL_BASE");
_Static_assert(sizeof(trp_part) <= TRP__PARALLEL_PART, "raise TRP__PARALLEL_PART");

static trp_result parallel_check(const trp_pool *pool, const trp_parallel_desc *desc,
                                 const char **detail)
{
    *detail = TRP__TEXT("the desc or its update is NULL");
    if (desc == NULL || desc->update == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("the world is being drawn");
    if (pool->world->drawing)
        return TRP_BUSY;
    *detail = TRP__TEXT("only pools in memory order have parts");
    if (!trp__in_memory_order(pool)) /* no external pool is */
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("the pool has an update already: leave update and update_pool out of its "
                        "desc, and call this once");
    if (pool->desc.update != NULL || pool->desc.update_pool != NULL)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("the pool's interval is staggered: choose TRP_INTERVAL_TOGETHER");
    if (pool->state.wants_staggered || pool->state.staggered)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("slots_per_part must be at most 65,536, command_bytes at most 4,096");
    if (desc->slots_per_part > PARALLEL_MOST_SLOTS || desc->command_bytes > PARALLEL_MOST_BYTES)
        return TRP_ERR_VALUE;
    return TRP_OK;
}

/* The parts, and their room for commands. */
static void parallel_divide(trp__parallel *parallel, uint32_t parts)
{
    unsigned char *room = parallel->parts + (size_t)parts * TRP__PARALLEL_PART;

    memset(parallel->parts, 0, (size_t)parts * TRP__PARALLEL_PART);
    for (uint32_t i = 0; i < parts; i++)
    {
        trp_part *part = trp__part_numbered(parallel, i);
        part->pool = parallel->pool;
        part->number = i;
        part->first = i * parallel->slots_per_part;
        part->end = part->first + parallel->slots_per_part;
        part->room = room + (size_t)i * parallel->part_bytes;
        part->room_bytes = parallel->part_bytes;
    }
}

static trp__parallel *parallel_make(trp_pool *pool, const trp_parallel_desc *desc)
{
    const size_t slots = TRP__SLOTS_PER_PART(desc->slots_per_part);
    const size_t per_slot = desc->command_bytes != 0 ? (desc->command_bytes + 7u) / 8 * 8 : 8;
    const uint32_t parts = (uint32_t)((pool->max_capacity - 1) / slots + 1);
    const size_t part_bytes = slots * per_slot; /* below 2^29 */
    const size_t bytes =
        trp__bytes(parts, TRP__PARALLEL_PART + part_bytes, trp__later_bytes(sizeof(trp__parallel)));
    trp__parallel *parallel = trp__take(pool->world, bytes);

    if (parallel == NULL)
        return NULL;
    memset(parallel, 0, sizeof *parallel);
    parallel->pool = pool;
    parallel->update = desc->update;
    parallel->parallel_for = desc->parallel_for;
    parallel->context = desc->context;
    parallel->parts = (unsigned char *)parallel + trp__later_bytes(sizeof *parallel);
    parallel->slots_per_part = (uint32_t)slots;
    parallel->part_bytes = (uint32_t)part_bytes;
    pool->parallel_bytes = bytes;
    parallel_divide(parallel, parts);
    return parallel;
}

trp_result trp_pool_set_parallel(trp_pool *pool, const trp_parallel_desc *desc)
{
    const char *call = TRP__TEXT("trp_pool_set_parallel");
    const char *detail;
    trp_result result;

    if (!trp__has_pool(pool, call))
        return TRP_ERR_NULL;
    result = parallel_check(pool, desc, &detail);
    if (result != TRP_OK)
        return trp__misuse(pool->world, pool, NULL, call, result, detail);
    pool->parallel = parallel_make(pool, desc);
    if (pool->parallel == NULL)
        return trp__misuse(pool->world, pool, NULL, call, TRP_ERR_MEMORY,
                           TRP__TEXT("TRP_PARALLEL_BYTES says how much"));
    pool->desc.update_pool = trp__update_parts;
    return TRP_OK;
}

trp_result trp_pool_set_parallel_for(trp_pool *pool, trp_parallel_for_fn *parallel_for,
                                     void *context)
{
    const char *call = TRP__TEXT("trp_pool_set_parallel_for");

    if (!trp__has_pool(pool, call))
        return TRP_ERR_NULL;
    if (trp__is_drawn(pool->world, pool, call))
        return TRP_BUSY;
    if (pool->parallel == NULL)
        return trp__misuse(pool->world, pool, NULL, call, TRP_ERR_DESC,
                           TRP__TEXT("the pool is not parallel: see trp_pool_set_parallel"));
    pool->parallel->parallel_for = parallel_for;
    pool->parallel->context = context;
    return TRP_OK;
}

trp_parallel_stats trp_pool_get_parallel_stats(const trp_pool *pool)
{
    trp_parallel_stats none;

    memset(&none, 0, sizeof none);
    return pool != NULL && pool->parallel != NULL ? pool->parallel->stats : none;
}
