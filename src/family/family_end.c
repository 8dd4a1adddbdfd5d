/*
 * Ends of lives together with those of their parents. Both kinds are walks, so callbacks may change
 * the family meanwhile. Neither is recursive: the family is notified of each end below the root as
 * of any other end, but then there is nothing left to do below it.
 */
#include "family.h"

/* Ends a life because its parent ends. It is unlinked when the family is notified of that end. */
static void family_end_recycle_child(trp_family *family, uint32_t index)
{
    trp__place place;
    const trp_result result = trp__enter(family->world, trp__family_actor(family, index),
                                         TRP__TEXT("(the family)"), &place);

    if (result == TRP_OK)
        trp__leave(place.pool, place.slot,
                   trp__is_expired(trp__cell_of(place.pool, place.slot)->stamp)
                       ? TRP_REASON_EXPIRED
                       : TRP_REASON_PARENT);
}

void trp__family_recycle_below(trp_family *family, uint32_t root)
{
    trp__family_walk walk = {NULL, root, root, TRP_NO_LINK, 0, TRP__RECYCLES};

    if (trp__kin_of(family, root)->first == TRP_NO_LINK)
        return;
    trp__family_push(family, &walk);
    family->cascades++;
    while (trp__kin_of(family, root)->first != TRP_NO_LINK)
    {
        uint32_t index = walk.at;
        uint32_t first;
        while ((first = trp__kin_of(family, index)->first) != TRP_NO_LINK)
            index = first;
        walk.at = trp__kin_of(family, index)->parent;
        /* is its end being notified in an outer call? Then all its descendants have ended by now */
        if (trp__family_stamp(family, index) == TRP__STAMP_LEAVING)
            trp__family_unlink(family, index);
        else
            family_end_recycle_child(family, index);
    }
    family->cascades--;
    trp__family_pop(family, &walk);
}

/* Whether a walk in progress is expiring this actor, and will handle its descendants. */
static bool family_end_is_in_progress(const trp_family *family, uint32_t index)
{
    for (const trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
        if (walk->errand == TRP__EXPIRES && walk->now == index)
            return true;
    return false;
}

void trp__family_gone(const trp_family *family, uint32_t index)
{
    for (trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
        if (walk->now == index)
            walk->now = TRP_NO_LINK;
}

void trp__family_expire_below(trp_family *family, uint32_t root)
{
    trp__family_walk walk = {NULL, root, TRP_NO_LINK, TRP_NO_LINK, UINT64_MAX, TRP__EXPIRES};
    /* all descendants of an actor that expired earlier have expired, unless that is in progress */
    const bool is_first = family->cascades == 0;

    if (trp__kin_of(family, root)->first == TRP_NO_LINK || family_end_is_in_progress(family, root))
        return;
    trp__family_push(family, &walk);
    family->cascades++;
    trp__family_go_on(family, &walk, root);
    while (walk.at != TRP_NO_LINK)
    {
        const uint32_t index = walk.at;
        if (trp__is_alive(trp__family_stamp(family, index)))
        {
            trp__family_go_on(family, &walk, index);
            walk.now = index;
            trp_expire(family->world, trp__family_actor(family, index));
            walk.now = TRP_NO_LINK;
        }
        else if (is_first)
            trp__family_go_after(family, &walk, index);
        else
            trp__family_go_on(family, &walk, index);
    }
    family->cascades--;
    trp__family_pop(family, &walk);
}
