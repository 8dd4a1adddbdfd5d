/*
 * How lives end with their parents'. Both are walks, so that callbacks may change the family
 * meanwhile, and neither calls itself: what ends below the root is told to the family like any
 * other end, but then nothing is left to do below it.
 */
#include "family.h"

/* Ends a life for its parent's sake. It is unlinked when that is told. */
static void recycle(trp_family *family, trp_kin *kin)
{
    const char *call = TRP__TEXT("(the family)");
    trp_actor *actor = kin->actor;
    trp__place place;
    trp_result result = trp__enter(family->world, actor, call, &place);

    if (result == TRP_ERR_CORRUPT) /* its node was overwritten, and may be mended by now */
        result = trp__enter(family->world, actor, call, &place);
    if (result == TRP_OK)
        trp__leave(place.pool, actor, place.slot,
                   trp__is_expired(actor) ? TRP_REASON_EXPIRED : TRP_REASON_PARENT);
    else
        trp__family_unlink(family, kin);
}

void trp__family_recycle_below(trp_family *family, trp_kin *root)
{
    trp__family_walk walk = {0};

    if (root->first == NULL)
        return;
    walk.root = root;
    walk.at = root;
    walk.errand = TRP__RECYCLES;
    trp__family_push(family, &walk);
    family->cascades++;
    while (root->first != NULL)
    {
        trp_kin *kin = walk.at;
        trp_kin *first;
        while ((first = trp__kin_first(family, kin)) != NULL)
            kin = first;
        if (kin == root)
            break;
        walk.at = kin->parent;
        /* is its end being told further up? Then all below it has ended now */
        if (trp__serial(kin->actor) == TRP__LEAVING)
            trp__family_unlink(family, kin);
        else
            recycle(family, kin);
    }
    family->cascades--;
    trp__family_pop(family, &walk);
}

/* Whether it is a walk under way that makes this one expire, and will see to those below. */
static bool is_under_way(const trp_family *family, const trp_kin *kin)
{
    for (const trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
        if (walk->errand == TRP__EXPIRES && walk->now == kin)
            return true;
    return false;
}

void trp__family_gone(const trp_family *family, const trp_kin *kin)
{
    for (trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
        if (walk->now == kin)
            walk->now = NULL;
}

void trp__family_expire_below(trp_family *family, trp_kin *root)
{
    trp__family_walk walk = {0};
    /* below one that expired earlier all have, unless that is under way */
    const bool is_first = family->cascades == 0;

    if (root->first == NULL || is_under_way(family, root))
        return;
    walk.root = root;
    walk.limit = UINT64_MAX;
    walk.errand = TRP__EXPIRES;
    trp__family_push(family, &walk);
    family->cascades++;
    trp__family_go_on(family, &walk, root);
    while (walk.at != NULL && walk.at->parent != NULL)
    {
        trp_kin *kin = walk.at;
        if (trp__is_alive(kin->actor))
        {
            trp__family_go_on(family, &walk, kin);
            walk.now = kin;
            trp_expire(family->world, kin->actor);
            walk.now = NULL;
        }
        else if (is_first)
            trp__family_go_behind(family, &walk, kin);
        else
            trp__family_go_on(family, &walk, kin);
    }
    family->cascades--;
    trp__family_pop(family, &walk);
}
