/*
 * Overwritten nodes are repaired before a walk that reads them.
 */
#include "../core/core.h"

#if TRP__DEBUGS

void trp__repair_nodes(trp_pool *pool, const char *call)
{
    if (pool->world->drawing)
        return;
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_present(pool, slot) && trp__is_taken(trp__stamp_at(pool, slot)) &&
            trp__stamp_at(pool, slot) != TRP__STAMP_LEAVING && !trp__is_intact(pool, slot))
            trp__repair(pool, slot, call);
}

#endif
