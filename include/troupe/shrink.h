/**
 * @file shrink.h
 * Shrinking: a pool that grew (TRP_FULL_GROW) returns empty chunks of slots to the world's
 * allocator, by a call or by a rule. Off by default.
 *
 * No live actor moves and no handle changes; handles to lives in a chunk that was given back stay
 * dead when the chunk comes back. The initial slots of a pool are never given back, nor is a chunk
 * with an actor in it, active, asleep or expired, or with a retired slot. In memory order actors
 * fill the lowest slots, so the upper chunks become empty; in age order one actor may keep a chunk.
 *
 * Shrinking happens between ticks only. Watchers receive TRP_EVENT_TRIMMED first; until they return
 * nothing can be created in the pool (TRP_BUSY). A pointer to a dead actor must never be followed;
 * after shrinking its memory may be gone.
 */
#ifndef TROUPE_SHRINK_H
#define TROUPE_SHRINK_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** When a pool gives chunks back by itself. All fields public. */
typedef struct trp_shrinking
{
    /** 1 to 100: when fewer than so many percent of the slots have been taken for `shrink_after`
     * seconds, chunks are given back until that is no longer so; but only as many as leave a
     * quarter of the rest free (hysteresis for a pool whose count varies a little). 0: no such
     * rule. */
    uint32_t shrink_below;
    /** Seconds of unscaled time, 0 or more, finite. */
    float shrink_after;
    /** At most so many free slots are kept beyond those that the pool was made with, as far as
     * whole chunks can be given back; waits for `shrink_after` as well. 0: no such rule. */
    uint32_t keep_free;
} trp_shrinking;

/**
 * Sets the rule, which is checked after each tick; NULL: none. O(pools with a rule); a tick with
 * nothing to give back costs a few instructions per pool with a rule. TRP_ERR_VALUE (numbers out of
 * their ranges), TRP_ERR_DESC (the pool does not grow), TRP_BUSY while drawing. A tick inside a
 * trp_for_each() or a callback gives nothing back. A trp_each() must not enclose ticks of the world
 * if the pool that it walks, or one joined with that, shrinks by rule: the library cannot
 * distinguish it from one that was left by `return` long ago.
 */
trp_result trp_pool_set_shrinking(trp_pool *pool, const trp_shrinking *rule);

/**
 * Gives back every empty chunk now. O(capacity). TRP_OK, also when there was none to give:
 * trp_pool_get_stats() has the capacity. TRP_BUSY in a tick, a walk, a drawing or a callback, and
 * while a history of the world is open (history.h), for which no rule gives anything back either.
 * In a trp_roster_each() outside of these it works, and the walk goes on. (After a tick inside a
 * trp_each(), that walk counts as one that was left by `return`.)
 */
trp_result trp_pool_trim(trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
