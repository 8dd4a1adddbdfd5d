/*
 * Age orders: one array of entries per segment, in the order in which actors entered the list. All
 * pools that are joined share it.
 *
 * - entries[begin .. end - 1]: an entry is listed (the index of its slot), or part of a *hole*: the
 *   first and the last entry of a hole have its length. The first and the last of all are listed,
 *   unless there are none. On both sides lies a *stop*, a hole of length 0.
 * - Stamps fall from entry to entry, in holes too. So a position is found again by its stamp after
 *   entries have moved, which changes the version.
 * - The pointer is that of the actor if it is active, and NULL otherwise: in a hole, in a stop, for
 *   an expired actor, and for one that was woken and is not to be taken for a newborn. It is a
 *   cache: the state of an entry is its index and its stamp.
 * - The cell of a listed slot has its state and the index of its entry. So an end makes its entry a
 *   hole, joins it with the holes beside it, and finds its neighbours, in O(1).
 *
 * A walk needs only the entries: neither cells nor nodes say who is visited.
 */
#ifndef TROUPE_SRC_CORE_AGES_H
#define TROUPE_SRC_CORE_AGES_H

#include "core.h"

#define TRP__ENTRY_EXPIRED 0x40000000u
#define TRP__ENTRY_WOKEN                                                                           \
    0x20000000u /* TRP_NEWBORNS_SAME_WALK: it was asleep, so it is no newborn */
#define TRP__ENTRY_INDEX (TRP_MAX_SLOTS - 1)
#define TRP__HOLE_LENGTH 0x3FFFFFFFu

/* ages.c: the entries */

/* Bytes of the entries for this many slots. */
size_t trp__ages_bytes(uint32_t slots);
/* The entries of a pool's own segment, in this memory. */
void trp__ages_init(trp_pool *pool, unsigned char *memory, uint32_t slots);
/* Memory for the entries of this many slots in all joined pools; NULL: those that there are have
 * room for them. It is taken first, and then used, or given back. False: there is no memory. */
typedef struct trp__room
{
    void *memory;
    uint32_t slots;
} trp__room;
bool trp__ages_take(const trp_pool *segment, uint32_t slots, trp__room *room);
void trp__ages_use(trp_pool *segment, const trp__room *room);
void trp__ages_give_back(const trp_pool *segment, const trp__room *room);
/* No more than the slots that there are now; without memory for fewer entries there stay more. */
void trp__ages_shrink(trp_pool *segment);
/* Returns entries outside of the pool's own block. */
void trp__ages_release(const trp_pool *segment);
/* The slots of all pools of a segment. */
uint32_t trp__ages_slots(const trp_pool *segment);

/* An actor enters the list as the youngest. An entry leaves it: the caller gives its cell and its
 * node another state. */
void trp__ages_append(trp_pool *pool, uint32_t slot, trp_actor *actor, uint32_t stamp, bool woken);
void trp__ages_remove(trp_pool *pool, int32_t at);
/* A listed actor has expired. */
void trp__ages_expire(trp_pool *pool, uint32_t slot);
/* Removes all entries of a pool without reading its nodes. */
void trp__ages_forget(trp_pool *pool);
/* Removes all entries of a segment. */
void trp__ages_clear(trp_pool *segment);
/* Drops the holes if there are many. */
void trp__ages_tidy(trp_pool *segment);
/* Gives all entries new stamps, downward from this one. Returns the first unused stamp. */
uint32_t trp__ages_renumber(trp_pool *segment, uint32_t stamp);
/* The entries of a restored segment: their number and, from old to young, their states. The cells
 * have no index yet. */
void trp__ages_restore(trp_pool *segment, const trp__listing *from, uint32_t count);

/* ages_walk.c: positions */

/* The position of a walk: the entry that it visited last. */
typedef struct trp__position
{
    int32_t at; /* its index in this version */
    uint32_t version;
    uint32_t stamp;
} trp__position;

/* A position before the first entry in list order. */
trp__position trp__ages_start(const trp__ages *ages);
/* Moves on to the next listed entry. NULL: at the end. O(1 + entries that left behind it), after
 * entries have moved O(log n). */
const trp__entry *trp__ages_next(const trp__ages *ages, trp__position *position);
/* The index of the listed entry beside this one, or of the first or last one in the order of
 * entries; -1: there is none. Up: towards younger ones. */
int32_t trp__ages_beside(const trp__ages *ages, int32_t at, bool up);
int32_t trp__ages_end(const trp__ages *ages, bool youngest);
/* The index of the oldest entry whose stamp is at most this one, which may be in a hole; or the
 * end. */
int32_t trp__ages_from(const trp__ages *ages, uint32_t stamp);

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
