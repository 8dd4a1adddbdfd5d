/*
 * Families: the public calls, except walks.
 */
#include "family.h"

/* A member, as passed to a call. */
typedef struct family_member {
    trp__place place;
    trp__family_pool *home;
    uint32_t index;
} family_member;

trp_result trp__family_missing(const trp_family *family, const char *call)
{
    if (family != NULL && family->watcher.function == NULL)
        return trp__uninitialised(call, "family");
    return TRP_ERR_NULL;
}

/* Whether the family may be changed: it is a family of a world, and no copy. */
static trp_result family_enter(const trp_family *family, const char *call)
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
static trp_result family_find_member(const trp_family *family, trp_actor *actor, const char *call,
                                     family_member *found)
{
    trp_result result = family_enter(family, call);

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

/* A parent or child must be alive, and not about to end. */
static trp_result family_check_living(const trp_family *family, const family_member *of,
                                      const char *call, const char *role)
{
    if (trp__is_expired(trp__cell_of(of->place.pool, of->place.slot)->stamp))
        return family_refuse(family, of, call, TRP_ERR_EXPIRED, role);
    if (trp__family_is_doomed(family->world, of->index))
        return family_refuse(family, of, call, TRP_BUSY,
                             TRP__TEXT("its life is about to end with that of an ancestor"));
    if (!trp__family_has_room(of->home))
        return family_refuse(family, of, call, TRP_ERR_MEMORY, TRP__TEXT("the pool has grown"));
    return TRP_OK;
}

/* Whether the child is the parent, or above it. */
static bool family_is_cycle(const trp_family *family, uint32_t parent, uint32_t child)
{
    if (trp__kin_of(family, child)->first == TRP_NO_LINK)
        return parent == child;
    while (parent != TRP_NO_LINK && parent != child)
        parent = trp__kin_of(family, parent)->parent;
    return parent == child;
}

trp_result trp_family_attach(trp_family *family, trp_actor *parent, trp_actor *child)
{
    const char *call = TRP__TEXT("trp_family_attach");
    family_member above;
    family_member below;
    trp_result result = family_find_member(family, parent, call, &above);

    if (result == TRP_OK)
        result = family_find_member(family, child, call, &below);
    if (result == TRP_OK)
        result = family_check_living(family, &above, call, TRP__TEXT("the parent"));
    if (result == TRP_OK)
        result = family_check_living(family, &below, call, TRP__TEXT("the child"));
    if (result != TRP_OK)
        return result;
    if (family_is_cycle(family, above.index, below.index))
        return family_refuse(family, &below, call, TRP_ERR_CYCLE, NULL);
    if (trp__kin_of(family, below.index)->parent != TRP_NO_LINK)
        return family_refuse(family, &below, call, TRP_ERR_LINKED,
                             TRP__TEXT("the child has a parent. Call trp_family_detach first"));
    trp__family_link(family, above.index, below.index);
    return TRP_OK;
}

trp_result trp_family_detach(trp_family *family, trp_actor *child)
{
    const char *call = TRP__TEXT("trp_family_detach");
    family_member found;
    const trp_result result = family_find_member(family, child, call, &found);

    if (result != TRP_OK)
        return result;
    if (found.place.slot >= found.home->room ||
        found.home->kin[found.place.slot].parent == TRP_NO_LINK)
        return family_refuse(family, &found, call, TRP_ERR_UNLINKED, TRP__TEXT("it has no parent"));
    trp__family_unlink(family, found.index);
    trp__family_spare(family->world, found.index);
    return TRP_OK;
}

/* Queries */

/* The record of an actor whose slot is not free, or one without relations. */
static const trp__kin *family_look(const trp_family *family, const trp_actor *actor)
{
    const trp__family_pool *home;
    trp__place place;

    if (family == NULL || family->world == NULL || actor == NULL ||
        trp__locate(family->world, actor, &place) != TRP_OK ||
        !trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp))
        return &trp__no_kin;
    home = trp__family_find(family, place.pool);
    return home != NULL && place.slot < home->room ? &home->kin[place.slot] : &trp__no_kin;
}

static trp_actor *family_actor(const trp_family *family, uint32_t index)
{
    const trp__place place = trp__family_place(family->world, index);

    return trp__node_at(place.pool, place.slot);
}

/* The first of this sibling and the later ones that has not expired. */
static trp_actor *family_living(const trp_family *family, uint32_t index)
{
    while (index != TRP_NO_LINK && !trp__is_alive(trp__family_stamp(family->world, index)))
        index = trp__kin_of(family, index)->next;
    return index != TRP_NO_LINK ? family_actor(family, index) : NULL;
}

trp_actor *trp_family_parent(const trp_family *family, const trp_actor *child)
{
    const uint32_t parent = family_look(family, child)->parent;

    return parent != TRP_NO_LINK ? family_actor(family, parent) : NULL;
}

trp_actor *trp_family_first(const trp_family *family, const trp_actor *parent)
{
    return family_living(family, family_look(family, parent)->first);
}

trp_actor *trp_family_next(const trp_family *family, const trp_actor *child)
{
    return family_living(family, family_look(family, child)->next);
}

/* Pools */

/* Frees what trp_family_add() took. */
static void family_remove_home(trp_family *family, trp__family_pool *home)
{
    trp__family_pool **at = &family->pools;

    while (*at != home)
        at = &(*at)->next;
    *at = home->next;
    trp_unwatch(family->world, &home->watcher); /* its chain may still be in notification */
    trp__release(family->world, home->kin, home->room * sizeof *home->kin);
    trp__release(family->world, home, sizeof *home);
}

