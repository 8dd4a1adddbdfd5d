#include "internal.h"

static bool belongs(const trp_pool *pool, const trp_actor *actor)
{
    return (actor->stamp & TRP__POOL_MASK) == pool->number;
}

/* Overwritten: its node, one beside it, or what its node says of its pool. The slot, if it turns out to be this
 * pool's. */
TRP__COLD static uint32_t heal(const trp_pool *pool, trp_actor *actor)
{
    trp__place place;

    if (trp__find_by_address(pool->world, actor, &place) && place.pool == pool)
    {
        trp__heal(place.pool, place.slot);
        return place.slot;
    }
    trp__meet_stranger(pool->world, actor);
    return TRP__NONE;
}

static void clear_slots_in_order(trp_pool *pool, trp_reason reason)
{
    uint32_t slot;

    while ((slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, 0)) != TRP__NONE)
    {
        trp_actor *actor = trp__node_at(pool, slot);
        if (!trp__is_sound(pool, actor, slot))
            trp__heal(pool, slot);
        trp__leave(pool, actor, slot, reason);
    }
}

static void clear_segment(trp_pool *pool, trp_reason reason)
{
    trp_pool *segment = pool->segment;
    trp__frame frame = {0};
    trp_link *link;

    frame.cursor = &segment->head.hook.link;
    trp__push_frame(pool->world, &frame);
    while ((link = trp__step(segment, frame.cursor)) != &segment->tail.hook.link)
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        uint32_t slot;
        frame.cursor = link;
        if (!belongs(pool, actor))
            continue;
        slot = trp__slot_of(pool, actor);
        if (slot == TRP__NONE || !trp__is_sound(pool, actor, slot))
            slot = heal(pool, actor);
        if (slot == TRP__NONE)
            continue;
        if (!trp__is_sound(pool, actor, slot))
        {
            trp__misuse(pool->world, pool, actor, TRP__TEXT("(the list)"), TRP_ERR_CORRUPT, NULL);
            break;
        }
        trp__leave(pool, actor, slot, reason);
    }
    trp__pop_frame(pool->world, &frame);
}

static void clear_sleepers(trp_pool *pool, trp_reason reason)
{
    for (uint32_t slot = 0; slot < pool->capacity; slot++)
    {
        trp_actor *actor = trp__actor_at(pool, slot);
        if (actor != NULL && trp__serial(actor) == TRP__ASLEEP)
            trp__leave(pool, actor, slot, reason);
    }
}

void trp__clear(trp_pool *pool, trp_reason reason)
{
    uint32_t live;

    pool->barred++;
    do /* again, if an on_recycle woke a sleeper or put one to sleep */
    {
        live = pool->live;
        if (trp__in_memory_order(pool))
            clear_slots_in_order(pool, reason);
        else
            clear_segment(pool, reason);
        if (pool->live != 0)
            clear_sleepers(pool, reason);
    } while (pool->live != 0 && pool->live < live);
    pool->barred--;
}

trp_result trp_pool_clear(trp_pool *pool)
{
    if (pool == NULL)
        return TRP_ERR_NULL;
    if (pool->world->drawing)
        return trp__misuse(pool->world, pool, NULL, TRP__TEXT("trp_pool_clear"), TRP_BUSY,
                           TRP__TEXT("the world is being drawn"));
    trp__clear(pool, TRP_REASON_CLEARED);
    return TRP_OK;
}
