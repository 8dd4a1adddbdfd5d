/*
 * The wheel: which timers wait, and which have come. It asks nothing of the actors.
 */
#include "timers.h"

enum
{
    BATCH = 32 /* so many entries are fetched before they are looked at */
};

/* Sets */

TRP__INLINE trp__word *summaries_of(const trp_timers *timers, uint32_t set)
{
    return timers->sets + (size_t)set * (timers->summaries + timers->words);
}

TRP__INLINE void set_add(trp_timers *timers, uint32_t set, uint32_t slot)
{
    trp__word *summaries = summaries_of(timers, set);
    const uint32_t index = slot / TRP__WORD_BITS;

    summaries[timers->summaries + index] |= trp__bit(slot);
    summaries[index / TRP__WORD_BITS] |= trp__bit(index);
}

/* The first word of a set from this one on that is not zero, or TRP__NONE. */
static uint32_t next_word(const trp_timers *timers, uint32_t set, uint32_t index)
{
    const trp__word *summaries = summaries_of(timers, set);
    uint32_t at = index / TRP__WORD_BITS;
    trp__word bits;

    if (index >= timers->words)
        return TRP__NONE;
    bits = summaries[at] & ~(trp__bit(index) - 1);
    while (bits == 0 && ++at < timers->summaries)
        bits = summaries[at];
    return bits != 0 ? at * TRP__WORD_BITS + trp__lowest_bit(bits) : TRP__NONE;
}

uint32_t trp__wheel_next_due(const trp_timers *timers, uint32_t from)
{
    const trp__word *words = summaries_of(timers, TRP__DUE) + timers->summaries;
    uint32_t index = from / TRP__WORD_BITS;
    trp__word bits = index < timers->words ? words[index] & ~(trp__bit(from) - 1) : 0;

    if (bits == 0)
    {
        index = next_word(timers, TRP__DUE, index + 1);
        if (index == TRP__NONE)
            return TRP__NONE;
        bits = words[index];
    }
    return index * TRP__WORD_BITS + trp__lowest_bit(bits);
}

void trp__wheel_take_due(trp_timers *timers, uint32_t slot)
{
    trp__word *summaries = summaries_of(timers, TRP__DUE);
    const uint32_t index = slot / TRP__WORD_BITS;
    trp__word *word = &summaries[timers->summaries + index];

    *word &= ~trp__bit(slot);
    if (*word == 0)
        summaries[index / TRP__WORD_BITS] &= ~trp__bit(index);
}

/* Places */

/* A moment as the wheel counts: in ticks, or in 2^-6 seconds, which is about a tick. */
TRP__INLINE uint64_t notch_of(const trp_timers *timers, uint64_t moment)
{
    return timers->desc.clock == TRP_CLOCK_SECONDS ? moment >> 26 : moment;
}

