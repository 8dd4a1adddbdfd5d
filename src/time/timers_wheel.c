/*
 * The wheel: waiting timers, and those that are due. It does not examine actors.
 */
#include "timers.h"

/* Sets */

TRP__INLINE trp__word *wheel_set(const trp_timers *timers, uint32_t set)
{
    return timers->sets + (size_t)set * timers->words;
}

TRP__INLINE void wheel_add(const trp_timers *timers, uint32_t set, uint32_t slot)
{
    wheel_set(timers, set)[slot / TRP__WORD_BITS] |= trp__bit(slot);
}

void trp__wheel_add_due(trp_timers *timers, uint32_t slot)
{
    wheel_add(timers, TRP__DUE, slot);
    timers->has_due = true;
}

bool trp__wheel_is_due(const trp_timers *timers, uint32_t slot)
{
    return (wheel_set(timers, TRP__DUE)[slot / TRP__WORD_BITS] & trp__bit(slot)) != 0;
}

trp__word trp__wheel_take_due(const trp_timers *timers, uint32_t word)
{
    trp__word *words = wheel_set(timers, TRP__DUE);
    const trp__word due = words[word];

    words[word] = 0;
    return due;
}

/* Digits */

/* A moment in units of the wheel, called notches: ticks, or 2^-6 seconds, which is about a tick. */
TRP__INLINE uint64_t wheel_notch(const trp_timers *timers, uint64_t moment)
{
    return trp__timers_in_seconds(timers) ? moment >> 26 : moment;
}

TRP__INLINE uint32_t wheel_digit(uint64_t notch, uint32_t level)
{
    return (uint32_t)notch >> level * TRP__WHEEL_BITS & (TRP__WHEEL_DIGITS - 1);
}

/* How two notches differ; UINT32_MAX: beyond all digits. */
TRP__INLINE uint32_t wheel_difference(uint64_t a, uint64_t b)
{
    return (a ^ b) >> (TRP__WHEEL_LEVELS * TRP__WHEEL_BITS) == 0 ? (uint32_t)(a ^ b) : UINT32_MAX;
}

void trp__wheel_file(trp_timers *timers, uint32_t slot)
{
    const uint64_t notch = wheel_notch(timers, timers->entries[slot].due);
    const uint32_t difference =
        wheel_difference(notch, wheel_notch(timers, trp__timers_reach(timers)));
    uint32_t level = TRP__WHEEL_LEVELS - 1;
    uint32_t digit = TRP__WHEEL_DIGITS - 1;

    if (TRP__LIKELY(difference != UINT32_MAX)) {
        level = trp__highest_bit((trp__word)(difference | 1)) / TRP__WHEEL_BITS;
        digit = wheel_digit(notch, level);
    }
    wheel_add(timers, level * TRP__WHEEL_DIGITS + digit, slot);
    timers->occupied[level] |= 1u << digit;
}

void trp__timer_run(trp_timers *timers, uint32_t slot, uint64_t left)
{
    const uint64_t due = timers->now + left;
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

/* The members of a set of level 0 are due, or will be soon; this is decided when they fire. Those of
 * other levels are filed again. Stopped ones are dropped. */
static void wheel_sort_out(trp_timers *timers, uint32_t set)
{
    const uint64_t reach = trp__timers_reach(timers);
    trp__word *words = wheel_set(timers, set);
    trp__word *due = wheel_set(timers, TRP__DUE);

    timers->has_due = true;
    for (uint32_t word = 0; word < timers->words; word++) {
        trp__word left = words[word];
        words[word] = 0; /* some may come back */
        if (set < TRP__WHEEL_DIGITS) {
            due[word] |= left;
            continue;
        }
        for (; left != 0; left &= left - 1) {
            const uint32_t slot = word * TRP__WORD_BITS + trp__lowest_bit(left);
            if (timers->entries[slot].due > reach)
                trp__wheel_file(timers, slot);
            else if (timers->entries[slot].generation != 0)
                due[word] |= trp__bit(slot);
        }
    }
}

void trp__wheel_advance(trp_timers *timers, uint64_t step)
{
    const uint64_t before = wheel_notch(timers, trp__timers_reach(timers));
    uint64_t now;
    uint32_t passed;

    timers->now += step;
    now = wheel_notch(timers, trp__timers_reach(timers));
    passed = wheel_difference(before, now);
    for (uint32_t level = 0; level < TRP__WHEEL_LEVELS; level++) {
        /* from the former digit to the present one; all, if a higher digit has changed */
        uint32_t digits = (2u << wheel_digit(now, level)) - (1u << wheel_digit(before, level));
        if (passed >= TRP__WHEEL_DIGITS)
            digits = (1u << TRP__WHEEL_DIGITS) - 1;
        digits &= timers->occupied[level];
        timers->occupied[level] &= ~digits;
        for (; digits != 0; digits &= digits - 1)
            wheel_sort_out(timers, level * TRP__WHEEL_DIGITS + trp__lowest_bit(digits));
        passed >>= TRP__WHEEL_BITS;
        if (passed == 0)
            return;
    }
}

/* The block */

static void wheel_file_all(trp_timers *timers)
{
    memset(timers->occupied, 0, sizeof timers->occupied);
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (timers->entries[slot].due > trp__timers_reach(timers))
            trp__wheel_file(timers, slot);
}

void trp__wheel_refile(trp_timers *timers)
{
    memset(timers->sets, 0, (size_t)timers->words * TRP__WHEEL_SETS * sizeof(trp__word));
    timers->has_due = false;
    wheel_file_all(timers);
}

bool trp__timers_grow(trp_timers *timers, uint32_t room)
{
    const trp_timers old = *timers;

    timers->room = room;
    timers->words = room / TRP__WORD_BITS + (room % TRP__WORD_BITS != 0);
    timers->bytes = room * sizeof(trp__timer) +
                    timers->words * TRP__WHEEL_SETS * sizeof(trp__word); /* below 2^29 */
    timers->entries = (trp__timer *)trp__take(timers->world, timers->bytes);
    if (timers->entries == NULL) {
        *timers = old;
        return false;
    }
    memset(timers->entries, 0, timers->bytes);
    timers->sets = (trp__word *)(void *)(timers->entries + room);
    if (old.entries == NULL)
        return true;
    memcpy(timers->entries, old.entries, old.room * sizeof(trp__timer));
    memcpy(wheel_set(timers, TRP__DUE), wheel_set(&old, TRP__DUE), old.words * sizeof(trp__word));
    wheel_file_all(timers);
    trp__release(timers->world, old.entries, old.bytes);
    return true;
}
