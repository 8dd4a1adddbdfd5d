/*
 * Insertion into the list and removal; the links, which mirror the list in the nodes; and the calls
 * that follow links.
 */
#include "order.h"

/* The position of a listed neighbour. Without a pool: there is none in the segment. */
static const trp__place listing_nowhere = {NULL, TRP__NONE};

static trp__place listing_place_in(trp_pool *pool, uint32_t slot)
{
    trp__place place = listing_nowhere;

    if (slot != TRP__NONE)
    {
        place.pool = pool;
        place.slot = slot;
    }
    return place;
}

static uint32_t listing_index_of(trp__place place)
{
    return place.pool != NULL ? trp__index(place.pool, place.slot) : TRP_NO_LINK;
}

static trp__place listing_next_by_age(trp_pool *segment, trp__cursor *cursor)
{
    const trp__entry *entry;

    while ((entry = trp__cursor_next(cursor, segment)) != NULL)
    {
        const uint32_t slot = trp__entry_slot(entry);
        if (trp__entry_holds(entry, trp__stamp_at(cursor->pool, slot)))
            return listing_place_in(cursor->pool, slot);
    }
    return listing_nowhere;
}

/* The listed neighbour of a slot, from the ledger. In an age order the slot itself must be
 * listed. */
static trp__place listing_neighbour(trp_pool *pool, uint32_t slot, bool forward)
{
    trp__cursor cursor;

    if (trp__in_memory_order(pool))
        return listing_place_in(pool, forward ? trp__bitmap_next(&pool->map, TRP__ACTIVE, slot + 1)
                                              : trp__bitmap_before(&pool->map, TRP__ACTIVE, slot));
    cursor =
        trp__cursor_at(pool->segment, trp__cell_of(pool, slot)->stamp | TRP__ALIVE_BIT, forward);
    return listing_next_by_age(pool->segment, &cursor);
}

/* The first or the last actor of a segment. */
static trp__place listing_end_of(trp_pool *segment, bool forward)
{
    trp__cursor cursor;

    if (trp__in_memory_order(segment))
        return listing_place_in(segment, forward ? trp__bitmap_next(&segment->map, TRP__ACTIVE, 0)
                                                 : trp__bitmap_before(&segment->map, TRP__ACTIVE,
                                                                      segment->state.capacity));
    cursor = trp__cursor_start(segment);
    if (!forward)
        cursor = trp__cursor_at(segment, cursor.ages_fall ? 0 : UINT32_MAX, false);
    return listing_next_by_age(segment, &cursor);
}

/* Links */

static void listing_write_next(trp__place at, uint32_t index)
{
    if (at.pool != NULL)
        trp__node_at(at.pool, at.slot)->next = index;
}

static void listing_write_prev(trp__place at, uint32_t index)
{
    if (at.pool != NULL)
        trp__node_at(at.pool, at.slot)->prev = index;
}

void trp__write_links(trp_pool *pool, uint32_t slot)
{
    trp_actor *actor = trp__node_at(pool, slot);

    actor->prev = listing_index_of(listing_neighbour(pool, slot, false));
    actor->next = listing_index_of(listing_neighbour(pool, slot, true));
}

static void listing_link_between(trp__place prev, trp_pool *pool, uint32_t slot, trp__place next)
{
    trp_actor *actor = trp__node_at(pool, slot);

    actor->prev = listing_index_of(prev);
    actor->next = listing_index_of(next);
    listing_write_next(prev, trp__index(pool, slot));
    listing_write_prev(next, trp__index(pool, slot));
}

void trp__relink(trp_pool *segment)
{
    trp__cursor cursor = trp__cursor_start(segment);
    trp__place prev = listing_nowhere;
    trp__place at;

    while ((at = listing_next_by_age(segment, &cursor)).pool != NULL)
    {
        listing_link_between(prev, at.pool, at.slot, listing_nowhere);
        prev = at;
    }
}

/* The listed actor that a link names; nowhere if there is none, since then the node was
 * overwritten. */
