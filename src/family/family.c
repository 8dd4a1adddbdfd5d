/*
 * Families: their pools, and all public calls.
 */
#include "family.h"

_Static_assert(sizeof(trp__family_pool) <= TRP__FAMILY_POOL_BASE, "raise TRP__FAMILY_POOL_BASE");

/* Families and pools */

/* Whether a family may be changed now. */
static trp_result family_enter(const trp_family *family, const char *call)
{
    if (family == NULL)
        return TRP_ERR_NULL;
    return trp__object_enter(family->world, &family->watcher, family, TRP__TEXT("family"), NULL,
                             call);
}

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

static void family_end(trp_family *family)
{
    while (family->pools != NULL)
        family_remove_home(family, family->pools);
    trp__object_end(family->world, &family->watcher, &family->part);
    family->world = NULL;
}

static void family_world_ends(trp_actor *actor, const trp_event_context *in)
{
    (void)actor;
    family_end((trp_family *)in->user);
}

trp_result trp_family_init(trp_family *family, trp_world *world, const trp_family_desc *desc)
{
    trp__call call = trp__call_on(world, TRP__TEXT("family"), NULL, TRP__TEXT("trp_family_init"));

    if (trp__is_no_object(&call, family != NULL ? &family->watcher : NULL))
        return call.result;
    memset(family, 0, sizeof *family);
    family->world = world;
    family->orphans = desc != NULL && desc->orphans;
    trp__object_begin(world, &family->watcher, family_world_ends, family, &family->part,
                      TRP__PART_FAMILY);
    trp__watcher_named(&family->watcher, "family", NULL, "trp_family_free");
    return TRP_OK;
}

/* Whether pools may be removed now. */
static trp_result family_check_idle(const trp_family *family, trp_pool *pool, const char *call)
{
    if (family->walks == NULL && family->ending == 0)
        return TRP_OK;
    return trp__misuse(family->world, pool, NULL, call, TRP_BUSY,
                       TRP__TEXT("a walk over the family, or the end of a parent"));
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
    if (result == TRP_OK)
        family_end(family);
    return result;
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
    if (result != TRP_OK)
        return result;
    for (uint32_t slot = 0; slot < home->room; slot++) {
        const uint32_t index = trp__index(pool, slot);
        trp__family_orphan(family, index);
        if (home->kin[slot].parent != TRP_NO_LINK)
            trp__family_unlink(family, index);
    }
    family_remove_home(family, home);
    return TRP_OK;
}

/* False: there is no memory. */
static bool family_add_home(trp_family *family, trp_pool *pool)
{
    trp__family_pool *home = trp__take(family->world, sizeof *home);

    if (home == NULL)
        return false;
    memset(home, 0, sizeof *home);
    home->family = family;
    home->pool = pool;
    home->watcher.function = trp__family_told;
    home->watcher.pool = pool;
    home->watcher.user = home;
    home->watcher.events = TRP_EVENT_EXPIRED | TRP_EVENT_RECYCLED;
    if (!trp__family_has_room(home, home->pool->state.capacity)) {
        trp__release(family->world, home, sizeof *home);
        return false;
    }
    home->next = family->pools;
    family->pools = home;
    (void)trp_watch(family->world, &home->watcher);
    return true;
}

trp_result trp_family_add(trp_family *family, trp_pool *pool)
{
    const char *name = TRP__TEXT("trp_family_add");
    trp_result result = family_enter(family, name);
    trp__call call;

    if (result != TRP_OK)
        return result;
    call = trp__call_on_world(family->world, name);
    if (trp__refuses(&call, pool == NULL, TRP_ERR_NULL, TRP__TEXT("the pool is NULL")) ||
        trp__refuses(&call, pool->world != family->world, TRP_ERR_FOREIGN,
                     TRP__TEXT("the pool belongs to another world. Add one of the family's world")))
        return call.result;
    call = trp__call_on_pool(pool, name);
    if (!trp__refuses(&call, family->world->ending, TRP_BUSY, TRP__TEXT("the world is ending")) &&
        !trp__refuses(&call, trp__family_find(family, pool) != NULL, TRP_ERR_LINKED,
                      TRP__TEXT("it is in the family")))
        trp__refuses(&call, !family_add_home(family, pool), TRP_ERR_MEMORY,
                     TRP__TEXT("see TRP_FAMILY_POOL_BYTES"));
    return call.result;
}

/* Parents and children */

/* A member, as passed to a call. */
typedef struct family_member {
    trp__place place;
    trp__family_pool *home;
    uint32_t index;
} family_member;

static trp_result family_refuse(const trp_family *family, const family_member *of, const char *call,
                                trp_result result, const char *detail)
{
    return trp__misuse(family->world, of->place.pool, trp__node_at(of->place.pool, of->place.slot),
                       call, result, detail);
}