TRP__INLINE uint64_t present_of(const trp_timers *timers)
{
    return notch_of(timers, trp__timers_reach(timers));
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

/* The set for what is due at a moment, if this notch is the present one. */
TRP__INLINE uint32_t set_for(const trp_timers *timers, uint64_t due, uint64_t present)
{
    const uint64_t notch = notch_of(timers, due);
    const uint32_t level = level_of(notch ^ present);

    if (level == TRP__WHEEL_LEVELS)
        return TRP__BEYOND;
    return level * TRP__WHEEL_DIGITS + digit_of(notch, level);
}

TRP__INLINE void file(trp_timers *timers, uint32_t slot, uint64_t present)
{
    const uint32_t set = set_for(timers, timers->entries[slot].due, present);

    set_add(timers, set, slot);
    if (set != TRP__BEYOND)
        timers->state.occupied[set / TRP__WHEEL_DIGITS] |= 1u << set % TRP__WHEEL_DIGITS;
}

void trp__wheel_file(trp_timers *timers, uint32_t slot)
{
    file(timers, slot, present_of(timers));
}

/* The present comes */

/* Slots of a set: those whose moment has come become due, the others are filed again. What was stopped is dropped. */
static void sort_batch(trp_timers *timers, const uint32_t *slots, uint32_t count)
{
    const uint64_t reach = trp__timers_reach(timers);
    const uint64_t present = notch_of(timers, reach);
    const trp_pool *pool = timers->pool;

    for (uint32_t i = 0; i < count; i++)
    {
        const trp__timer *entry = &timers->entries[slots[i]];
        if (entry->generation == 0)
            continue;
        if (entry->due > reach)
            file(timers, slots[i], present);
        else
        {
            set_add(timers, TRP__DUE, slots[i]);
            if (slots[i] >= pool->slot_count)
                continue;
            TRP__PREFETCH_READ(&pool->cells[slots[i]]);
            TRP__PREFETCH_WRITE(trp__node_at(pool, slots[i]));
        }
    }
}

/* All of a set. */
static void sort_out(trp_timers *timers, uint32_t set)
{
    trp__word *summaries = summaries_of(timers, set);
    uint32_t batch[BATCH];
    uint32_t count = 0;

    for (uint32_t index = 0; (index = next_word(timers, set, index)) != TRP__NONE; index++)
    {
        trp__word *word = &summaries[timers->summaries + index];
        trp__word bits = *word;
        *word = 0;
        summaries[index / TRP__WORD_BITS] &= ~trp__bit(index);
        for (; bits != 0; bits &= bits - 1)
        {
            batch[count] = index * TRP__WORD_BITS + trp__lowest_bit(bits);
            TRP__PREFETCH_WRITE(&timers->entries[batch[count]]);
            if (++count < BATCH)
                continue;
            sort_batch(timers, batch, count); /* in slots that are passed */
            count = 0;
        }
    }
    sort_batch(timers, batch, count);
}

/* The sets of these digits of a level. */
static void sort_out_digits(trp_timers *timers, uint32_t level, uint32_t digits)
{
    digits &= timers->state.occupied[level];
    timers->state.occupied[level] &= ~digits;
    for (; digits != 0; digits &= digits - 1)
        sort_out(timers, level * TRP__WHEEL_DIGITS + trp__lowest_bit(digits));
}

void trp__wheel_advance(trp_timers *timers, uint64_t step)
{
    const uint64_t before = present_of(timers);
    uint64_t notch;
    uint32_t top;

    timers->state.now += step;
    notch = present_of(timers);
    top = level_of(before ^ notch);
    for (uint32_t level = 0; level < top; level++)
        sort_out_digits(timers, level, ~0u);
    if (top < TRP__WHEEL_LEVELS)
        /* from the digit where the present was to the one where it is */
        sort_out_digits(timers, top, (2u << digit_of(notch, top)) - (1u << digit_of(before, top)));
    else
        sort_out(timers, TRP__BEYOND);
}

static void set_clear(trp_timers *timers, uint32_t set)
{
    trp__word *summaries = summaries_of(timers, set);

    for (uint32_t index = 0; (index = next_word(timers, set, index)) != TRP__NONE; index++)
        summaries[timers->summaries + index] = 0;
    memset(summaries, 0, timers->summaries * sizeof *summaries);
}

void trp__wheel_refile(trp_timers *timers)
{
    set_clear(timers, TRP__BEYOND);
    for (uint32_t level = 0; level < TRP__WHEEL_LEVELS; level++)
    {
        for (uint32_t digits = timers->state.occupied[level]; digits != 0; digits &= digits - 1)
            set_clear(timers, level * TRP__WHEEL_DIGITS + trp__lowest_bit(digits));
        timers->state.occupied[level] = 0;
    }
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (timers->entries[slot].generation != 0)
            trp__wheel_file(timers, slot);
}

/* The block */

static uint32_t words_for(uint32_t bits)
{
    return bits / TRP__WORD_BITS + (bits % TRP__WORD_BITS != 0);
}

size_t trp__wheel_bytes(uint32_t room)
{
    const uint32_t words = words_for(room) + words_for(words_for(room));

    return room * sizeof(trp__timer) + words * TRP__WHEEL_SETS * sizeof(trp__word);
}

void trp__wheel_lay_out(trp_timers *timers, void *block, uint32_t room)
{
    const trp_timers old = *timers;

    timers->entries = (trp__timer *)block;
    timers->sets = (trp__word *)(void *)(timers->entries + room);
    timers->room = room;
    timers->words = words_for(room);
    timers->summaries = words_for(timers->words);
    if (old.room == 0)
        return;
    memcpy(timers->entries, old.entries, old.room * sizeof(trp__timer));
    for (uint32_t slot = 0; slot < old.room; slot++)
        if (timers->entries[slot].due > trp__timers_reach(timers))
            trp__wheel_file(timers, slot);
    for (uint32_t slot = 0; (slot = trp__wheel_next_due(&old, slot)) != TRP__NONE; slot++)
        set_add(timers, TRP__DUE, slot);
}