static trp__place listing_linked(const trp_pool *pool, uint32_t link)
{
    trp__place place;

    if (!trp__find_index(pool->world, link, &place) || place.pool->segment != pool->segment ||
        !trp__is_listed(trp__cell_of(place.pool, place.slot)->stamp))
        return listing_nowhere;
    return place;
}

/* In an age order the node names its neighbours; finding them in the ledger may take a search. A
 * link to which no other one leads back is of an old copy of the node. */
static trp__place listing_neighbour_by_link(trp_pool *pool, uint32_t slot, bool forward)
{
    const trp_actor *actor = trp__node_at(pool, slot);
    const uint32_t link = forward ? actor->next : actor->prev;
    const trp_actor *beside;
    trp__place place;

    if (trp__in_memory_order(pool) || link == TRP_NO_LINK)
        return listing_neighbour(pool, slot, forward);
    place = listing_linked(pool, link);
    if (place.pool == NULL)
        return listing_neighbour(pool, slot, forward);
    beside = trp__node_at(place.pool, place.slot);
    return (forward ? beside->prev : beside->next) == trp__index(pool, slot)
               ? place
               : listing_neighbour(pool, slot, forward);
}

/* The list */

static void listing_enlist_by_age(trp_pool *pool, uint32_t slot, uint32_t flags)
{
    trp_pool *segment = pool->segment;
    const trp_pool *last = pool->world->pools[segment->state.youngest];
    trp__place beside = listing_nowhere;

    if (last->state.order_begin != last->state.order_end)
        beside = trp__youngest(segment);
    trp__set_stamp(pool, slot, trp__stamp_for_age(pool->world));
    trp__order_append(pool, slot, flags);
    if (pool->desc.order == TRP_ORDER_OLDEST)
        listing_link_between(beside, pool, slot, listing_nowhere);
    else
        listing_link_between(listing_nowhere, pool, slot, beside);
}

void trp__enlist(trp_pool *pool, uint32_t slot, uint32_t flags)
{
    if (!trp__in_memory_order(pool))
    {
        listing_enlist_by_age(pool, slot, flags);
        return;
    }
    trp__set_stamp(pool, slot, pool->world->state.newest);
    pool->world->state.newest_is_used = true;
    listing_link_between(listing_neighbour(pool, slot, false), pool, slot,
                         slot < pool->state.top ? listing_neighbour(pool, slot, true)
                                                : listing_nowhere);
    trp__bitmap_add(&pool->map, TRP__ACTIVE, slot);
    trp__raise_top(pool, slot + 1);
}

void trp__unlist(trp_pool *pool, uint32_t slot, uint32_t stamp)
{
    const trp__place prev = listing_neighbour_by_link(pool, slot, false);
    const trp__place next = listing_neighbour_by_link(pool, slot, true);

    listing_write_next(prev, listing_index_of(next));
    listing_write_prev(next, listing_index_of(prev));
    trp__set_stamp(pool, slot, stamp);
    if (!trp__in_memory_order(pool))
        trp__order_left(pool, slot);
    else
    {
        trp__bitmap_remove(&pool->map, TRP__ACTIVE, slot);
        if (slot + 1 == pool->state.top)
            pool->state.top = prev.slot + 1; /* 0 if there is none */
    }
}

/* Calls that follow links */

/* The neighbour of a listed actor in its segment. A wrong link to it is rewritten. */
static trp__place listing_follow(trp__place at, bool forward)
{
    const trp__place found = listing_neighbour(at.pool, at.slot, forward);
    const trp_actor *actor = trp__node_at(at.pool, at.slot);

    if (TRP__LIKELY((forward ? actor->next : actor->prev) == listing_index_of(found)))
        return found;
    trp__repair(at.pool, at.slot, forward ? TRP__TEXT("trp_next") : TRP__TEXT("trp_prev"));
    return found;
}

/* The same, or the first actor of the next segment that has any. */
static trp__place listing_step(trp__place at, bool forward)
{
    trp_pool *segment = at.pool->segment;

    at = listing_follow(at, forward);
    while (at.pool == NULL && (segment = trp__beside_segment(segment, forward)) != NULL)
        at = listing_end_of(segment, forward);
    return at;
}

