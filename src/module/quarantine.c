/*
 * Slots that were freed last and are not reused yet. They are neither in the bitmap of free slots
 * nor in the freelist, but chained through the stamps of their cells, the one freed first at the
 * front. Linked only where a quarantine is set: the core references it by pool->quarantine.
 */
#include "../core/core.h"

static uint32_t quarantine_after(const trp_pool *pool, uint32_t slot)
{
    return trp__cell_of(pool, slot)->stamp - TRP__STAMP_QUARANTINED;
}

/* Whether the slot is unwritten; otherwise this is reported, and the hook may have changed
 * anything. */
static bool quarantine_is_untouched(trp_pool *pool, uint32_t slot)
{
    return slot == TRP__LAST || trp__is_untouched(pool, slot, TRP__TEXT("(the quarantine)"));
}

static void quarantine_append(trp_pool *pool, uint32_t slot)
{
    trp__pool_state *state = &pool->state;

    if (state->freed_last != TRP__LAST)
        trp__set_stamp(pool, state->freed_last, TRP__STAMP_QUARANTINED + slot);
    else
        state->freed_first = slot;
    trp__set_stamp(pool, slot, TRP__STAMP_QUARANTINED + TRP__LAST);
    state->freed_last = slot;
    state->quarantined++;
}

static bool quarantine_let_out(trp_pool *pool)
{
    trp__pool_state *state = &pool->state;
    uint32_t slot;

    while (!quarantine_is_untouched(pool, state->freed_first))
        continue;
    slot = state->freed_first;
    if (slot == TRP__LAST)
        return false;
    state->freed_first = quarantine_after(pool, slot);
    if (state->freed_first == TRP__LAST)
        state->freed_last = TRP__LAST;
    state->quarantined--;
    trp__free_slot(pool, slot);
    return true;
}

/* Slots of a returned chunk are removed; the others keep their order. */
static void quarantine_forget(trp_pool *pool, const trp__chunk *gone)
{
    uint32_t slot = pool->state.freed_first;

    pool->state.freed_first = TRP__LAST;
    pool->state.freed_last = TRP__LAST;
    pool->state.quarantined = 0;
    while (slot != TRP__LAST)
    {
        const uint32_t next = quarantine_after(pool, slot);
        if (slot - gone->first >= gone->count)
            quarantine_append(pool, slot);
        slot = next;
    }
}

static bool quarantine_look_after(trp_pool *pool, uint32_t freed, const trp__chunk *gone)
{
    if (gone != NULL)
    {
        quarantine_forget(pool, gone);
        return true;
    }
    if (freed == TRP__NONE)
        return quarantine_let_out(pool);
    while (!quarantine_is_untouched(pool, pool->state.freed_last))
        continue;
    quarantine_append(pool, freed);
    while (pool->state.quarantined > pool->quarantine_slots)
        quarantine_let_out(pool);
    return true;
}

trp_result trp_pool_set_quarantine(trp_pool *pool, uint32_t slots)
{
    const char *const call = TRP__TEXT("trp_pool_set_quarantine");

    if (!trp__has_pool(pool, TRP__TEXT("trp_pool_set_quarantine")))
        return TRP_ERR_NULL;
    if (trp__is_drawn(pool->world, pool, call))
        return TRP_BUSY;
    if (pool->actors != NULL)
        return trp__misuse(pool->world, pool, NULL, call, TRP_ERR_DESC,
                           TRP__TEXT("an external pool has no slots of its own"));
    pool->quarantine_slots = slots;
    pool->quarantine_is_set = true;
    while (pool->state.quarantined > slots)
        quarantine_let_out(pool);
    pool->quarantine = slots != 0 ? quarantine_look_after : NULL;
    return TRP_OK;
}
