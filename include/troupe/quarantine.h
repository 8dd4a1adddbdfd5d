/**
 * @file quarantine.h
 * Quarantine, to find pointers that were kept too long: a pool does not reuse the slots that were
 * freed last for a while. Off by default; a library compiled with TRP_DEBUG=1 puts a quarter of
 * each pool's slots into quarantine, unless a program sets another number.
 *
 * By itself it makes a stale pointer show a dead actor's last data rather than that of another
 * actor, and lets trp_recycle() and similar calls return TRP_ERR_FREE. In a library compiled for
 * AddressSanitizer, or with TRP_VALGRIND, the bytes of free slots may not be touched (but their
 * trp_actor may): a program that follows such a pointer is stopped at that line while the slot is
 * free, and the quarantine keeps it free.
 *
 * What changes: in memory order a newborn no longer takes the lowest free slot, but the lowest one
 * that is not in quarantine, so actors are less close together and get other slots. The order is
 * still a function of the calls, but another one than without quarantine. The pool takes the
 * general path of trp_create() and trp_recycle(), some tens of instructions. What does not change:
 * capacity, handles, and the policy of a full pool. If only slots in quarantine are free,
 * trp_create() takes the one that was freed first; quarantine never causes a refusal, a theft or
 * growth. trp_renew() keeps its slot; a stolen slot is reused at once.
 */
#ifndef TROUPE_QUARANTINE_H
#define TROUPE_QUARANTINE_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * From now on the last `slots` freed slots are in quarantine; 0: none. Slots that leave quarantine
 * are free as if they were freed now. Takes no memory: they are chained through their nodes. O(1),
 * and O(1) for each that is let out. May be called in a tick, in walks and in callbacks.
 * TRP_ERR_NULL; TRP_ERR_DESC for an external pool, whose memory is not the library's to give;
 * TRP_BUSY while drawing.
 */
trp_result trp_pool_set_quarantine(trp_pool *pool, uint32_t slots);

/** The setting: how many slots can be in quarantine at a time. O(1), anywhere. */
uint32_t trp_pool_quarantine(const trp_pool *pool);

/** How many are in quarantine now. They are free: trp_pool_count() does not include them. O(1),
 * anywhere. */
uint32_t trp_pool_quarantined(const trp_pool *pool);

#ifdef __cplusplus
}
#endif

#endif
