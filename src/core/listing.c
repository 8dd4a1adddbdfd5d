/*
 * The order of the list, from the ledger; and the links, which mirror it in the nodes.
 */
#include "ages.h"

/* Without a slot there is none: then a place has no pool. */
static trp__place listing_place_in(trp_pool *pool, uint32_t slot)
{
    const trp__place place = {slot != TRP__NONE ? pool : NULL, slot};

    return place;
}

uint32_t trp__link_to(trp__place place)
{
    return place.pool != NULL ? trp__index(place.pool, place.slot) : TRP_NO_LINK;
}

static trp__place listing_place_of(const trp_pool *segment, int32_t at)
{
    return at >= 0 ? trp__entry_place(segment, &segment->ages->entries[at])
                   : listing_place_in(NULL, TRP__NONE);
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

void trp__repair(trp_pool *pool, uint32_t slot, const char *call)
{
    trp_actor *actor = trp__node_at(pool, slot);

    if (pool->world->in_parts)
        return;
    actor->index = trp__handle_index(pool, slot);
    actor->stamp = trp__stamp(pool, trp__cell_of(pool, slot));
    actor->prev = actor->next = TRP_NO_LINK;
    if (trp__is_listed(actor->stamp)) {
        actor->prev = trp__link_to(trp__neighbour(pool, slot, false));
        actor->next = trp__link_to(trp__neighbour(pool, slot, true));
    }
    trp__misuse(
        pool->world, pool, actor, call, TRP_ERR_CORRUPT,
        pool->actors == NULL
            ? NULL
            : TRP__TEXT("the node was overwritten, or its memory was freed. Assign members, "
                        "never the whole struct; recycle an adopted actor before its memory "
                        "goes"));
}
