/*
 * Slots that were freed last and are not reused yet. They are neither in the bitmap of free slots
 * nor in the freelist, but chained through the stamps of their cells, the one freed first at the
 * front. Linked only where a quarantine is set: the core references it by desc.quarantine.
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
    while (slot != TRP__LAST) {
        const uint32_t next = quarantine_after(pool, slot);
        if (slot - gone->first >= gone->count)
            quarantine_append(pool, slot);
        slot = next;
    }
}

static bool quarantine_look_after(trp_pool *pool, uint32_t freed, const trp__chunk *gone)
{
    if (gone != NULL) {
        quarantine_forget(pool, gone);
        return true;
    }
    if (freed == TRP__NONE)
        return quarantine_let_out(pool);
    while (!quarantine_is_untouched(pool, pool->state.freed_last))
        continue;
    quarantine_append(pool, freed);
    while (pool->state.quarantined > trp__quarantine_slots(pool))
        quarantine_let_out(pool);
    return true;
}

static trp_result quarantine_check(const trp_pool_desc *desc, char *text, const char **detail)
{
    (void)text;
    *detail = TRP__TEXT("quarantine: an external pool has no slots of its own");
    return desc->external ? TRP_ERR_DESC : TRP_OK;
}

static void quarantine_set_up(trp_pool *pool, void *memory)
{
    (void)memory;
    pool->quarantine = trp__quarantine_slots(pool) != 0 ? quarantine_look_after : NULL;
}

const trp__option trp__option_quarantine = {quarantine_check, NULL, quarantine_set_up};
