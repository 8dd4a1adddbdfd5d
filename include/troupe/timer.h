/**
 * @file timer.h
 * Timers of actors: cooldowns, fuses, sleep. A trp_timers is a table of a pool, with one timer per
 * actor. A pool can have several tables.
 *
 *     trp_timers *reload = trp_timers_create(ships, &(trp_timers_desc){.name = "reload"});
 *     if (!trp_timer_is_running(reload, self) && fires)
 *         trp_timer_start(reload, self, trp_seconds(0.25f));
 *
 *     trp_timers *fuse = trp_timers_create(bombs, &(trp_timers_desc){.name = "fuse",
 *                                                                    .on_due = explode});
 *     trp_timer_start(fuse, &bomb->actor, trp_seconds(3));
 *
 * A timer is stopped at first. It runs from trp_timer_start() until it is due or is stopped. It
 * ends with its actor, for whatever reason the actor ends; this costs nothing. The next actor in
 * the slot begins with a stopped timer. A timer runs on while its actor sleeps. In a pool with
 * desc.sleep_stops_time it stands still then, and goes on when the actor wakes; timers that wake
 * (TRP_DUE_WAKE) run on there too. What is no actor, such as a wave of enemies, becomes one: in a pool
 * with room for one.
 *
 * Timers fire at the start of a tick, after all clocks have moved (clock.h) and before any actor is
 * updated. So an actor that a timer wakes, or that a callback creates, is updated in that tick.
 * Timers that are due in the same tick fire pool by pool. Within a pool, tables fire in the order
 * in which they were created, but those that end lives after all others. Within a table, timers
 * fire in the order of slots. The order of the starts does not matter. A timer of n ticks that is
 * started between two ticks fires in the n-th tick. A timer that is started in a tick, in whatever
 * callback, counts from that tick and fires in a later one: at the earliest in the next tick in
 * which its clock moves.
 *
 * A timer stores the moment at which it is due, not the time left, so a waiting timer costs
 * nothing per tick, and nothing in a delta history. A repeating timer is due a whole number of
 * periods after its start, so it does not drift. If several periods end in one tick, it fires that
 * many times in a row.
 *
 * No timer fires beyond the moment at which its actor's life ends, however long the tick is: the
 * moment of its lifetime (lifetime.h), or that of another table of its pool which ends lives. Such
 * a timer is stopped instead. At the same moment it fires, and so it does up to a quarter of a
 * millisecond later. Lives that end by another clock or by turns of an interval (interval.h) set no
 * limit, and timers that wake have none.
 *
 * Emission that does not depend on the frame rate: `in->seconds_late` is the time since the moment
 * at which the timer was due, for each of several firings in a tick. What on_due creates is updated
 * in the same tick, by its whole `dt`. So a particle with the velocity v begins at
 *
 *     x = emitter->x + (emitter->vx - v) * (in->dt - in->seconds_late)
 *
 * if the emitter's update, which is still to come, moves it by vx * dt. After this tick's update
 * the particle is where it would be if it had left the emitter at that very moment. For an emitter
 * at rest vx is 0: the particle begins v * (seconds_late - dt) away. Its life of `s` seconds has s
 * - seconds_late left: trp_time_in(particles, trp_seconds(s - in->seconds_late)).
 *
 * Snapshots and hashes contain timers (snapshot.h, hash.h). They leave out the timers of a
 * transient pool, as they leave out the pool; a restore does not change these.
 *
 * All calls are O(1), allocate nothing (but see trp_timers_create()), and may be made anywhere, in
 * callbacks too. While drawing, calls that change something are refused (TRP_BUSY). A tick costs a
 * few instructions per table, plus the timers that are due, and a word per 64 actors if any timer is
 * due or examined. Ticks examine a waiting timer at most 6 times before it is due, and once more
 * per 2^24 ticks or 3 days.
 */
#ifndef TROUPE_TIMER_H
#define TROUPE_TIMER_H

#include "clock.h"
#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_timers trp_timers; /**< one timer for each actor of a pool, 28 bytes per actor */

/** What happens, besides the call of on_due, to an actor whose timer is due: in any case, even if
 * on_due has started the timer again. */
typedef enum trp_due {
    TRP_DUE_CALL,    /**< nothing more */
    TRP_DUE_EXPIRE,  /**< trp_expire(); the actor is pruned in this tick */
    TRP_DUE_RECYCLE, /**< trp_recycle() */
    TRP_DUE_WAKE     /**< trp_activate(), if the actor sleeps; for trp_timer_sleep() */
} trp_due;

/** The settings of timers. Zero means the default. All fields public. */
typedef struct trp_timers_desc {
    /** for messages and saves, which match timers by it; the tag in on_due (place.h); kept as a
     * pointer */
    const char *name;
    trp_clock clock; /**< seconds, or one of the clocks of ticks */
    trp_due due;     /**< what happens when a timer is due */
    /** called when a timer is due, or NULL: before the action of `due`, but after waking. The
     * timer is stopped by then, or runs on if it repeats. It may do anything. `in` is what an
     * update of the pool would get, except that its `user` is this desc's, with `timers` and
     * `seconds_late`, which is below 0 (by a quarter of a millisecond at most) if the timer fires
     * before its moment; see clock.h */
    trp_actor_fn *on_due;
    void *user; /**< passed to on_due, in trp_context */
} trp_timers_desc;

