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
    uint32_t slack;     /* moments so far ahead of `now` have come */
    trp_pool *pool;
    trp_world *world;
    trp_timers_desc desc;
    trp__clock_hook hook;
    size_t bytes; /* of the block of entries and sets */
};

/* The last moment that has come. */
TRP__INLINE uint64_t trp__timers_reach(const trp_timers *timers)
{
    return timers->state.now + timers->slack;
}

/* timers.c: room for the timers of so many slots, all that are there included. */
bool trp__timers_grow(trp_timers *timers, uint32_t room);

/* timers_wheel.c */

/* Bytes of a block for so many slots; 0: too many. */
size_t trp__wheel_bytes(uint32_t room);
/* Lays a block out, which is zero, and takes over what the old one has, if there was one. */
void trp__wheel_lay_out(trp_timers *timers, void *block, uint32_t room);
/* Files an entry whose moment is to come. */
void trp__wheel_file(trp_timers *timers, uint32_t slot);
/* Lets the clock go on, and puts the slots of all whose moments have come into TRP__DUE. */
void trp__wheel_advance(trp_timers *timers, uint64_t step);
/* The first slot from this one on that is in TRP__DUE, or TRP__NONE; takes it out. */
uint32_t trp__wheel_next_due(const trp_timers *timers, uint32_t from);
void trp__wheel_take_due(trp_timers *timers, uint32_t slot);

/* timers_fire.c */

/* The hook's: what is due fires. */
void trp__timers_fire(trp__clock_hook *hook, trp_tick *tick);

#endif
