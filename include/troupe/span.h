/**
 * @file span.h
 * Spans: calls for many actors at once. A *span* is a group of actors that one call creates or
 * ends. A further call starts a new life in the slot of an old one. All calls may be made in a tick
 * and in callbacks; while drawing they return TRP_BUSY.
 */
#ifndef TROUPE_SPAN_H
#define TROUPE_SPAN_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether an actor matches. It must not change the world. */
typedef bool trp_match_fn(const trp_actor *actor, const trp_context *in);

/**
 * Creates up to `n` actors, in the same slots and the same order as `n` calls of trp_create(), but
 * faster: in memory order, free slots are filled one word of the bitmap at a time. `init`, if not
 * NULL, is called once for each actor, in that order. By then the actor is active, and its bytes
 * are zero or the prototype's. `init` sets the actor's own values and may do anything else.
 * on_create and watchers are called after it.
 *
 * Returns the number of lives begun. It is below `n` if the pool is full and may not or cannot grow
 * or steal. trp_last_result() gives the reason, as after trp_create(): TRP_ERR_TYPE for an external
 * pool, TRP_BUSY. A pool that steals is filled at most once, so the number is never above its
 * capacity. In memory order, without on_create, up to 64 actors are inserted into the list before
 * `init` is called for each of them. O(n).
 */
uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_visit_fn *init, void *arg);

/**
 * Ends every active actor of the pool for which `match` holds, as `ending` says (NULL: as
 * trp_recycle() does), in one pass in list order. on_end and watchers may do anything. Actors
 * that are created during the pass are not matched, except those that a surrounding tick or
 * trp_for_each() visits because of TRP_NEWBORNS_SAME_WALK. Returns the number of ended actors. In a
 * joined segment only this pool's actors are matched. O(listed). 0, as a misuse: TRP_ERR_NULL (no
 * match), TRP_ERR_VALUE and TRP_ERR_DESC as in trp_recycle_with(), TRP_BUSY (while drawing).
 */
uint32_t trp_pool_recycle_if(trp_pool *pool, const trp_ending *ending, trp_match_fn *match,
                             void *arg);

/**
 * Ends an actor's life and starts the next one in the same slot, which is in the cache: for a
 * particle that restarts at its emitter. It works like trp_recycle() and then trp_create(). Old
 * handles are dead. Watchers and on_end are called (reason recycled, or expired for an expired
 * actor). All bytes except the node are zero or the prototype's. Then on_create and watchers are
 * called. In an age order the actor moves to the place of a newborn. No walk in progress visits it
 * again (but see TRP_NEWBORNS_SAME_WALK).
 *
 * Returns the actor: the same pointer, unless the slot's lives are used up and the pool had to take
 * another slot. A sleeper wakes. On failure it returns NULL, and trp_last_result() is as in
 * trp_recycle() and trp_create(), or: TRP_ERR_TYPE (an external actor: recycle it and adopt it
 * again), TRP_BUSY (its pool is being cleared), TRP_GONE (on_create or a watcher ended the new
 * life). A NULL actor: TRP_GONE, not a misuse. May be called for an actor in its own update. O(1).
 */
trp_actor *trp_renew(trp_world *world, trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
