/**
 * @file quarantine.h
 * Quarantine, a tool to find pointers that were kept too long: for a while a pool does not reuse
 * the slots that were freed last. Off by default. A library compiled with TRP_DEBUG=1 puts a
 * quarter of each pool's slots into quarantine, unless the program sets another number.
 *
 *     ... {.name = "bullet", .capacity = 1000, .quarantine = TRP_QUARANTINE(250), ...} ...
 *
 * With quarantine a stale pointer shows a dead actor's last data, not that of another actor, and
 * trp_recycle() and similar calls return TRP_ERR_FREE. In a library compiled for AddressSanitizer,
 * or with TRP_VALGRIND, the bytes of free slots except the trp_actor must not be accessed. A
 * program that follows such a pointer is stopped at that line while the slot is free, and
 * quarantine keeps it free.
 *
 * Quarantine changes the following. In memory order a newborn does not take the lowest free slot,
 * but the lowest free slot outside quarantine. So actors get other slots and are less close
 * together. The order still depends only on the calls, but differs from that without quarantine.
 *
 * Quarantine does not change capacity, handles, and the policy of a full pool. If only slots in
 * quarantine are free, trp_create() takes the one that was freed first; so quarantine never causes
 * a refusal, stealing or growth. A stolen slot is reused at once.
 */
#ifndef TROUPE_QUARANTINE_H
#define TROUPE_QUARANTINE_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Initialises desc.quarantine of a pool: the `slots` slots that were freed last are in quarantine;
 * 0: none. An initialiser in braces, like TRP_TYPE. A slot that leaves quarantine counts as freed
 * at that moment. Takes no memory. O(1) per slot that leaves. trp_pool_create() refuses it for an
 * external pool, whose memory belongs to the program (TRP_ERR_DESC). */
#define TRP_QUARANTINE(slots)                                                                      \
    {                                                                                              \
        (slots), &trp__option_quarantine                                                           \
    }

/** private: linked by programs that have TRP_QUARANTINE */
extern const trp__option trp__option_quarantine;

#ifdef __cplusplus
}
#endif

#endif
