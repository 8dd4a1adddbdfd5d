/**
 * @file timer.h
 * Timers of actors: cooldowns, fuses, sleep. A trp_timers is a table beside a pool, with one timer
 * per actor; a pool can have several tables.
 *
 *     trp_timers *reload = trp_timers_create(world, &(trp_timers_desc){.name = "reload", .pool =
 * ships});
 *     if (trp_timer_left(reload, self) == 0 && fires)
 *         trp_timer_start(reload, self, 0.25f);
 *
 *     trp_timers *fuse = trp_timers_create(world, &(trp_timers_desc){.name = "fuse", .pool = bombs,
 *                                                                    .on_due = explode});
 *     trp_timer_start(fuse, &bomb->actor, 3);
 *
 * A timer is stopped at first, and runs from trp_timer_start() until it is due or stopped. It ends
 * with its actor, for whatever reason that ended; an end costs nothing for its sake, and the next
 * actor in the slot begins with a stopped timer. It runs on while the actor sleeps.
 *
 * Timers fire at the start of a tick, when all clocks have moved (clock.h) and before any actor is
 * updated: an actor that a timer wakes is updated in that tick, and so is one that a callback
 * creates. What is due in the same tick fires in the order of pools, the tables of a pool in the
 * order in which they were made, and in a table in the order of slots, whatever the order of starts
 * was. A timer that is started in a tick or in a callback fires in a later tick, at the earliest in
 * the next one in which its clock moves. Started between two ticks with n ticks, it fires in the
 * n-th.
 *
 * The moment is stored, not the time that is left: a waiting timer changes no byte. A repeating
 * timer is due a whole number of periods after it was started, so that it never drifts; if several
 * periods end in one tick, it fires so many times in a row.
 *
 * Timers are in snapshots and hashes (snapshot.h, hash.h); those of a transient pool are left out, as
 * the pool is, and a restore leaves them as they are.
 *
 * All calls are O(1), allocate nothing (but see trp_timers_create()), and may be made anywhere, in
 * callbacks too; while drawing those that change something are refused (TRP_BUSY). A tick costs a
 * few instructions per table, and what is due; a timer that waits is looked at at most 6 times
 * until it is due (once more for every 2^24 ticks or 3 days).
 */
#ifndef TROUPE_TIMER_H
#define TROUPE_TIMER_H

#include "clock.h"
#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_timers trp_timers; /**< one timer for each actor of a pool, 29 bytes each */

/** What happens to an actor whose timer is due, in addition to on_due. */
typedef enum trp_due
{
    TRP_DUE_CALL,    /**< nothing more */
    TRP_DUE_EXPIRE,  /**< as trp_expire(); pruned in this tick */
    TRP_DUE_RECYCLE, /**< as trp_recycle() */
    TRP_DUE_WAKE     /**< as trp_activate(), if it sleeps; for trp_timer_sleep() */
} trp_due;

/** Called when a timer is due, before what `due` asks for, but after waking. The timer is stopped,
 * or goes on if it repeats. It may do anything. `tick` is what an update of the pool would get; its
 * `user` is the desc's. */
typedef void trp_on_due_fn(trp_timers *timers, trp_actor *actor, const trp_tick *tick);

/** The settings of timers. Zero means the default; the pool is required. All fields public. */
typedef struct trp_timers_desc
{
    const char *name;      /**< for messages, and the tag in on_due (place.h); kept as a pointer */
    trp_pool *pool;        /**< whose actors have such a timer */
    trp_clock clock;       /**< seconds, or one of the clocks of ticks */
    trp_due due;           /**< what happens then */
    trp_on_due_fn *on_due; /**< called then; NULL: nothing is */
    void *user;            /**< passed on in trp_tick */
} trp_timers_desc;

/** The longest time, in seconds: 34 years. */
#define TRP_MAX_TIMER_SECONDS 1073741824.0f
/** The shortest period of a repeating timer, in seconds. */
#define TRP_MIN_TIMER_PERIOD (1.0f / 1024)

/** private: bounds; the source asserts them */
#define TRP__TIMERS_BASE (20 * sizeof(void *) + 96)
/** private: a timer, the source asserts it */
#define TRP__TIMER_BYTES 16
/** private: sets of slots, the source asserts it */
#define TRP__TIMER_SETS 98

