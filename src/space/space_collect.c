/*
 * Pairs, on top of the stack.
 */
#include "space_pairing.h"

static void collect(trp__pairs *out)
{
    trp_space *space = out->space;

    if (out->wanted->asks_few)
    {
        (void)trp__space_refresh(space, out->wanted->asker_count);
        trp__space_ask_all(out);
        return;
    }
    trp__space_overlap(out);
}

bool trp__space_collect(trp_space *space, const trp__wanted *wanted, bool counts, uint32_t *from,
                        uint32_t *count)
{
    const bool is_ordered = wanted->which.order == TRP_SPACE_BY_NUMBER && !counts;
    const uint32_t base = (space->stack_top + 1) / 2 * 2;
    const uint32_t left = space->stack_size > base ? (space->stack_size - base) / 2 : 0;
    uint64_t *stack = (uint64_t *)(void *)(space->stack + base);
    trp__pairs found = {space, wanted, stack, 0, left, counts, false};

    *from = base;
    *count = 0;
    if (counts)
        found.room = UINT32_MAX;
    if (!trp__is_clean(space) && !wanted->asks_few) /* swept passes have sorted */
    {
        if (space->held != 0)
            return false;
        trp__space_sort(space);
    }
    collect(&found);
    if (found.overflown)
        return false;
    if (is_ordered)
        trp__order_pairs(space, found.pairs, found.count);
    space->hits += found.count;
    *count = found.count;
    return true;
}
