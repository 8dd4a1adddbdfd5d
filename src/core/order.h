/*
 * Age orders: one array of entries per pool, each with a slot and a stamp, in the order in which
 * actors entered the list.
 *
 * All stamps in an age order are different, and decrease from entry to entry. So the state of a
 * walk is one position: the stamp of the entry that it visited last. Entries may be removed, added
 * or moved in the meantime: the next entry is found by that stamp, usually beside the place of the
 * last walk, otherwise by binary search.
 *
 * An entry is *valid* if its slot still has that stamp (or had it until the actor expired).
 * Removing an actor leaves its entry unchanged. Walks skip invalid entries. They are dropped when
 * the array is full, or when a walk would meet too many of them. At both ends of the array they are
 * dropped at once, so the first and the last entry are always valid.
 *
 * Pools that share a segment (joined pools) have one array each. A walk over the segment merges the
 * entries of all arrays in the order of their stamps.
 */
#ifndef TROUPE_SRC_CORE_ORDER_H
#define TROUPE_SRC_CORE_ORDER_H

#include "core.h"

/* The cursor of a walk over a segment in an age order. */
typedef struct trp__cursor
{
    uint32_t at;    /* stamp of the entry visited last */
    uint32_t bound; /* the next entries up to this stamp are the pool's: see order.c */
    trp_pool *pool; /* the pool of that entry; NULL: unknown */
    bool ages_fall; /* the walk goes from old to young */
} trp__cursor;

/* Entries for this many slots: 1/32 more, so that dropping invalid entries pays off. */
TRP__INLINE uint32_t trp__order_room(uint32_t capacity)
{
    return capacity + capacity / 32 + 8;
}

/*
 * merged.c: the merge of joined pools is the sequence of all their entries, from old to young. Each
 * entry stores the place of the pool that has the next entry. A merge of the pools' arrays writes
 * it once. An appended entry becomes the successor of the youngest entry. Entries dropped at the
 * old end of a pool's array stay in the merge until the next walk. A removal of the youngest entry
 * usually keeps the merge valid (trp__merged_pop()). Any other change of an array discards the
 * merge, and the next walk writes it again. The merge is derived data: snapshots do not contain it.
 */

/* The maximum number of pools in a segment whose arrays are merged. */
#define TRP__MERGED_POOLS ((TRP__PLACES >> TRP__PLACE_SHIFT) + 1)

/* A walk begins: drops the invalid entries of all pools, if there are many, and writes the
 * merge if it is not valid. */
void trp__merged_tidy(trp_pool *segment);
/* Returns the place of the pool that has the entry after the one with this stamp, from old to
 * young. `next` gets the index of the next entry of each pool, by place. The merge must be
 * valid. */
uint32_t trp__merged_find(trp_pool *segment, uint32_t at, uint32_t *next);

TRP__INLINE void trp__merged_discard(const trp_pool *pool)
{
    pool->segment->merged_is_good = false;
    pool->segment->merged_version++;
}

TRP__INLINE uint32_t trp__entry_place(const trp__entry *entry)
{
    return (entry->slot & TRP__PLACES) >> TRP__PLACE_SHIFT;
}

TRP__INLINE void trp__set_entry_place(trp__entry *entry, uint32_t place)
{
    entry->slot = (entry->slot & ~TRP__PLACES) | place << TRP__PLACE_SHIFT;
}

/* An entry is about to be appended to the pool. It becomes the youngest of the segment. */
TRP__INLINE void trp__merged_push(const trp_pool *pool)
{
    const trp_pool *segment = pool->segment;
    const trp_pool *last = segment->world->pools[segment->state.youngest];

    if (!segment->merged_is_good)
        return;
    if (last->state.order_begin != last->state.order_end)
        trp__set_entry_place(&last->order[last->state.order_end - 1], pool->place);
    else
        trp__merged_discard(pool);
}

/*
 * The pool has lost entries at its young end. If that was one entry, the youngest of the segment,
 * the merge stays valid: the next appended entry follows the entry before it. That entry must not
 * be a dropped one.
 */
TRP__INLINE void trp__merged_pop(const trp_pool *pool, uint32_t count)
{
    const bool ends_with_dropped = pool->state.order_begin == pool->state.order_end &&
                                   pool->state.order_begin != pool->merged_from;

    pool->segment->merged_version++;
    if (count != 1 || pool->segment->state.youngest != pool->number || ends_with_dropped)
        pool->segment->merged_is_good = false;
}

/* Appends a slot at the young end. `flags`: 0 or TRP__WOKEN. The slot has the stamp already. */
void trp__order_append(trp_pool *pool, uint32_t slot, uint32_t flags);

/* The entry of this slot, at an end of the array, may have become invalid. */
void trp__order_left(trp_pool *pool, uint32_t slot);

/* All entries have become invalid. */
void trp__order_clear(trp_pool *pool);

/* Drops the invalid entries; trp__order_tidy() does so only if there are many. */
void trp__order_compact(trp_pool *pool);
void trp__order_tidy(trp_pool *pool);
bool trp__order_is_untidy(const trp_pool *pool);

/* A cursor before the first entry of a segment, in list order; a cursor at the entry with this
 * stamp, which moves forward or backward in that order. */
trp__cursor trp__cursor_start(const trp_pool *segment);
trp__cursor trp__cursor_at(const trp_pool *segment, uint32_t stamp, bool forward);

/* The next entry, valid or not, and its pool in `cursor`; NULL at the end. O(1 + number of joined
 * pools). */
const trp__entry *trp__cursor_next(trp__cursor *cursor, trp_pool *segment);

/* The same for the entries of one pool of the segment. */
const trp__entry *trp__cursor_next_of(trp__cursor *cursor, trp_pool *pool);

/* The index of the pool's first entry after this stamp, or TRP__NONE. */
uint32_t trp__order_next(trp_pool *pool, uint32_t at, bool ages_fall);

/* The slot of the youngest entry in the segment, which is not empty, and its pool. */
trp__place trp__youngest(const trp_pool *segment);

TRP__INLINE uint32_t trp__entry_slot(const trp__entry *entry)
{
    return entry->slot & ~(TRP__WOKEN | TRP__PLACES);
}

/* Whether the entry is valid, if its slot has this stamp now. */
TRP__INLINE bool trp__entry_holds(const trp__entry *entry, uint32_t stamp)
{
    return (stamp | TRP__ALIVE_BIT) == entry->stamp;
}

#endif
