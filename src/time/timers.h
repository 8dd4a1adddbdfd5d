/*
 * Timers, for the files that write, read and hash them.
 */
#ifndef TROUPE_SRC_TIME_TIMERS_H
#define TROUPE_SRC_TIME_TIMERS_H

#include "clock.h"

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
    trp__timer *entries;
    uint64_t now;                   /* its clock: ticks, or units of 2^-32 seconds */
    trp__word *sets;                /* after the entries: words with a bit per slot, for each set */
    uint32_t room;                  /* number of entries */
    uint32_t words;                 /* per set */
    uint64_t notch;                 /* up to which timers were examined */
    bool occupied[TRP__TIMER_SETS]; /* sets that may have members */
    uint32_t slack;                 /* moments up to this far after `now` count as reached */
    uint32_t due_slot;              /* in on_due: whose timer it is */
    const trp__timer *due;          /* ... as it was; NULL outside of on_due */
    trp_pool *pool;
    trp_world *world;
    trp_timers_desc desc;
    trp__hook hook;
    trp__part part; /* its entry for snapshots */
    size_t bytes;   /* size of the block of entries and sets */
};

/* The time of an entry that runs until it is due; 0: none is left. */
TRP__INLINE uint64_t trp__timer_left(const trp_timers *timers, const trp__timer *entry)
{
    if ((entry->due & TRP__STANDS) != 0)
        return entry->due & ~TRP__STANDS;
    return entry->due > timers->now ? entry->due - timers->now : 0;
}

TRP__INLINE trp_timers *trp__timers_of(const trp__hook *hook)
{
    return (trp_timers *)((uintptr_t)hook - offsetof(trp_timers, hook));
}

TRP__INLINE trp_timers *trp__timers_of_part(const trp__part *part)
{
    return (trp_timers *)((uintptr_t)part - offsetof(trp_timers, part));
}

/* Whether the life with this generation, which has a slot of the pool, continues. 0 is none. */
TRP__INLINE bool trp__has_life(const trp_pool *pool, uint32_t slot, uint32_t generation)
{
    return generation != 0 && slot < pool->state.capacity && trp__is_present(pool, slot) &&
           trp__cell_of(pool, slot)->generation == generation;
}

/* The timer of the actor in a slot, if it runs; otherwise NULL. */
TRP__INLINE trp__timer *trp__timer_of(const trp_timers *timers, uint32_t slot)
{
    if (slot >= timers->room ||
        !trp__has_life(timers->pool, slot, timers->entries[slot].generation))
        return NULL;
    return &timers->entries[slot];
}

/* Room for the timers of this many slots, including all existing ones. */
bool trp__timers_grow(trp_timers *timers, uint32_t room);
/* Files all entries again, as for a new wheel. Nothing is due. */
void trp__wheel_refile(trp_timers *timers);
/* The timer of a slot has this time left: from now on, or as soon as its time runs. It is not due
 * before the clock has advanced. */
void trp__timer_set(trp_timers *timers, uint32_t slot, uint64_t left);

#endif