/* The pool's actors are detached, and their children become roots. */
static void family_dissolve(trp_family *family, trp__family_pool *home)
{
    for (uint32_t slot = 0; slot < home->room; slot++) {
        const uint32_t index = trp__index(home->pool, slot);
        trp__family_orphan(family, index);
        if (home->kin[slot].parent != TRP_NO_LINK)
            trp__family_unlink(family, index);
    }
    family_remove_home(family, home);
}

static void family_end(trp_family *family)
{
    trp__part_remove(family->world, &family->part);
    family->world = NULL;
}

/* The world ends: there are no actors any more. */
static void family_world_ends(trp_actor *actor, const trp_event_context *in)
{
    trp_family *family = (trp_family *)in->user;

    (void)actor;
    trp__take_watcher(family->world, &family->watcher);
    while (family->pools != NULL)
        family_remove_home(family, family->pools);
    family_end(family);
}

/* Whether the world is in a state in which nothing can be added. */
static trp_result family_check_world(trp_world *world, trp_pool *pool, const char *call)
{
    if (!world->drawing && !world->ending)
        return TRP_OK;
    return trp__misuse(world, pool, NULL, call, TRP_BUSY,
                       world->drawing ? TRP__TEXT("the world is being drawn")
                                      : TRP__TEXT("the world is ending"));
}

trp_result trp_family_init(trp_family *family, trp_world *world, const trp_family_desc *desc)
{
    const char *call = TRP__TEXT("trp_family_init");
    trp_result result;

    if (!trp__has_world(world, call))
        return TRP_ERR_NULL;
    if (family == NULL)
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_NULL, TRP__TEXT("the family is NULL"));
    result = family_check_world(world, NULL, call);
    if (result != TRP_OK)
        return result;
    trp__look_for_lost(world, world->watchers);
    for (const trp_watcher *at = world->watchers; at != NULL; at = at->next)
        if (at == &family->watcher)
            return trp__misuse(world, NULL, NULL, call, TRP_ERR_LINKED, TRP__TEXT("the family"));
    memset(family, 0, sizeof *family);
    family->world = world;
    family->orphans = desc != NULL && desc->orphans;
    family->watcher.function = family_world_ends;
    family->watcher.user = family;
    family->watcher.events = TRP_EVENT_SHUTDOWN;
    trp__part_add(world, &family->part, TRP__PART_FAMILY, NULL);
    result = trp_watch(world, &family->watcher);
    trp__watcher_named(&family->watcher, "family", NULL, "trp_family_free");
    return result;
}

/* Whether pools may be removed now. */
static trp_result family_check_idle(const trp_family *family, trp_pool *pool, const char *call)
{
    if (trp__is_drawn(family->world, pool, call))
        return TRP_BUSY;
    if (family->walks != NULL || family->ending != 0)
        return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                           TRP__TEXT("a walk over the family, or the end of a parent"));
    return TRP_OK;
}

trp_result trp_family_free(trp_family *family)
{
    const char *call = TRP__TEXT("trp_family_free");
    trp_result result;

    if (family == NULL || family->world == NULL)
        return TRP_GONE;
    result = family_enter(family, call);
    if (result == TRP_OK)
        result = family_check_idle(family, NULL, call);
    if (result != TRP_OK)
        return result;
    while (family->pools != NULL)
        family_dissolve(family, family->pools);
    trp_unwatch(family->world, &family->watcher);
    family_end(family);
    return TRP_OK;
}

trp_result trp_family_remove(trp_family *family, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_family_remove");
    trp__family_pool *home;
    trp_result result = family_enter(family, call);

    if (result != TRP_OK)
        return result;
    home = trp__family_find(family, pool);
    if (home == NULL)
        return trp__misuse(family->world, NULL, NULL, call,
                           pool == NULL ? TRP_ERR_NULL : TRP_ERR_UNLINKED, TRP__TEXT("the pool"));
    result = family_check_idle(family, pool, call);
    if (result == TRP_OK)
        family_dissolve(family, home);
    return result;
}

static trp_result family_add_home(trp_family *family, trp_pool *pool)
{
    trp__family_pool *home = trp__take(family->world, sizeof *home);

    if (home == NULL)
        return TRP_ERR_MEMORY;
    memset(home, 0, sizeof *home);
    home->family = family;
    home->pool = pool;
    home->watcher.function = trp__family_told;
    home->watcher.pool = pool;
    home->watcher.user = home;
    home->watcher.events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED;
    if (!trp__family_has_room(home)) {
        trp__release(family->world, home, sizeof *home);
        return TRP_ERR_MEMORY;
    }
    home->next = family->pools;
    family->pools = home;
    return trp_watch(family->world, &home->watcher);
}

trp_result trp_family_add(trp_family *family, trp_pool *pool)
{
    const char *call = TRP__TEXT("trp_family_add");
    trp_result result = family_enter(family, call);

    if (result != TRP_OK)
        return result;
    if (pool == NULL)
        return trp__misuse(family->world, NULL, NULL, call, TRP_ERR_NULL,
                           TRP__TEXT("the pool is NULL"));
    if (pool->world != family->world)
        return trp__misuse(
            family->world, NULL, NULL, call, TRP_ERR_FOREIGN,
            TRP__TEXT("the pool belongs to another world. Add one of the family's world"));
    result = family_check_world(family->world, pool, call);
    if (result != TRP_OK)
        return result;
    if (trp__family_find(family, pool) != NULL)
        return trp__misuse(family->world, pool, NULL, call, TRP_ERR_LINKED,
                           TRP__TEXT("it is in the family"));
    result = family_add_home(family, pool);
    return result == TRP_OK ? TRP_OK
                            : trp__misuse(family->world, pool, NULL, call, result,
                                          TRP__TEXT("see TRP_FAMILY_POOL_BYTES"));
}
