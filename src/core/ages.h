/*
 * Age orders: one array of entries per segment, in the order in which actors entered the list. All
 * pools that are joined share it.
 *
 * - entries[begin .. end - 1]: an entry is listed (the index of its slot), or part of a *hole*: the
 *   first and the last entry of a hole have its length. The first and the last of all are listed,
 *   unless there are none. On both sides lies a *stop*, a hole of length 0.
 * - Stamps fall from entry to entry, in holes too. So a position is found again by its stamp after
 *   entries have moved, which changes the version.
 * - The pointer is that of the actor if it is active, and NULL otherwise: in a hole, in a stop,
 *   and for an expired actor. It is a cache: the state of an entry is its index and its stamp.
 * - The cell of a listed slot has its state and the index of its entry. So an end makes its entry a
 *   hole, joins it with the holes beside it, and finds its neighbours, in O(1).
 *
 * A walk needs only the entries: neither cells nor nodes say who is visited.
 */
#ifndef TROUPE_SRC_CORE_AGES_H
#define TROUPE_SRC_CORE_AGES_H

#include "core.h"

#define TRP__ENTRY_EXPIRED 0x40000000u
#define TRP__ENTRY_ODD 0x20000000u /* expired in an odd tick */
#define TRP__ENTRY_INDEX (TRP_MAX_SLOTS - 1)
#define TRP__HOLE_LENGTH 0x3FFFFFFFu

/* ages.c: what is not reached through the order (types.h) */

/* Removes all entries of a pool without reading its nodes. */
void trp__ages_forget(trp_pool *pool);

/* A position before the first entry in list order. */
TRP__INLINE trp__position trp__ages_start(const trp__ages *ages)
{
    const bool is_upward = ages->turn == 1;
    const trp__position position = {is_upward ? ages->begin - 1 : ages->end, ages->version,
                                    is_upward ? UINT32_MAX : 0};

    return position;
}

TRP__INLINE trp__place trp__entry_place(const trp_pool *segment, const trp__entry *entry)
{
    const trp_world *world = segment->world;
    const uint32_t index = entry->index & TRP__ENTRY_INDEX;
    trp__place place;

    place.pool = world->pools[world->directory[index >> world->page_bits]];
    place.slot = index - place.pool->base;
    return place;
}

/* The entry of a listed slot. */
TRP__INLINE int32_t trp__entry_of(const trp__cell *cell)
{
    return (int32_t)(cell->stamp & ~TRP__STAMP_ACTIVE);
}

#endif
