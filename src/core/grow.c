/*
 * Growth of pools. Only worlds with an allocator have growing pools, so only these reference
 * trp__grow(). Slots and their cells never move; the entries of an age order do.
 */
#include "ages.h"
#include "external.h"

/* The next chunk: the lowest returned one, or one after the last. NULL: the pool has its maximum
 * size. */
static trp__chunk *grow_next_chunk(trp_pool *pool)
{
    const uint32_t capacity = pool->state.capacity;
    const uint32_t room = pool->max_capacity - capacity;
    trp__chunk *chunk = pool->chunks;

    if (pool->state.missing != 0)
    {
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

static size_t grow_slot_bytes(const trp_pool *pool)
{
    return pool->actors == NULL ? pool->stride : 0;
}

size_t trp__chunk_bytes(const trp_pool *pool, const trp__chunk *chunk)
{
    return trp__bytes(chunk->count, grow_slot_bytes(pool) + sizeof(trp__cell),
                      pool->desc.type.alignment + TRP_ALIGNMENT);
}

/* Slots first, then their cells. */
void trp__chunk_lay_out(const trp_pool *pool, trp__chunk *chunk)
{
    const size_t alignment = pool->desc.type.alignment;
    const size_t slots = chunk->count * grow_slot_bytes(pool);

    chunk->slots = (unsigned char *)chunk->memory + (-(uintptr_t)chunk->memory & (alignment - 1));
    chunk->cells = (trp__cell *)(void *)(chunk->slots + (slots + TRP_ALIGNMENT - 1) /
                                                            TRP_ALIGNMENT * TRP_ALIGNMENT);
}

/* A chunk after the last may still have its memory, if the pool was restored to an earlier
 * state. */
static bool grow_take_chunk(trp_pool *pool, trp__chunk *chunk)
{
    if (chunk->memory != NULL)
        return true;
    chunk->bytes = trp__chunk_bytes(pool, chunk);
    chunk->memory = trp__take(pool->world, chunk->bytes);
    if (chunk->memory == NULL)
        return false;
    trp__chunk_lay_out(pool, chunk);
    return true;
}

/* The entries and, for an external pool, the addresses: both, or nothing has changed. */
static bool grow_fit_tables(trp_pool *pool, uint32_t count)
{
    trp_pool *segment = pool->segment;
    trp__room room = {NULL, 0};

    if (trp__in_memory_order(pool))
        return true;
    if (!trp__ages_take(segment, trp__ages_slots(segment) + count, &room))
        return false;
    if (trp__external_fit(pool, pool->state.capacity + count))
    {
        trp__ages_use(segment, &room);
        return true;
    }
    trp__ages_give_back(segment, &room);
    return false;
}

bool trp__grow(trp_pool *pool, trp_result *why)
{
    trp__chunk *chunk = grow_next_chunk(pool);

    *why = TRP_ERR_FULL;
    if (chunk == NULL)
        return false;
    *why = TRP_ERR_MEMORY;
    if (!grow_take_chunk(pool, chunk))
        return false;
    if (chunk->first == pool->state.capacity && !grow_fit_tables(pool, chunk->count))
    {
        trp__release(pool->world, chunk->memory, chunk->bytes);
        chunk->memory = NULL;
        return false;
    }
    if (chunk->first == pool->state.capacity)
    {
        pool->state.grown++;
        pool->state.capacity += chunk->count;
    }
    else
        pool->state.missing -= chunk->count;
    trp__slots_init(pool, chunk);
    if (chunk->generation != 1) /* it was there before */
        trp__raise_used(pool, chunk->first + chunk->count);
    return true;
}
