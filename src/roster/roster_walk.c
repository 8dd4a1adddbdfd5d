/*
 * Walks over rosters. A walk steps through runs of entries in place. Its run is void as soon as the
 * roster's `moves` has changed; this is checked first after each visit. Dead entries stay in place
 * until the run is done.
 */
#include "roster.h"

/* The walk has ended: the gap is closed for the next one. */
static void end_walk(trp_roster *roster)
{
    trp__roster_walk_end(roster);
    if (roster->world != NULL && !roster->world->drawing)
        trp__roster_close_gap(roster);
}

/* The run that begins at this place; an empty one: the walk is over. */
TRP__INLINE trp_roster_run roster_walk_run_at(trp_roster *roster, uint32_t place, uint32_t limit)
{
    const bool is_below = place < roster->gap_at && roster->gap != 0;
    const trp_roster_entry *end = roster->items + (is_below ? roster->gap_at : roster->used);
    trp_roster_run run = {NULL, 0, 0};
    uint32_t left;

    run.first = trp__roster_entry_at(roster, place);
    left = (uint32_t)(end - run.first);
    if (left > TRP__ROSTER_LEAD)
    {
        left -= TRP__ROSTER_LEAD;
        run.lead = TRP__ROSTER_LEAD;
    }
    run.count = left < TRP__ROSTER_RUN ? left : TRP__ROSTER_RUN;
    while (run.count != 0 && run.first[run.count - 1].serial >= limit)
        run.count--;
    return run;
}

static uint32_t roster_walk_place_of(const trp_roster *roster, const trp_roster_entry *entry)
{
    const uint32_t index = (uint32_t)(entry - roster->items);

    return index <= roster->gap_at ? index : index - roster->gap;
}

/* Whether a walk that began before this move has ended, because the roster was cleared or freed. */
static bool roster_walk_is_stale(const trp_roster *roster, uint32_t moves)
{
    return roster->used == 0 || roster->origin - moves - 1 < UINT32_MAX / 2;
}

trp_roster_run trp__roster_run(const trp_roster *roster, const trp_roster_entry *dead,
                               const trp_roster_entry *at, uint32_t moves, uint32_t serial,
                               uint32_t limit)
{
    trp_roster *self = trp__roster_self(roster);
    trp_roster_run run = {NULL, 0, 0};
    uint32_t place;

    if (!roster_walk_is_stale(self, moves))
    {
        const bool is_right = moves == self->moves;
        place = TRP__LIKELY(is_right) ? roster_walk_place_of(self, at)
                                      : trp__roster_place_after(self, serial);
        if (is_right && dead != NULL && !self->world->drawing)
            place = trp__roster_prune_run(self, place - (uint32_t)(at - dead), place, limit);
        if (!roster_walk_is_stale(self, moves))
            run = roster_walk_run_at(self, place, limit);
    }
    if (run.count == 0)
    {
        run.first = NULL;
        end_walk(self);
    }
    return run;
}

void trp__roster_walk_end(const trp_roster *roster)
{
    trp_roster *self = trp__roster_self(roster);

    if (self->walks != 0 && !self->world->drawing) /* a freed roster has no walks */
        self->walks--;
}

trp_roster_walk trp__roster_walk_from(const trp_roster *roster, uint32_t from, uint32_t limit)
{
    trp_roster_walk walk = {NULL, NULL, NULL, NULL, 0, 0, 0, 0, true};

    if (roster->used == 0)
        return walk;
    if (!roster->world->drawing)
        trp__roster_self(roster)->walks++;
    walk.roster = roster;
    walk.at = trp__roster_entry_at(roster, trp__roster_place_after(roster, from));
    walk.end = walk.at;
    walk.moves = roster->moves;
    walk.serial = from;
    walk.limit = limit;
    return walk;
}

trp_roster_walk trp__roster_walk(const trp_roster *roster, size_t size, size_t offset)
{
    const trp_roster_walk none = {NULL, NULL, NULL, NULL, 0, 0, 0, 0, true};
    const trp_roster_entry *end;
    trp_roster_walk walk;

    if (roster == NULL || roster->world == NULL)
        return none;
    if (size != 0 && roster->desc.type.size != 0 &&
        (size != roster->desc.type.size || offset != roster->desc.type.offset))
    {
        trp__misuse_named(roster->world, TRP__TEXT("roster"), roster->desc.name,
                          TRP__TEXT("trp_roster_each"), TRP_ERR_TYPE,
                          TRP__TEXT("the roster is of another type: see its desc.type"));
        return none;
    }
    walk = trp__roster_walk_from(roster, 0, roster->serial);
    if (walk.at == NULL)
        return walk;
    end = roster->items + roster->used;
    for (uint32_t i = 0; i < TRP__ROSTER_LEAD && walk.at + i != end; i++)
        TRP__ROSTER_FETCH(walk.at[i]);
    return trp__roster_step(walk);
}

trp_actor *trp__roster_next(trp_roster_walk *walk, bool prunes)
{
    for (;;)
    {
        while (walk->at != walk->end && walk->moves == walk->roster->moves)
        {
            const trp_roster_entry *entry = walk->at++;
            walk->serial = entry->serial;
            if (trp__roster_lives(entry))
                return entry->actor;
            if (prunes && walk->dead == NULL)
                walk->dead = entry;
        }
        if (walk->at == NULL)
            return NULL;
        *walk = trp__roster_step(*walk);
    }
}

trp_result trp_roster_for_each(const trp_roster *roster, trp_visit_fn *visit, void *arg)
{
    trp_roster_walk walk;
    trp_world *world;
    trp_context in;
    trp_actor *actor;

    if (roster == NULL || roster->world == NULL)
        return trp__roster_missing(roster, TRP__TEXT("trp_roster_for_each"));
    world = roster->world;
    if (visit == NULL)
        return trp__misuse_named(world, TRP__TEXT("roster"), roster->desc.name,
                                 TRP__TEXT("trp_roster_for_each"), TRP_ERR_NULL,
                                 TRP__TEXT("visit is NULL"));
    if (world->in_parts)
        return TRP_BUSY;
    world->calls++;
    in = trp__context(world, NULL, NULL, arg);
    walk = trp__roster_walk_from(roster, 0, roster->serial);
    while ((actor = trp__roster_next(&walk, true)) != NULL)
    {
        trp__set_context_pool(&in, trp_pool_of(world, actor));
        visit(actor, &in);
    }
    world->calls--;
    return TRP_OK;
}

void trp__roster_drop_dead(trp_roster *roster)
{
    trp_roster_walk walk = trp__roster_walk_from(roster, 0, roster->serial);

    while (trp__roster_next(&walk, true) != NULL)
    {
    }
}
