/*
 * The slots of a pool whose payloads are copied. If enough slots of a group are taken, the group is
 * copied whole, including free slots; otherwise those that are taken. The ledger alone determines
 * these slots, so that a snapshot's own bytes need not be trusted.
 */
#include "state.h"

trp__extent trp__extent_at(const trp_pool *pool, uint32_t slot)
{
    trp__extent extent = {0, pool->desc.capacity, pool->cells, pool->slots, 1, 0};
    const trp__chunk *chunk;

    if (slot < pool->desc.capacity)
        return extent;
    chunk = pool->far->chunk(pool, slot);
    extent.first = chunk->first;
    extent.end = chunk->first + chunk->count;
    extent.cells = chunk->memory != NULL ? chunk->cells : NULL;
    extent.slots = chunk->slots;
    extent.generation = chunk->generation;
    extent.chunk = (uint32_t)(chunk - pool->chunks) + 1;
    return extent;
}

trp__spans trp__spans_of(const trp_pool *pool, const trp__pieces *pieces)
{
    trp__spans spans = {0};

    spans.pool = pool;
    spans.cells = pieces != NULL ? pieces->cells : NULL;
    spans.used = pieces != NULL ? pieces->used : pool->state.used;
    if (pool->actors != NULL)
        spans.used = 0;
    return spans;
}

/* The next group: the slots of one word of a bitmap, in one extent. */
static void state_span_next_group(trp__spans *spans)
{
    const uint32_t from = spans->next;
    const trp__cell *cells = spans->cells;
    uint32_t end = (from / TRP__WORD_BITS + 1) * TRP__WORD_BITS;
    trp__word taken = 0;

    if (from >= spans->extent.end)
        spans->extent = trp__extent_at(spans->pool, from);
    end = end < spans->extent.end ? end : spans->extent.end;
    end = end < spans->used ? end : spans->used;
    if (cells != NULL)
        cells += from;
    else if (spans->extent.cells != NULL)
        cells = spans->extent.cells + (from - spans->extent.first);
    for (uint32_t i = 0; cells != NULL && i < end - from; i++)
        taken |= (trp__word)trp__is_taken(cells[i].stamp) << i;
    /* whole is faster, and no longer than a page for each */
    if (!TRP__POISONS && trp__count_bits(taken) * 8 >= (end - from) * 3)
        taken = ~(trp__word)0 >> (TRP__WORD_BITS - (end - from));
    spans->first = from;
    spans->rest = taken;
    spans->next = end;
}

bool trp__next_span(trp__spans *spans)
{
    uint32_t lowest;
    trp__word above;

    while (spans->rest == 0) {
        if (spans->next >= spans->used)
            return false;
        state_span_next_group(spans);
    }
    lowest = trp__lowest_bit(spans->rest);
    above = ~(spans->rest >> lowest);
    spans->from = spans->first + lowest;
    spans->to = spans->from + (above != 0 ? trp__lowest_bit(above) : (uint32_t)TRP__WORD_BITS);
    spans->rest &= spans->rest + trp__bit(lowest);
    return true;
}

unsigned char *trp__span_slots(const trp__spans *spans)
{
    return spans->extent.slots + (spans->from - spans->extent.first) * spans->pool->stride;
}

size_t trp__span_bytes(const trp__spans *spans)
{
    return (spans->to - spans->from) * spans->pool->stride;
}

void trp__leave_chunk(trp_pool *pool, const trp__chunk *chunk)
{
    for (uint32_t i = 0; pool->actors == NULL && i < chunk->count; i++)
        if (trp__is_taken(chunk->cells[i].stamp)) {
            trp_actor *actor = (trp_actor *)(void *)(chunk->slots + i * pool->stride + pool->node);
            actor->stamp = TRP__STAMP_FREE;
            trp__mark_freed(pool, actor);
        }
}
