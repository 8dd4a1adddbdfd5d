#include "order.h"

/* The pool's first listed slot in list order, or TRP__NONE. */
static uint32_t clear_first_listed(const trp_pool *pool)
{
    const trp__pool_state *state = &pool->state;

    if (trp__in_memory_order(pool))
        return trp__bitmap_next(&pool->map, TRP__ACTIVE, 0);
    if (state->order_begin == state->order_end)
        return TRP__NONE;
    return trp__entry_slot(
        &pool->order[pool->desc.order == TRP_ORDER_OLDEST ? state->order_begin
                                                          : state->order_end - 1]);
}

static void clear_slot(trp_pool *pool, uint32_t slot, trp_reason reason)
{
    if (!trp__is_intact(pool, slot))
        trp__repair(pool, slot, pool->world->frames->call);
    trp__leave(pool, slot, reason);
}

static void clear_listed(trp_pool *pool, trp_reason reason)
{
    uint32_t slot;

    while ((slot = clear_first_listed(pool)) != TRP__NONE)
        clear_slot(pool, slot, reason);
}

static void clear_sleepers(trp_pool *pool, trp_reason reason)
{
    for (uint32_t slot = 0; slot < pool->state.capacity && pool->state.sleepers != 0; slot++)
        if (trp__is_asleep(trp__stamp_at(pool, slot)))
            clear_slot(pool, slot, reason);
}

void trp__clear(trp_pool *pool, trp_reason reason, const char *call)
{
    trp__frame frame = {0};
    uint32_t live;

    frame.call = call;
    trp__push_frame(pool->world, &frame);
    pool->barred++;
    do /* repeat if an on_recycle woke a sleeper or put an actor to sleep */
    {
        live = pool->state.live;
        clear_listed(pool, reason);
        clear_sleepers(pool, reason);
    } while (pool->state.live != 0 && pool->state.live < live);
    pool->barred--;
    trp__pop_frame(pool->world, &frame);
}

trp_result trp_pool_clear(trp_pool *pool)
{
    if (!trp__has_pool(pool, TRP__TEXT("trp_pool_clear")))
        return TRP_ERR_NULL;
    TRP__USE(pool->world, TRP__TEXT("trp_pool_clear"), TRP_ERR_THREAD);
    if (trp__is_drawn(pool->world, pool, TRP__TEXT("trp_pool_clear")))
        return TRP_BUSY;
    trp__clear(pool, TRP_REASON_CLEARED, TRP__TEXT("trp_pool_clear"));
    return TRP_OK;
}
