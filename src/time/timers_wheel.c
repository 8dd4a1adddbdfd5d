/*
 * The wheel: waiting timers, and those that are due. It does not examine actors.
 */
#include "timers.h"

enum {
    WHEEL_BATCH = 32 /* number of entries that are prefetched at a time */
};

/* Sets */

/* The words of a set: the summaries, then one bit per slot. */
TRP__INLINE trp__word *set_of(const trp_timers *timers, uint32_t set)
{
    return timers->sets + (size_t)set * timers->stride;
}

TRP__INLINE void set_add(const trp_timers *timers, uint32_t set, uint32_t slot)
{
    trp__word *summaries = set_of(timers, set);
    const uint32_t index = slot / TRP__WORD_BITS;

    summaries[timers->summaries + index] |= trp__bit(slot);
    summaries[index / TRP__WORD_BITS] |= trp__bit(index);
}

uint32_t trp__wheel_take_due(trp_timers *timers, uint32_t *slots, uint32_t most)
{
    trp__word *summaries = set_of(timers, TRP__DUE);
    uint32_t count = 0;

    for (uint32_t at = 0; timers->has_due && at < timers->summaries; at++)
        for (trp__word words = summaries[at]; words != 0; words &= words - 1) {
            const uint32_t index = at * TRP__WORD_BITS + trp__lowest_bit(words);
            trp__word bits = summaries[timers->summaries + index];
            for (; bits != 0 && count < most; bits &= bits - 1, count++) {
                slots[count] = index * TRP__WORD_BITS + trp__lowest_bit(bits);
                TRP__PREFETCH_WRITE(&timers->entries[slots[count]]);
            }
            summaries[timers->summaries + index] = bits;
            if (bits != 0)
                return count;
            summaries[at] = words & (words - 1);
        }
    timers->has_due = false;
    return count;
}

/* Adds the members of a set to TRP__DUE, in the same table or in one with room for more slots. */
static void wheel_set_is_due(const trp_timers *old, uint32_t set, trp_timers *timers)
{
    trp__word *from = set_of(old, set);
    trp__word *to = set_of(timers, TRP__DUE);

    timers->has_due = true;
    for (uint32_t at = 0; at < old->summaries; at++) {
        for (trp__word words = from[at]; words != 0; words &= words - 1) {
            const uint32_t index = at * TRP__WORD_BITS + trp__lowest_bit(words);
            to[timers->summaries + index] |= from[old->summaries + index];
            from[old->summaries + index] = 0;
        }
        to[at] |= from[at];
        from[at] = 0;
    }
}

void trp__wheel_add_due(trp_timers *timers, uint32_t slot)
{
    set_add(timers, TRP__DUE, slot);
    timers->has_due = true;
}

bool trp__wheel_is_due(const trp_timers *timers, uint32_t slot)
{
    const trp__word *words = set_of(timers, TRP__DUE) + timers->summaries;

    return (words[slot / TRP__WORD_BITS] & trp__bit(slot)) != 0;
}

/* Places in the wheel */

/* A moment in units of the wheel, called notches: ticks, or 2^-6 seconds, which is about a tick. */
TRP__INLINE uint64_t wheel_notch_of(const trp_timers *timers, uint64_t moment)
{
    return trp__timers_in_seconds(timers) ? moment >> 26 : moment;
}

/* The bit, a multiple of TRP__WHEEL_BITS, at which the highest differing digit of two notches
 * begins. */
TRP__INLINE uint32_t wheel_shift(uint32_t difference)
{
    return trp__highest_bit((trp__word)(difference | 1)) / TRP__WHEEL_BITS * TRP__WHEEL_BITS;
}

/* The present notch. */
TRP__INLINE uint64_t wheel_present(const trp_timers *timers)
{
    return wheel_notch_of(timers, trp__timers_reach(timers));
}

TRP__INLINE void wheel_file(trp_timers *timers, uint32_t slot, uint64_t present)
{
    const uint64_t notch = wheel_notch_of(timers, timers->entries[slot].due);
    const uint64_t difference = notch ^ present;
    uint32_t shift;
    uint32_t digit;

    if (!TRP__LIKELY(difference >> (TRP__WHEEL_LEVELS * TRP__WHEEL_BITS) == 0)) {
        set_add(timers, TRP__BEYOND, slot);
        return;
    }
    shift = wheel_shift((uint32_t)difference);
    digit = (uint32_t)notch >> shift & (TRP__WHEEL_DIGITS - 1);
    set_add(timers, shift * (TRP__WHEEL_DIGITS / TRP__WHEEL_BITS) + digit, slot);
    timers->state.occupied[shift / TRP__WHEEL_BITS] |= 1u << digit;
}

void trp__wheel_file(trp_timers *timers, uint32_t slot)
{
    wheel_file(timers, slot, wheel_present(timers));
}

void trp__timer_run(trp_timers *timers, uint32_t slot, uint64_t left)
{
    const uint64_t due = timers->state.now + left;
    const uint64_t reach = trp__timers_reach(timers);

    timers->entries[slot].due = due > reach ? due : reach + 1;
    trp__wheel_file(timers, slot);
}

void trp__timer_set(trp_timers *timers, uint32_t slot, uint64_t left)
{
    if (!timers->world->clocks_wait && !trp__timer_stands(timers, slot)) {
        trp__timer_run(timers, slot, left);
        return;
    }
    timers->entries[slot].due = TRP__STANDS | (left != 0 ? left : 1);
    if (timers->world->clocks_wait)
        trp__wheel_add_due(timers, slot);
}

