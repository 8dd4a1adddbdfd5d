/*
 * The wheel: which timers wait, and which have come. It asks nothing of the actors.
 */
#include "timers.h"

/* A list of the wheel. */
typedef struct drawer
{
    uint32_t *head;
    uint32_t level; /* TRP__WHEEL_LEVELS: beyond */
    uint32_t digit;
} drawer;

void trp__wheel_init(trp_timers *timers)
{
    for (uint32_t level = 0; level < TRP__WHEEL_LEVELS; level++)
        for (uint32_t digit = 0; digit < TRP__WHEEL_DIGITS; digit++)
            timers->state.heads[level][digit] = TRP__NONE;
    timers->state.beyond = TRP__NONE;
}

/* A moment as the wheel counts: in ticks, or in 2^-6 seconds, which is about a tick. */
TRP__INLINE uint64_t notch_of(const trp_timers *timers, uint64_t moment)
{
    return timers->desc.clock == TRP_CLOCK_SECONDS ? moment >> 26 : moment;
}

/* The highest digit in which two notches differ; TRP__WHEEL_LEVELS: a higher one. */
TRP__INLINE uint32_t level_of(uint64_t difference)
{
    if (difference >> (TRP__WHEEL_LEVELS * TRP__WHEEL_BITS) != 0)
        return TRP__WHEEL_LEVELS;
    return trp__highest_bit((trp__word)((uint32_t)difference | 1)) / TRP__WHEEL_BITS;
}

TRP__INLINE uint32_t digit_of(uint64_t notch, uint32_t level)
{
    return (uint32_t)notch >> level * TRP__WHEEL_BITS & (TRP__WHEEL_DIGITS - 1);
}

/* `present`: the notch of the last moment that has come. */
TRP__INLINE drawer drawer_for(trp_timers *timers, uint64_t due, uint64_t present)
{
    const uint64_t notch = notch_of(timers, due);
    drawer found = {&timers->state.beyond, 0, 0};

    found.level = level_of(notch ^ present);
    if (found.level == TRP__WHEEL_LEVELS)
        return found;
    found.digit = digit_of(notch, found.level);
    found.head = &timers->state.heads[found.level][found.digit];
    return found;
}

TRP__INLINE void put(trp_timers *timers, drawer in, uint32_t slot)
{
    trp__timer *entry = &timers->entries[slot];
    const uint32_t first = *in.head;

    entry->next = first;
    entry->prev = TRP__NONE;
    if (first != TRP__NONE)
        timers->entries[first].prev = slot;
    *in.head = slot;
    if (in.level < TRP__WHEEL_LEVELS)
        timers->state.occupied[in.level] |= 1u << in.digit;
}

TRP__INLINE void take(trp_timers *timers, drawer from, uint32_t slot)
{
    const trp__timer *entry = &timers->entries[slot];

    if (entry->next != TRP__NONE)
        timers->entries[entry->next].prev = entry->prev;
    if (entry->prev != TRP__NONE)
        timers->entries[entry->prev].next = entry->next;
    else
        *from.head = entry->next;
    if (*from.head == TRP__NONE && from.level < TRP__WHEEL_LEVELS)
        timers->state.occupied[from.level] &= ~(1u << from.digit);
}

TRP__INLINE uint64_t present_of(const trp_timers *timers)
{
    return notch_of(timers, trp__timers_reach(timers));
}

void trp__wheel_file(trp_timers *timers, uint32_t slot)
{
    trp__timer *entry = &timers->entries[slot];

    entry->filed = entry->due;
    put(timers, drawer_for(timers, entry->filed, present_of(timers)), slot);
}

void trp__wheel_move(trp_timers *timers, uint32_t slot)
{
    trp__timer *entry = &timers->entries[slot];
    const uint64_t present = present_of(timers);
    const drawer from = drawer_for(timers, entry->filed, present);
    const drawer to = drawer_for(timers, entry->due, present);

    entry->filed = entry->due;
    if (to.head == from.head)
        return;
    take(timers, from, slot);
    put(timers, to, slot);
}

/* All of a list: those whose moment has come become due, the others are filed again. What was stopped is dropped. */
static void sort_out(trp_timers *timers, uint32_t slot)
{
    const uint64_t reach = trp__timers_reach(timers);
    const uint64_t present = notch_of(timers, reach);

    while (slot != TRP__NONE)
    {
        trp__timer *entry = &timers->entries[slot];
        const uint32_t next = entry->next;
        if (next != TRP__NONE)
            TRP__PREFETCH_WRITE(&timers->entries[next]);
        if (entry->generation == 0)
            entry->filed = 0;
        else if (entry->due <= reach)
            trp__bitmap_add(&timers->due, TRP__FREE, slot);
        else
        {
            entry->filed = entry->due;
            put(timers, drawer_for(timers, entry->due, present), slot);
        }
        slot = next;
    }
}

/* The lists of these digits of a level. */
static void sort_out_digits(trp_timers *timers, uint32_t level, uint32_t digits)
{
    digits &= timers->state.occupied[level];
    timers->state.occupied[level] &= ~digits;
    while (digits != 0)
    {
        uint32_t *head = &timers->state.heads[level][trp__lowest_bit(digits)];
        const uint32_t first = *head;
        digits &= digits - 1;
        *head = TRP__NONE;
        sort_out(timers, first);
    }
}

void trp__wheel_advance(trp_timers *timers, uint64_t step)
{
    const uint64_t before = present_of(timers);
    uint64_t notch;
    uint32_t top;
    uint32_t beyond;

    timers->state.now += step;
    notch = present_of(timers);
    top = level_of(before ^ notch);
    for (uint32_t level = 0; level < top; level++)
        sort_out_digits(timers, level, ~0u);
    if (top < TRP__WHEEL_LEVELS)
    {
        /* from the digit where the present was to the one where it is */
        const uint32_t from = digit_of(before, top);
        const uint32_t to = digit_of(notch, top);
        sort_out_digits(timers, top, (~0u << from) & (~0u >> (TRP__WHEEL_DIGITS - 1 - to)));
        return;
    }
    beyond = timers->state.beyond;
    timers->state.beyond = TRP__NONE;
    sort_out(timers, beyond);
}
