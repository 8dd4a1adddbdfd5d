/*
 * The calls that follow links: through the whole list, or through one pool.
 */
#include "core.h"

/* The neighbour of a listed actor in its segment. A wrong link to it is rewritten. Through the whole
 * list (`only` is NULL): at the end of a segment the first actor of the next one that has any. */
static trp__place next_step(const trp_pool *only, trp__place at, bool forward)
{
    const trp_actor *actor = trp__node_at(at.pool, at.slot);
    trp__place found = trp__neighbour(at.pool, at.slot, forward);
    trp_pool *segment = at.pool->segment;

    if (!TRP__LIKELY((forward ? actor->next : actor->prev) == trp__link_to(found)))
        trp__repair(at.pool, at.slot, forward ? TRP__TEXT("trp_next") : TRP__TEXT("trp_prev"));
    while (only == NULL && found.pool == NULL &&
           (segment = trp__beside_segment(segment, forward)) != NULL)
        found = trp__end_of(segment, forward);
    return found;
}

/* The first active actor from this place on, which may be nowhere. */
static trp_actor *next_from(const trp_pool *only, trp__place at, bool forward)
{
    while (at.pool != NULL && ((only != NULL && at.pool != only) ||
                               !trp__is_active(trp__cell_of(at.pool, at.slot)->stamp)))
        at = next_step(only, at, forward);
    return at.pool != NULL ? trp__node_at(at.pool, at.slot) : NULL;
}

static trp_actor *next_beside(const trp_world *world, const trp_pool *only, const trp_actor *actor,
                              bool forward)
{
    trp__place at;

    if (actor == NULL || trp__locate(world, actor, &at) != TRP_OK ||
        (only != NULL && at.pool != only) || !trp__is_listed(trp__cell_of(at.pool, at.slot)->stamp))
        return NULL;
    return next_from(only, next_step(only, at, forward), forward);
}

static trp_actor *next_in_world(const trp_world *world, const trp_actor *actor, bool forward,
                                const char *call)
{
    return trp__has_world(world, call) ? next_beside(world, NULL, actor, forward) : NULL;
}

static trp_actor *next_in_pool(const trp_pool *pool, const trp_actor *actor, bool forward,
                               const char *call)
{
    return trp__has_pool(pool, call) ? next_beside(pool->world, pool, actor, forward) : NULL;
}

static trp_actor *next_end(const trp_pool *pool, bool forward, const char *call)
{
    return trp__has_pool(pool, call) ? next_from(pool, trp__end_of(pool->segment, forward), forward)
                                     : NULL;
}

trp_actor *trp_first(const trp_world *world)
{
    trp__place at = {NULL, TRP__NONE};

    if (!trp__has_world(world, TRP__TEXT("trp_first")))
        return NULL;
    for (trp_pool *segment = trp__first_segment(world); segment != NULL && at.pool == NULL;
         segment = trp__beside_segment(segment, true))
        at = trp__end_of(segment, true);
    return next_from(NULL, at, true);
}

trp_actor *trp_next(const trp_world *world, const trp_actor *actor)
{
    return next_in_world(world, actor, true, TRP__TEXT("trp_next"));
}

trp_actor *trp_prev(const trp_world *world, const trp_actor *actor)
{
    return next_in_world(world, actor, false, TRP__TEXT("trp_prev"));
}

trp_actor *trp_pool_first(const trp_pool *pool)
{
    return next_end(pool, true, TRP__TEXT("trp_pool_first"));
}

trp_actor *trp_pool_last(const trp_pool *pool)
{
    return next_end(pool, false, TRP__TEXT("trp_pool_last"));
}

trp_actor *trp_pool_next(const trp_pool *pool, const trp_actor *actor)
{
    return next_in_pool(pool, actor, true, TRP__TEXT("trp_pool_next"));
}

trp_actor *trp_pool_prev(const trp_pool *pool, const trp_actor *actor)
{
    return next_in_pool(pool, actor, false, TRP__TEXT("trp_pool_prev"));
}