/** The longest time, in seconds: 34 years. */
#define TRP_MAX_TIMER_SECONDS 1073741824.0f
/** The most ticks of a timer: as many as a life may have. So a negative number that became
 * unsigned is refused. */
#define TRP_MAX_TIMER_TICKS TRP_MAX_LIFE_TICKS
/** The shortest period of a repeating timer, in seconds. */
#define TRP_MIN_TIMER_PERIOD (1.0f / 1024)

/** private: an upper bound; the source asserts it */
#define TRP__TIMERS_BASE (20 * sizeof(void *) + 176)
/** private: bytes per timer; the source asserts it */
#define TRP__TIMER_BYTES 16
/** private: sets of slots per table; the source asserts it */
#define TRP__TIMER_SETS 97

/** Bytes that timers for a pool of n slots need in a caller's block. Constant. */
#define TRP_TIMERS_BYTES(n)                                                                        \
    (TRP__TIMERS_BASE + (size_t)(n)*TRP__TIMER_BYTES +                                             \
     TRP__CELLS1(n) * TRP__TIMER_SETS * sizeof(void *))

/**
 * Creates timers for the actors of a pool, all stopped, in the world's memory. A NULL desc has all
 * defaults: timers in seconds that call nothing. They exist until trp_timers_destroy() or the end
 * of the world. O(capacity of the pool). The table of a growing pool grows when a timer is started
 * in a slot for which it has no room. On failure it returns NULL, changes nothing, reports to
 * on_misuse, and trp_last_result(world) is: TRP_ERR_VALUE (bad enumerators), TRP_ERR_MEMORY,
 * TRP_BUSY (while drawing or while the world ends).
 */
trp_timers *trp_timers_create(trp_pool *pool, const trp_timers_desc *desc);

/** Ends all timers of the table, and frees its memory (in a caller's block only if it was the last
 * to be taken). NULL: TRP_GONE. TRP_BUSY in a tick and while drawing. O(1). */
trp_result trp_timers_destroy(trp_timers *timers);

/**
 * Starts the actor's timer: it is due once, after this time: trp_seconds(0.25f), or trp_ticks(3)
 * for a table that counts ticks. A running timer starts again. 0: it is due in the next tick in
 * which its clock moves. TRP_ERR_VALUE: below 0, above TRP_MAX_TIMER_SECONDS or
 * TRP_MAX_TIMER_TICKS, or NaN. TRP_ERR_DESC: the table counts the other unit. TRP_ERR_FOREIGN: an
 * actor of another pool. TRP_ERR_EXPIRED. TRP_ERR_MEMORY: the table of a growing pool could not
 * grow. A NULL actor: TRP_GONE. Other misuse as in trp_recycle().
 */
trp_result trp_timer_start(trp_timers *timers, trp_actor *actor, trp_duration duration);

/** Starts the actor's timer, and starts it again each time it is due, until it is stopped. The
 * period is at least TRP_MIN_TIMER_PERIOD seconds or a tick, otherwise TRP_ERR_VALUE. Other results
 * as trp_timer_start(). */
trp_result trp_timer_repeat(trp_timers *timers, trp_actor *actor, trp_duration duration);

/**
 * Starts the actor's timer again, counted from the moment at which it was due, not from now. For
 * on_due, with periods that vary: they do not drift, whatever the length of the ticks. A period
 * that has passed by now fires in the same tick. A repeating timer then repeats no more. The period
 * is as in trp_timer_repeat(). TRP_ERR_VALUE also outside the on_due of this actor and table. Other
 * results as trp_timer_start().
 *
 *     static void fire(trp_actor *self, const trp_context *in)
 *     {
 *         shoot(self);
 *         trp_timer_again(in->timers, self, trp_seconds(next_pause(self)));
 *     }
 */
trp_result trp_timer_again(trp_timers *timers, trp_actor *actor, trp_duration period);

/**
 * Puts an actor to sleep, as trp_deactivate() does, and wakes it after this time. An actor
 * that sleeps already sleeps until then. If something else wakes it earlier, it may be put to sleep
 * again. TRP_ERR_DESC: the table's `due` is not TRP_DUE_WAKE. Other misuse as in trp_timer_start().
 */
trp_result trp_timer_sleep(trp_timers *timers, trp_actor *actor, trp_duration duration);

/** Stops the actor's timer. TRP_GONE, not a misuse: the timer does not run, or the actor is NULL.
 * Misuse as in trp_timer_start(). */
trp_result trp_timer_stop(trp_timers *timers, trp_actor *actor);

/** Whether the actor's timer runs. False for a pointer that is no living actor of the pool. Changes
 * nothing, like the calls below. */
bool trp_timer_is_running(const trp_timers *timers, const trp_actor *actor);

/** The time until the timer is due, in the unit of its table. 0: it does not run. The result is
 * above 0 for a running timer, with one exception: a repeating timer that will fire again in the
 * same tick. */
trp_duration trp_timer_left(const trp_timers *timers, const trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
