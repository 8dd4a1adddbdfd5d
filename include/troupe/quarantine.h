/**
 * @file quarantine.h
 * For finding pointers that were kept too long: a pool can leave the slots that were freed last alone for a while, rather
 * than give them to the next newborns. Off by default; a library compiled with TRP_DEBUG=1 puts a quarter of each pool's
 * slots into quarantine, unless told otherwise.
 *
 * Alone it makes a stale pointer show a dead actor's last data rather than a stranger's, and lets trp_recycle() and the like
 * answer TRP_ERR_FREE. In a library compiled for AddressSanitizer, or with TRP_VALGRIND, the bytes of free slots may not be
 * touched (but their trp_actor may): then whoever follows such a pointer is stopped at that line, as long as the slot is
 * free, and the quarantine is what keeps it so.
 *
 * What changes: in memory order a newborn no longer takes the lowest free slot, but the lowest one that is not in quarantine,
 * so actors lie less close together and other actors get other slots. Order is a function of the calls made, still, but
 * not the same one as without. The pool takes the longer way of trp_create() and trp_recycle(), some tens of instructions.
 * What does not: capacity, handles, and what happens when the pool is full. While a slot in quarantine is all that is
 * free, creating takes it, the one that was freed first; nothing is refused, stolen or grown for the sake of it.
 * trp_renew() keeps the slot that it is given; and a slot that is stolen, since no other is free, is taken at once.
 */
#ifndef TROUPE_QUARANTINE_H
#define TROUPE_QUARANTINE_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * From now on the `slots` slots that were freed last are in quarantine; 0: none. Those that are and need not be any more are
 * free as if freed now. Takes no memory: they are chained through their nodes. O(1), and O(1) for each that is let out.
 * May be called in a tick, in walks and in callbacks. TRP_ERR_NULL; TRP_ERR_DESC for an external pool, whose memory is not
 * the library's to give; TRP_BUSY while drawing.
 */
trp_result trp_pool_set_quarantine(trp_pool *pool, uint32_t slots);

/** As set: how many slots can be in quarantine at a time. O(1), anywhere. */
uint32_t trp_pool_quarantine(const trp_pool *pool);

/** How many are now. They are free: trp_pool_count() does not have them. O(1), anywhere. */
uint32_t trp_pool_quarantined(const trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
