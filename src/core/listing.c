/*
 * The order of the list, from the ledger; the links, which mirror it in the nodes; and the calls
 * that follow links.
 */
#include "ages.h"

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

static trp__place listing_place_of(const trp_pool *segment, int32_t at)
{
    return at >= 0 ? trp__entry_place(segment, &segment->ages->entries[at]) : listing_nowhere;
}

/* The listed neighbour of a slot, from the ledger. In an age order the slot itself must be
 * listed. */
trp__place trp__neighbour(trp_pool *pool, uint32_t slot, bool forward)
{
    const trp__ages *ages = pool->ages;

    if (trp__in_memory_order(pool))
        return listing_place_in(pool, forward ? trp__bitmap_next(&pool->map, TRP__ACTIVE, slot + 1)
                                              : trp__bitmap_before(&pool->map, TRP__ACTIVE, slot));
    return listing_place_of(pool->segment,
                            trp__ages_beside(ages, trp__entry_of(trp__cell_of(pool, slot)),
                                             (ages->turn == 1) == forward));
}

/* The first or the last actor of a segment. */
static trp__place listing_end_of(trp_pool *segment, bool forward)
{
    const trp__ages *ages = segment->ages;

    if (trp__in_memory_order(segment))
        return listing_place_in(segment, forward ? trp__bitmap_next(&segment->map, TRP__ACTIVE, 0)
                                                 : trp__bitmap_before(&segment->map, TRP__ACTIVE,
                                                                      segment->state.capacity));
    return listing_place_of(segment, trp__ages_end(ages, (ages->turn == 1) != forward));
}

/* Links */

void trp__write_links(trp_pool *pool, uint32_t slot)
{
    trp_actor *actor = trp__node_at(pool, slot);

    actor->prev = listing_index_of(trp__neighbour(pool, slot, false));
    actor->next = listing_index_of(trp__neighbour(pool, slot, true));
}

void trp__relink(trp_pool *segment)
{
    trp__position position = trp__ages_start(segment->ages);
    trp_actor *last = NULL;
    uint32_t link = TRP_NO_LINK;
    const trp__entry *entry;

    while ((entry = segment->desc.order->next(segment->ages, &position)) != NULL)
    {
        const trp__place at = trp__entry_place(segment, entry);
        trp_actor *actor = trp__node_at(at.pool, at.slot);
        actor->prev = link;
        actor->next = TRP_NO_LINK;
        link = trp__index(at.pool, at.slot);
        if (last != NULL)
            last->next = link;
        last = actor;
    }
}

/* Calls that follow links */

/* The neighbour of a listed actor in its segment. A wrong link to it is rewritten. */
static trp__place listing_follow(trp__place at, bool forward)
{
    const trp__place found = trp__neighbour(at.pool, at.slot, forward);
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

static trp_actor *listing_active_beside(const trp_world *world, const trp_actor *actor,
                                        bool forward, const char *call)
{
    trp__place at;

    if (!trp__has_world(world, call) || actor == NULL || trp__locate(world, actor, &at) != TRP_OK ||
        !trp__is_listed(trp__cell_of(at.pool, at.slot)->stamp))
        return NULL;
    return listing_active_from(listing_step(at, forward), forward);
}

trp_actor *trp_next(const trp_world *world, const trp_actor *actor)
{
    return listing_active_beside(world, actor, true, TRP__TEXT("trp_next"));
}

trp_actor *trp_prev(const trp_world *world, const trp_actor *actor)
{
    return listing_active_beside(world, actor, false, TRP__TEXT("trp_prev"));
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

/* Segments */

uint32_t trp__segment_slots(const trp_pool *segment)
{
    uint32_t slots = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        slots += pool->state.capacity;
    return slots;
}

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
