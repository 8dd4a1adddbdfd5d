/*
 * The slots of a pool whose payloads are copied. If enough slots of a group are taken, the group is
 * copied whole, including free slots; otherwise those that are taken. The ledger alone determines
 * these slots, so a snapshot need not store them.
 */
#include "state.h"

trp__extent trp__extent_at(const trp_pool *pool, uint32_t slot)
{
    trp__extent extent = {0, pool->cell_count, pool->cells, pool->slots, 1};
    const trp__chunk *chunk = pool->chunks;

    if (slot < pool->cell_count)
        return extent;
    while (slot >= chunk->first + chunk->count)
        chunk++;
    extent.first = chunk->first;
    extent.end = chunk->first + chunk->count;
    extent.cells = chunk->memory != NULL ? chunk->cells : NULL;
    extent.slots = chunk->slots;
    extent.generation = chunk->generation;
    return extent;
}

trp__groups trp__groups_of(const trp_pool *pool, const trp__pieces *pieces)
{
    trp__groups groups = {0};

    groups.pool = pool;
    groups.cells = pieces != NULL ? pieces->cells : NULL;
    groups.used = pieces != NULL ? pieces->head->used : trp__slots_used(pool);
    if (pool->actors != NULL)
        groups.used = 0;
    return groups;
}

/* Whether copying whole is faster, and hardly longer. */
static bool state_span_is_dense(trp__word taken)
{
    return !TRP__POISONS &&
           (taken == ~(trp__word)0 || trp__count_bits(taken) >= TRP__WORD_BITS * 3 / 8);
}

bool trp__next_group(trp__groups *groups)
{
    const trp_pool *pool = groups->pool;

    while (groups->next < groups->used) {
        const trp__cell *cells = groups->cells;
        const uint32_t from = groups->next;
        uint32_t end = (from / TRP__WORD_BITS + 1) * TRP__WORD_BITS;
        trp__word taken = 0;
        if (from >= groups->extent.end)
            groups->extent = trp__extent_at(pool, from);
        end = end < groups->extent.end ? end : groups->extent.end;
        end = end < groups->used ? end : groups->used;
        groups->next = end;
        if (cells != NULL)
            cells += from;
        else if (groups->extent.cells != NULL)
            cells = groups->extent.cells + (from - groups->extent.first);
        for (uint32_t i = 0; cells != NULL && i < end - from; i++)
            taken |= (trp__word)trp__is_taken(cells[i].stamp) << i;
        if (taken == 0)
            continue;
        groups->from = from;
        groups->slots = taken;
        if (state_span_is_dense(taken))
            groups->slots = ~(trp__word)0 >> (TRP__WORD_BITS - (end - from));
        return true;
    }
    return false;
}

uint32_t trp__group_size(const trp__groups *groups, uint32_t below)
{
    return trp__count_bits(below < TRP__WORD_BITS ? groups->slots & (trp__bit(below) - 1)
                                                  : groups->slots);
}

bool trp__next_span(const trp__groups *groups, trp__span *span)
{
    const uint32_t done = span->to > groups->from ? span->to - groups->from : 0;
    const trp__word rest = done < TRP__WORD_BITS ? groups->slots & ~(trp__bit(done) - 1) : 0;
    uint32_t lowest;
    trp__word holes;

    if (rest == 0)
        return false;
    span->at += span->to - span->from;
    lowest = trp__lowest_bit(rest);
    holes = ~(rest | (trp__bit(lowest) - 1)); /* above it */
    span->from = groups->from + lowest;
    span->to = groups->from + (holes != 0 ? trp__lowest_bit(holes) : (uint32_t)TRP__WORD_BITS);
    return true;
}

unsigned char *trp__span_slots(const trp__groups *groups, const trp__span *span)
{
    return groups->extent.slots + (span->from - groups->extent.first) * groups->pool->stride;
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
