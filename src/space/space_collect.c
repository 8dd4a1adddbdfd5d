/*
 * Pairs in order, on top of the stack.
 */
#include "space_search.h"

bool trp__space_collect(trp_space *space, bool counts, uint32_t *from, uint32_t *count)
{
    const uint32_t base = (space->stack_top + 1) / 2 * 2;
    const uint32_t room = space->stack_size > base ? (space->stack_size - base) / 4 : 0;
    uint64_t *stack = (uint64_t *)(void *)(space->stack + base);
    trp__pairs found = {stack + room, 0, room, counts, false};

    *from = base;
    *count = 0;
    if (!trp__is_clean(space))
    {
        if (space->held != 0)
            return false;
        trp__space_sort(space);
    }
    space->questions += space->count - space->hidden;
    if (!trp__space_overlap(space, &found))
        return false;
    if (!counts)
        trp__order_pairs(space, found.pairs, stack, found.count);
    space->hits += found.count;
    *count = found.count;
    return true;
}
