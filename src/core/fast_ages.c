#include "fast_ages.h"
#include "external.h"
#include "order.h"

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

/* In a free slot, node and cell have the same stamp. */
static void fast_ages_free(trp_pool *pool, trp_actor *actor, uint32_t slot, trp__cell *cell)
{
    const uint32_t spare = pool->state.spare;

    cell->stamp = TRP__STAMP_FREE + spare;
    pool->state.spare = slot;
    if (pool->actors != NULL)
    {
        actor->stamp = TRP__STAMP_LEAVING;
        return;
    }
    actor->stamp = TRP__STAMP_FREE + spare;
    actor->prev = TRP_NO_LINK;
    actor->next = spare == TRP__LAST ? TRP_NO_LINK : trp__index(pool, spare);
    trp__mark_freed(pool, actor);
}

bool trp__recycle_in_ages(trp_world *world, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp__cell *cell = trp__cell_of(pool, slot);
    trp_actor *prev;
    trp_actor *next;

    if (!TRP__LIKELY(trp__is_active(cell->stamp) && cell->generation != UINT32_MAX) ||
        !TRP__LIKELY(actor->stamp == cell->stamp) ||
        !TRP__LIKELY(actor->index == trp__handle_index(pool, slot)))
        return false;
    prev = fast_ages_linked(pool, actor->prev);
    next = fast_ages_linked(pool, actor->next);
    if (prev != NULL)
        prev->next = next != NULL ? actor->next : TRP_NO_LINK;
    if (next != NULL)
        next->prev = prev != NULL ? actor->prev : TRP_NO_LINK;
    for (trp__frame *frame = world->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NULL;
    if (pool->actors != NULL)
        trp__external_leave(pool, slot);
    cell->generation++;
    cell->stamp = TRP__STAMP_LEAVING;
    pool->segment->changes++;
    pool->state.live--;
    if (fast_ages_is_at_end(pool, slot))
        trp__order_left(pool, slot);
    fast_ages_free(pool, actor, slot, cell);
    return true;
}

bool trp__begin_in_ages(trp_pool *pool, uint32_t slot, trp_actor *actor)
{
    trp_world *world = pool->world;
    trp_pool *segment = pool->segment;
    const trp_pool *last = world->pools[segment->state.youngest];
    trp_actor *beside = NULL;
    uint32_t link = TRP_NO_LINK;
    uint32_t stamp;

    if (!TRP__LIKELY(pool->state.order_end != pool->order_room))
        return false;
    if (TRP__LIKELY(last->state.order_begin != last->state.order_end))
    {
        const uint32_t youngest = trp__entry_slot(&last->order[last->state.order_end - 1]);
        if (!TRP__LIKELY(trp__is_listed(trp__cell_of(last, youngest)->stamp)))
            return false; /* it sleeps, and keeps its place */
        beside = trp__node_at(last, youngest);
        link = trp__index(last, youngest);
    }
    trp__merged_push(pool);
    stamp = trp__stamp_for_age(world);
    pool->order[pool->state.order_end].slot = slot;
    pool->order[pool->state.order_end].stamp = stamp;
    pool->state.order_end++;
    segment->state.youngest = pool->number;
    segment->changes++;
    trp__cell_of(pool, slot)->stamp = stamp;
    actor->stamp = stamp;
    actor->index = trp__handle_index(pool, slot);
    actor->prev = pool->desc.order == TRP_ORDER_OLDEST ? link : TRP_NO_LINK;
    actor->next = pool->desc.order == TRP_ORDER_OLDEST ? TRP_NO_LINK : link;
    if (beside != NULL)
        *(pool->desc.order == TRP_ORDER_OLDEST ? &beside->next : &beside->prev) =
            trp__index(pool, slot);
    trp__count_birth(pool);
    return true;
}

trp_actor *trp__create_in_ages(trp_pool *pool, const void *init)
{
    const uint32_t slot = pool->state.spare;
    trp_world *world = pool->world;
    trp_actor *actor;

    if (!TRP__LIKELY(slot != TRP__LAST && pool->barred == 0 && !world->drawing) ||
        !TRP__LIKELY(world->state.newest > TRP__STAMP_FLOOR) || (TRP__POISONS && init != NULL) ||
        !TRP__LIKELY(trp__is_intact(pool, slot)))
        return NULL;
    actor = trp__node_at(pool, slot);
    pool->state.spare = trp__cell_of(pool, slot)->stamp - TRP__STAMP_FREE;
    trp__mark_taken(pool, actor);
    trp__fill_payload(pool, actor, (const unsigned char *)init);
    return trp__begin_in_ages(pool, slot, actor) ? actor : trp__begin_life(pool, slot, NULL);
}
