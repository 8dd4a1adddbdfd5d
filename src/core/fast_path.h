/*
 * The fast path: creating and recycling in one piece, for *plain* pools: in memory order, in one
 * chunk, without a prototype, and without anything to notify. It does the work of create.c,
 * recycle.c, listing.c and free_slots.c, without the steps that such a pool never needs. In any
 * other case it declines before it has changed anything, and the general code is called.
 */
#ifndef TROUPE_SRC_CORE_FAST_PATH_H
#define TROUPE_SRC_CORE_FAST_PATH_H

#include "visit.h"

/*
 * Fills the payload word by word. Payloads are usually so short that a call of memset or memcpy
 * would cost more than the work. All sizes and offsets here are multiples of 4, a node's alignment.
 */

TRP__INLINE void trp__zero_words(unsigned char *to, const unsigned char *end)
{
    const trp__word zero = 0;

    for (; (size_t)(end - to) >= sizeof zero; to += sizeof zero)
    {
        TRP__OPAQUE(to);
        memcpy(to, &zero, sizeof zero);
    }
    if (to != end)
        memcpy(to, &zero, 4);
}

TRP__INLINE void trp__copy_words(unsigned char *to, const unsigned char *end,
                                 const unsigned char *from)
{
    trp__word word;

    for (; (size_t)(end - to) >= sizeof word; to += sizeof word, from += sizeof word)
    {
        TRP__OPAQUE(to);
        memcpy(&word, from, sizeof word);
        memcpy(to, &word, sizeof word);
    }
    if (to != end)
        memcpy(to, from, 4);
}

TRP__INLINE void trp__fill_words(const trp_pool *pool, trp_actor *actor, const unsigned char *from)
{
    unsigned char *node = (unsigned char *)actor;
    unsigned char *slot = node - pool->node;
    unsigned char *rest = node + sizeof *actor;

    if (from == NULL)
    {
        trp__zero_words(slot, node);
        trp__zero_words(rest, slot + pool->stride);
    }
    else
    {
        trp__copy_words(slot, node, from);
        trp__copy_words(rest, slot + pool->stride, from + (rest - slot));
    }
}

/* The slot of this node in the pool's first chunk, or a number that is no slot: see slot_among() in
 * ledger.c. */
TRP__INLINE uintptr_t trp__near_slot(const trp_pool *pool, const trp_actor *actor)
{
    const uintptr_t scaled = ((uintptr_t)actor - (uintptr_t)pool->nodes) * pool->inverse;

    return scaled >> pool->shift | scaled << ((TRP__WORD_BITS - pool->shift) % TRP__WORD_BITS);
}

/*
 * The shortest form of trp__bitmap_next(): usually the slot's own word contains the next member, or
 * the word above shows which word does. `word` gets the word with the member.
 */
TRP__INLINE uint32_t trp__bitmap_next_near(const trp__bitmap *map, unsigned set, uint32_t from,
                                           trp__word *word)
{
    uint32_t index = from / TRP__WORD_BITS;
    trp__word rest;

    if (index >= map->words[0])
        return TRP__NONE;
    *word = *trp__bitmap_word(map, set, index);
    rest = *word & ~(trp__bit(from) - 1);
    if (rest == 0)
    {
        /* words after this one: twice its bit, minus one, are the words up to it */
        const trp__word later = *trp__bitmap_above(map, set, index) & ~(trp__bit(index) * 2 - 1);
        if (later != 0)
            index = index / TRP__WORD_BITS * TRP__WORD_BITS + trp__lowest_bit(later);
        else
        {
            from = trp__bitmap_next(map, set, (index + 1) * TRP__WORD_BITS);
            if (from == TRP__NONE)
                return TRP__NONE;
            index = from / TRP__WORD_BITS;
        }
        *word = *trp__bitmap_word(map, set, index);
        rest = *word;
    }
    return index * TRP__WORD_BITS + trp__lowest_bit(rest);
}