static trp_actor *listing_active_from(trp__place at, bool forward)
{
    while (at.pool != NULL && !trp__is_active(trp__cell_of(at.pool, at.slot)->stamp))
        at = listing_step(at, forward);
    return at.pool != NULL ? trp__node_at(at.pool, at.slot) : NULL;
}

trp_actor *trp_first(const trp_world *world)
{
    trp__place at = listing_nowhere;

    if (!trp__has_world(world, TRP__TEXT("trp_first")))
        return NULL;
    for (trp_pool *segment = trp__first_segment(world); segment != NULL && at.pool == NULL;
         segment = trp__beside_segment(segment, true))
        at = listing_end_of(segment, true);
    return listing_active_from(at, true);
}

static trp_actor *listing_beside(const trp_world *world, const trp_actor *actor, bool forward,
                                 const char *call)
{
    trp__place at;

    if (!trp__has_world(world, call) || actor == NULL || trp__locate(world, actor, &at) != TRP_OK ||
        !trp__is_listed(trp__cell_of(at.pool, at.slot)->stamp))
        return NULL;
    return listing_active_from(listing_step(at, forward), forward);
}

trp_actor *trp_next(const trp_world *world, const trp_actor *actor)
{
    return listing_beside(world, actor, true, TRP__TEXT("trp_next"));
}

trp_actor *trp_prev(const trp_world *world, const trp_actor *actor)
{
    return listing_beside(world, actor, false, TRP__TEXT("trp_prev"));
}

/* The same for one pool: from this place on, which may be nowhere. */
static trp_actor *listing_own_from(const trp_pool *pool, trp__place at, bool forward)
{
    while (at.pool != NULL && (at.pool != pool || !trp__is_active(trp__stamp_at(at.pool, at.slot))))
        at = listing_follow(at, forward);
    return at.pool != NULL ? trp__node_at(at.pool, at.slot) : NULL;
}

static trp_actor *listing_own_end(const trp_pool *pool, bool forward, const char *call)
{
    return trp__has_pool(pool, call)
               ? listing_own_from(pool, listing_end_of(pool->segment, forward), forward)
               : NULL;
}

static trp_actor *listing_own_beside(const trp_pool *pool, const trp_actor *actor, bool forward,
                                     const char *call)
{
    trp__place at;

    if (!trp__has_pool(pool, call) || actor == NULL ||
        trp__locate(pool->world, actor, &at) != TRP_OK || at.pool != pool ||
        !trp__is_listed(trp__stamp_at(at.pool, at.slot)))
        return NULL;
    return listing_own_from(pool, listing_follow(at, forward), forward);
}

trp_actor *trp_pool_first(const trp_pool *pool)
{
    return listing_own_end(pool, true, TRP__TEXT("trp_pool_first"));
}

trp_actor *trp_pool_last(const trp_pool *pool)
{
    return listing_own_end(pool, false, TRP__TEXT("trp_pool_last"));
}

trp_actor *trp_pool_next(const trp_pool *pool, const trp_actor *actor)
{
    return listing_own_beside(pool, actor, true, TRP__TEXT("trp_pool_next"));
}

trp_actor *trp_pool_prev(const trp_pool *pool, const trp_actor *actor)
{
    return listing_own_beside(pool, actor, false, TRP__TEXT("trp_pool_prev"));
}

/* Segments of a layer */

void trp__append_segment(trp_world *world, uint32_t layer, trp_pool *segment)
{
    trp__layer_state *state = &world->layers[layer].state;

    segment->state.next = TRP__NONE;
    if (state->last != TRP__NONE)
        world->pools[state->last]->state.next = segment->number;
    else
        state->first = segment->number;
    state->last = segment->number;
}

void trp__remove_segment(trp_world *world, const trp_pool *segment)
{
    trp__layer_state *layer = &world->layers[segment->state.layer].state;
    uint32_t *at = &layer->first;

    layer->last = TRP__NONE;
    while (*at != TRP__NONE)
    {
        if (*at == segment->number)
            *at = segment->state.next;
        else
        {
            layer->last = *at;
            at = &world->pools[*at]->state.next;
        }
    }
}
