/*
 * What all passes do: begin, end, and put their answers in order.
 */
#include "space_internal.h"

#define FEW 24

void trp__pass_begin(trp__pass *pass, trp_space *space)
{
    trp_world *world = space->world;
    const trp__frame none = {0};

    pass->space = space;
    pass->serial = space->serial++;
    pass->changes = space->changes;
    pass->stack_top = space->stack_top;
    pass->a = none;
    pass->b = none;
    /* it visits by its own rule, so it needs no limit of its own among the walks */
    pass->a.limit = world->frames != NULL ? world->frames->limit : trp__limit_of(world->serial - 1);
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

static void sort_few(uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
    {
        const uint32_t number = numbers[i];
        uint32_t at = i;
        for (; at > 0 && numbers[at - 1] > number; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

/* By ticking them off, then reading the ticks in order. */
void trp__sort_numbers(trp_space *space, uint32_t *numbers, uint32_t count)
{
    const uint32_t words = space->top / 32 + 1;
    uint32_t *ticks = space->work;
    uint32_t at = 0;

    if (count <= FEW)
    {
        sort_few(numbers, count);
        return;
    }
    memset(ticks, 0, words * sizeof *ticks);
    for (uint32_t i = 0; i < count; i++)
        ticks[numbers[i] / 32] |= 1u << numbers[i] % 32;
    for (uint32_t word = 0; word < words; word++)
        for (uint32_t rest = ticks[word]; rest != 0; rest &= rest - 1)
            numbers[at++] = 32 * word + trp__lowest_bit(rest);
}

/* Insertion with gaps, the largest first. */
void trp__sort_keys(uint64_t *keys, uint32_t count)
{
    for (uint32_t gap = count / 2; gap > 0; gap = gap == 2 ? 1 : (uint32_t)(gap * 5ull / 11))
        for (uint32_t i = gap; i < count; i++)
        {
            const uint64_t key = keys[i];
            uint32_t at = i;
            for (; at >= gap && keys[at - gap] > key; at -= gap)
                keys[at] = keys[at - gap];
            keys[at] = key;
        }
}
