/*
 * Growth of pools, in worlds with an allocator. Slots and their cells never move; the entries of an
 * age order do.
 */
#include "ages.h"

/* The next chunk: the lowest returned one, or one after the last. NULL: the pool has its maximum
 * size. */
static trp__chunk *grow_next_chunk(trp_pool *pool)
{
    const uint32_t capacity = pool->state.capacity;
    const uint32_t room = pool->max_capacity - capacity;
    trp__chunk *chunk = pool->chunks;

    if (pool->state.missing != 0) {
        while (chunk->memory != NULL)
            chunk++;
        return chunk;
    }
    if (room == 0)
        return NULL;
    chunk += pool->state.grown;
    chunk->first = capacity;
    chunk->count = capacity < room ? capacity : room;
    return chunk;
}

/* The pool gets slots that it never had, if its order has room for them. */
static bool grow_add(trp_pool *pool, uint32_t count)
{
    if (!trp__in_memory_order(pool) &&
        !pool->order->fit(pool->segment, trp__segment_slots(pool->segment) + count))
        return false;
    pool->state.grown++;
    pool->state.capacity += count;
    return true;
}

static trp_result grow(trp_pool *pool)
{
    trp__chunk *chunk = grow_next_chunk(pool);

    if (chunk == NULL)
        return TRP_ERR_FULL;
    if (chunk->memory == NULL) /* otherwise the pool was restored to an earlier state */ {
        chunk->bytes = trp__chunk_bytes(pool, chunk);
        chunk->memory = trp__take(pool->world, chunk->bytes);
        if (chunk->memory == NULL)
            return TRP_ERR_MEMORY;
        trp__chunk_lay_out(pool, chunk);
    }
    if (chunk->first < pool->state.capacity)
        pool->state.missing -= chunk->count;
    else if (!grow_add(pool, chunk->count)) {
        trp__chunk_release(pool, chunk);
        return TRP_ERR_MEMORY;
    }
    trp__slots_init(pool, chunk);
    if (chunk->generation != 1) /* it was there before */
        trp__raise_used(pool, chunk->first + chunk->count);
    return TRP_OK;
}

const struct trp__full trp__full_grow = {&trp__far_chunks, false, grow};
