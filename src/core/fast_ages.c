/*
 * Creation and recycling in age orders, for pools where there is nothing to notify.
 */
#include "fast_ages.h"
#include "order.h"
#include "visit.h"

/* The node of a listed neighbour; NULL: the link refers to none. */
static trp_actor *fast_ages_linked(const trp_pool *pool, uint32_t link)
{
    const uint32_t slot = link - pool->base;
    trp__place place;

    if (TRP__LIKELY(slot < pool->cell_count))
        return trp__is_listed(pool->cells[slot].stamp) ? trp__node_at(pool, slot) : NULL;
    if (link == TRP_NO_LINK || !trp__find_index(pool->world, link, &place) ||
        place.pool->segment != pool->segment ||
        !trp__is_listed(trp__cell_of(place.pool, place.slot)->stamp))
        return NULL;
    return trp__node_at(place.pool, place.slot);
}

/* Whether the pool's first or last entry belongs to this slot. Such an entry must be dropped. */
static bool fast_ages_is_at_end(const trp_pool *pool, uint32_t slot)
{
    return trp__entry_slot(&pool->order[pool->state.order_begin]) == slot ||
           trp__entry_slot(&pool->order[pool->state.order_end - 1]) == slot;
}

bool trp__recycle_in_ages(trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp__cell *cell = trp__cell_of(pool, slot);
    trp_actor *prev;
    trp_actor *next;

    if (!TRP__LIKELY(trp__is_active(cell->stamp) && cell->generation < world->last_life) ||
        !TRP__LIKELY(actor->stamp == cell->stamp) ||
        !TRP__LIKELY(actor->index == trp__handle_index(pool, slot)))
        return false;
    prev = fast_ages_linked(pool, actor->prev);
    next = fast_ages_linked(pool, actor->next);
    if (!TRP__LIKELY(prev != NULL ? prev->next == trp__index(pool, slot)
                                  : actor->prev == TRP_NO_LINK) ||
        !TRP__LIKELY(next != NULL ? next->prev == trp__index(pool, slot)
                                  : actor->next == TRP_NO_LINK))
        return false; /* links of an old copy of the node */
    if (prev != NULL)
        prev->next = next != NULL ? actor->next : TRP_NO_LINK;
    if (next != NULL)
        next->prev = prev != NULL ? actor->prev : TRP_NO_LINK;
    trp__not_current(world, actor);
    cell->generation++;
    trp__set_stamp(pool, slot, TRP__STAMP_LEAVING);
    pool->state.live--;
    if (fast_ages_is_at_end(pool, slot))
        trp__order_left(pool, slot);
    trp__give_slot(pool, slot);
    return true;
}

bool trp__begin_in_ages(trp_pool *pool, uint32_t slot, trp_actor *actor)
{
    const bool is_oldest_first = pool->desc.order == TRP_ORDER_OLDEST;
    const trp_pool *last = pool->world->pools[pool->segment->state.youngest];
    trp_actor *beside = NULL;
    uint32_t link = TRP_NO_LINK;

    if (TRP__LIKELY(last->state.order_begin != last->state.order_end))
    {
        const uint32_t youngest = trp__entry_slot(&last->order[last->state.order_end - 1]);
        beside = trp__node_at(last, youngest);
        link = trp__index(last, youngest);
    }
    trp__set_stamp(pool, slot, trp__stamp_for_age(pool->world));
    trp__order_append(pool, slot, 0);
    actor->prev = is_oldest_first ? link : TRP_NO_LINK;
    actor->next = is_oldest_first ? TRP_NO_LINK : link;
    if (beside != NULL)
        *(is_oldest_first ? &beside->next : &beside->prev) = trp__index(pool, slot);
    trp__count_birth(pool);
    return true;
}

trp_actor *trp__create_in_ages(trp_pool *pool, const void *init)
{
    const uint32_t slot = pool->state.spare;
    trp_world *world = pool->world;
    trp_actor *actor;

    if (!TRP__LIKELY(slot != TRP__LAST && pool->barred == 0 && !world->drawing) ||
        !TRP__LIKELY(world->state.newest > TRP__STAMP_FLOOR) ||
        !TRP__LIKELY(trp__is_intact(pool, slot)))
        return NULL;
    actor = trp__node_at(pool, slot);
    pool->state.spare = trp__cell_of(pool, slot)->stamp - TRP__STAMP_FREE;
    trp__mark_taken(pool, actor);
    trp__fill_payload(pool, actor, (const unsigned char *)init);
    return trp__begin_in_ages(pool, slot, actor) ? actor : trp__begin_life(pool, slot, NULL);
}