/* Finds the home of a member that has been located. */
static trp_result family_find_home(const trp_family *family, const char *call, family_member *found)
{
    found->home = trp__family_find(family, found->place.pool);
    found->index = trp__index(found->place.pool, found->place.slot);
    if (found->home != NULL)
        return TRP_OK;
    return family_refuse(family, found, call, TRP_ERR_UNLINKED,
                         TRP__TEXT("its pool is not in the family. Call trp_family_add first"));
}

static trp_result family_find_member(const trp_family *family, trp_actor *actor, const char *call,
                                     family_member *found)
{
    trp_result result = family_enter(family, call);

    if (result == TRP_OK)
        result = trp__enter(family->world, actor, call, &found->place);
    return result == TRP_OK ? family_find_home(family, call, found) : result;
}

/* A parent or child must be alive, and not about to end. */
static trp_result family_check_living(trp_family *family, const family_member *of, const char *call,
                                      const char *role)
{
    if (trp__is_expired(trp__cell_of(of->place.pool, of->place.slot)->stamp))
        return family_refuse(family, of, call, TRP_ERR_EXPIRED, role);
    if (!trp__family_has_room(of->home, of->home->pool->state.capacity))
        return family_refuse(family, of, call, TRP_ERR_MEMORY, TRP__TEXT("the pool has grown"));
    if (trp__family_is_doomed(family->world, of->index))
        return family_refuse(family, of, call, TRP_BUSY,
                             TRP__TEXT("its life is about to end with that of an ancestor"));
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
    if (trp__kin_of(family, found.index)->parent == TRP_NO_LINK)
        return family_refuse(family, &found, call, TRP_ERR_UNLINKED, TRP__TEXT("it has no parent"));
    trp__family_unlink(family, found.index);
    trp__family_spare(found.home, found.index);
    return TRP_OK;
}

/* The record of an actor whose slot is not free, or one without relations. */
static const trp__kin *family_look(const trp_family *family, const trp_actor *actor)
{
    trp__place place;

    if (family == NULL || family->world == NULL || actor == NULL ||
        trp__locate(family->world, actor, &place) != TRP_OK ||
        !trp__is_taken(trp__cell_of(place.pool, place.slot)->stamp))
        return &trp__no_kin;
    return trp__kin_of(family, trp__index(place.pool, place.slot));
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

/* Walks */

/* During its visit an actor is neither pruned nor stolen. */
static void family_visit(trp__frame *frame, const trp__place *place)
{
    frame->current = trp__node_at(place->pool, place->slot);
    trp__set_context_pool(frame->in, place->pool);
    frame->visit(frame->current, frame->in);
    frame->current = NULL;
}

/* Moves on before each visit. */
static void family_walk(trp_family *family, const family_member *from, trp__frame *frame)
{
    trp__family_walk walk = {family->walks, from->index, from->index, family->serial};

    family->walks = &walk;
    while (walk.at != TRP_NO_LINK) {
        const trp__place at = trp__family_place(family->world, walk.at);
        walk.at = trp__family_step(family, &walk, walk.at, true);
        if (trp__is_alive(trp__cell_of(at.pool, at.slot)->stamp))
            family_visit(frame, &at);
    }
    family->walks = walk.up;
}

/* The root of a walk, which must be alive. Walks may be made while drawing. */
static trp_result family_find_root(const trp_family *family, const trp_actor *root,
                                   const char *call, family_member *found)
{
    trp_result result = trp__locate(family->world, root, &found->place);

    if (result == TRP_OK && family_find_home(family, call, found) != TRP_OK)
        return TRP_ERR_UNLINKED;
    if (result == TRP_OK)
        result = trp__living(trp__cell_of(found->place.pool, found->place.slot)->stamp);
    if (result == TRP_OK && family->world->in_parts)
        result = TRP_BUSY;
    return result == TRP_OK ? TRP_OK
                            : trp__object(family->world, root, call, &found->place, result);
}

trp_result trp_family_for_each(trp_family *family, const trp_actor *root, trp_actor_fn *visit,
                               void *arg)
{
    const char *call = TRP__TEXT("trp_family_for_each");
    trp_context in;
    trp__frame frame = {0};
    family_member from;
    trp_result result;

    if (family == NULL || family->world == NULL)
        return family_enter(family, call);
    if (visit == NULL)
        return trp__misuse(family->world, NULL, root, call, TRP_ERR_NULL,
                           TRP__TEXT("visit is NULL"));
    if (root == NULL)
        return TRP_GONE;
    result = family_find_root(family, root, call, &from);
    if (result != TRP_OK)
        return result;
    in = trp__context(family->world, NULL, NULL, arg);
    frame.visit = visit;
    frame.in = &in;
    trp__push_frame(family->world, &frame);
    family_walk(family, &from, &frame);
    trp__pop_frame(family->world, &frame);
    return TRP_OK;
}
