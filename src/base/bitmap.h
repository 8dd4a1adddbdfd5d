/*
 * Two sets of slots side by side, each a bitmap with summaries above it: a bit of level k + 1 says
 * whether a word of level k has any bit set. The lowest free slot, or the nearest active one in
 * either direction, is thus found in at most one word a level up and one down. A world's 2^24 slots
 * make 4 levels of 64-bit words (5 of 32-bit ones).
 *
 * The words of the two sets lie beside each other, since a slot is nearly always looked up in both
 * at once.
 */
#ifndef TROUPE_SRC_BITMAP_H
#define TROUPE_SRC_BITMAP_H

#include "compiler.h"

#include <stdbool.h>

#define TRP__LEVELS 5
#define TRP__NONE UINT32_MAX

/* Which of the two sets. */
enum
{
    TRP__FREE,
    TRP__ACTIVE
};

typedef struct trp__bitmap
{
    trp__word
        *levels[TRP__LEVELS];    /* level 0 first; words 2 i and 2 i + 1 are the sets' i-th words */
    uint32_t words[TRP__LEVELS]; /* how many words a set has on each level */
    uint32_t depth;              /* levels in use */
    uint32_t first_free;         /* no word of level 0 below this one has a free bit */
} trp__bitmap;

/* How many words (of both sets together) n slots need, on all levels. */
size_t trp__bitmap_words(uint32_t slots);

/* Both sets empty, for n >= 1 slots, in `words`, which has trp__bitmap_words(n) words. */
void trp__bitmap_init(trp__bitmap *map, trp__word *words, uint32_t slots);

/* Makes all n slots, as many as the map was made for, members of one of the sets. */
void trp__bitmap_fill(trp__bitmap *map, unsigned set, uint32_t slots);

/* The lowest member >= from, or TRP__NONE. */
uint32_t trp__bitmap_next(const trp__bitmap *map, unsigned set, uint32_t from);

/* The highest member < before, or TRP__NONE. */
uint32_t trp__bitmap_before(const trp__bitmap *map, unsigned set, uint32_t before);

/* The rest of adding or removing, once a word of level 0 has ceased or begun to be zero. */
void trp__bitmap_raise(trp__bitmap *map, unsigned set, uint32_t word);
void trp__bitmap_lower(trp__bitmap *map, unsigned set, uint32_t word);

TRP__INLINE trp__word trp__bit(uint32_t slot)
{
    return (trp__word)1 << (slot % TRP__WORD_BITS);
}

TRP__INLINE trp__word *trp__bitmap_word(const trp__bitmap *map, unsigned set, uint32_t word)
{
    return &map->levels[0][2 * (size_t)word + set];
}

/* The word above one of level 0: there always is one. */
TRP__INLINE trp__word *trp__bitmap_above(const trp__bitmap *map, unsigned set, uint32_t word)
{
    return &map->levels[1][2 * (size_t)(word / TRP__WORD_BITS) + set];
}

TRP__INLINE bool trp__bitmap_has(const trp__bitmap *map, unsigned set, uint32_t slot)
{
    return (*trp__bitmap_word(map, set, slot / TRP__WORD_BITS) & trp__bit(slot)) != 0;
}

TRP__SHARED void trp__bitmap_add(trp__bitmap *map, unsigned set, uint32_t slot);

TRP__SHARED void trp__bitmap_remove(trp__bitmap *map, unsigned set, uint32_t slot);

/*
 * trp__bitmap_next() at its shortest: mostly the slot's own word has the next member, or the word above knows which has.
 * `word` gets the word that the member is in.
 */
TRP__SHARED uint32_t trp__bitmap_next_near(const trp__bitmap *map, unsigned set, uint32_t from,
                                           trp__word *word);

/* The lowest free slot, or TRP__NONE. */
TRP__SHARED uint32_t trp__bitmap_lowest_free(trp__bitmap *map);

/* The nearest active slot below, or TRP__NONE. */
TRP__SHARED uint32_t trp__bitmap_active_before(const trp__bitmap *map, uint32_t slot);

#if TRP__DEFINES_SHARED

TRP__SHARED void trp__bitmap_add(trp__bitmap *map, unsigned set, uint32_t slot)
{
    const uint32_t index = slot / TRP__WORD_BITS;
    trp__word *word = trp__bitmap_word(map, set, index);
    const trp__word old = *word;

    *word = old | trp__bit(slot);
    if (old == 0)
        trp__bitmap_raise(map, set, index);
    if (set == TRP__FREE && index < map->first_free)
        map->first_free = index;
}

TRP__SHARED void trp__bitmap_remove(trp__bitmap *map, unsigned set, uint32_t slot)
{
    const uint32_t index = slot / TRP__WORD_BITS;
    trp__word *word = trp__bitmap_word(map, set, index);

    *word &= ~trp__bit(slot);
    if (*word == 0)
        trp__bitmap_lower(map, set, index);
}

TRP__SHARED uint32_t trp__bitmap_next_near(const trp__bitmap *map, unsigned set, uint32_t from,
                                           trp__word *word)
{
    uint32_t index = from / TRP__WORD_BITS;
    trp__word rest;

    if (!TRP__FAST_PATHS) /* the long way is there anyhow */
    {
        from = trp__bitmap_next(map, set, from);
        if (from != TRP__NONE)
            *word = *trp__bitmap_word(map, set, from / TRP__WORD_BITS);
        return from;
    }
    if (index >= map->words[0])
        return TRP__NONE;
    *word = *trp__bitmap_word(map, set, index);
    rest = *word & ~(trp__bit(from) - 1);
    if (rest == 0)
    {
        /* the words behind this one: twice its bit, less one, are those up to it */
        const trp__word behind = *trp__bitmap_above(map, set, index) & ~(trp__bit(index) * 2 - 1);
        if (behind != 0)
            index = index / TRP__WORD_BITS * TRP__WORD_BITS + trp__lowest_bit(behind);
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

TRP__SHARED uint32_t trp__bitmap_lowest_free(trp__bitmap *map)
{
    const trp__word word = *trp__bitmap_word(map, TRP__FREE, map->first_free);
    uint32_t slot;

    if (word != 0)
        return map->first_free * TRP__WORD_BITS + trp__lowest_bit(word);
    slot = trp__bitmap_next(map, TRP__FREE, map->first_free * TRP__WORD_BITS);
    if (slot != TRP__NONE)
        map->first_free = slot / TRP__WORD_BITS;
    return slot;
}

TRP__SHARED uint32_t trp__bitmap_active_before(const trp__bitmap *map, uint32_t slot)
{
    const uint32_t index = slot / TRP__WORD_BITS;
    const trp__word below = *trp__bitmap_word(map, TRP__ACTIVE, index) & (trp__bit(slot) - 1);

    if (!TRP__FAST_PATHS)
        return trp__bitmap_before(map, TRP__ACTIVE, slot);
    if (below != 0)
        return index * TRP__WORD_BITS + trp__highest_bit(below);
    return trp__bitmap_before(map, TRP__ACTIVE, index * TRP__WORD_BITS);
}

#endif

#endif
