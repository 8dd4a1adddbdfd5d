/*
 * Forgets all actors of an external pool, whose memory may be gone: no node is read or written.
 */
#include "../core/ages.h"

/* A module that stores something for each of the pool's actors must be notified of their ends, and
 * would read the actors. */
static bool forget_is_told_of_ends(const trp_pool *pool)
{
    return trp__hears(pool, TRP_EVENT_RECYCLED | TRP_EVENT_EXPIRED);
}

static void forget_slot(trp_pool *pool, uint32_t slot)
{
    trp__cell *cell = trp__cell_of(pool, slot);

    trp__record_life(pool, slot, TRP_EVENT_RECYCLED, TRP_REASON_CLEARED);
    if (!trp__is_expired(cell->stamp))
        cell->generation++;
    for (trp__frame *frame = pool->world->frames; frame != NULL; frame = frame->up)
        if (frame->current == trp__node_at(pool, slot))
            frame->current = NULL;
    trp__give_slot(pool, slot);
}

trp_result trp_pool_forget_all(trp_pool *pool)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_forget_all"));

    if (trp__is_void(&call))
        return call.result;
    TRP__USE(pool->world, call.name, TRP_ERR_THREAD);
    if (trp__is_shut(&call) ||
        trp__refuses(&call, pool->actors == NULL, TRP_ERR_TYPE,
                     TRP__TEXT("its actors are in the library's memory: trp_pool_clear "
                               "recycles them")) ||
        trp__refuses(&call, forget_is_told_of_ends(pool), TRP_ERR_LINKED,
                     TRP__TEXT("a watcher, a family, a space or a system must be notified of "
                               "each end: trp_pool_clear does that, while the memory is there")) ||
        trp__refuses(&call, pool->state.leaving != 0, TRP_BUSY,
                     TRP__TEXT("an on_end of its actors is running")))
        return call.result;
    for (uint32_t slot = pool->state.capacity; slot-- > 0;)
        if (trp__is_taken(trp__cell_of(pool, slot)->stamp))
            forget_slot(pool, slot);
    pool->state.live = 0;
    pool->state.expired = 0;
    pool->state.sleepers = 0;
    trp__ages_forget(pool);
    return TRP_OK;
}
