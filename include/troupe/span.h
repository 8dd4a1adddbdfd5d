/**
 * @file span.h
 * Spans: calls for many actors at once. A *span* is a number of actors that one call creates or
 * ends. All calls may be made in a tick and in callbacks; while drawing they return TRP_BUSY.
 *
 *     trp_create_many(sparks, 100, spark_init, &explosion);
 *     trp_pool_recycle_if(bullets, NULL, is_near, &bomb);
 */
#ifndef TROUPE_SPAN_H
#define TROUPE_SPAN_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates up to `n` actors, as `n` calls of trp_create() do. `init`, if not NULL, is called for
 * each newborn. By then the actor is active, and its bytes are zero or the prototype's. `init` sets
 * the actor's own values and may do anything else. on_create and watchers are called after it.
 *
 * Returns the number of lives begun. It is below `n` if the pool is full and may not or cannot grow
 * or steal. trp_last_result() gives the reason, as after trp_create(): TRP_ERR_TYPE for an external
 * pool, TRP_BUSY. A pool that steals is filled at most once, so the number is never above its
 * capacity. O(n).
 */
uint32_t trp_create_many(trp_pool *pool, uint32_t n, trp_actor_fn *init, void *arg);

/**
 * Ends every active actor of the pool for which `match` holds, as `ending` says (NULL: as
 * trp_recycle() does), in one pass in list order. on_end and watchers may do anything. Actors
 * that are created during the pass are not matched. Returns the number of ended actors. In a
 * joined segment only this pool's actors are matched. O(listed). 0, as a misuse: TRP_ERR_NULL (no
 * match), TRP_ERR_VALUE and TRP_ERR_DESC as in trp_recycle_with(), TRP_BUSY (while drawing).
 */
uint32_t trp_pool_recycle_if(trp_pool *pool, const trp_ending *ending, trp_test_fn *match,
                             void *arg);

#ifdef __cplusplus
}
#endif

#endif
