/*
 * What the files of timers share.
 *
 * A table has one entry per slot. Entries that wait are filed in a wheel: lists of slots, by the digits of the moment at
 * which they are due, in base 32. An entry is filed under the highest digit in which its moment differs from the present
 * one, so it is filed again only when the present comes to that digit. Hence where an entry is filed follows from its
 * moment and the present alone. Within a list the order is by chance; what is due in one tick is put into a set of slots,
 * which gives the order in which timers fire.
 *
 * An entry is filed if and only if the moment under which it is filed is still to come. One that is started again for
 * later stays where it is, and is filed again when the present comes there: so starting again touches no other entry. It
 * belongs to the life whose generation it has; one of another
 * life, or of none (stopped), is dropped when the present comes to it, or reused before: so a death costs nothing.
 */
#ifndef TROUPE_SRC_TIME_TIMERS_H
#define TROUPE_SRC_TIME_TIMERS_H

#include "clock.h"

enum
{
    TRP__WHEEL_LEVELS = 5,
    TRP__WHEEL_BITS = 5,
    TRP__WHEEL_DIGITS = 32
};

/* The timer of a slot. */
typedef struct trp__timer
{
    uint64_t due; /* a moment of the table's clock */
    uint64_t
        filed; /* the moment under which it is filed, not after `due`; 0: there never was one */
    uint32_t generation; /* of the life that it belongs to; 0: it does not run */
    uint32_t every;      /* ticks, or the bits of a float of seconds; 0: it does not repeat */
    uint32_t next;       /* of the list that it is filed in: slots, or TRP__NONE */
    uint32_t prev;
} trp__timer;

/* What is true of a table, besides its entries. */
typedef struct trp__timers_state
{
    uint64_t now; /* the clock: ticks, or units of 2^-32 seconds */
    uint32_t heads[TRP__WHEEL_LEVELS][TRP__WHEEL_DIGITS];
    uint32_t occupied[TRP__WHEEL_LEVELS]; /* which digits of a level have a list */
    uint32_t beyond;                      /* the list of those that are further away than that */
} trp__timers_state;

struct trp_timers
{
    trp__timers_state state;
    trp__timer *entries;
    uint32_t room;  /* entries */
    uint32_t slack; /* moments so far ahead of `now` have come */
    trp_pool *pool;
    trp_world *world;
    trp__bitmap
        due; /* slots whose timers have come in this tick and have not fired yet: set TRP__FREE */
    trp_timers_desc desc;
    trp__clock_hook hook;
    size_t bytes; /* of the block of entries */
};

/* The last moment that has come. */
TRP__INLINE uint64_t trp__timers_reach(const trp_timers *timers)
{
    return timers->state.now + timers->slack;
}

/* timers.c */

/* Room for the timers of so many slots, all that are there included. */
bool trp__timers_grow(trp_timers *timers, uint32_t room);

/* timers_wheel.c */

void trp__wheel_init(trp_timers *timers);
/* Files an entry whose moment is to come; moves one that is filed to its moment, if that is earlier. */
void trp__wheel_file(trp_timers *timers, uint32_t slot);
void trp__wheel_move(trp_timers *timers, uint32_t slot);
/* Lets the clock go on, and puts the slots of all whose moments have come into the set `due`. */
void trp__wheel_advance(trp_timers *timers, uint64_t step);

/* timers_fire.c */

/* The hook's: what is due fires. */
void trp__timers_fire(trp__clock_hook *hook, trp_tick *tick);

#endif
