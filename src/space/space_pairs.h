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
/* Begins a pass through pairs. False: a misuse, reported. */
bool trp__pairs_begin(trp__pairing *at, trp__pass *pass, trp_space *space, const trp_pairing *which,
                      trp__call *call);
/* Collects the next pairs: `to` is a pairing, or begins with one. */
void trp__pairs_find(void *to);

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

/* Whether the pairing accepts two that are there, which become current. It may end one. */
TRP__INLINE bool trp__pair_is_accepted(const trp__pairing *at, trp__pass *pass, uint64_t pair,
                                       trp_pair_context *in)
{
    const trp_space *space = at->space;
    uint32_t slot;
    uint32_t other_slot;
    const trp__space_pool *entry =
        trp__entry_near(space, &pass->entries[0], trp__first_of(pair), &slot);
    const trp__space_pool *other =
        trp__entry_near(space, &pass->entries[1], trp__second_of(pair), &other_slot);
    void *user = in->user;
    bool has_begun;
    bool is_wanted;

    if (!trp__is_found(entry->flags[slot]) || !trp__is_found(other->flags[other_slot]))
        return false;
    pass->a.current = trp__node_at(entry->pool, slot);
    pass->b.current = trp__node_at(other->pool, other_slot);
    in->a_category = entry->members[slot].category;
    in->b_category = other->members[other_slot].category;
    if (at->which.accept == NULL)
        return true;
    in->user = at->which.user != NULL ? at->which.user : user;
    has_begun = trp__begin_reading(in->world);
    is_wanted = at->which.accept(pass->a.current, pass->b.current, in);
    trp__end_reading(in->world, has_begun);
    in->user = user;
    return is_wanted && !pass->is_stopped;
}

#endif
