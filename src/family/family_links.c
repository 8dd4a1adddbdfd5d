/*
 * The links of families: who is whose child, in which order, and where walks are.
 */
#include "family.h"

_Static_assert(sizeof(trp__kin) == 40, "TRP_FAMILY_POOL_BYTES counts 40 bytes per slot");

const trp__kin trp__no_kin = {0,           TRP_NO_LINK, TRP_NO_LINK,
                              TRP_NO_LINK, TRP_NO_LINK, TRP_NO_LINK,
                              TRP_NO_LINK, TRP_NO_LINK, 0};

/* Tables */

trp__family_pool *trp__family_find(const trp_family *family, const trp_pool *pool)
{
    trp__family_pool *home = family->pools;

    while (home != NULL && home->pool != pool)
        home = home->next;
    return home;
}

trp__kin *trp__kin_of(const trp_family *family, uint32_t index)
{
    const trp__family_pool *home = family->pools;

    while (home != NULL && index - home->pool->base >= home->room)
        home = home->next;
    return home != NULL ? &home->kin[index - home->pool->base]
                        : (trp__kin *)(uintptr_t)&trp__no_kin; /* which nothing is attached to */
}

trp__place trp__family_place(const trp_world *world, uint32_t index)
{
    trp__place place = {NULL, 0};

    (void)trp__find_index(world, index, &place);
    return place;
}

uint32_t trp__family_stamp(const trp_world *world, uint32_t index)
{
    const trp__place place = trp__family_place(world, index);

    return trp__cell_of(place.pool, place.slot)->stamp;
}

bool trp__family_has_room(trp__family_pool *home, uint32_t count)
{
    trp_world *world = home->pool->world;
    trp__kin *kin;

    if (TRP__LIKELY(count <= home->room))
        return true;
    kin = trp__take(world, trp__bytes(count, sizeof *kin, 0));
    if (kin == NULL)
        return false;
    for (uint32_t slot = 0; slot < count; slot++)
        kin[slot] = slot < home->room ? home->kin[slot] : trp__no_kin;
    if (home->room != 0)
        trp__release(world, home->kin, home->room * sizeof *kin);
    home->kin = kin;
    home->room = count;
    return true;
}

/* Links */

void trp__family_link(trp_family *family, uint32_t parent, uint32_t child)
{
    trp__kin *above = trp__kin_of(family, parent);
    trp__kin *below = trp__kin_of(family, child);

    below->parent = parent;
    below->prev = above->last;
    below->next = TRP_NO_LINK;
    below->serial = ++family->serial;
    if (above->last != TRP_NO_LINK)
        trp__kin_of(family, above->last)->next = child;
    else
        above->first = child;
    above->last = child;
}

uint32_t trp__family_step(const trp_family *family, const trp__family_walk *walk, uint32_t at,
                          bool below)
{
    uint32_t next = below ? trp__kin_of(family, at)->first : TRP_NO_LINK;

    while (next == TRP_NO_LINK || trp__kin_of(family, next)->serial > walk->limit) {
        if (at == walk->root)
            return TRP_NO_LINK;
        next = trp__kin_of(family, at)->next;
        at = trp__kin_of(family, at)->parent;
    }
    return next;
}

/* Whether the walk is at `index`, or below. At the root it continues in any case. */
static bool family_links_is_walked(const trp_family *family, const trp__family_walk *walk,
                                   uint32_t index)
{
    uint32_t at = walk->at;

    if (index == walk->root)
        return false;
    if (trp__kin_of(family, index)->first != TRP_NO_LINK)
        while (at != TRP_NO_LINK && at != walk->root && at != index)
            at = trp__kin_of(family, at)->parent;
    return at == index;
}

/* Walks store only the actor that comes next. So the only risk is that this actor is unlinked, alone
 * or within a branch: then the walk continues after the branch. */
void trp__family_unlink(trp_family *family, uint32_t index)
{
    trp__kin *kin = trp__kin_of(family, index);
    trp__kin *parent = trp__kin_of(family, kin->parent);

    for (trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
        if (family_links_is_walked(family, walk, index))
            walk->at = trp__family_step(family, walk, index, false);
    if (parent->at == index)
        parent->at = kin->next;
    *(kin->prev == TRP_NO_LINK ? &parent->first : &trp__kin_of(family, kin->prev)->next) =
        kin->next;
    *(kin->next == TRP_NO_LINK ? &parent->last : &trp__kin_of(family, kin->next)->prev) = kin->prev;
    kin->parent = kin->prev = kin->next = TRP_NO_LINK;
}

void trp__family_orphan(trp_family *family, uint32_t parent)
{
    while (trp__kin_of(family, parent)->first != TRP_NO_LINK)
        trp__family_unlink(family, trp__kin_of(family, parent)->first);
}
