/*
 * What an index of a file is in the world: pool, slot and life.
 */
#include "load.h"

const trp__saved_pool *trp__saved_for(const trp__loading *loading, const trp_pool *pool)
{
    for (uint32_t i = 0; i < loading->pool_count; i++)
        if (loading->pools[i].pool == pool)
            return &loading->pools[i];
    return NULL;
}

bool trp__has_same_chunks(const trp_pool *pool, const trp__saved_pool *saved)
{
    return saved != NULL && saved->first_count == pool->desc.capacity &&
           saved->room == pool->max_capacity; /* and so the same number, as was checked */
}

uint32_t trp__first_generation(const trp_pool *pool, const trp__saved_pool *saved)
{
    uint32_t highest = 1;

    if (saved == NULL || trp__has_same_chunks(pool, saved))
        return 1;
    for (uint32_t i = 0; i < saved->chunk_count; i++) {
        const uint32_t generation = trp__get32(saved->chunks + (size_t)i * 5);
        highest = generation > highest ? generation : highest;
    }
    return highest;
}

/* The generation of the next life in a slot that has none. */
static uint32_t load_match_next_life(const trp__saved_pool *saved, uint32_t slot)
{
    return saved->states[slot] == TRP__SAVED_ABSENT
               ? trp__first_generation(saved->pool, saved)
               : trp__get32(saved->generations + (size_t)slot * 4);
}

/* The pool of the file that has an index; NULL: none has. */
static const trp__saved_pool *load_match_with(const trp__loading *loading, uint32_t index)
{
    const trp__saved_pool *saved = loading->pools;

    for (uint32_t left = loading->pool_count; left > 1;) {
        const uint32_t half = left / 2;
        if (saved[half].base <= index)
            saved += half;
        left -= half;
    }
    return loading->pool_count != 0 && index - saved->base < saved->room ? saved : NULL;
}

bool trp__find_slot(const trp__loading *loading, uint32_t index, trp__saved_slot *found)
{
    const trp__saved_pool *saved = load_match_with(loading, index);
    uint32_t slot;

    if (saved == NULL || saved->pool == NULL)
        return false;
    slot = index - saved->base;
    found->pool = saved->pool;
    found->state = TRP__SAVED_FREE;
    found->life = 0;
    if (slot < saved->used + saved->beyond) {
        found->state = saved->states[slot];
        found->life = trp__get32(saved->generations + (size_t)slot * 4);
    }
    found->has_moved = found->state >= TRP__SAVED_ASLEEP && slot >= saved->used;
    found->slot = found->has_moved ? trp__slot_now(saved, slot) : slot;
    found->life_now = found->has_moved ? load_match_next_life(saved, found->slot) : found->life;
    return found->slot < found->pool->max_capacity;
}
