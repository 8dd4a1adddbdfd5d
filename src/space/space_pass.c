/*
 * What all passes do: begin, end, and put their answers in order.
 */
#include "space_internal.h"

#define FEW 8

void trp__pass_begin(trp__pass *pass, trp_space *space)
{
    trp_world *world = space->world;

    pass->space = space;
    pass->serial = space->serial++;
    pass->changes = space->changes;
    pass->stack_top = space->stack_top;
    memset(&pass->a, 0, sizeof pass->a);
    memset(&pass->b, 0, sizeof pass->b);
    /* it visits by its own rule, so it needs no limit of its own among the walks */
    pass->a.limit = world->frames != NULL ? world->frames->limit : world->state.newest + 1;
    pass->b.limit = pass->a.limit;
    trp__push_frame(world, &pass->a);
    trp__push_frame(world, &pass->b);
    space->passes++;
}

void trp__pass_end(trp__pass *pass)
{
    trp_space *space = pass->space;

    space->passes--;
    space->stack_top = pass->stack_top;
    trp__pop_frame(space->world, &pass->b);
    trp__pop_frame(space->world, &pass->a);
}

static uint32_t first_gap(uint32_t count)
{
    return count > 2 * FEW ? count / 2 : count > 1;
}

static uint32_t next_gap(uint32_t gap)
{
    return gap == 2 ? 1 : gap / 11 * 5 + gap % 11 / 2; /* about gap * 5 / 11 */
}

/* Insertion with gaps, the largest first. */
static void sort_few(uint32_t *numbers, uint32_t count)
{
    for (uint32_t gap = first_gap(count); gap > 0; gap = next_gap(gap))
        for (uint32_t i = gap; i < count; i++)
        {
            const uint32_t number = numbers[i];
            uint32_t at = i;
            for (; at >= gap && numbers[at - gap] > number; at -= gap)
                numbers[at] = numbers[at - gap];
            numbers[at] = number;
        }
}

/* By ticking them off, then reading the ticks in order. */
void trp__sort_numbers(trp_space *space, uint32_t *numbers, uint32_t count)
{
    const uint32_t words = space->top / TRP__WORD_BITS + 1;
    trp__word *ticks = (trp__word *)(void *)space->work;
    uint32_t at = 0;

    if (count <= FEW || words > 16 * count)
    {
        sort_few(numbers, count);
        return;
    }
    memset(ticks, 0, words * sizeof *ticks);
    for (uint32_t i = 0; i < count; i++)
        ticks[numbers[i] / TRP__WORD_BITS] |= trp__bit(numbers[i]);
    for (uint32_t word = 0; word < words; word++)
        for (trp__word rest = ticks[word]; rest != 0; rest &= rest - 1)
            numbers[at++] = word * TRP__WORD_BITS + trp__lowest_bit(rest);
}

void trp__sort_keys(uint64_t *keys, uint32_t count)
{
    for (uint32_t gap = first_gap(count); gap > 0; gap = next_gap(gap))
        for (uint32_t i = gap; i < count; i++)
        {
            const uint64_t key = keys[i];
            uint32_t at = i;
            for (; at >= gap && keys[at - gap] > key; at -= gap)
                keys[at] = keys[at - gap];
            keys[at] = key;
        }
}
