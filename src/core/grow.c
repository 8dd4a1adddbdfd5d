/*
 * How pools grow. Only worlds with an allocator have pools that do, so only these know trp__grow().
 */
#include "internal.h"

/* The chunk that comes next: the lowest that was given back, or one behind the last. NULL: the pool is as large as it
 * may be. */
static trp__chunk *next_chunk(trp_pool *pool)
{
    const uint32_t room = pool->max_capacity - pool->capacity;
    trp__chunk *chunk = pool->grown;

    if (pool->missing != 0)
    {
        while (chunk->memory != NULL)
            chunk++;
        return chunk;
    }
    if (room == 0)
        return NULL;
    chunk += pool->grown_count;
    chunk->first = pool->capacity;
    chunk->count = pool->capacity < room ? pool->capacity : room;
    return chunk;
}

bool trp__grow(trp_pool *pool, trp_result *why)
{
    const size_t alignment = pool->desc.type.alignment;
    trp__chunk *chunk = next_chunk(pool);

    *why = TRP_ERR_FULL;
    if (chunk == NULL)
        return false;
    *why = TRP_ERR_MEMORY;
    chunk->bytes = trp__bytes(chunk->count, pool->stride, alignment);
    chunk->memory = chunk->bytes != 0 ? trp__take(pool->world, chunk->bytes) : NULL;
    if (chunk->memory == NULL)
        return false;
    chunk->slots = (unsigned char *)chunk->memory + (-(uintptr_t)chunk->memory & (alignment - 1));
    if (chunk->first == pool->capacity)
    {
        pool->grown_count++;
        pool->capacity += chunk->count;
#if defined(TRP_DEBUG) && TRP_DEBUG
        if (pool->quarantine_slots == trp__debug_quarantine(chunk->first)) /* as when it was made */
            pool->quarantine_slots = trp__debug_quarantine(pool->capacity);
#endif
        trp__update_plain(pool);
    }
    else
        pool->missing -= chunk->count;
    trp__slots_init(pool, chunk->slots, chunk->first, chunk->count, chunk->generation);
    return true;
}
