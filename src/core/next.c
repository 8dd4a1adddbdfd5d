/*
 * The calls that follow links.
 */
#include "core.h"

static const trp__place nowhere = {NULL, TRP__NONE};

/* The neighbour of a listed actor in its segment. A wrong link to it is rewritten. */
static trp__place next_follow(trp__place at, bool forward)
{
    const trp__place found = trp__neighbour(at.pool, at.slot, forward);
    const trp_actor *actor = trp__node_at(at.pool, at.slot);

    if (TRP__LIKELY((forward ? actor->next : actor->prev) == trp__link_to(found)))
        return found;
    trp__repair(at.pool, at.slot, forward ? TRP__TEXT("trp_next") : TRP__TEXT("trp_prev"));
    return found;
}

/* The same, or the first actor of the next segment that has any. */
static trp__place next_step(trp__place at, bool forward)
{
    trp_pool *segment = at.pool->segment;

    at = next_follow(at, forward);
    while (at.pool == NULL && (segment = trp__beside_segment(segment, forward)) != NULL)
        at = trp__end_of(segment, forward);
    return at;
}

static trp_actor *next_active_from(trp__place at, bool forward)
{
    while (at.pool != NULL && !trp__is_active(trp__cell_of(at.pool, at.slot)->stamp))
        at = next_step(at, forward);
    return at.pool != NULL ? trp__node_at(at.pool, at.slot) : NULL;
}

trp_actor *trp_first(const trp_world *world)
{
    trp__place at = nowhere;

    if (!trp__has_world(world, TRP__TEXT("trp_first")))
        return NULL;
    for (trp_pool *segment = trp__first_segment(world); segment != NULL && at.pool == NULL;
         segment = trp__beside_segment(segment, true))
        at = trp__end_of(segment, true);
    return next_active_from(at, true);
}

static trp_actor *next_active_beside(const trp_world *world, const trp_actor *actor, bool forward,
                                     const char *call)
{
    trp__place at;

    if (!trp__has_world(world, call) || actor == NULL || trp__locate(world, actor, &at) != TRP_OK ||
        !trp__is_listed(trp__cell_of(at.pool, at.slot)->stamp))
        return NULL;
    return next_active_from(next_step(at, forward), forward);
}

trp_actor *trp_next(const trp_world *world, const trp_actor *actor)
{
    return next_active_beside(world, actor, true, TRP__TEXT("trp_next"));
}

trp_actor *trp_prev(const trp_world *world, const trp_actor *actor)
{
    return next_active_beside(world, actor, false, TRP__TEXT("trp_prev"));
}

/* The same for one pool: from this place on, which may be nowhere. */
static trp_actor *next_own_from(const trp_pool *pool, trp__place at, bool forward)
{
    while (at.pool != NULL && (at.pool != pool || !trp__is_active(trp__stamp_at(at.pool, at.slot))))
        at = next_follow(at, forward);
    return at.pool != NULL ? trp__node_at(at.pool, at.slot) : NULL;
}

static trp_actor *next_own_end(const trp_pool *pool, bool forward, const char *call)
{
    return trp__has_pool(pool, call)
               ? next_own_from(pool, trp__end_of(pool->segment, forward), forward)
               : NULL;
}

static trp_actor *next_own_beside(const trp_pool *pool, const trp_actor *actor, bool forward,
                                  const char *call)
{
    trp__place at;

    if (!trp__has_pool(pool, call) || actor == NULL ||
        trp__locate(pool->world, actor, &at) != TRP_OK || at.pool != pool ||
        !trp__is_listed(trp__stamp_at(at.pool, at.slot)))
        return NULL;
    return next_own_from(pool, next_follow(at, forward), forward);
}

trp_actor *trp_pool_first(const trp_pool *pool)
{
    return next_own_end(pool, true, TRP__TEXT("trp_pool_first"));
}

trp_actor *trp_pool_last(const trp_pool *pool)
{
    return next_own_end(pool, false, TRP__TEXT("trp_pool_last"));
}

trp_actor *trp_pool_next(const trp_pool *pool, const trp_actor *actor)
{
    return next_own_beside(pool, actor, true, TRP__TEXT("trp_pool_next"));
}

trp_actor *trp_pool_prev(const trp_pool *pool, const trp_actor *actor)
{
    return next_own_beside(pool, actor, false, TRP__TEXT("trp_pool_prev"));
}
