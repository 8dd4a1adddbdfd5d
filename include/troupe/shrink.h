/**
 * @file shrink.h
 * Shrinking: a pool that has grown (TRP_FULL_GROW) returns empty chunks of slots to the world's
 * allocator, by a call or by a rule. Off by default.
 *
 *     static const trp_shrinking rule = {.shrink_below = 50, .shrink_after = 10};
 *     ... {.when_full = TRP_FULL_GROW, .shrink = TRP_SHRINK(&rule), ...} ...
 *
 * No live actor moves and no handle changes. Handles to lives in a returned chunk stay dead when
 * the chunk comes back. The initial slots of a pool are never returned. A chunk is not returned
 * while it contains an actor (active, asleep or expired) or a retired slot. In memory order actors
 * fill the lowest slots, so the upper chunks become empty. In an age order a single actor may hold
 * a chunk.
 *
 * A pool shrinks only between ticks. Watchers receive TRP_EVENT_TRIMMED first; until they return,
 * nothing can be created in the pool (TRP_BUSY). A pointer to a dead actor must never be followed;
 * after shrinking its memory may be gone.
 */
#ifndef TROUPE_SHRINK_H
#define TROUPE_SHRINK_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A rule by which a pool returns chunks after ticks. All fields public. */
typedef struct trp_shrinking {
    /** 1 to 100: if fewer than this percentage of the slots were taken for `shrink_after` seconds,
     * chunks are returned until the percentage is reached. At least a quarter of the remaining
     * slots stays free (hysteresis for a pool whose count varies slightly). 0: no such rule. */
    uint32_t shrink_below;
    /** Seconds of unscaled time, 0 or more, finite. */
    float shrink_after;
    /** The most free slots to keep beyond the initial ones, as far as whole chunks can be returned;
     * waits for `shrink_after` as well. 0: no such rule. */
    uint32_t keep_free;
} trp_shrinking;

/**
 * Initialises desc.shrink of a pool with the address of a trp_shrinking. An initialiser in braces,
 * like TRP_TYPE:
 *
 *     .shrink = TRP_SHRINK(&(trp_shrinking){.shrink_below = 25, .shrink_after = 5})
 *
 * The rule is checked after each tick. O(pools with a rule); a tick that returns nothing costs a
 * few instructions per pool with a rule. A tick inside a trp_for_each() or a callback returns no
 * chunk. If a pool shrinks by rule, a trp_each() over it, or over a pool joined with it, must not
 * enclose ticks of the world: the library cannot distinguish such a walk from one that was left by
 * longjmp() long ago. trp_pool_create() refuses a number that is out of range (TRP_ERR_VALUE), and
 * a pool that does not grow (TRP_ERR_DESC).
 */
#define TRP_SHRINK(...)                                                                            \
    {                                                                                              \
        (__VA_ARGS__), &trp__option_shrink                                                         \
    }

/** private: linked by programs that have TRP_SHRINK */
extern const trp__option trp__option_shrink;

/**
 * Returns every empty chunk now. O(capacity). TRP_OK, also if there was none; trp_pool_info()
 * shows the capacity. TRP_BUSY in a tick, a walk, a drawing or a callback, and while a history of
 * the world is open (history.h); during that time rules return nothing either. In a
 * trp_group_each() outside of these it works, and the walk continues. (After a tick inside a
 * trp_each(), that walk counts as one that was left.)
 */
trp_result trp_pool_trim(trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
