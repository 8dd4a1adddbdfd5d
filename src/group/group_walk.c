/*
 * Walks over groups. A walk steps through runs of entries in place. Its run is void as soon as the
 * group's `moves` has changed; this is checked first after each visit. Dead entries stay in place
 * until the run is done.
 */
#include "group.h"

/* The walk has ended: the gap is closed for the next one. */
static void end_walk(trp_group *group)
{
    trp__group_walk_end(group);
    if (group->world != NULL && !group->world->drawing)
        trp__group_close_gap(group);
}

/* The run that begins at this place; an empty one: the walk is over. */
TRP__INLINE trp_group_run group_walk_run_at(trp_group *group, uint32_t place, uint32_t limit)
{
    const bool is_below = place < group->gap_at && group->gap != 0;
    const trp_group_entry *end = group->items + (is_below ? group->gap_at : group->used);
    trp_group_run run = {NULL, 0, 0};
    uint32_t left;

    run.first = trp__group_entry_at(group, place);
    left = (uint32_t)(end - run.first);
    if (left > TRP__GROUP_LEAD)
    {
        left -= TRP__GROUP_LEAD;
        run.lead = TRP__GROUP_LEAD;
    }
    run.count = left < TRP__GROUP_RUN ? left : TRP__GROUP_RUN;
    while (run.count != 0 && run.first[run.count - 1].serial >= limit)
        run.count--;
    return run;
}

static uint32_t group_walk_place_of(const trp_group *group, const trp_group_entry *entry)
{
    const uint32_t index = (uint32_t)(entry - group->items);

    return index <= group->gap_at ? index : index - group->gap;
}

/* Whether a walk that began before this move has ended, because the group was cleared or freed. */
static bool group_walk_is_stale(const trp_group *group, uint32_t moves)
{
    return group->used == 0 || group->origin - moves - 1 < UINT32_MAX / 2;
}

trp_group_run trp__group_run(const trp_group *group, const trp_group_entry *dead,
                             const trp_group_entry *at, uint32_t moves, uint32_t serial,
                             uint32_t limit)
{
    trp_group *self = trp__group_self(group);
    trp_group_run run = {NULL, 0, 0};
    uint32_t place;

    if (!group_walk_is_stale(self, moves))
    {
        const bool is_right = moves == self->moves;
        place = TRP__LIKELY(is_right) ? group_walk_place_of(self, at)
                                      : trp__group_place_after(self, serial);
        if (is_right && dead != NULL && !self->world->drawing)
            place = trp__group_prune_run(self, place - (uint32_t)(at - dead), place, limit);
        if (!group_walk_is_stale(self, moves))
            run = group_walk_run_at(self, place, limit);
    }
    if (run.count == 0)
    {
        run.first = NULL;
        end_walk(self);
    }
    return run;
}

void trp__group_walk_end(const trp_group *group)
{
    trp_group *self = trp__group_self(group);

    if (self->walks != 0 && !self->world->drawing) /* a freed group has no walks */
        self->walks--;
}

trp_group_walk trp__group_walk_from(const trp_group *group, uint32_t from, uint32_t limit)
{
    trp_group_walk walk = {NULL, NULL, NULL, NULL, 0, 0, 0, 0, true};

    if (group->used == 0)
        return walk;
    if (!group->world->drawing)
        trp__group_self(group)->walks++;
    walk.group = group;
    walk.at = trp__group_entry_at(group, trp__group_place_after(group, from));
    walk.end = walk.at;
    walk.moves = group->moves;
    walk.serial = from;
    walk.limit = limit;
    return walk;
}

trp_group_walk trp__group_walk(const trp_group *group, size_t size, size_t offset)
{
    const trp_group_walk none = {NULL, NULL, NULL, NULL, 0, 0, 0, 0, true};
    const trp_group_entry *end;
    trp_group_walk walk;

    if (group == NULL || group->world == NULL)
        return none;
    if (size != 0 && group->desc.type.size != 0 &&
        (size != group->desc.type.size || offset != group->desc.type.offset))
    {
        trp__misuse_named(group->world, TRP__TEXT("group"), group->desc.name,
                          TRP__TEXT("trp_group_each"), TRP_ERR_TYPE,
                          TRP__TEXT("the group is of another type: see its desc.type"));
        return none;
    }
    walk = trp__group_walk_from(group, 0, group->serial);
    if (walk.at == NULL)
        return walk;
    end = group->items + group->used;
    for (uint32_t i = 0; i < TRP__GROUP_LEAD && walk.at + i != end; i++)
        TRP__GROUP_FETCH(walk.at[i]);
    return trp__group_step(walk);
}

trp_actor *trp__group_next(trp_group_walk *walk, bool prunes)
{
    for (;;)
    {
        while (walk->at != walk->end && walk->moves == walk->group->moves)
        {
            const trp_group_entry *entry = walk->at++;
            walk->serial = entry->serial;
            if (trp__group_lives(entry))
                return entry->actor;
            if (prunes && walk->dead == NULL)
                walk->dead = entry;
        }
        if (walk->at == NULL)
            return NULL;
        *walk = trp__group_step(*walk);
    }
}

trp_result trp_group_for_each(const trp_group *group, trp_visit_fn *visit, void *arg)
{
    trp_group_walk walk;
    trp_world *world;
    trp_context in;
    trp_actor *actor;

    if (group == NULL || group->world == NULL)
        return trp__group_missing(group, TRP__TEXT("trp_group_for_each"));
    world = group->world;
    if (visit == NULL)
        return trp__misuse_named(world, TRP__TEXT("group"), group->desc.name,
                                 TRP__TEXT("trp_group_for_each"), TRP_ERR_NULL,
                                 TRP__TEXT("visit is NULL"));
    if (world->in_parts)
        return TRP_BUSY;
    world->calls++;
    in = trp__context(world, NULL, NULL, arg);
    walk = trp__group_walk_from(group, 0, group->serial);
    while ((actor = trp__group_next(&walk, true)) != NULL)
    {
        trp__set_context_pool(&in, trp_pool_of(world, actor));
        visit(actor, &in);
    }
    world->calls--;
    return TRP_OK;
}

void trp__group_drop_dead(trp_group *group)
{
    trp_group_walk walk = trp__group_walk_from(group, 0, group->serial);

    while (trp__group_next(&walk, true) != NULL)
    {
    }
}
