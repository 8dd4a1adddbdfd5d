/*
 * The set-up of parallel pools.
 */
#include "parallel.h"

#define PARALLEL_MOST_SLOTS 65536u /* per part */
#define PARALLEL_MOST_BYTES 4096u  /* of commands per slot */

_Static_assert(sizeof(trp__parallel) <= TRP__PARALLEL_BASE, "raise TRP__PARALLEL_BASE");
_Static_assert(sizeof(trp_part) <= TRP__PARALLEL_PART, "raise TRP__PARALLEL_PART");

static trp_result parallel_check(const trp_pool_desc *pool, char *text, const char **detail)
{
    const trp_parallel_desc *desc = pool->parallel.desc;

    (void)text;
    *detail = TRP__TEXT("parallel: the trp_parallel_desc or its update is NULL");
    if (desc == NULL || desc->update == NULL)
        return TRP_ERR_NULL;
    *detail = TRP__TEXT("only pools in memory order have parts");
    if (pool->order != TRP_ORDER_MEMORY) /* no external pool is */
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("parallel, update and update_pool exclude each other");
    if (pool->update != NULL || pool->update_pool != NULL)
        return TRP_ERR_DESC;
    *detail = TRP__TEXT("slots_per_part must be at most 65,536, command_bytes at most 4,096");
    if (desc->slots_per_part > PARALLEL_MOST_SLOTS || desc->command_bytes > PARALLEL_MOST_BYTES)
        return TRP_ERR_VALUE;
    return TRP_OK;
}

/* Room for commands in a part, below 2^29. */
static size_t parallel_part_bytes(const trp_parallel_desc *desc)
{
    const size_t per_slot = desc->command_bytes != 0 ? (desc->command_bytes + 7u) / 8 * 8 : 8;

    return TRP__SLOTS_PER_PART(desc->slots_per_part) * per_slot;
}

static uint32_t parallel_parts(const trp_parallel_desc *desc, uint32_t max_capacity)
{
    return (uint32_t)((max_capacity - 1) / TRP__SLOTS_PER_PART(desc->slots_per_part) + 1);
}

static size_t parallel_bytes(const trp_pool_desc *pool, uint32_t max_capacity, size_t bytes)
{
    const trp_parallel_desc *desc = pool->parallel.desc;

    return trp__bytes(parallel_parts(desc, max_capacity),
                      TRP__PARALLEL_PART + parallel_part_bytes(desc),
                      bytes + trp__later_bytes(sizeof(trp__parallel)));
}

/* The parts, and their room for commands. */
static void parallel_divide(trp__parallel *parallel, uint32_t parts)
{
    unsigned char *room = parallel->parts + (size_t)parts * TRP__PARALLEL_PART;

    memset(parallel->parts, 0, (size_t)parts * TRP__PARALLEL_PART);
    for (uint32_t i = 0; i < parts; i++) {
        trp_part *part = trp__part_numbered(parallel, i);
        part->pool = parallel->pool;
        part->number = i;
        part->first = i * parallel->slots_per_part;
        part->end = part->first + parallel->slots_per_part;
        part->room = room + (size_t)i * parallel->part_bytes;
        part->room_bytes = parallel->part_bytes;
    }
}

static void parallel_set_up(trp_pool *pool, void *memory)
{
    const trp_parallel_desc *desc = pool->desc.parallel.desc;
    trp__parallel *parallel = (trp__parallel *)memory;

    memset(parallel, 0, sizeof *parallel);
    parallel->pool = pool;
    parallel->update = desc->update;
    parallel->parallel_for = desc->parallel_for;
    parallel->context = desc->context;
    parallel->parts = (unsigned char *)memory + trp__later_bytes(sizeof *parallel);
    parallel->slots_per_part = (uint32_t)TRP__SLOTS_PER_PART(desc->slots_per_part);
    parallel->part_bytes = (uint32_t)parallel_part_bytes(desc);
    parallel_divide(parallel, parallel_parts(desc, pool->max_capacity));
    pool->parallel = parallel;
    pool->parts = &parallel->facts;
    pool->desc.update_pool = trp__update_parts;
}

const trp__option trp__option_parallel = {parallel_check, parallel_bytes, parallel_set_up};

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
                           TRP__TEXT("the pool is not parallel: see desc.parallel"));
    pool->parallel->parallel_for = parallel_for;
    pool->parallel->context = context;
    return TRP_OK;
}
