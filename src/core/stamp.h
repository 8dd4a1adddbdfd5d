/*
 * The stamp of a slot. Its two upper bits are the state: bit 31 is set if the actor is in the list,
 * bit 30 if its handle is valid. The 30 bits below are a serial: since when the actor is active.
 * Serials decrease, so a walk needs only the compare `stamp >= limit`: the actor is active, and was
 * active before the walk began. An actor that sleeps keeps its serial. A node full of
 * zeros has none of these stamps.
 */
#ifndef TROUPE_SRC_CORE_STAMP_H
#define TROUPE_SRC_CORE_STAMP_H

#include "../../include/troupe/pool.h"
#include "../base/compiler.h"

#define TRP__LISTED_BIT 0x80000000u
#define TRP__ALIVE_BIT 0x40000000u
#define TRP__STAMP_ACTIVE 0xC0000000u      /* and a serial */
#define TRP__STAMP_EXPIRED 0x80000000u     /* waits to be pruned: see trp__expired_stamp() */
#define TRP__STAMP_ASLEEP 0x40000000u      /* and its last serial */
#define TRP__STAMP_LEAVING 0x08000000u     /* its watchers and on_end are being notified */
#define TRP__STAMP_FREE 0x10000000u        /* age orders: and the next free slot, or TRP__LAST */
#define TRP__STAMP_QUARANTINED 0x20000000u /* and the slot freed after it, or TRP__LAST */
#define TRP__STAMP_RETIRED 0x30000000u     /* all its lives are used up */
#define TRP__LAST TRP_MAX_SLOTS            /* no slot: the end of a chain of free slots */
#define TRP__CHAIN (2 * TRP_MAX_SLOTS - 1) /* the bits of a stamp with a slot of a chain */

/* The first stamp and the last. (The limit of a first walk is above the first, and not
 * TRP__NOTHING.) */
#define TRP__STAMP_FIRST 0xFFFFFFFDu
#define TRP__STAMP_FLOOR (TRP__STAMP_ACTIVE + 1)

_Static_assert(TRP__STAMP_ACTIVE == 0xC0000000u, "walks look for this");

TRP__INLINE bool trp__is_active(uint32_t stamp)
{
    return stamp >= TRP__STAMP_ACTIVE;
}

/* Active or expired. */
TRP__INLINE bool trp__is_listed(uint32_t stamp)
{
    return (stamp & TRP__LISTED_BIT) != 0;
}

/* Active or asleep: its handle is valid. */
TRP__INLINE bool trp__is_alive(uint32_t stamp)
{
    return (stamp & TRP__ALIVE_BIT) != 0;
}

TRP__INLINE bool trp__is_asleep(uint32_t stamp)
{
    return stamp >> 30 == TRP__STAMP_ASLEEP >> 30;
}

TRP__INLINE bool trp__is_expired(uint32_t stamp)
{
    return stamp >> 30 == TRP__STAMP_EXPIRED >> 30;
}

/* Free, in quarantine or retired. */
TRP__INLINE bool trp__is_free(uint32_t stamp)
{
    return stamp - TRP__STAMP_FREE < TRP__ALIVE_BIT - TRP__STAMP_FREE;
}

TRP__INLINE bool trp__is_quarantined(uint32_t stamp)
{
    return stamp >> 28 == TRP__STAMP_QUARANTINED >> 28;
}

#endif
