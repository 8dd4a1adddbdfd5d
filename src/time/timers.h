/*
 * Declarations shared by the files of timers.
 *
 * A table has one entry per slot: when its timer is due, and the life that it belongs to. Waiting
 * entries are members of sets of slots, which form a wheel: there is one set for each digit of the
 * moments at which they are due, in base 16. An entry is filed under the highest digit in which its
 * moment differs from the present moment; one that is beyond all digits, under the highest digit of
 * all. So it is filed again only when the present reaches that digit.
 *
 * Membership only means that the entry must be examined when the present reaches that place. An
 * entry that was stopped or started again in the meantime is then dropped or filed again. So
 * starting a timer writes the entry and sets a bit, and stopping it writes the entry. The
 * invariant: each running entry is in the set of its moment, and possibly in others.
 *
 * Entries that are due in one tick are put into one more set. Sets have no order except that of
 * their slots, so timers fire in the order of slots.
 *
 * An entry belongs to the life with its generation. An entry of another life is dropped when it is
 * due, or reused before: so a death costs nothing.
 *
 * A timer that stands still holds the time left, with TRP__STANDS. That is so while its actor sleeps,
 * in a pool where sleep stops time; and in a tick before the clocks advance for a timer that was
 * started there, which is in the set of those that are due. It is filed when its time runs on.
 */
#ifndef TROUPE_SRC_TIME_TIMERS_H
#define TROUPE_SRC_TIME_TIMERS_H

#include "clock.h"

enum {
    TRP__WHEEL_LEVELS = 6,
    TRP__WHEEL_BITS = 4,
    TRP__WHEEL_DIGITS = 16,
    TRP__DUE = TRP__WHEEL_LEVELS * TRP__WHEEL_DIGITS, /* due in this tick, and not fired yet */
    TRP__WHEEL_SETS
};

/* In `due`: the timer stands still. No moment is as late. */
#define TRP__STANDS ((uint64_t)1 << 63)

#define TRP__TIMER_MOST_SECONDS 0x4E800000u /* TRP_MAX_TIMER_SECONDS as a float's bits */
#define TRP__TIMER_LEAST_PERIOD 0x3A800000u /* TRP_MIN_TIMER_PERIOD */

/* The timer of a slot. Zero: it does not run. */
typedef struct trp__timer {
    uint64_t due;        /* a moment of the table's clock, or TRP__STANDS and the time left */
    uint32_t generation; /* of its life */
    uint32_t every;      /* ticks, or the bits of a float of seconds; 0: it does not repeat */
} trp__timer;

struct trp_timers {
    uint64_t now; /* its clock: ticks, or units of 2^-32 seconds */
    trp__timer *entries;
    trp__word *sets; /* after the entries: words with a bit per slot, for each set */
    uint32_t room;   /* number of entries */
    uint32_t words;  /* per set */
    uint32_t occupied[TRP__WHEEL_LEVELS]; /* digits of a level whose sets may have members */
    bool has_due;                         /* TRP__DUE may have members */
    uint32_t slack;                       /* moments up to this far after `now` count as reached */
    uint32_t due_slot;                    /* in on_due: whose timer it is */
    uint32_t due_life;                    /* its generation; 0 outside of on_due */
    uint64_t due_at;                      /* and the moment at which it was due */
    trp_pool *pool;
    trp_world *world;
    trp_timers_desc desc;
    trp__clock_hook hook;
    trp__part part; /* its entry for snapshots */
    size_t bytes;   /* size of the block of entries and sets */
};

TRP__INLINE bool trp__timers_in_seconds(const trp_timers *timers)
{
    return timers->desc.clock == TRP_CLOCK_SECONDS;
}

/* The last moment that has been reached. */
TRP__INLINE uint64_t trp__timers_reach(const trp_timers *timers)
{
    return timers->now + timers->slack;
}

/* The time of an entry that runs until it is due; 0: none is left. */
TRP__INLINE uint64_t trp__timer_left(const trp_timers *timers, const trp__timer *entry)
{
    if ((entry->due & TRP__STANDS) != 0)
        return entry->due & ~TRP__STANDS;
    return entry->due > timers->now ? entry->due - timers->now : 0;
}

/* Whether time stands still for the timer of a slot because its actor sleeps. */
TRP__INLINE bool trp__timer_stands(const trp_timers *timers, uint32_t slot)
{
    return timers->desc.due != TRP_DUE_WAKE && trp__time_stands(timers->pool, slot);
}

/* The table of a hook; NULL: it is no table. */
TRP__INLINE trp_timers *trp__timers_of(trp__clock_hook *hook)
{
    if (hook->fire == NULL)
        return NULL;
    return (trp_timers *)(void *)((unsigned char *)hook - offsetof(trp_timers, hook));
}

/* timers_wheel.c */

/* Room for the timers of this many slots, including all existing ones. */
bool trp__timers_grow(trp_timers *timers, uint32_t room);
/* Files an entry whose moment is in the future. */
void trp__wheel_file(trp_timers *timers, uint32_t slot);
/* The timer of a slot has this time left: from now on, or as soon as its time runs. It is not due
 * before the clock has advanced. */
void trp__timer_run(trp_timers *timers, uint32_t slot, uint64_t left);
void trp__timer_set(trp_timers *timers, uint32_t slot, uint64_t left);
/* Files all entries again, as for a new wheel. Nothing is due. */
void trp__wheel_refile(trp_timers *timers);
/* Adds a slot to TRP__DUE; whether it is there; takes all slots of a word out of it. */
void trp__wheel_add_due(trp_timers *timers, uint32_t slot);
bool trp__wheel_is_due(const trp_timers *timers, uint32_t slot);
trp__word trp__wheel_take_due(const trp_timers *timers, uint32_t word);
/* Advances the clock, and puts all slots that are due into TRP__DUE. */
void trp__wheel_advance(trp_timers *timers, uint64_t step);

/* timers_fire.c */

/* The function of the hook: fires timers that are due. */
void trp__timers_fire(trp__clock_hook *hook, trp_context *tick);

#endif
