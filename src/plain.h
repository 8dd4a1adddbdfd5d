/*
 * Creating and recycling in the shortest way, for plain pools: in memory order, in one chunk, without a prototype, and
 * nobody is told anything. What is done is the same as in create.c and life.c; what cannot be needed is left out. Where
 * anything is out of the ordinary both decline, having done nothing, and the long way is taken.
 */
#ifndef TROUPE_SRC_PLAIN_H
#define TROUPE_SRC_PLAIN_H

#include "slots.h"

#include <string.h>

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

TRP__INLINE void trp__count_birth(trp_pool *pool)
{
    pool->created++;
    pool->live++;
    if (pool->live > pool->peak)
        pool->peak = pool->live;
    pool->world->last_result = TRP_OK;
}

/* The newborn, or NULL: no free slot, none active in front of it in the same word, or something is overwritten. */
TRP__INLINE trp_actor *trp__create_plain(trp_pool *pool, const void *init)
{
    trp_world *world = pool->world;
    const uint32_t slot = trp__bitmap_lowest_free(&pool->map);
    const uint32_t index = slot / TRP__WORD_BITS;
    const trp__word bit = trp__bit(slot);
    trp__word *words;
    trp__word below;
    trp_actor *actor;
    trp_link *before;

    if (!TRP__LIKELY(slot != TRP__NONE && pool->barred == 0 && !world->drawing))
        return NULL;
    words = trp__bitmap_word(&pool->map, 0, index);
    below = words[TRP__ACTIVE] & (bit - 1);
    actor = (trp_actor *)(void *)(pool->nodes + slot * pool->stride);
    if (!TRP__LIKELY(below != 0 && actor->stamp == trp__stamp(TRP__VACANT, pool->number)))
        return NULL;
    before = (trp_link *)(void *)((unsigned char *)actor -
                                  (slot % TRP__WORD_BITS - trp__highest_bit(below)) * pool->stride);
    if (!TRP__LIKELY(before->next != NULL))
        return NULL;
    words[TRP__ACTIVE] |= bit;
    words[TRP__FREE] &= ~bit;
    if (words[TRP__FREE] == 0)
        trp__bitmap_lower(&pool->map, TRP__FREE, index);
    if (pool->prefetches)
        trp__look_ahead(pool, slot);
    trp__link_after(before, &actor->hook.link);
    actor->stamp = trp__stamp(world->serial, pool->number);
    world->serial_is_used = true;
    trp__fill_words(pool, actor, init);
    trp__count_birth(pool);
    return actor;
}

/* Whether it was recycled: an active, sound actor of a plain pool. */
TRP__INLINE bool trp__recycle_plain(trp_world *world, trp_actor *actor)
{
    trp_pool *pool;
    trp__word *words;
    trp__word bit;
    uint32_t slot;

    if (!TRP__LIKELY(world != NULL && actor != NULL && !world->drawing &&
                     (uintptr_t)actor % TRP__ALIGNOF(trp_actor) == 0 &&
                     (actor->stamp & TRP__POOL_MASK) < world->pool_count))
        return false;
    pool = world->pools[actor->stamp & TRP__POOL_MASK];
    slot = trp__slot_number(pool, pool->nodes, pool->first_count, actor);
    if (!TRP__LIKELY(slot != TRP__NONE && pool->is_plain &&
                     trp__serial(actor) - 1 < world->serial &&
                     actor->life.generation != UINT32_MAX))
        return false;
    words = trp__bitmap_word(&pool->map, 0, slot / TRP__WORD_BITS);
    bit = trp__bit(slot);
    if (!TRP__LIKELY((words[TRP__ACTIVE] & bit) != 0 && trp__is_linked(actor)))
        return false;
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    trp__unlink(&actor->hook.link);
    actor->life.generation++;
    actor->stamp = trp__stamp(TRP__VACANT, pool->number);
    words[TRP__ACTIVE] &= ~bit;
    if (words[TRP__ACTIVE] == 0)
        trp__bitmap_lower(&pool->map, TRP__ACTIVE, slot / TRP__WORD_BITS);
    trp__bitmap_add(&pool->map, TRP__FREE, slot);
    pool->live--;
    return true;
}

#endif
