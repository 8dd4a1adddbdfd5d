/*
 * Stealing: what a full pool may do.
 */
#include "ages.h"

/*
 * Listed actors may be stolen or, if they have expired, pruned, except the current actor of a walk.
 * So only current actors are skipped; there are at most as many as nested walks.
 */
static bool steal_may(const trp_pool *pool, uint32_t slot)
{
    return !trp__is_current(pool->world->frames, trp__node_at(pool, slot));
}

static trp_result steal(trp_pool *pool, uint32_t slot)
{
    trp_reason reason = TRP_REASON_STOLEN;

    trp__mend(pool, slot, TRP__TEXT("trp_create"));
    if (trp__is_expired(trp__cell_of(pool, slot)->stamp))
        reason = TRP_REASON_EXPIRED; /* its life was over: it is only pruned */
    else
        pool->state.stolen++;
    /* otherwise its on_end could fill the slot again, which would steal the next one,
     * endlessly */
    pool->barred++;
    trp__end_life(pool, slot, NULL, reason);
    pool->barred--;
    return TRP_OK;
}

/* Cycles at most once through the slots, starting after the last stolen one. */
static trp_result steal_next(trp_pool *pool)
{
    uint32_t slot = pool->state.hand;

    for (int round = 0; round < 2; round++) {
        while ((slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot)) != TRP__NONE) {
            if (steal_may(pool, slot)) {
                pool->state.hand = slot + 1;
                return steal(pool, slot);
            }
            slot++;
        }
        slot = 0;
    }
    return TRP_ERR_FULL;
}

const struct trp__full trp__full_steal_next = {NULL, false, steal_next};

/* The pool's oldest actor that may go. In a joined segment the search begins where the last one
 * ended: `oldest` is a cache, which only falls until entries get new stamps. */
static trp_result steal_oldest(trp_pool *pool)
{
    const trp__ages *ages = pool->ages;
    bool is_oldest = pool->segment->joined != NULL;

    for (int32_t at = pool->order->from(ages, pool->oldest); at < ages->end; at++) {
        const trp__entry *entry = &ages->entries[at];
        const uint32_t slot = (entry->index & TRP__ENTRY_INDEX) - pool->base;
        if ((entry->index & TRP__ENTRY_HOLE) != 0 || slot >= pool->max_capacity)
            continue;
        if (is_oldest)
            pool->oldest = entry->stamp;
        if (steal_may(pool, slot))
            return steal(pool, slot);
        is_oldest = false;
    }
    return TRP_ERR_FULL;
}

const struct trp__full trp__full_steal_oldest = {NULL, true, steal_oldest};
