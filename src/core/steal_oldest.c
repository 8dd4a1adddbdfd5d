#include "ages.h"

/* The pool's oldest actor that may go. In a joined segment the search begins where the last one
 * ended: `oldest` is a cache, which only falls until entries get new stamps. */
static uint32_t oldest_slot(trp_pool *pool)
{
    const trp__ages *ages = pool->ages;
    bool is_oldest = pool->segment->joined != NULL;

    for (int32_t at = pool->desc.order->from(ages, pool->oldest); at < ages->end; at++) {
        const trp__entry *entry = &ages->entries[at];
        const uint32_t slot = (entry->index & TRP__ENTRY_INDEX) - pool->base;
        if ((entry->index & TRP__ENTRY_HOLE) != 0 || slot >= pool->max_capacity)
            continue;
        if (is_oldest)
            pool->oldest = entry->stamp;
        if (trp__may_be_stolen(pool, slot))
            return slot;
        is_oldest = false;
    }
    return TRP__NONE;
}

static trp_result oldest(trp_pool *pool)
{
    return trp__steal(pool, oldest_slot(pool));
}

const struct trp__full trp__full_steal_oldest = {false, true, oldest};
