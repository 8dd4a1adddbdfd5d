/*
 * Ends of lives together with those of their parents. Both kinds are walks, so callbacks may change
 * the family meanwhile. Neither is recursive: the family is notified of each end below the root as
 * of any other end, but then there is nothing left to do below it. Another family may have something
 * left to do, so ends below ends are counted and, from some number on, put off.
 */
#include "../core/part.h"
#include "family.h"

/* The life of an actor that will end, or whose end is being notified, or that has expired. */
static trp_handle family_end_former(const trp_family *family, uint32_t index)
{
    trp_handle handle = {0, 0};
    const trp__cell *cell;
    trp__place place;

    if (!trp__find_index(family->world, index, &place))
        return handle;
    cell = trp__cell_of(place.pool, place.slot);
    handle.index = trp__handle_index(place.pool, place.slot);
    handle.generation = cell->generation - !trp__is_alive(cell->stamp);
    return handle;
}

/*
 * Ends a life because its parent ends, with the cause of that end; or lets it expire. A life that
 * is recycled is unlinked when the family is notified of its end.
 */
static void family_end_child(trp_family *family, uint32_t index, uint32_t parent, bool expires)
{
    trp_world *world = family->world;
    const trp_handle outer = world->parent;
    trp__place place;
    trp_result result =
        trp__enter(world, trp__family_actor(family, index), TRP__TEXT("(the family)"), &place);

    if (result != TRP_OK)
        return;
    world->parent = family_end_former(family, parent);
    if (expires)
        trp__expire_by(place.pool, place.slot, TRP_REASON_PARENT, world->culprit);
    else
        trp__end_by(place.pool, place.slot,
                    trp__is_expired(trp__cell_of(place.pool, place.slot)->stamp)
                        ? TRP_REASON_EXPIRED
                        : TRP_REASON_PARENT,
                    world->culprit);
    world->parent = outer;
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
            family_end_child(family, index, trp__kin_of(family, index)->parent, false);
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
            family_end_child(family, index, trp__kin_of(family, index)->parent, true);
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

/* Putting off: so that a chain of actors which are children in different families takes no stack
 * per level. */

void trp__family_put_off(trp_family *family, uint32_t parent, bool expires)
{
    uint32_t child;

    while ((child = trp__kin_of(family, parent)->last) != TRP_NO_LINK)
    {
        trp__kin *kin = trp__kin_of(family, child);
        trp__family_unlink(family, child);
        kin->serial = expires ? TRP__WILL_EXPIRE : TRP__WILL_END;
        kin->next = family->doomed;
        if (family->doomed != TRP_NO_LINK)
            trp__kin_of(family, family->doomed)->prev = child;
        family->doomed = child;
    }
}

void trp__family_not_put_off(trp_family *family, uint32_t index)
{
    trp__kin *kin = trp__kin_of(family, index);

    if (!trp__is_put_off(kin))
        return;
    if (kin->prev == TRP_NO_LINK)
        family->doomed = kin->next;
    else
        trp__kin_of(family, kin->prev)->next = kin->next;
    if (kin->next != TRP_NO_LINK)
        trp__kin_of(family, kin->next)->prev = kin->prev;
    kin->serial = 0;
    kin->next = TRP_NO_LINK;
    kin->prev = TRP_NO_LINK;
}

/* The first family of the world with such actors, or NULL. */
static trp_family *family_end_next(const trp_world *world)
{
    for (trp__part *part = world->parts; part != NULL; part = part->next)
    {
        trp_family *family = (trp_family *)((uintptr_t)part - offsetof(trp_family, part));
        if (part->kind == TRP__PART_FAMILY && family->doomed != TRP_NO_LINK)
            return family;
    }
    return NULL;
}

void trp__families_catch_up(trp_world *world)
{
    trp_family *family;

    world->cascades++;
    while ((family = family_end_next(world)) != NULL)
    {
        const uint32_t index = family->doomed;
        const bool expires = trp__kin_of(family, index)->serial == TRP__WILL_EXPIRE;
        trp__family_not_put_off(family, index);
        family->cascades++;
        if (!expires || trp__is_alive(trp__family_stamp(family, index)))
            family_end_child(family, index, TRP_NO_LINK, expires);
        family->cascades--;
    }
    world->cascades--;
}
