#include "core.h"

/*
 * Listed actors may be stolen or, if they have expired, pruned, except the current actor of a walk.
 * So only current actors are skipped; there are at most as many as nested walks.
 */
bool trp__may_be_stolen(const trp_pool *pool, uint32_t slot)
{
    return !trp__is_current(pool->world->frames, trp__node_at(pool, slot));
}

trp_result trp__steal(trp_pool *pool, uint32_t slot)
{
    trp_reason reason = TRP_REASON_STOLEN;

    if (slot == TRP__NONE)
        return TRP_ERR_FULL;
    if (!trp__is_intact(pool, slot))
        trp__repair(pool, slot, TRP__TEXT("trp_create"));
    if (trp__is_expired(trp__cell_of(pool, slot)->stamp))
        reason = TRP_REASON_EXPIRED; /* its life was over: it is only pruned */
    else
        pool->state.stolen++;
    /* otherwise its on_end could fill the slot again, which would steal the next one,
     * endlessly */
    pool->barred++;
    trp__end_life(pool, slot, NULL, reason);
    pool->barred--;
    return TRP_OK;
}
