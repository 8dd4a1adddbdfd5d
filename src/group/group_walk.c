/*
 * Walks over groups. They read places, so an array may move while they are in progress. While one
 * is, nothing is pruned. Whatever ends walks changes the group's epoch.
 */
#include "group.h"

enum {
    GROUP_LEAD = 16 /* prefetch distance in entries */
};

/* Whether a walk over it is counted: not while nothing can change, and other threads may look. */
static bool group_walk_counts(const trp_group *group)
{
    return !group->world->drawing;
}

trp_group_walk trp__group_walk_from(const trp_group *group, uint32_t at, uint32_t limit)
{
    const trp_group_walk walk = {group, at, limit, group->epoch};

    if (group_walk_counts(group))
        ((trp_group *)group->watcher.user)->walks++;
    return walk;
}

trp_group_walk trp__group_walk(const trp_group *group, size_t size, size_t offset)
{
    const trp_group_walk none = {NULL, 0, 0, 0};

    if (group == NULL || group->world == NULL)
        return none;
    if (size != 0 && group->desc.type.size != 0 &&
        (size != group->desc.type.size || offset != group->desc.type.offset)) {
        trp__group_misuse(group, TRP__TEXT("trp_group_each"), TRP_ERR_TYPE,
                          TRP__TEXT("the group is of another type: see its desc.type"));
        return none;
    }
    return trp__group_walk_from(group, 0, group->size);
}

void trp__group_walk_end(const trp_group *group, uint32_t epoch)
{
    if (group->epoch == epoch && group_walk_counts(group))
        ((trp_group *)group->watcher.user)->walks--;
}

/* Prefetches a member that will be visited soon. */
TRP__INLINE void group_walk_fetch(const trp_group *group, trp_handle entry)
{
    trp__place place;

    if (!trp__find_index(group->world, entry.index & (TRP_MAX_SLOTS - 1), &place))
        return;
    TRP__PREFETCH_READ(trp__cell_of(place.pool, place.slot));
    TRP__PREFETCH_WRITE(trp__node_at(place.pool, place.slot));
}

trp_actor *trp__group_next(trp_group_walk *walk)
{
    const trp_group *group = walk->group;

    while (walk->at < walk->limit && walk->epoch == group->epoch) {
        const trp_handle *entry = &group->items[walk->at++];
        trp__place place;
        if (walk->limit - walk->at >= GROUP_LEAD)
            group_walk_fetch(group, entry[GROUP_LEAD]);
        if (trp__group_lives(group, *entry, &place))
            return trp__node_at(place.pool, place.slot);
    }
    return NULL;
}

trp_result trp_group_for_each(const trp_group *group, trp_actor_fn *visit, void *arg)
{
    const char *call = TRP__TEXT("trp_group_for_each");
    trp_group_walk walk;
    trp_world *world;
    trp_context in;
    trp_actor *actor;

    if (group == NULL || group->world == NULL)
        return trp__group_missing(group, call);
    world = group->world;
    if (visit == NULL)
        return trp__group_misuse(group, call, TRP_ERR_NULL, TRP__TEXT("visit is NULL"));
    if (world->in_parts)
        return trp__group_misuse(group, call, TRP_BUSY, NULL);
    world->calls++;
    in = trp__context(world, NULL, NULL, arg);
    walk = trp__group_walk_from(group, 0, group->size);
    while ((actor = trp__group_next(&walk)) != NULL) {
        trp__set_context_pool(&in, trp_pool_of(world, actor));
        visit(actor, &in);
    }
    trp__group_left(&walk);
    world->calls--;
    return TRP_OK;
}
