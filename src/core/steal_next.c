#include "core.h"

/* Cycles once through the slots, starting after the last stolen one. */
static uint32_t next_slot(trp_pool *pool)
{
    uint32_t slot = pool->state.hand;

    for (int round = 0; round < 2; round++) {
        while ((slot = trp__bitmap_next(&pool->map, TRP__ACTIVE, slot)) != TRP__NONE) {
            if (trp__may_be_stolen(pool, slot)) {
                pool->state.hand = slot + 1;
                return slot;
            }
            slot++;
        }
        slot = 0;
    }
    return TRP__NONE;
}

static trp_result next(trp_pool *pool)
{
    return trp__steal(pool, next_slot(pool));
}

const struct trp__full trp__full_steal_next = {false, false, next};
