/**
 * @file interval.h
 * Intervals: pools that are updated every n-th tick. Thinking, looking around or regenerating need
 * not happen 60 times per second.
 *
 *     trp_pool_set_interval(enemies, 8, TRP_INTERVAL_STAGGERED);
 *
 * Ticks in which the pool's layer is disabled do not count. The update's `dt` is n times as long,
 * in each update; the moment of a tick and its number are as ever. An actor's first update may come
 * after less time than that.
 */
#ifndef TROUPE_INTERVAL_H
#define TROUPE_INTERVAL_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which actors are updated together. */
typedef enum trp_interval
{
    TRP_INTERVAL_TOGETHER, /**< all, in every n-th tick */
    /** each n-th slot, in every tick those of the next number: an actor that is not due is not
     * read. In memory order that costs the slots that are due; in an age order each actor costs a
     * look at the ledger. */
    TRP_INTERVAL_STAGGERED
} trp_interval;

/** The largest interval. */
#define TRP_MAX_INTERVAL 65535

/**
 * Updates the pool every n-th tick, 1 to TRP_MAX_INTERVAL, from its next tick on: with
 * TRP_INTERVAL_TOGETHER for the first time in n ticks, with TRP_INTERVAL_STAGGERED a part in each
 * tick. The same n and kind again change nothing. 1 is what a new pool has, and costs nothing.
 * Expired actors are pruned in every tick; is_expired is asked, and a lifetime ends, when the
 * actor's turn comes. May be called anywhere, in the pool's own update too: it takes effect when a
 * tick next comes to the pool. O(1). TRP_ERR_VALUE; TRP_ERR_DESC (TRP_INTERVAL_STAGGERED in a pool
 * with update_pool); TRP_BUSY while drawing.
 */
trp_result trp_pool_set_interval(trp_pool *pool, uint32_t n, trp_interval kind);

/** Its n; 1 without an interval, 0 for NULL. */
uint32_t trp_pool_interval(const trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