TRP__INLINE trp_actor *trp__near_node(const trp_pool *pool, uint32_t slot)
{
    return (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
}

/* The words of both sets for a slot, and its listed neighbours. */
typedef struct trp__spot
{
    trp__word *words;
    trp__word bit;
    uint32_t index; /* index of the word */
    uint32_t slot;
} trp__spot;

/*
 * Writes the links around a slot, between its neighbours in the bitmap. False: one of them lies in
 * another word, and `searches` is false.
 */
TRP__INLINE bool trp__link_near(trp_pool *pool, trp_actor *actor, trp__spot at, bool links,
                                bool searches)
{
    const trp__word active = at.words[TRP__ACTIVE];
    const trp__word below = active & (at.bit - 1);
    const trp__word above = active & ~(at.bit | (at.bit - 1));
    const uint32_t first = at.index * TRP__WORD_BITS;
    const bool is_last = above == 0 && at.slot + 1 >= pool->state.top;
    uint32_t prev = TRP__NONE;
    uint32_t next = TRP__NONE;
    uint32_t own = pool->base + at.slot;

    if (TRP__LIKELY(below != 0))
        prev = first + trp__highest_bit(below);
    else if (!searches)
        return false;
    else
        prev = trp__bitmap_before(&pool->map, TRP__ACTIVE, first);
    if (TRP__LIKELY(above != 0))
        next = first + trp__lowest_bit(above);
    else if (!is_last && !searches)
        return false;
    else if (!is_last)
        next = trp__bitmap_next(&pool->map, TRP__ACTIVE, first + TRP__WORD_BITS);
    if (!links && is_last)
        pool->state.top = prev + 1; /* 0 if there is none */
    if (links)
    {
        actor->prev = prev != TRP__NONE ? pool->base + prev : TRP_NO_LINK;
        actor->next = next != TRP__NONE ? pool->base + next : TRP_NO_LINK;
    }
    if (TRP__LIKELY(prev != TRP__NONE))
        trp__near_node(pool, prev)->next =
            links ? own : next + (next != TRP__NONE ? pool->base : 0);
    if (TRP__LIKELY(next != TRP__NONE))
        trp__near_node(pool, next)->prev =
            links ? own : prev + (prev != TRP__NONE ? pool->base : 0);
    return true;
}

/* Rare steps of creating: no nearby word has a free slot, or slots are prefetched. */
trp_actor *trp__created_last(trp_pool *pool, trp_actor *actor, uint32_t slot);
trp_actor *trp__created_ahead(trp_pool *pool, trp_actor *actor, uint32_t slot);
/* The word at `index`, the lowest with a free slot, has become full: finds the next one. */
void trp__next_free_word(trp_pool *pool, uint32_t index);
/* Creating has taken `slot`: prefetches the next free slots. */
void trp__look_ahead(trp_pool *pool, uint32_t slot);
/* Rare steps of recycling in a word: no nearby word had a free slot, or its last active actor
 * left. */
trp_result trp__recycled_in(trp_pool *pool, uint32_t index);

typedef trp_actor *trp__create_fn(trp_pool *pool, const void *init, const char *call);

/* Returns the newborn. Calls `otherwise`, in a tail call, if there is no free slot at the expected
 * place, or a free slot was written to. */
TRP__INLINE trp_actor *trp__create_plain(trp_pool *pool, const void *init, const char *call,
                                         trp__create_fn *otherwise, bool searches)
{
    trp_world *world = pool->world;
    const uint32_t index = pool->state.first_free;
    trp__word *words = trp__bitmap_word(&pool->map, 0, index);
    trp__word *above = trp__bitmap_above(&pool->map, TRP__FREE, index);
    const trp__word free = words[TRP__FREE];
    const trp__word rest = free & (free - 1); /* all but the lowest */
    trp__word others;
    uint32_t at;
    trp__spot spot;
    trp_actor *actor;
    uint32_t stamp;

    if (!TRP__LIKELY(free != 0 && pool->barred == 0 && !world->drawing))
        return otherwise(pool, init, call);
    at = trp__lowest_bit(free);
    spot.words = words;
    spot.bit = free ^ rest;
    spot.index = index;
    spot.slot = index * TRP__WORD_BITS + at;
    actor = trp__near_node(pool, spot.slot);
    if (!TRP__LIKELY(actor->stamp == TRP__STAMP_FREE))
        return otherwise(pool, init, call);
    if (!TRP__LIKELY(trp__link_near(pool, actor, spot, true, searches)))
        return otherwise(pool, init, call);
    stamp = world->state.newest;
    actor->index = trp__handle_index(pool, spot.slot);
    actor->stamp = stamp;
    pool->cells[spot.slot].stamp = stamp;
    world->state.newest_is_used = true;
    trp__raise_top(pool, spot.slot + 1);
    if (searches && words[TRP__ACTIVE] == 0)
        trp__bitmap_raise(&pool->map, TRP__ACTIVE, index);
    words[TRP__ACTIVE] |= spot.bit;
    words[TRP__FREE] = rest;
    others = *above & ~((trp__word)(rest == 0) << index % TRP__WORD_BITS);
    *above = others;
    trp__mark_taken(pool, actor);
    trp__fill_words(pool, actor, (const unsigned char *)init);
    trp__count_birth(pool);
    if (!TRP__LIKELY(others != 0))
        return trp__created_last(pool, actor, spot.slot);
    at = trp__lowest_bit(others) + index / TRP__WORD_BITS * TRP__WORD_BITS;
    TRP__OPAQUE(at);
    pool->state.first_free = rest != 0 ? index : at;
    if (pool->prefetches)
        return trp__created_ahead(pool, actor, spot.slot);
    return actor;
}

typedef trp_result trp__recycle_fn(trp_world *world, trp_actor *actor);

/*
 * Recycles an active actor of this plain pool if its node was not overwritten. All other cases are
 * left to `otherwise`, in a tail call, so this function needs no stack and saves no registers.
 */
TRP__INLINE trp_result trp__recycle_plain(trp_world *world, trp_pool *pool, trp_actor *actor,
                                          trp__recycle_fn *otherwise, bool searches)
{
    const uintptr_t slot = trp__near_slot(pool, actor);
    trp__cell *cell;
    trp__spot spot;
    trp__word *above;
    trp__word free;
    trp__word active;

    if (!TRP__LIKELY(slot < pool->slot_count && pool->is_plain && !world->drawing))
        return otherwise(world, actor);
    cell = &pool->cells[slot];
    if (!TRP__LIKELY(trp__is_active(cell->stamp) && cell->generation < world->last_life) ||
        !TRP__LIKELY(actor->stamp == cell->stamp &&
                     actor->index == trp__handle_index(pool, (uint32_t)slot)))
        return otherwise(world, actor);
    spot.slot = (uint32_t)slot;
    spot.index = spot.slot / TRP__WORD_BITS;
    spot.words = trp__bitmap_word(&pool->map, 0, spot.index);
    spot.bit = trp__bit(spot.slot);
    if (!TRP__LIKELY(trp__link_near(pool, actor, spot, false, searches)))
        return otherwise(world, actor);
    trp__not_current(world, actor);
    active = spot.words[TRP__ACTIVE] & ~spot.bit;
    cell->generation++;
    cell->stamp = TRP__STAMP_FREE;
    actor->stamp = TRP__STAMP_FREE;
    trp__mark_freed(pool, actor);
    spot.words[TRP__FREE] |= spot.bit;
    spot.words[TRP__ACTIVE] = active;
    pool->state.live--;
    /* both are stored unconditionally: whether they change is not predictable */
    pool->state.first_free =
        spot.index < pool->state.first_free ? spot.index : pool->state.first_free;
    above = trp__bitmap_above(&pool->map, TRP__FREE, spot.index);
    free = *above;
    if (!TRP__LIKELY(free != 0 && active != 0))
        return trp__recycled_in(pool, spot.index);
    *above = free | trp__bit(spot.index);
    return TRP_OK;
}

#endif
