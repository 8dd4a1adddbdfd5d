/*
 * Writes through stale pointers: pools without a quarantine get one, so that such pointers meet free
 * slots for a while; and overwritten nodes are repaired before a walk that reads them.
 */
#include "../../include/troupe/quarantine.h"
#include "../core/core.h"

#if TRP__DEBUGS

void trp__add_quarantine(trp_pool_desc *desc)
{
    if (desc->external != NULL || desc->quarantine.use != NULL || desc->quarantine.slots != 0)
        return;
    desc->quarantine.use = &trp__option_quarantine;
    desc->quarantine.slots = TRP__A_QUARTER;
}

void trp__repair_nodes(trp_pool *pool, const char *call)
{
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_present(pool, slot) && trp__is_taken(trp__stamp_at(pool, slot)) &&
            trp__stamp_at(pool, slot) != TRP__STAMP_LEAVING)
            trp__mend(pool, slot, call);
}

#endif