/* Advancing */

/* Slots of a set: those whose moment is reached become due, others are filed again. Stopped ones
 * are dropped. */
static void wheel_sort_batch(trp_timers *timers, const uint32_t *slots, uint32_t count)
{
    const uint64_t reach = trp__timers_reach(timers);
    const uint64_t present = wheel_notch_of(timers, reach);

    for (uint32_t i = 0; i < count; i++) {
        const trp__timer *entry = &timers->entries[slots[i]];
        if (entry->generation == 0)
            continue;
        if (entry->due > reach)
            wheel_file(timers, slots[i], present);
        else
            trp__wheel_add_due(timers, slots[i]);
    }
}

/* Sorts a whole set. */
static void wheel_sort_out(trp_timers *timers, uint32_t set)
{
    trp__word *summaries = set_of(timers, set);
    uint32_t batch[WHEEL_BATCH];
    uint32_t count = 0;

    for (uint32_t at = 0; at < timers->summaries; at++) {
        trp__word words = summaries[at];
        summaries[at] = 0;
        for (; words != 0; words &= words - 1) {
            const uint32_t index = at * TRP__WORD_BITS + trp__lowest_bit(words);
            trp__word bits = summaries[timers->summaries + index];
            summaries[timers->summaries + index] = 0;
            for (; bits != 0; bits &= bits - 1) {
                batch[count] = index * TRP__WORD_BITS + trp__lowest_bit(bits);
                TRP__PREFETCH_WRITE(&timers->entries[batch[count]]);
                if (++count < WHEEL_BATCH)
                    continue;
                /* into words that are already done */
                wheel_sort_batch(timers, batch, count);
                count = 0;
            }
        }
    }
    wheel_sort_batch(timers, batch, count);
}

/* The sets of these digits of a level. For ticks, all entries of the lowest level are due, each at
 * its moment. Entries that were started again meanwhile are also in the sets of their new
 * moments. */
static void wheel_sort_out_digits(trp_timers *timers, uint32_t level, uint32_t digits)
{
    digits &= timers->state.occupied[level];
    timers->state.occupied[level] &= ~digits;
    for (; digits != 0; digits &= digits - 1) {
        const uint32_t set = level * TRP__WHEEL_DIGITS + trp__lowest_bit(digits);
        if (level == 0 && !trp__timers_in_seconds(timers))
            wheel_set_is_due(timers, set, timers);
        else
            wheel_sort_out(timers, set);
    }
}

void trp__wheel_advance(trp_timers *timers, uint64_t step)
{
    const uint64_t before = wheel_present(timers);
    uint64_t notch;
    uint32_t shift = 0;
    uint32_t top = 0;

    timers->state.now += step;
    notch = wheel_present(timers);
    if ((before ^ notch) >> (TRP__WHEEL_LEVELS * TRP__WHEEL_BITS) != 0)
        top = TRP__WHEEL_LEVELS;
    else {
        shift = wheel_shift((uint32_t)(before ^ notch));
        top = shift / TRP__WHEEL_BITS;
    }
    for (uint32_t level = 0; level < top; level++)
        wheel_sort_out_digits(timers, level, ~0u);
    if (top < TRP__WHEEL_LEVELS)
        /* from the digit of the former present to that of the new one */
        wheel_sort_out_digits(timers, top,
                              (2u << ((uint32_t)notch >> shift & (TRP__WHEEL_DIGITS - 1))) -
                                  (1u << ((uint32_t)before >> shift & (TRP__WHEEL_DIGITS - 1))));
    else
        wheel_sort_out(timers, TRP__BEYOND);
}

void trp__wheel_refile(trp_timers *timers)
{
    memset(timers->sets, 0, (size_t)timers->stride * TRP__WHEEL_SETS * sizeof(trp__word));
    memset(timers->state.occupied, 0, sizeof timers->state.occupied);
    timers->has_due = false;
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (timers->entries[slot].generation != 0)
            trp__wheel_file(timers, slot);
}

/* The block */

static uint32_t wheel_words_for(uint32_t bits)
{
    return bits / TRP__WORD_BITS + (bits % TRP__WORD_BITS != 0);
}

size_t trp__wheel_bytes(uint32_t room)
{
    const uint32_t words = wheel_words_for(room) + wheel_words_for(wheel_words_for(room));

    return room * sizeof(trp__timer) + words * TRP__WHEEL_SETS * sizeof(trp__word);
}

void trp__wheel_lay_out(trp_timers *timers, void *block, uint32_t room)
{
    const trp_timers old = *timers;

    timers->entries = (trp__timer *)block;
    timers->sets = (trp__word *)(void *)(timers->entries + room);
    timers->room = room;
    timers->words = wheel_words_for(room);
    timers->summaries = wheel_words_for(timers->words);
    timers->stride = timers->summaries + timers->words;
    if (old.room == 0)
        return;
    memcpy(timers->entries, old.entries, old.room * sizeof(trp__timer));
    for (uint32_t slot = 0; slot < old.room; slot++)
        if (timers->entries[slot].due > trp__timers_reach(timers))
            trp__wheel_file(timers, slot);
    wheel_set_is_due(&old, TRP__DUE, timers);
}
