#include "ages.h"

static void clear_slot(trp_pool *pool, uint32_t slot, const trp_ending *ending, trp_reason plain)
{
    trp__mend(pool, slot, pool->world->frames->call);
    trp__end_life(pool, slot, ending, plain);
}

/* Ends lives by list order: always the first one, so again from the start if an on_end woke one. */
static void clear_by_age(trp_pool *pool, const trp_ending *ending, trp_reason plain)
{
    trp__position position = trp__ages_start(pool->ages);
    uint64_t woken = pool->state.woken;
    const trp__entry *entry;

    while ((entry = pool->order->next(pool->ages, &position)) != NULL) {
        const uint32_t slot = (entry->index & TRP__ENTRY_INDEX) - pool->base;
        if (slot < pool->max_capacity)
            clear_slot(pool, slot, ending, plain);
        if (pool->state.woken != woken)
            position = trp__ages_start(pool->ages);
        woken = pool->state.woken;
    }
}

/* Ends the lives of the sleepers that were last active since this limit. */
static void clear_sleepers(trp_pool *pool, const trp_ending *ending, trp_reason plain,
                           uint32_t limit)
{
    for (uint32_t slot = 0; slot < pool->state.capacity && pool->state.sleepers != 0; slot++) {
        const uint32_t stamp = trp__stamp_at(pool, slot);
        if (trp__is_asleep(stamp) && (stamp | TRP__STAMP_ACTIVE) >= limit)
            clear_slot(pool, slot, ending, plain);
    }
}

void trp__clear(trp_pool *pool, const trp_ending *ending, trp_reason plain, const char *call)
{
    trp__frame frame = {.call = call};
    uint32_t live;
    uint32_t slot;

    trp__push_frame(pool->world, &frame);
    pool->barred++;
    do /* repeat if an on_end woke a sleeper or put an actor to sleep */ {
        live = pool->state.live;
        if (!trp__in_memory_order(pool))
            clear_by_age(pool, ending, plain);
        else
            while ((slot = trp__bitmap_first(&pool->map, TRP__ACTIVE)) != TRP__NONE)
                clear_slot(pool, slot, ending, plain);
        clear_sleepers(pool, ending, plain, 0);
    } while (pool->state.live != 0 && pool->state.live < live);
    pool->barred--;
    trp__pop_frame(pool->world, &frame);
}

static void clear_expire(trp_actor *actor, const trp_context *in)
{
    trp__end_life(in->pool, trp__slot_of(in->pool, actor), (const trp_ending *)in->arg,
                  TRP_REASON_EXPIRED);
}

void trp__expire_active(trp_pool *segment, trp_pool *only, const trp_ending *ending, uint32_t limit,
                        const char *call)
{
    trp_ending own = *ending;
    trp__frame frame = {
        .begun = limit, .only = only, .visit = clear_expire, .keeps = true, .call = call};

    trp__walk_alone(&frame, segment, &own);
}

void trp__expire_sleepers(trp_pool *pool, const trp_ending *ending, uint32_t limit,
                          const char *call)
{
    trp__frame frame = {.call = call};

    trp__push_frame(pool->world, &frame);
    clear_sleepers(pool, ending, TRP_REASON_EXPIRED, limit);
    trp__pop_frame(pool->world, &frame);
}

trp_result trp_pool_clear(trp_pool *pool, const trp_ending *ending)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_clear"));

    TRP__USE(call.world, call.name, TRP_ERR_THREAD);
    if (trp__is_shut(&call))
        return call.result;
    call.result = trp__check_ending(pool, NULL, call.name, ending, TRP_REASON_CLEARED);
    if (call.result == TRP_OK && (ending == NULL || !ending->later))
        trp__clear(pool, ending, TRP_REASON_CLEARED, call.name);
    else if (call.result == TRP_OK) {
        const uint32_t limit = trp__limit_now(pool->world);
        trp__expire_active(pool->segment, pool, ending, limit, call.name);
        trp__expire_sleepers(pool, ending, limit, call.name);
    }
    return call.result;
}
