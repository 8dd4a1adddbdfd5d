/*
 * What the files of timers share.
 *
 * A table has one entry per slot: when its timer is due, and whose it is. Entries that wait are members of sets of slots, a
 * wheel: one set for each digit of the moments at which they are due, in base 16. An entry is filed under the highest digit
 * in which its moment differs from the present one, so it is filed again only when the present comes to that digit. To be a
 * member is only a reason to look at the entry when the present comes there: one that was started again or stopped in the
 * meantime is then filed again or dropped. So starting is writing the entry and setting a bit, and stopping is writing the
 * entry. What holds is that each entry that runs is in the set of its moment, and perhaps in others.
 *
 * What is due in one tick is put into one more set, and as sets know no other order than that of their slots, neither do
 * timers that fire.
 *
 * An entry belongs to the life whose generation it has. One of another life, or of none (stopped), is dropped when the
 * present comes to it, or reused before: so a death costs nothing.
 */
#ifndef TROUPE_SRC_TIME_TIMERS_H
#define TROUPE_SRC_TIME_TIMERS_H

#include "clock.h"

enum
{
    TRP__WHEEL_LEVELS = 6,
    TRP__WHEEL_BITS = 4,
    TRP__WHEEL_DIGITS = 16,
    TRP__BEYOND = TRP__WHEEL_LEVELS *
                  TRP__WHEEL_DIGITS, /* the set of those further away than all digits reach */
    TRP__DUE, /* the set of those that have come in this tick and have not fired yet */
    TRP__WHEEL_SETS
};

/* The timer of a slot. */
typedef struct trp__timer
{
    uint64_t due;        /* a moment of the table's clock */
    uint32_t generation; /* of the life that it belongs to; 0: it does not run */
    uint32_t every;      /* ticks, or the bits of a float of seconds; 0: it does not repeat */
} trp__timer;

/* What is true of a table, besides its block of entries and sets. */
typedef struct trp__timers_state
{
    uint64_t now;                         /* the clock: ticks, or units of 2^-32 seconds */
    uint32_t occupied[TRP__WHEEL_LEVELS]; /* the digits of a level whose sets may have members */
} trp__timers_state;

struct trp_timers
{
    trp__timers_state state;
    trp__timer *entries;
    trp__word *
        sets; /* after the entries: per set `summaries` words, of which a bit is a word, and `words` words */
    uint32_t room;      /* entries */
    uint32_t words;     /* of a set, a bit per slot */
    uint32_t summaries; /* words above these */
    uint32_t stride;    /* both */
    bool has_due;       /* TRP__DUE may have members */
    uint32_t slack;     /* moments so far ahead of `now` have come */
    trp_pool *pool;
    trp_world *world;
    trp_timers_desc desc;
    trp__clock_hook hook;
    trp__part part; /* what snapshots know it by */
    size_t bytes;   /* of the block of entries and sets */
};

/* The last moment that has come. */
TRP__INLINE uint64_t trp__timers_reach(const trp_timers *timers)
{
    return timers->state.now + timers->slack;
}

/* timers.c: room for the timers of so many slots, all that are there included. */
bool trp__timers_grow(trp_timers *timers, uint32_t room);

/* The words of a set: the summaries, then one bit per slot. */
TRP__INLINE trp__word *trp__set_of(const trp_timers *timers, uint32_t set)
{
    return timers->sets + (size_t)set * timers->stride;
}

TRP__INLINE void trp__set_add(const trp_timers *timers, uint32_t set, uint32_t slot)
{
    trp__word *summaries = trp__set_of(timers, set);
    const uint32_t index = slot / TRP__WORD_BITS;

    summaries[timers->summaries + index] |= trp__bit(slot);
    summaries[index / TRP__WORD_BITS] |= trp__bit(index);
}

/* A moment as the wheel counts: in ticks, or in 2^-6 seconds, which is about a tick. */
TRP__INLINE uint64_t trp__notch_of(uint64_t moment, bool in_seconds)
{
    return in_seconds ? moment >> 26 : moment;
}

/* The bit, a multiple of TRP__WHEEL_BITS, where the highest digit begins in which two notches differ. */
TRP__INLINE uint32_t trp__wheel_shift(uint32_t difference)
{
    return trp__highest_bit((trp__word)(difference | 1)) / TRP__WHEEL_BITS * TRP__WHEEL_BITS;
}

/* Files a slot for a notch, if another one is the present. */
TRP__INLINE void trp__wheel_put(trp_timers *timers, uint32_t slot, uint64_t notch, uint64_t present)
{
    const uint64_t difference = notch ^ present;
    uint32_t shift;
    uint32_t digit;

    if (!TRP__LIKELY(difference >> (TRP__WHEEL_LEVELS * TRP__WHEEL_BITS) == 0))
    {
        trp__set_add(timers, TRP__BEYOND, slot);
        return;
    }
    shift = trp__wheel_shift((uint32_t)difference);
    digit = (uint32_t)notch >> shift & (TRP__WHEEL_DIGITS - 1);
    trp__set_add(timers, shift * (TRP__WHEEL_DIGITS / TRP__WHEEL_BITS) + digit, slot);
    timers->state.occupied[shift / TRP__WHEEL_BITS] |= 1u << digit;
}

/* timers_wheel.c */

/* Bytes of a block for so many slots: less than 2^29. */
size_t trp__wheel_bytes(uint32_t room);
/* Lays a block out, which is zero, and takes over what the old one has, if there was one. */
void trp__wheel_lay_out(trp_timers *timers, void *block, uint32_t room);
/* Files an entry whose moment is to come. */
void trp__wheel_file(trp_timers *timers, uint32_t slot);
/* Lets the clock go on, and puts the slots of all whose moments have come into TRP__DUE. */
void trp__wheel_advance(trp_timers *timers, uint64_t step);
/* Takes the lowest slots out of TRP__DUE, so many at most. How many; their entries may be out of date. */
uint32_t trp__wheel_take_due(trp_timers *timers, uint32_t *slots, uint32_t most);
/* Files all entries again, as if no present had ever been. Nothing is due. */
void trp__wheel_refile(trp_timers *timers);

/* timers_fire.c */

/* The hook's: what is due fires. */
void trp__timers_fire(trp__clock_hook *hook, trp_tick *tick);

#endif
