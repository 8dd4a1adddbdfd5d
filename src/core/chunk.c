/*
 * Chunks: slots that a pool has gained by growth.
 */
#include "core.h"

/* Each later chunk is as large as all before it together: so its number is a logarithm. */
trp__chunk *trp__chunk_of(const trp_pool *pool, uint32_t slot)
{
    const uint32_t capacity = pool->desc.capacity;
    const uint32_t number = trp__highest_bit(slot) - trp__highest_bit(capacity);

    return &pool->chunks[slot >> number < capacity ? number - 1 : number];
}

static trp__seat chunk_seat(const trp_pool *pool, uint32_t slot)
{
    const trp__chunk *chunk = trp__chunk_of(pool, slot);
    trp__seat seat = {NULL, NULL};

    if (chunk->memory == NULL)
        return seat;
    slot -= chunk->first;
    seat.cell = &chunk->cells[slot];
    seat.actor = (trp_actor *)(void *)(chunk->slots + slot * pool->stride + pool->node);
    return seat;
}

static uint32_t chunk_slot_of(const trp_pool *pool, const trp_actor *actor)
{
    uint32_t slot = TRP__NONE;

    for (uint32_t i = pool->state.grown; i-- > 0 && slot == TRP__NONE;) {
        const trp__chunk *chunk = &pool->chunks[i];
        if (chunk->memory != NULL)
            slot = trp__slot_among(pool, chunk->slots + pool->node, chunk->count, actor);
        if (slot != TRP__NONE)
            slot += chunk->first;
    }
    return slot;
}

const trp__far trp__far_chunks = {chunk_seat, chunk_slot_of, trp__chunk_of};

static size_t chunk_slot_bytes(const trp_pool *pool)
{
    return pool->actors == NULL ? pool->stride : sizeof(trp_actor *);
}

size_t trp__chunk_bytes(const trp_pool *pool, const trp__chunk *chunk)
{
    return trp__bytes(chunk->count, chunk_slot_bytes(pool) + sizeof(trp__cell),
                      pool->desc.type.alignment + TRP_ALIGNMENT);
}

/* Slots first, then their cells. */
void trp__chunk_lay_out(const trp_pool *pool, trp__chunk *chunk)
{
    const size_t alignment = pool->desc.type.alignment;
    const size_t slots = chunk->count * chunk_slot_bytes(pool);

    chunk->slots = (unsigned char *)chunk->memory + (-(uintptr_t)chunk->memory & (alignment - 1));
    chunk->cells = (trp__cell *)(void *)(chunk->slots + trp__round_up(slots));
}

void trp__chunk_release(const trp_pool *pool, trp__chunk *chunk)
{
    if (chunk->memory != NULL)
        trp__release(pool->world, chunk->memory, chunk->bytes);
    chunk->memory = NULL;
    chunk->slots = NULL;
    chunk->cells = NULL;
}

/* Each chunk doubles the capacity, until the maximum is reached. */
uint32_t trp__chunks_to(uint32_t capacity, uint32_t most)
{
    uint32_t chunks = 0;

    while (capacity < most) {
        capacity = capacity > most / 2 ? most : capacity * 2;
        chunks++;
    }
    return chunks;
}
