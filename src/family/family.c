/*
 * Families: the relations of actors.
 */
#include "family.h"

/* A member, as passed to a call. */
typedef struct family_member
{
    trp__place place;
    trp__family_pool *home;
    uint32_t index;
} family_member;

/* Whether it has a record: its pool may have grown since. */
static bool family_has_record(const family_member *of)
{
    return of->place.slot < of->home->room;
}

trp_actor *trp__family_actor(const trp_family *family, uint32_t index)
{
    const trp_pool *pool = trp__family_home(family, index)->pool;

    return trp__node_at(pool, index - pool->base);
}

uint32_t trp__family_stamp(const trp_family *family, uint32_t index)
{
    const trp_pool *pool = trp__family_home(family, index)->pool;

    return trp__cell_of(pool, index - pool->base)->stamp;
}

trp_result trp__family_missing(const trp_family *family, const char *call)
{
    if (family != NULL && family->watcher.function == NULL)
        return trp__uninitialised(call, "family");
    return TRP_ERR_NULL;
}

trp_result trp__family_enter(const trp_family *family, const char *call)
{
    if (family == NULL || family->world == NULL)
        return trp__family_missing(family, call);
    if (family->watcher.user == family)
        return TRP_OK;
    return trp__misuse_named(
        family->world, TRP__TEXT("family"), NULL, call, TRP_ERR_UNLINKED,
        TRP__TEXT("the family was copied or moved. Pass a pointer to the original"));
}

/* Begins a call that changes something: finds the actor. TRP_OK, or the result of the call. */
static trp_result family_enter(const trp_family *family, trp_actor *actor, const char *call,
                               family_member *found)
{
    trp_result result = trp__family_enter(family, call);

    if (result == TRP_OK)
        result = trp__enter(family->world, actor, call, &found->place);
    if (result != TRP_OK)
        return result;
    found->home = trp__family_find(family, found->place.pool);
    if (found->home == NULL)
        return trp__misuse(family->world, found->place.pool, actor, call, TRP_ERR_UNLINKED,
                           TRP__TEXT("its pool is not in the family. Call trp_family_add first"));
    found->index = trp__index(found->place.pool, found->place.slot);
    return TRP_OK;
}

static trp_result family_refuse(const trp_family *family, const family_member *of, const char *call,
                                trp_result result, const char *detail)
{
    return trp__misuse(family->world, of->place.pool, trp__node_at(of->place.pool, of->place.slot),
                       call, result, detail);
}

/* Attaching */

/* Whether ends that take descendants along may be in progress. A watcher may be notified of such an
 * end before the family is. */
static bool family_is_ending(const trp_family *family)
{
    if (family->cascades != 0)
        return true;
    if (family->orphans || family->world->tellings == NULL)
        return false;
    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        if (home->pool->state.leaving != 0 || home->pool->state.expired != 0)
            return true;
    return false;
}

/* Whether an actor with children may be attached below `parent`, or any actor while lives end. */
static trp_result family_look_above(const trp_family *family, uint32_t parent, uint32_t child)
{
    const bool ending = family_is_ending(family);

    if (parent == child)
        return TRP_ERR_CYCLE;
    if (trp__kin_of(family, child)->first == TRP_NO_LINK && !ending)
        return TRP_OK;
    for (; parent != TRP_NO_LINK; parent = trp__kin_of(family, parent)->parent)
    {
        if (parent == child)
            return TRP_ERR_CYCLE;
        if (ending && !trp__is_alive(trp__family_stamp(family, parent)))
            return TRP_BUSY;
    }
    return TRP_OK;
}

static trp_result family_check_attach(const trp_family *family, const family_member *parent,
                                      const family_member *child, const char *call)
{
    trp_result result;

    if (trp__is_expired(trp__family_stamp(family, parent->index)))
        return family_refuse(family, parent, call, TRP_ERR_EXPIRED, TRP__TEXT("the parent"));
    if (trp__is_expired(trp__family_stamp(family, child->index)))
        return family_refuse(family, child, call, TRP_ERR_EXPIRED, TRP__TEXT("the child"));
    result = family_look_above(family, parent->index, child->index);
    if (result == TRP_ERR_CYCLE)
        return family_refuse(family, child, call, result, NULL);
    if (result == TRP_BUSY)
        return family_refuse(family, parent, call, result,
                             TRP__TEXT("its life ends with that of an ancestor"));
    if (trp__is_put_off(trp__kin_of(family, parent->index)))
        return family_refuse(family, parent, call, TRP_BUSY, TRP__TEXT("its life is about to end"));
    if (trp__is_put_off(trp__kin_of(family, child->index)))
        return family_refuse(family, child, call, TRP_BUSY, TRP__TEXT("its life is about to end"));
    if (trp__kin_of(family, child->index)->parent != TRP_NO_LINK)
        return family_refuse(family, child, call, TRP_ERR_LINKED,
                             TRP__TEXT("the child has a parent. Call trp_family_detach first"));
    return TRP_OK;
}

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
    above->count++;
}

