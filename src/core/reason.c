/*
 * Ends of lives with reasons that the game defines, and with causes.
 */
#include "core.h"

trp_result trp__check_ending(const trp_pool *pool, const trp_actor *actor, const char *call,
                             const trp_ending *ending, trp_reason plain)
{
    const unsigned reason = ending != NULL ? (unsigned)ending->reason : TRP_REASON_NONE;

    if (ending == NULL)
        return TRP_OK;
    if (ending->later)
        plain = TRP_REASON_EXPIRED;
    if (reason != TRP_REASON_NONE && reason != (unsigned)plain &&
        (reason < TRP_REASON_USER || reason > TRP_REASON_LAST))
        return trp__misuse(pool->world, pool->world->pools[pool->number], actor, call,
                           TRP_ERR_VALUE,
                           TRP__TEXT("the reason must be from TRP_REASON_USER to TRP_REASON_LAST, "
                                     "or that of the plain call"));
    if (ending->later && pool->ends == NULL &&
        (reason >= TRP_REASON_USER || !trp_handle_is_null(ending->cause)))
        return trp__misuse(pool->world, pool->world->pools[pool->number], actor, call, TRP_ERR_DESC,
                           TRP__TEXT("the pool does not keep reasons until actors are pruned: set "
                                     "ends in its desc"));
    return TRP_OK;
}

void trp__end_life(trp_pool *pool, uint32_t slot, const trp_ending *ending, trp_reason plain)
{
    const trp_ending none = {0};
    trp_reason reason;

    if (ending == NULL)
        ending = &none;
    if (ending->later)
        plain = TRP_REASON_EXPIRED;
    reason = ending->reason != TRP_REASON_NONE ? ending->reason : plain;
    if (!ending->later)
    {
        trp__depart_by(pool, slot, reason, ending->cause);
        trp__give_slot(pool, slot);
    }
    else if (!trp__is_expired(trp__cell_of(pool, slot)->stamp))
        trp__expire_by(pool, slot, reason, ending->cause);
}

trp_result trp_recycle_with(trp_world *world, trp_actor *actor, const trp_ending *ending)
{
    TRP__USE(world, TRP__TEXT("trp_recycle_with"), TRP_ERR_THREAD);
    const char *call = TRP__TEXT("trp_recycle_with");
    trp__place place;
    trp_result result = trp__enter(world, actor, call, &place);

    if (result == TRP_OK)
        result = trp__check_ending(place.pool, actor, call, ending, TRP_REASON_RECYCLED);
    if (result == TRP_OK)
        trp__end_life(place.pool, place.slot, ending, TRP_REASON_RECYCLED);
    return result;
}
