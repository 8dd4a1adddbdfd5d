/*
 * Age orders: an array of entries per pool, a slot and a stamp each, in the order in which actors entered the list.
 *
 * Stamps in age orders are all different and fall from entry to entry. So a walk is a position and nothing else: the stamp of
 * the entry that it visited last. Whatever is removed, added or moved in the array in the meantime, the next entry is found by
 * that stamp: mostly beside the place where the last walk was, else by a binary search.
 *
 * An entry *holds* if its slot still has that stamp (or had, until it expired). Removing an actor leaves its entry as it is:
 * what does not hold is passed over, and dropped when the array is full or a walk would meet too much of it. Only at both
 * ends of the array it is dropped at once, so the first entry and the last one always hold. Where sleepers keep their places
 * theirs *stay*, at the ends too, and hold again when they wake.
 *
 * Pools that share a segment have an array each. A walk over the segment takes the entries of all in the order of their
 * stamps.
 */
#ifndef TROUPE_SRC_CORE_ORDER_H
#define TROUPE_SRC_CORE_ORDER_H

#include "core.h"

/* Where a walk over a segment in age order is. */
typedef struct trp__cursor
{
    uint32_t at;    /* the stamp of the entry visited last */
    uint32_t bound; /* the pool's entries come next up to this stamp: see order.c */
    trp_pool *pool; /* of that entry; NULL: not known */
    bool ages_fall; /* it goes from old to young */
} trp__cursor;

/* Entries for so many slots: a thirty-second more, so that dropping those that do not hold is worth it. */
TRP__INLINE uint32_t trp__order_room(uint32_t capacity)
{
    return capacity + capacity / 32 + 8;
}

/* Puts a slot at the young end. `flags`: 0 or TRP__WOKEN. The slot has the stamp already. */
void trp__order_append(trp_pool *pool, uint32_t slot, uint32_t flags);

/* The entry of this slot, at an end of the array, may hold no longer. */
void trp__order_left(trp_pool *pool, uint32_t slot);

/* There are none any more. */
void trp__order_clear(trp_pool *pool);

/* Drops the entries that do not stay; trp__order_tidy() only if there are many of them. */
void trp__order_compact(trp_pool *pool);
void trp__order_tidy(trp_pool *pool);

/* A cursor before the first entry of a segment, in the order of the list; one at an entry with this stamp, that goes forward
 * in that order or backward. */
trp__cursor trp__cursor_start(const trp_pool *segment);
trp__cursor trp__cursor_at(const trp_pool *segment, uint32_t stamp, bool forward);

/* The next entry, whether it holds or not, and its pool in `cursor`; NULL at the end. O(1), and the number of joined pools. */
const trp__entry *trp__cursor_next(trp__cursor *cursor, trp_pool *segment);

/* The same for the entries of one pool of the segment. */
const trp__entry *trp__cursor_next_of(trp__cursor *cursor, trp_pool *pool);

/* The index of the pool's entry that comes next after this stamp, or TRP__NONE. */
uint32_t trp__order_next(trp_pool *pool, uint32_t at, bool ages_fall);

/* The slot of the youngest entry in the segment, which is not empty, and its pool. */
trp__place trp__youngest(const trp_pool *segment);

TRP__INLINE uint32_t trp__entry_slot(const trp__entry *entry)
{
    return entry->slot & ~TRP__WOKEN;
}

/* Whether sleepers keep their entries. */
TRP__INLINE bool trp__keeps_places(const trp_pool *pool)
{
    return pool->desc.sleepers == TRP_SLEEPERS_KEEP_PLACE;
}

/* Whether the entry holds, if its slot has this stamp now. */
TRP__INLINE bool trp__entry_holds(const trp__entry *entry, uint32_t stamp)
{
    return (stamp | TRP__ALIVE_BIT) == entry->stamp;
}

/* Whether it is kept: it holds, or its actor sleeps and keeps its place. */
TRP__INLINE bool trp__entry_stays(const trp_pool *pool, const trp__entry *entry, uint32_t stamp)
{
    return trp__entry_holds(entry, stamp) ||
           (trp__keeps_places(pool) && (stamp | TRP__LISTED_BIT) == entry->stamp);
}

#endif
