/*
 * Walks through families. A walk stores only the actor that comes next. So the only risk is that
 * this actor is unlinked, alone or within a branch. Before a branch is unlinked,
 * trp__family_step_off moves such walks on: they continue after it.
 */
#include "family.h"

/* The actor after `index` and all its descendants, or TRP_NO_LINK. */
static uint32_t family_walk_after(const trp_family *family, const trp__family_walk *walk,
                                  uint32_t index)
{
    while (index != walk->root)
    {
        const trp__kin *kin = trp__kin_of(family, index);
        if (kin->next != TRP_NO_LINK && trp__kin_of(family, kin->next)->serial <= walk->limit)
            return kin->next; /* otherwise it was attached later, as were all after it */
        index = kin->parent;
    }
    return TRP_NO_LINK;
}

void trp__family_go_after(const trp_family *family, trp__family_walk *walk, uint32_t index)
{
    walk->at = family_walk_after(family, walk, index);
}

void trp__family_go_on(const trp_family *family, trp__family_walk *walk, uint32_t index)
{
    const uint32_t first = trp__kin_of(family, index)->first;

    walk->at = first != TRP_NO_LINK && trp__kin_of(family, first)->serial <= walk->limit
                   ? first
                   : family_walk_after(family, walk, index);
}

/* Whether the walk is at `index`, or below. */
static bool family_walk_is_in(const trp_family *family, const trp__family_walk *walk,
                              uint32_t index)
{
    uint32_t at = walk->at;

    if (index == walk->root)
        return false; /* the walk continues below it in any case */
    if (trp__kin_of(family, index)->first != TRP_NO_LINK)
        while (at != TRP_NO_LINK && at != walk->root && at != index)
            at = trp__kin_of(family, at)->parent;
    return at == index;
}

void trp__family_step_off(const trp_family *family, uint32_t index)
{
    for (trp__family_walk *walk = family->walks; walk != NULL; walk = walk->up)
    {
        if (!family_walk_is_in(family, walk, index))
            continue;
        if (walk->errand == TRP__RECYCLES)
            walk->at = trp__kin_of(family, index)->parent;
        else
            walk->at = family_walk_after(family, walk, index);
    }
}

/* During its visit an actor is neither pruned nor stolen. */
static void family_visit(trp__frame *frame, trp_actor *actor)
{
    frame->current = actor;
    trp__set_context_pool(frame->in, trp_pool_of(frame->in->world, actor));
    frame->visit(actor, frame->in);
    frame->current = NULL;
}

/* Moves on, and then calls back. */
static void family_walk_visit_next(const trp_family *family, trp__family_walk *walk,
                                   trp__frame *frame)
{
    const uint32_t index = walk->at;

    trp__family_go_on(family, walk, index);
    if (trp__is_alive(trp__family_stamp(family, index)))
        family_visit(frame, trp__family_actor(family, index));
}

/* The start of a walk: finds the root, which must be alive. This is no call that changes something,
 * since walks may be made while drawing. */
static trp_result family_walk_check_root(const trp_family *family, const trp_actor *root,
                                         const char *call, trp__place *place)
{
    trp_world *world = family->world;
    trp_result result = trp__locate(world, root, place);
    const char *detail = NULL;
    uint32_t stamp;

    if (result == TRP_OK)
    {
        stamp = trp__cell_of(place->pool, place->slot)->stamp;
        if (trp__family_find(family, place->pool) == NULL)
        {
            result = TRP_ERR_UNLINKED;
            detail = TRP__TEXT("its pool is not in the family. Call trp_family_add first");
        }
        else if (trp__is_alive(stamp))
            return TRP_OK;
        else if (stamp == TRP__STAMP_LEAVING)
        {
            result = TRP_BUSY;
            detail = TRP__TEXT("its on_end is running");
        }
        else
            result = trp__is_free(stamp) ? TRP_ERR_FREE : TRP_ERR_EXPIRED;
    }
    return trp__misuse(world, place->pool, root, call, result, detail);
}

static void walk_through(trp_family *family, const trp__place *root, trp__frame *frame)
{
    const uint32_t index = trp__index(root->pool, root->slot);
    trp__family_walk walk = {NULL, index, index, TRP_NO_LINK, family->serial, TRP__VISITS};

    trp__family_push(family, &walk);
    if (root->slot >= trp__family_find(family, root->pool)->room)
    {
        walk.at = TRP_NO_LINK; /* its pool has grown since any of its actors had relations */
        family_visit(frame, trp__node_at(root->pool, root->slot));
    }
    while (walk.at != TRP_NO_LINK)
        family_walk_visit_next(family, &walk, frame);
    trp__family_pop(family, &walk);
}

trp_result trp_family_for_each(trp_family *family, const trp_actor *root, trp_visit_fn *visit,
                               void *arg)
{
    const char *call = TRP__TEXT("trp_family_for_each");
    trp_context in;
    trp__frame frame = {0};
    trp__place place;
    trp_result result;

    if (family == NULL || family->world == NULL)
        return trp__family_missing(family, call);
    if (visit == NULL)
        return trp__misuse(family->world, NULL, root, call, TRP_ERR_NULL,
                           TRP__TEXT("visit is NULL"));
    if (root == NULL)
        return TRP_GONE;
    result = family_walk_check_root(family, root, call, &place);
    if (result == TRP_OK && family->world->in_parts)
        result = TRP_BUSY;
    if (result != TRP_OK)
        return result;
    in = trp__context(family->world, NULL, NULL, arg);
    frame.visit = visit;
    frame.in = &in;
    trp__push_frame(family->world, &frame);
    walk_through(family, &place, &frame);
    trp__pop_frame(family->world, &frame);
    return TRP_OK;
}
