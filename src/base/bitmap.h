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
} trp__bitmap;

/* How many words (of both sets together) n slots need, on all levels. */
size_t trp__bitmap_words(uint32_t slots);

/* Both sets empty, for n >= 1 slots, in `words`, which has trp__bitmap_words(n) words. */
void trp__bitmap_init(trp__bitmap *map, trp__word *words, uint32_t slots);

/* Makes all n slots, as many as the map was made for, members of one of the sets. */
void trp__bitmap_fill(trp__bitmap *map, unsigned set, uint32_t slots);

/* The lowest member >= from, or TRP__NONE. */
uint32_t trp__bitmap_next(const trp__bitmap *map, unsigned set, uint32_t from);

/* The lowest free one, or TRP__NONE. */
uint32_t trp__bitmap_lowest_free(const trp__bitmap *map);

/* The highest member < before, or TRP__NONE. */
uint32_t trp__bitmap_before(const trp__bitmap *map, unsigned set, uint32_t before);

/* The rest of adding or removing, once a word of level 0 has ceased or begun to be zero. */
void trp__bitmap_raise(trp__bitmap *map, unsigned set, uint32_t word);
void trp__bitmap_lower(trp__bitmap *map, unsigned set, uint32_t word);

/* Writes a word of a level from 1 up, for both sets, by the words below it. */
void trp__bitmap_summarize(trp__bitmap *map, uint32_t level, uint32_t index);

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

/* Makes a slot a member of one of the sets, or no member any more. */
void trp__bitmap_add(trp__bitmap *map, unsigned set, uint32_t slot);
void trp__bitmap_remove(trp__bitmap *map, unsigned set, uint32_t slot);

#endif
