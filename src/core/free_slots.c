/*
 * Free slots. In memory order they are a bitmap, and the lowest one is taken. In an age order they
 * are a chain through the stamps of the cells, and the one freed last is taken.
 */
#include "core.h"

void trp__free_slot(trp_pool *pool, uint32_t slot)
{
    trp__free_slot_of(pool, slot, pool->actors == NULL ? trp__node_at(pool, slot) : NULL,
                      trp__cell_of(pool, slot));
}

void trp__slots_init(trp_pool *pool, const trp__chunk *chunk)
{
    for (uint32_t i = chunk->count; i-- > 0;) {
        const uint32_t slot = chunk->first + i;
        chunk->cells[i].generation = chunk->generation;
        if (pool->actors != NULL)
            pool->actors[slot] = NULL;
        else
            trp__mark_vacant(pool, trp__node_at(pool, slot));
        trp__free_slot(pool, slot);
    }
}

/* The free slot that is taken next, or TRP__NONE. */
static uint32_t next_free(trp_pool *pool)
{
    uint32_t slot;

    if (!trp__in_memory_order(pool))
        return pool->state.spare != TRP__LAST ? pool->state.spare : TRP__NONE;
    slot = trp__bitmap_next(&pool->map, TRP__FREE, pool->state.first_free * TRP__WORD_BITS);
    if (slot != TRP__NONE)
        pool->state.first_free = slot / TRP__WORD_BITS;
    return slot;
}

/* The same if only slots in quarantine are left. */
uint32_t trp__find_free(trp_pool *pool)
{
    uint32_t slot = next_free(pool);

    if (slot == TRP__NONE && pool->quarantine != NULL && pool->quarantine(pool, TRP__NONE, NULL))
        slot = next_free(pool);
    return slot;
}

bool trp__is_untouched(trp_pool *pool, uint32_t slot, const char *call)
{
    if (TRP__LIKELY(trp__is_intact(pool, slot)))
        return true;
    trp__node_at(pool, slot)->stamp = trp__cell_of(pool, slot)->stamp;
    trp__node_at(pool, slot)->index = trp__handle_index(pool, slot);
    trp__misuse(
        pool->world, pool, trp__node_at(pool, slot), call, TRP_ERR_CORRUPT,
        TRP__TEXT("a free slot was written to through a stale pointer. Keep a handle and ask "
                  "trp_get, not a pointer"));
    return false;
}

/*
 * Free slots are scattered, so filling one costs some cache misses: its slot, its cell, and the two
 * neighbours to which it is linked. As creating moves up through them, the next free slots are
 * prefetched.
 */
void trp__look_ahead(trp_pool *pool, uint32_t slot)
{
    enum { DISTANCE = 16 };

    if (slot > pool->ahead || pool->lead == 0) {
        pool->ahead = slot;
        pool->lead = 0;
    } else
        pool->lead--;
    for (int step = 0; step < 2 && pool->lead < DISTANCE; step++) {
        trp__word word;
        unsigned char *address;
        const uint32_t next = trp__bitmap_next_near(&pool->map, TRP__FREE, pool->ahead + 1, &word);
        if (next == TRP__NONE)
            return;
        address = (unsigned char *)trp__node_at(pool, next);
        TRP__PREFETCH_WRITE(trp__cell_of(pool, next));
        TRP__PREFETCH_WRITE(address);
        for (size_t line = 64; line < pool->stride; line += 64)
            TRP__PREFETCH_WRITE(address + line);
        TRP__PREFETCH_WRITE(address + pool->stride);
        TRP__PREFETCH_WRITE(address - pool->stride);
        pool->ahead = next;
        pool->lead++;
    }
}
