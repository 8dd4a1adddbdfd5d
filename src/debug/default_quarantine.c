/*
 * A quarantine for pools without one: stale pointers meet free slots for a while.
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

#endif
