/**
 * @file span.h
 * Spans: many actors at once. Create many, end all that match, and start a new life in the slot of
 * an old one. All calls may be made in a tick and in callbacks; while drawing they return TRP_BUSY.
 */
#ifndef TROUPE_SPAN_H
#define TROUPE_SPAN_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Whether an actor matches. It must not change the world. */
typedef bool trp_match_fn(const trp_actor *actor, void *user);

/**
 * Creates up to `n` actors, as that many trp_create() would, in the same slots and the same order,
 * but faster: in memory order holes are filled one word of the bitmap at a time. `init`, if not
 * NULL, is called once for each, in that order; the actor is active already, its bytes are zero or
 * the prototype's. It writes the actor's own values and may do anything else. on_create and
 * watchers are called after it.
 *
 * Returns how many lives it began, `n` or fewer if the pool is full and may not or cannot grow or
 * steal; trp_last_result() says why, as after trp_create(): TRP_ERR_TYPE for an external pool,
 * TRP_BUSY. A pool that steals is filled at most once: never more than its capacity. In memory
 * order, without on_create, `init` is called for up to 64 at a time, after all of these are in the
 * list. O(n).
 */
uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_visit_fn *init, void *user);

/**
 * trp_recycle() for every active actor of the pool for which `match` holds, in one pass in list
 * order. on_recycle and watchers may do anything. Actors that are created during the pass are not
 * matched (but those that a surrounding tick or trp_for_each() visits by TRP_NEWBORNS_SAME_WALK
 * are). Returns how many it recycled. In a joined segment: this pool's actors only. O(listed). 0
 * and a misuse report: TRP_ERR_NULL without a match, TRP_BUSY while drawing.
 */
uint32_t trp_recycle_if(trp_pool *pool, trp_match_fn *match, void *user);

/** The same with trp_expire(): they are pruned when a tick or trp_for_each() next reaches them. */
uint32_t trp_expire_if(trp_pool *pool, trp_match_fn *match, void *user);

/**
 * Ends an actor's life and starts the next one in the same slot, which is in the cache: for a
 * particle that restarts at its emitter. Like trp_recycle() and then trp_create(): old handles are
 * dead, watchers and on_recycle are called (reason recycled, or expired if it had), all bytes but
 * the node are zero or the prototype's, on_create and watchers are called. In age order it moves to
 * the place of a newborn; no walk in progress visits it again (but see TRP_NEWBORNS_SAME_WALK).
 *
 * Returns the actor: the pointer that was given, unless the slot's lives are used up and the pool
 * had to take another. A sleeper wakes. NULL, with trp_last_result(): as in trp_recycle() and
 * trp_create(); TRP_ERR_TYPE for an external actor (recycle it, adopt it again); TRP_BUSY while its
 * pool is being cleared; TRP_GONE if on_create or a watcher ended the new life. A NULL actor is
 * TRP_GONE, no misuse. May be called for an actor in its own update. O(1).
 */
trp_actor *trp_renew(trp_world *world, trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
