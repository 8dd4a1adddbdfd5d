/*
 * Creating and recycling in the shortest way, for plain pools: in memory order, in one chunk, without a prototype, and
 * nobody is told anything. What is done is the same as in create.c and life.c; what cannot be needed is left out. Where
 * anything is out of the ordinary both decline, having done nothing, and the long way is taken.
 */
#ifndef TROUPE_SRC_PLAIN_H
#define TROUPE_SRC_PLAIN_H

#include "slots.h"

/*
 * The payload's words. Payloads are mostly so short that a call of memset or memcpy would cost more than the work. Sizes
 * and offsets are multiples of a node's alignment, which is a word's wherever these are used.
 */

TRP__INLINE void trp__zero_words(unsigned char *to, const unsigned char *end)
{
    const trp__word zero = 0;

    for (; to != end; to += sizeof zero)
    {
        TRP__OPAQUE(to);
        memcpy(to, &zero, sizeof zero);
    }
}

TRP__INLINE void trp__copy_words(unsigned char *to, const unsigned char *end,
                                 const unsigned char *from)
{
    trp__word word;

    for (; to != end; to += sizeof word, from += sizeof word)
    {
        TRP__OPAQUE(to);
        memcpy(&word, from, sizeof word);
        memcpy(to, &word, sizeof word);
    }
}

TRP__INLINE void trp__fill_words(const trp_pool *pool, trp_actor *actor, const unsigned char *from)
{
    unsigned char *node = (unsigned char *)actor;
    unsigned char *slot = node - pool->node;
    unsigned char *behind = node + sizeof *actor;

    if (from == NULL)
    {
        trp__zero_words(slot, node);
        trp__zero_words(behind, slot + pool->stride);
    }
    else
    {
        trp__copy_words(slot, node, from);
        trp__copy_words(behind, slot + pool->stride, from + (behind - slot));
    }
}

TRP__SHARED void trp__count_birth(trp_pool *pool);

/* What creating has left to do, now and then: no word near by has a free slot, or slots are fetched ahead. */
trp_actor *trp__created_last(trp_pool *pool, trp_actor *actor, uint32_t slot);
trp_actor *trp__created_ahead(trp_pool *pool, trp_actor *actor, uint32_t slot);

/* What recycling in a word has left to do, now and then: none near by had a free slot, or it was its last active one. */
trp_result trp__recycled_in(trp_pool *pool, uint32_t index);

typedef trp_actor *trp__create_fn(trp_pool *pool, const void *init, const char *call);

/*
 * The newborn. Left to `otherwise`, in a tail call: no free slot where one was last, none active in front of it in the
 * same word, or something is overwritten.
 */
TRP__INLINE trp_actor *trp__create_plain(trp_pool *pool, const void *init, const char *call,
                                         trp__create_fn *otherwise)
{
    trp_world *world = pool->world;
    const uint32_t index = pool->map.first_free;
    trp__word *words = trp__bitmap_word(&pool->map, 0, index);
    trp__word *above = trp__bitmap_above(&pool->map, TRP__FREE, index);
    const trp__word free = words[TRP__FREE];
    const trp__word rest = free & (free - 1); /* all but the lowest */
    const trp__word bit = free ^ rest;
    const trp__word below = words[TRP__ACTIVE] & (bit - 1);
    trp__word others;
    uint32_t at;
    uint32_t slot;
    trp_actor *actor;
    trp_link *before;

    if (!TRP__LIKELY(free != 0 && below != 0 && pool->barred == 0 && !world->drawing))
        return otherwise(pool, init, call);
    at = trp__lowest_bit(free);
    slot = index * TRP__WORD_BITS + at;
    actor = (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
    before = (trp_link *)(void *)((unsigned char *)actor -
                                  (at - trp__highest_bit(below)) * pool->stride);
    if (!TRP__LIKELY(actor->stamp == trp__stamp(TRP__VACANT, pool->number) && before->next != NULL))
        return otherwise(pool, init, call);
    words[TRP__ACTIVE] |= bit;
    words[TRP__FREE] = rest;
    others = *above & ~((trp__word)(rest == 0) << index % TRP__WORD_BITS);
    *above = others;
    trp__link_after(before, &actor->hook.link);
    actor->stamp = trp__stamp(world->serial, pool->number);
    world->serial_is_used = true;
    trp__mark_taken(pool, actor);
    trp__fill_words(pool, actor, init);
    trp__count_birth(pool);
    if (!TRP__LIKELY(others != 0))
        return trp__created_last(pool, actor, slot);
    at = trp__lowest_bit(others) + index / TRP__WORD_BITS * TRP__WORD_BITS;
    TRP__OPAQUE(at);
    pool->map.first_free = rest != 0 ? index : at;
    if (pool->prefetches)
        return trp__created_ahead(pool, actor, slot);
    return actor;
}

typedef trp_result trp__recycle_fn(trp_world *world, trp_actor *actor);

/*
 * Recycles an active, sound actor of this pool, which is plain. Whatever it is not made for is left to `otherwise`, in
 * a tail call: so it needs no stack, nor registers that it would have to save.
 */
TRP__INLINE trp_result trp__recycle_plain(trp_world *world, trp_pool *pool, trp_actor *actor,
                                          trp__recycle_fn *otherwise)
{
    trp__word *words;
    trp__word *above;
    trp__word bit;
    trp__word free;
    trp__word active;
    uint32_t slot;
    uint32_t index;
    uint32_t age;

    slot = trp__slot_number(pool, pool->nodes, pool->first_count, actor);
    if (!TRP__LIKELY(slot != TRP__NONE && pool->is_plain && !world->drawing))
        return otherwise(world, actor);
    /* how many serials ago it was activated; huge if the stamp is another pool's */
    age = actor->stamp - trp__stamp(world->serial, pool->number);
    age = age >> TRP__POOL_BITS | age << (32 - TRP__POOL_BITS);
    if (!TRP__LIKELY(age < world->serial && actor->life.generation != UINT32_MAX))
        return otherwise(world, actor);
    index = slot / TRP__WORD_BITS;
    words = trp__bitmap_word(&pool->map, 0, index);
    bit = trp__bit(slot);
    active = words[TRP__ACTIVE];
    if (!TRP__LIKELY((active & bit) != 0 && trp__is_linked(actor)))
        return otherwise(world, actor);
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    trp__unlink(&actor->hook.link);
    actor->life.generation++;
    actor->stamp = trp__stamp(TRP__VACANT, pool->number);
    trp__mark_freed(pool, actor);
    words[TRP__FREE] |= bit;
    words[TRP__ACTIVE] = active & ~bit;
    pool->live--;
    /* both are stored in any case: whether they change is a matter of chance */
    pool->map.first_free = index < pool->map.first_free ? index : pool->map.first_free;
    above = trp__bitmap_above(&pool->map, TRP__FREE, index);
    free = *above;
    if (!TRP__LIKELY(free != 0 && words[TRP__ACTIVE] != 0))
        return trp__recycled_in(pool, index);
    *above = free | trp__bit(index);
    return TRP_OK;
}

#if TRP__DEFINES_SHARED

TRP__SHARED void trp__count_birth(trp_pool *pool)
{
    pool->created++;
    pool->live++;
    if (pool->live > pool->peak)
        pool->peak = pool->live;
    pool->world->last_result = TRP_OK;
}

#endif

#endif
