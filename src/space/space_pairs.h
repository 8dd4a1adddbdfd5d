/*
 * The wanted pairs, in order.
 */
#ifndef TROUPE_SRC_SPACE_PAIRS_H
#define TROUPE_SRC_SPACE_PAIRS_H

#include "space_keys.h"
#include "space_shape.h"

/* A search for pairs. Their keys: the lower number, the higher one, and whether that one is `a`. */
typedef struct trp__pairing {
    trp_space *space;
    trp_pairing which;
    trp__keys keys;
    bool asks_shapes; /* a touch of boxes does not suffice */
    bool is_lowest;   /* only pairs whose asking number is the lower one */
} trp__pairing;

/* space_pairs.c */
/* False: a misuse, reported. */
bool trp__pairs_begin(trp__pairing *at, trp_space *space, const trp_pairing *which,
                      const char *call);
/* Collects the next pairs. Returns how many. */
uint32_t trp__pairs_find(trp__pairing *at);

TRP__INLINE uint32_t trp__low_of(uint64_t pair)
{
    return (uint32_t)(pair >> 32);
}

TRP__INLINE uint32_t trp__high_of(uint64_t pair)
{
    return (uint32_t)pair >> 1;
}

TRP__INLINE uint32_t trp__first_of(uint64_t pair)
{
    return (pair & 1) != 0 ? trp__high_of(pair) : trp__low_of(pair);
}

TRP__INLINE uint32_t trp__second_of(uint64_t pair)
{
    return (pair & 1) != 0 ? trp__low_of(pair) : trp__high_of(pair);
}

TRP__INLINE bool trp__pair_is_there(const trp_space *space, uint64_t pair)
{
    return trp__number_is_found(space, trp__low_of(pair)) &&
           trp__number_is_found(space, trp__high_of(pair));
}

#endif
