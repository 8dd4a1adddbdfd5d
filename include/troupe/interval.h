/**
 * @file interval.h
 * Intervals: pools that are updated every n-th tick. Actions such as planning, scanning or
 * regenerating are not needed 60 times per second.
 *
 *     trp_pool_set_interval(enemies, 8, TRP_INTERVAL_STAGGERED);
 *
 * Ticks in which the pool's layer is disabled do not count. Every update gets n times the `dt`; the
 * tick's moment and number are unchanged. The first `dt` of an actor may be longer than it has
 * lived.
 */
#ifndef TROUPE_INTERVAL_H
#define TROUPE_INTERVAL_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which actors are updated together. */
typedef enum trp_interval {
    TRP_INTERVAL_TOGETHER, /**< all, in every n-th tick */
    /** one of n slots per tick, in turn: an actor that is not due is not read. In memory order a
     * tick costs the slots that are due. In an age order it costs one look at the ledger per
     * actor. */
    TRP_INTERVAL_STAGGERED
} trp_interval;

/** The largest interval. */
#define TRP_MAX_INTERVAL 65535

/**
 * Updates the pool every n-th tick, 1 to TRP_MAX_INTERVAL, from its next tick on. With
 * TRP_INTERVAL_TOGETHER the first update comes in n ticks; with TRP_INTERVAL_STAGGERED a part is
 * updated in each tick. The same n and kind again change nothing. A new pool has 1, which costs
 * nothing. Expired actors are pruned in every tick. is_expired is asked, and a lifetime ends, when
 * the actor's turn comes. May be called anywhere, in the pool's own update too; it takes effect
 * when the next tick reaches the pool. O(1). TRP_ERR_VALUE. TRP_ERR_DESC: TRP_INTERVAL_STAGGERED in
 * a pool with update_pool. TRP_BUSY while drawing.
 */
trp_result trp_pool_set_interval(trp_pool *pool, uint32_t n, trp_interval kind);

#ifdef __cplusplus
}
#endif

#endif
