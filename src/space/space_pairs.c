/*
 * Telling who touches whom.
 */
#include "space_internal.h"

/* Who of two is handed out first: that with the lower category, else that with the lower number. */
static bool comes_first(const trp_space *space, uint32_t low, uint32_t high)
{
    return !space->has_bits || space->category[low] <= space->category[high];
}

/* Hands a pair out, if both are still there. */
TRP__INLINE uint32_t tell(trp__pass *pass, uint32_t low, uint32_t high, trp_pair_fn *pair,
                          void *user)
{
    const trp_space *space = pass->space;

    if (!trp__pass_has(pass, low) || !trp__pass_has(pass, high))
        return 0;
    if (pair == NULL)
        return 1;
    pass->a.current = space->actor[comes_first(space, low, high) ? low : high];
    pass->b.current = space->actor[comes_first(space, low, high) ? high : low];
    pair(pass->a.current, pass->b.current, user);
    return 1;
}

static uint64_t pair_at(const trp_space *space, uint32_t from, uint32_t i)
{
    uint64_t both;

    memcpy(&both, space->stack + from + 2 * (size_t)i, sizeof both);
    return both;
}

static uint32_t tell_collected(trp_space *space, uint32_t from, uint32_t count, trp_pair_fn *pair,
                               void *user)
{
    uint32_t told = 0;
    trp__pass pass;

    trp__pass_begin(&pass, space);
    space->stack_top = from + 2 * count;
    for (uint32_t i = 0; i < count; i++)
    {
        const uint64_t both = pair_at(space, from, i);
        if (i + TRP__AHEAD < count)
        {
            const uint64_t later = pair_at(space, from, i + TRP__AHEAD);
            trp__fetch(space, (uint32_t)(later >> 32));
            trp__fetch(space, (uint32_t)later);
        }
        told += tell(&pass, (uint32_t)(both >> 32), (uint32_t)both, pair, user);
    }
    trp__pass_end(&pass);
    return told;
}

/* The members behind this one that touch the box at its place, on top of the stack, by number. */
static uint32_t find_behind(trp_space *space, uint32_t member)
{
    const trp__edges edges = space->cell_edges[space->at[member]];
    trp__found found = {space->stack + space->stack_top, 0, space->stack_size - space->stack_top,
                        false};
    uint32_t count = 0;

    for (uint32_t i = 0; i < space->level_count; i++)
        trp__find_in_level(space, &space->levels[i], &edges, &found);
    trp__find_in_stretch(space, space->large, space->placed, trp__limits(&edges), &found);
    for (uint32_t i = 0; i < found.count; i++)
    {
        const uint32_t other = space->who[found.places[i]];
        if (other > member && trp__care(space, member, other))
            found.places[count++] = other;
    }
    trp__sort_numbers(space, found.places, count);
    return count;
}

/* More pairs than there is memory for: one member after the other, in cells that stay as they are. */
static uint32_t tell_slowly(trp_space *space, trp_pair_fn *pair, void *user)
{
    const uint32_t top = space->top;
    uint32_t told = 0;
    trp__pass pass;

    trp__pass_begin(&pass, space);
    space->held++;
    for (uint32_t member = 0; member < top && member < space->top; member++)
    {
        uint32_t count;
        uint32_t from;
        if (space->at[member] == TRP__NONE) /* it has left, or is new */
            continue;
        from = space->stack_top;
        count = find_behind(space, member);
        space->stack_top += count;
        for (uint32_t i = 0; i < count; i++)
            told += tell(&pass, member, space->stack[from + i], pair, user);
        space->stack_top = from;
    }
    space->held--;
    trp__pass_end(&pass);
    return told;
}

uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *user)
{
    uint32_t from;
    uint32_t count;

    if (space == NULL)
        return 0;
    if (trp__space_collect(space, &from, &count))
        return pair == NULL ? count : tell_collected(space, from, count, pair, user);
    if (space->held == 0 && !trp__is_clean(space))
        trp__space_sort(space);
    if (trp__is_clean(space) && space->stack_size - space->stack_top >= space->top)
        return tell_slowly(space, pair, user);
    trp__space_misuse(
        space, NULL, NULL, TRP__TEXT("trp_space_pairs"), TRP_ERR_FULL,
        TRP__TEXT("desc.hits has no room for the pairs, beside what passes under way hold"));
    return 0;
}
