/*
 * Entering and leaving the list.
 */
#ifndef TROUPE_SRC_LISTING_H
#define TROUPE_SRC_LISTING_H

#include "external.h"

/* Links an actor behind the nearest lower active slot, or as the segment's first. */
TRP__SHARED void trp__link_in_memory_order(trp_pool *pool, trp_actor *actor, uint32_t slot);

/* Puts an actor into the list, as of now. */
TRP__SHARED void trp__enlist(trp_pool *pool, trp_actor *actor, uint32_t slot);

/* Takes an actor out of the list and mends the walks that stand there. */
TRP__SHARED void trp__unlist(trp_pool *pool, trp_actor *actor, uint32_t slot);

#if TRP__DEFINES_SHARED

TRP__SHARED void trp__link_in_memory_order(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const uint32_t before = trp__bitmap_active_before(&pool->map, slot);
    trp_link *at = &pool->segment->head.hook.link;

    if (before != TRP__NONE)
    {
        at = &trp__node_at(pool, before)->hook.link;
        if (at->next == NULL)
            trp__heal(pool, before);
    }
    trp__link_after(at, &actor->hook.link);
    trp__bitmap_add(&pool->map, TRP__ACTIVE, slot);
}

TRP__SHARED void trp__enlist(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_world *world = pool->world;

    if (trp__in_memory_order(pool))
        trp__link_in_memory_order(pool, actor, slot);
    else
    {
        trp_link *head = &pool->segment->head.hook.link;
        trp_link *tail = &pool->segment->tail.hook.link;
        if (pool->desc.order == TRP_ORDER_NEWEST)
            trp__link_between(head, &actor->hook.link, head->next);
        else
            trp__link_between(tail->prev, &actor->hook.link, tail);
        if (pool->desc.when_full == TRP_FULL_STEAL_OLDEST)
            trp__oldest_linked(pool, actor);
        if (pool->entries != NULL)
            pool->entries[slot].behind = NULL;
    }
    actor->stamp = trp__stamp(world->serial, pool->number);
    world->serial_is_used = true;
}

TRP__SHARED void trp__unlist(trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    trp_link *link = &actor->hook.link;

    if (trp__in_memory_order(pool))
        trp__bitmap_remove(&pool->map, TRP__ACTIVE, slot);
    else
    {
        for (trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
            if (frame->cursor == link)
                frame->cursor = link->prev;
        if (pool->oldest == link)
            trp__oldest_leaves(pool, actor);
    }
    trp__unlink(link);
    if (pool->segment->has_externals)
        trp__keep_behind(pool, actor, slot);
}

#endif

#endif