/** Bytes that timers for a pool of n slots need in a caller's block. Constant. */
#define TRP_TIMERS_BYTES(n)                                                                        \
    (TRP__TIMERS_BASE + (size_t)(n)*TRP__TIMER_BYTES +                                             \
     (TRP__CELLS1(n) + TRP__CELLS2(n)) * TRP__TIMER_SETS * sizeof(void *))

/**
 * Creates timers for a pool, all stopped, in the world's memory; they live until
 * trp_timers_destroy() or the end of the world. O(capacity of the pool). For a pool that grows the
 * table grows when a timer is started in a slot that it has no room for. NULL, nothing changed,
 * reported to on_misuse, with trp_last_result(world): TRP_ERR_NULL (no desc, no pool),
 * TRP_ERR_FOREIGN (a pool of another world), TRP_ERR_VALUE (bad enumerators), TRP_ERR_MEMORY,
 * TRP_BUSY (while drawing or while the world ends).
 */
trp_timers *trp_timers_create(trp_world *world, const trp_timers_desc *desc);

/** Ends all timers of the table, and frees its memory (in a caller's block only if it was taken
 * last). NULL is TRP_GONE; TRP_BUSY in a tick and while drawing. O(1). */
trp_result trp_timers_destroy(trp_timers *timers);

/** As in the desc; "" without one. */
const char *trp_timers_name(const trp_timers *timers);
/** The pool; NULL for NULL. */
trp_pool *trp_timers_pool(const trp_timers *timers);
/** desc.user. */
void *trp_timers_user(const trp_timers *timers);

/**
 * Starts the actor's timer: due after that many seconds, once. A running timer is restarted. 0: due
 * in the next tick that counts time. TRP_ERR_VALUE (below 0, above TRP_MAX_TIMER_SECONDS, not a
 * number), TRP_ERR_DESC (the table counts ticks), TRP_ERR_FOREIGN (an actor of another pool),
 * TRP_ERR_EXPIRED, TRP_ERR_MEMORY (a growing pool); A NULL actor is TRP_GONE; other misuse as in
 * trp_recycle().
 */
trp_result trp_timer_start(trp_timers *timers, trp_actor *actor, float seconds);

/** The same in ticks, where the table counts those; 0 is as 1. TRP_ERR_DESC if it counts
 * seconds. */
trp_result trp_timer_start_ticks(trp_timers *timers, trp_actor *actor, uint32_t ticks);

/** trp_timer_start(), and again and again after as many seconds, until it is stopped. At least
 * TRP_MIN_TIMER_PERIOD, otherwise TRP_ERR_VALUE. */
trp_result trp_timer_repeat(trp_timers *timers, trp_actor *actor, float seconds);

/** The same in ticks; 0 is TRP_ERR_VALUE. */
trp_result trp_timer_repeat_ticks(trp_timers *timers, trp_actor *actor, uint32_t ticks);

/**
 * Puts an actor to sleep, as trp_deactivate(), and wakes it in so many seconds; one that sleeps
 * already sleeps on until then. An actor that is woken otherwise may be put to sleep again. Only
 * for tables with TRP_DUE_WAKE, otherwise TRP_ERR_DESC; misuse as in trp_timer_start().
 */
trp_result trp_timer_sleep(trp_timers *timers, trp_actor *actor, float seconds);

/** The same in ticks. */
trp_result trp_timer_sleep_ticks(trp_timers *timers, trp_actor *actor, uint32_t ticks);

/** Stops the actor's timer. TRP_GONE, no misuse, if it does not run or the actor is NULL; misuse as
 * in trp_timer_start(). */
trp_result trp_timer_stop(trp_timers *timers, trp_actor *actor);

/** Whether the actor's timer runs. False for what is no living actor of the pool. Changes nothing,
 * as the calls below. */
bool trp_timer_is_running(const trp_timers *timers, const trp_actor *actor);

/** Seconds until it is due, more than 0 while it runs, but for a repeating one that is about to
 * fire again in the same tick; 0 if it does not run, and if the table counts ticks. */
float trp_timer_left(const trp_timers *timers, const trp_actor *actor);

/** The same in ticks, UINT32_MAX at most; 0 if the table counts seconds. */
uint32_t trp_timer_left_ticks(const trp_timers *timers, const trp_actor *actor);

#ifdef __cplusplus
}
#endif

#endif
