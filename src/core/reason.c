/*
 * Ends of lives with reasons that the game defines, and with culprits.
 */
#include "core.h"

/* Whether a reason is allowed: that of the plain call, or one that the game defines. */
static bool reason_is_given(trp_reason reason, trp_reason plain)
{
    return reason == plain ||
           ((unsigned)reason >= TRP_REASON_USER && (unsigned)reason <= TRP_REASON_LAST);
}

static trp_result reason_refuse(trp_world *world, const trp_actor *actor, const trp__place *place,
                                const char *call)
{
    return trp__misuse(world, place->pool, actor, call, TRP_ERR_VALUE,
                       TRP__TEXT("the reason must be from TRP_REASON_USER to TRP_REASON_LAST, or "
                                 "that of the plain call"));
}

trp_result trp_recycle_for(trp_world *world, trp_actor *actor, trp_reason reason,
                           const trp_actor *culprit)
{
    TRP__USE(world, TRP__TEXT("trp_recycle_for"), TRP_ERR_THREAD);
    const char *call = TRP__TEXT("trp_recycle_for");
    trp__place place;
    const trp_result result = trp__enter(world, actor, call, &place);

    if (result != TRP_OK)
        return result;
    if (!reason_is_given(reason, TRP_REASON_RECYCLED))
        return reason_refuse(world, actor, &place, call);
    trp__depart_by(place.pool, place.slot, reason, trp_handle_of(world, culprit));
    trp__give_slot(place.pool, place.slot);
    return TRP_OK;
}

trp_result trp_expire_for(trp_world *world, trp_actor *actor, trp_reason reason,
                          const trp_actor *culprit)
{
    TRP__USE(world, TRP__TEXT("trp_expire_for"), TRP_ERR_THREAD);
    const char *call = TRP__TEXT("trp_expire_for");
    trp__place place;
    const trp_result result = trp__enter(world, actor, call, &place);

    if (result != TRP_OK)
        return result;
    if (!reason_is_given(reason, TRP_REASON_EXPIRED))
        return reason_refuse(world, actor, &place, call);
    if (place.pool->ends == NULL)
        return trp__misuse(world, place.pool, actor, call, TRP_ERR_DESC,
                           TRP__TEXT("the pool does not keep reasons until actors are pruned: set "
                                     "ends in its desc"));
    if (!trp__is_expired(trp__cell_of(place.pool, place.slot)->stamp))
        trp__expire_by(place.pool, place.slot, reason, trp_handle_of(world, culprit));
    return TRP_OK;
}

trp_handle trp_culprit(const trp_world *world)
{
    const trp_handle none = {0, 0};

    return trp__has_world(world, TRP__TEXT("trp_culprit")) ? world->culprit : none;
}
