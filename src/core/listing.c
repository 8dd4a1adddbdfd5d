/*
 * The order of the list, from the ledger; and the links, which mirror it in the nodes.
 */
#include "ages.h"

/* The position of a listed neighbour. Without a pool: there is none in the segment. */
static const trp__place listing_nowhere = {NULL, TRP__NONE};

static trp__place listing_place_in(trp_pool *pool, uint32_t slot)
{
    trp__place place = listing_nowhere;

    if (slot != TRP__NONE) {
        place.pool = pool;
        place.slot = slot;
    }
    return place;
}

uint32_t trp__link_to(trp__place place)
{
    return place.pool != NULL ? trp__index(place.pool, place.slot) : TRP_NO_LINK;
}

static trp__place listing_place_of(const trp_pool *segment, int32_t at)
{
    return at >= 0 ? trp__entry_place(segment, &segment->ages->entries[at]) : listing_nowhere;
}

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

trp__place trp__end_of(trp_pool *segment, bool forward)
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

    actor->prev = trp__link_to(trp__neighbour(pool, slot, false));
    actor->next = trp__link_to(trp__neighbour(pool, slot, true));
}

void trp__relink(trp_pool *segment)
{
    trp__position position = trp__ages_start(segment->ages);
    trp_actor *last = NULL;
    uint32_t link = TRP_NO_LINK;
    const trp__entry *entry;

    while ((entry = segment->desc.order->next(segment->ages, &position)) != NULL) {
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