static trp_result family_make_room(const trp_family *family, const family_member *of,
                                   const char *call)
{
    if (trp__family_has_room(of->home))
        return TRP_OK;
    return family_refuse(family, of, call, TRP_ERR_MEMORY, TRP__TEXT("the pool has grown"));
}

trp_result trp_family_attach(trp_family *family, trp_actor *parent, trp_actor *child)
{
    const char *call = TRP__TEXT("trp_family_attach");
    family_member above;
    family_member below;
    trp_result result = family_enter(family, parent, call, &above);

    if (result == TRP_OK)
        result = family_enter(family, child, call, &below);
    if (result == TRP_OK)
        result = family_make_room(family, &above, call);
    if (result == TRP_OK)
        result = family_make_room(family, &below, call);
    if (result == TRP_OK)
        result = family_check_attach(family, &above, &below, call);
    if (result == TRP_OK)
        trp__family_link(family, above.index, below.index);
    return result;
}

/* Detaching */

void trp__family_unlink(trp_family *family, uint32_t index)
{
    trp__kin *kin = trp__kin_of(family, index);
    trp__kin *parent = trp__kin_of(family, kin->parent);

    trp__family_step_off(family, index);
    if (kin->prev == TRP_NO_LINK)
        parent->first = kin->next;
    else
        trp__kin_of(family, kin->prev)->next = kin->next;
    if (kin->next == TRP_NO_LINK)
        parent->last = kin->prev;
    else
        trp__kin_of(family, kin->next)->prev = kin->prev;
    parent->count--;
    kin->parent = TRP_NO_LINK;
    kin->prev = TRP_NO_LINK;
    kin->next = TRP_NO_LINK;
}

void trp__family_orphan(trp_family *family, uint32_t parent)
{
    const trp__kin *kin = trp__kin_of(family, parent);

    while (kin->first != TRP_NO_LINK)
        trp__family_unlink(family, kin->first);
}

trp_result trp_family_detach(trp_family *family, trp_actor *child)
{
    const char *call = TRP__TEXT("trp_family_detach");
    family_member found;
    const trp_result result = family_enter(family, child, call, &found);

    if (result != TRP_OK)
        return result;
    if (!family_has_record(&found) || trp__kin_of(family, found.index)->parent == TRP_NO_LINK)
        return family_refuse(family, &found, call, TRP_ERR_UNLINKED, TRP__TEXT("it has no parent"));
    trp__family_unlink(family, found.index);
    return TRP_OK;
}

/* Queries */

/* The record of an actor whose slot is not free, or NULL: it has no relations. */
static const trp__kin *family_look(const trp_family *family, const trp_actor *actor)
{
    const trp__family_pool *home;
    trp__place place;

    if (family == NULL || family->world == NULL || actor == NULL ||
        trp__locate(family->world, actor, &place) != TRP_OK ||
        !trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp))
        return NULL;
    home = trp__family_find(family, place.pool);
    return home != NULL && place.slot < home->room ? &home->kin[place.slot] : NULL;
}

/* The first of this sibling and the later ones that has not expired. */
static trp_actor *family_living(const trp_family *family, uint32_t index)
{
    for (; index != TRP_NO_LINK; index = trp__kin_of(family, index)->next)
        if (trp__is_alive(trp__family_stamp(family, index)))
            return trp__family_actor(family, index);
    return NULL;
}

trp_actor *trp_family_parent(const trp_family *family, const trp_actor *child)
{
    const trp__kin *kin = family_look(family, child);

    return kin != NULL && kin->parent != TRP_NO_LINK ? trp__family_actor(family, kin->parent)
                                                     : NULL;
}

trp_actor *trp_family_first(const trp_family *family, const trp_actor *parent)
{
    const trp__kin *kin = family_look(family, parent);

    return kin != NULL ? family_living(family, kin->first) : NULL;
}

trp_actor *trp_family_next(const trp_family *family, const trp_actor *child)
{
    const trp__kin *kin = family_look(family, child);

    return kin != NULL && kin->parent != TRP_NO_LINK ? family_living(family, kin->next) : NULL;
}
