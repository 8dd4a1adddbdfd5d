/*
 * The order of the list, from the ledger; the links, which mirror it in the nodes; and the calls
 * that follow them, through the whole list or through one pool.
 */
#include "core.h"

uint32_t trp__link_to(trp__place place)
{
    return place.pool != NULL ? trp__index(place.pool, place.slot) : TRP_NO_LINK;
}

trp__place trp__neighbour(trp_pool *pool, uint32_t slot, bool forward)
{
    trp__place place = {pool, TRP__NONE};

    if (!trp__in_memory_order(pool))
        return pool->order->beside(pool, slot, forward);
    if (forward)
        place.slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot + 1);
    else
        place.slot = trp__bitmap_before(&pool->map, TRP__ACTIVE,
                                        slot != TRP__NONE ? slot : pool->state.capacity);
    if (place.slot == TRP__NONE)
        place.pool = NULL;
    return place;
}

trp_actor *trp__write_node(trp_pool *pool, uint32_t slot)
{
    trp_actor *actor = trp__node_at(pool, slot);

    actor->index = trp__handle_index(pool, slot);
    actor->stamp = trp__stamp(pool, trp__cell_of(pool, slot));
    actor->prev = actor->next = TRP_NO_LINK;
    if (trp__is_listed(actor->stamp)) {
        actor->prev = trp__link_to(trp__neighbour(pool, slot, false));
        actor->next = trp__link_to(trp__neighbour(pool, slot, true));
    }
    return actor;
}

void trp__repair(trp_pool *pool, uint32_t slot, const char *call)
{
    if (pool->world->in_parts)
        return;
    trp__misuse(
        pool->world, pool, trp__write_node(pool, slot), call, TRP_ERR_CORRUPT,
        pool->actors == NULL
            ? NULL
            : TRP__TEXT("the node was overwritten, or its memory was freed. Assign members, "
                        "never the whole struct; recycle an adopted actor before its memory "
                        "goes"));
}

bool trp__is_intact(const trp_pool *pool, uint32_t slot)
{
    const trp__seat seat = trp__seat_of(pool, slot);

    return trp__has(pool, slot, seat.actor, trp__stamp(pool, seat.cell));
}

void trp__mend(trp_pool *pool, uint32_t slot, const char *call)
{
    if (!trp__is_intact(pool, slot) && !pool->world->drawing)
        trp__repair(pool, slot, call);
}

void trp__set_stamp(trp_pool *pool, uint32_t slot, uint32_t stamp)
{
    const trp__seat seat = trp__seat_of(pool, slot);

    seat.cell->stamp = seat.actor->stamp = stamp;
    seat.actor->index = trp__handle_index(pool, slot);
}

/* The neighbour of a listed actor in its segment. A wrong link to it is rewritten. Through the whole
 * list (`only` is NULL): at the end of a segment the first actor of the next one that has any. */
static trp__place listing_step(const trp_pool *only, trp__place at, bool forward)
{
    const trp_actor *actor = trp__node_at(at.pool, at.slot);
    trp__place found = trp__neighbour(at.pool, at.slot, forward);
    trp_pool *segment = at.pool->segment;

    if (!TRP__LIKELY((forward ? actor->next : actor->prev) == trp__link_to(found)))
        trp__repair(at.pool, at.slot, forward ? TRP__TEXT("trp_next") : TRP__TEXT("trp_prev"));
    while (only == NULL && found.pool == NULL &&
           (segment = trp__beside_segment(segment, forward)) != NULL)
        found = trp__neighbour(segment, TRP__NONE, forward);
    return found;
}

/* The first active actor from this place on, which may be nowhere. */
static trp_actor *listing_from(const trp_pool *only, trp__place at, bool forward)
{
    while (at.pool != NULL && ((only != NULL && at.pool != only) ||
                               !trp__is_active(trp__cell_of(at.pool, at.slot)->stamp)))
        at = listing_step(only, at, forward);
    return at.pool != NULL ? trp__node_at(at.pool, at.slot) : NULL;
}

static trp_actor *listing_beside(const trp_world *world, const trp_pool *only,
                                 const trp_actor *actor, bool forward)
{
    trp__place at;

    if (actor == NULL || trp__locate(world, actor, &at) != TRP_OK ||
        (only != NULL && at.pool != only) || !trp__is_listed(trp__cell_of(at.pool, at.slot)->stamp))
        return NULL;
    return listing_from(only, listing_step(only, at, forward), forward);
}

static trp_actor *listing_end(const trp_pool *pool, bool forward)
{
    return listing_from(pool, trp__neighbour(pool->segment, TRP__NONE, forward), forward);
}

trp_actor *trp_first(const trp_world *world)
{
    trp__place at = {NULL, TRP__NONE};

    if (!trp__has_world(world, TRP__TEXT("trp_first")))
        return NULL;
    for (trp_pool *segment = trp__first_segment(world); segment != NULL && at.pool == NULL;
         segment = trp__beside_segment(segment, true))
        at = trp__neighbour(segment, TRP__NONE, true);
    return listing_from(NULL, at, true);
}

trp_actor *trp_next(const trp_world *world, const trp_actor *actor)
{
    return trp__has_world(world, TRP__TEXT("trp_next")) ? listing_beside(world, NULL, actor, true)
                                                        : NULL;
}

trp_actor *trp_prev(const trp_world *world, const trp_actor *actor)
{
    return trp__has_world(world, TRP__TEXT("trp_prev")) ? listing_beside(world, NULL, actor, false)
                                                        : NULL;
}

trp_actor *trp_pool_first(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_first")) ? listing_end(pool, true) : NULL;
}

trp_actor *trp_pool_last(const trp_pool *pool)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_last")) ? listing_end(pool, false) : NULL;
}

trp_actor *trp_pool_next(const trp_pool *pool, const trp_actor *actor)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_next"))
               ? listing_beside(pool->world, pool, actor, true)
               : NULL;
}

trp_actor *trp_pool_prev(const trp_pool *pool, const trp_actor *actor)
{
    return trp__has_pool(pool, TRP__TEXT("trp_pool_prev"))
               ? listing_beside(pool->world, pool, actor, false)
               : NULL;
}
