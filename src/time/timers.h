/*
 * Declarations shared by the files of timers.
 *
 * A table has one entry per slot: when its timer is due, and the life that it belongs to. Waiting
 * entries are members of sets of slots, which form a wheel: there is one set for each digit of the
 * moments at which they are due, in base 16. An entry is filed under the highest digit in which its
 * moment differs from the present moment. So it is filed again only when the present reaches that
 * digit.
 *
 * Membership only means that the entry must be examined when the present reaches that place. An
 * entry that was stopped or started again in the meantime is then dropped or filed again. So
 * starting a timer writes the entry and sets a bit, and stopping it writes the entry. The
 * invariant: each running entry is in the set of its moment, and possibly in others.
 *
 * Entries that are due in one tick are put into one more set. Sets have no order except that of
 * their slots, so timers fire in the order of slots.
 *
 * An entry belongs to the life with its generation. An entry of another life, or of none (stopped),
 * is dropped when the present reaches it, or reused before: so a death costs nothing.
 *
 * A timer that stands still holds the time left, with TRP__STANDS. It has no place in the wheel: it
 * is filed when its time runs on. That is so while its actor sleeps, in a pool where sleep stops
 * time; and in a tick before the clocks advance for a timer that was started there, which is in the
 * set of those that are due.
 */
#ifndef TROUPE_SRC_TIME_TIMERS_H
#define TROUPE_SRC_TIME_TIMERS_H

#include "clock.h"

enum {
    TRP__WHEEL_LEVELS = 6,
    TRP__WHEEL_BITS = 4,
    TRP__WHEEL_DIGITS = 16,
    TRP__BEYOND = TRP__WHEEL_LEVELS * TRP__WHEEL_DIGITS, /* the set of moments beyond all digits */
    TRP__DUE, /* the set of entries that are due in this tick and have not fired yet */
    TRP__WHEEL_SETS
};

/* In `due`: the timer stands still. */
#define TRP__STANDS ((uint64_t)1 << 63)

/* The timer of a slot. */
typedef struct trp__timer {
    uint64_t due;        /* a moment of the table's clock, or TRP__STANDS and the time left */
    uint32_t generation; /* generation of its life; 0: it does not run */
    uint32_t every;      /* ticks, or the bits of a float of seconds; 0: it does not repeat */
} trp__timer;

/* The state of a table, besides its block of entries and sets. */
typedef struct trp__timers_state {
    uint64_t now;                         /* its clock: ticks, or units of 2^-32 seconds */
    uint32_t occupied[TRP__WHEEL_LEVELS]; /* digits of a level whose sets may have members */
} trp__timers_state;

struct trp_timers {
    trp__timers_state state;
    trp__timer *entries;
    /* after the entries: per set `summaries` words, with a bit per word, then `words` words */
    trp__word *sets;
    uint32_t room;      /* number of entries */
    uint32_t words;     /* words per set, with a bit per slot */
    uint32_t summaries; /* words above these */
    uint32_t stride;    /* sum of both */
    bool has_due;       /* TRP__DUE may have members */
    uint32_t due_slot;  /* in on_due: whose timer it is */
    uint32_t due_life;  /* its generation; 0 outside of on_due */
    uint64_t due_at;    /* and the moment at which it was due */
    uint32_t slack;     /* moments up to this far after `now` count as reached */
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
    return timers->state.now + timers->slack;
}

/* The time of an entry that runs until it is due; 0: none is left. */
TRP__INLINE uint64_t trp__timer_left(const trp_timers *timers, const trp__timer *entry)
{
    if ((entry->due & TRP__STANDS) != 0)
        return entry->due & ~TRP__STANDS;
    return entry->due > timers->state.now ? entry->due - timers->state.now : 0;
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

/* timers.c */

/* Room for the timers of this many slots, including all existing ones. */
bool trp__timers_grow(trp_timers *timers, uint32_t room);

/* timers_wheel.c */

/* Bytes of a block for this many slots: less than 2^29. */
size_t trp__wheel_bytes(uint32_t room);
/* Lays out a zeroed block, and takes over the content of the old one, if any. */
void trp__wheel_lay_out(trp_timers *timers, void *block, uint32_t room);
/* Files an entry whose moment is in the future. */
void trp__wheel_file(trp_timers *timers, uint32_t slot);
/* The timer of a slot has this time left: from now on, or as soon as its time runs. It is not due
 * before the clock has advanced. */
void trp__timer_run(trp_timers *timers, uint32_t slot, uint64_t left);
void trp__timer_set(trp_timers *timers, uint32_t slot, uint64_t left);
/* Adds a slot to TRP__DUE; whether it is there. */
void trp__wheel_add_due(trp_timers *timers, uint32_t slot);
bool trp__wheel_is_due(const trp_timers *timers, uint32_t slot);
/* Advances the clock, and puts all slots that are due into TRP__DUE. */
void trp__wheel_advance(trp_timers *timers, uint64_t step);
/* Takes the lowest slots out of TRP__DUE, at most this many. Returns their number; their entries
 * may be outdated. */
uint32_t trp__wheel_take_due(trp_timers *timers, uint32_t *slots, uint32_t most);
/* Files all entries again, as for a new wheel. Nothing is due. */
void trp__wheel_refile(trp_timers *timers);

/* timers_fire.c */

/* The function of the hook: fires timers that are due. */
void trp__timers_fire(trp__clock_hook *hook, trp_context *tick);

#endif
