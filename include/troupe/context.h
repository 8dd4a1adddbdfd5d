/**
 * @file context.h
 * Contexts: what a callback gets besides its subject. The callbacks of a simulation have one shape:
 * first the subject (an actor, two actors, a pool, an event, a handle, a system), then one const
 * context. (Draws get a trp_view. Functions that print, write or report have what they need as
 * arguments.)
 *
 *     static void bullet_update(trp_actor *self, const trp_context *in)
 *     {
 *         bullet *b = trp_as(bullet, self);
 *         b->x += b->vx * in->dt;
 *         if (b->x > 320)
 *             trp_recycle(in->world, self);
 *     }
 *
 * There is one type of context for each kind of callback, so a function in the wrong place of a
 * desc does not compile. All types begin with the same fields. A context is valid until the
 * callback returns. Its fields are not changed by what the callback does.
 *
 * A call takes its desc first, then the function, then `arg`, which the function gets as in->arg.
 */
#ifndef TROUPE_CONTEXT_H
#define TROUPE_CONTEXT_H

#include "actor.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trp_group;
struct trp_queue;
struct trp_space;
struct trp_system;
struct trp_timers;

/** What most callbacks get: updates, on_create, visits, answers to queries, timers that are due.
 * All fields read-only. */
typedef struct trp_context {
    trp_world *world; /**< the world */
    trp_pool *pool;   /**< the pool of the actor or of the call; NULL: none */
    void *user;       /**< `user` of the desc with the callback; NULL there: the pool's, or else the
                       * world's */
    void *arg;        /**< the argument of the call; NULL for callbacks that a desc names */
    uint64_t tick;    /**< number of ticks so far, including the one in progress; the first is 1 */
    /** seconds of the tick, multiplied by the time scales of world, layer and pool. Between ticks:
     * of the last tick, which hashes, snapshots and saves have */
    float dt;
    float unscaled_dt; /**< seconds, as passed to trp_update_all() */
    uint32_t layer;    /**< the layer of the pool; 0 without a pool */

    uint32_t category;         /**< queries: the category of the actor at the call; otherwise 0 */
    struct trp_space *space;   /**< queries: the space; otherwise NULL */
    struct trp_timers *timers; /**< on_due: the table of the timer; otherwise NULL */
    /** on_due: seconds since the moment at which the timer was due (timer.h); otherwise 0 */
    float seconds_late;
    struct trp_queue *queue; /**< play: the queue; otherwise NULL */
    struct trp_group *group; /**< on_added, on_pruned: the group; otherwise NULL */
} trp_context;

/** Called for an actor: updates, on_create, visits, answers, timers that are due, actors that are
 * loaded. It may do anything unless the call says otherwise. */
typedef void trp_actor_fn(trp_actor *self, const trp_context *in);
/** Whether something holds for an actor. It must change nothing: calls that would are refused, as
 * while drawing (TRP_BUSY). */
typedef bool trp_test_fn(const trp_actor *self, const trp_context *in);
/** Called for a life that is over, and has only its handle. */
typedef void trp_handle_fn(trp_handle life, const trp_context *in);
/** Plays an event of the game: a copy of what was posted (queue.h) or recorded (trp_part_call), which
 * stays in place until the function returns. */
typedef void trp_play_fn(const void *event, const trp_context *in);

/** What on_end gets. All fields read-only. */
typedef struct trp_end_context {
    trp_world *world;  /**< as in trp_context, to `layer` */
    trp_pool *pool;    /**< likewise */
    void *user;        /**< likewise */
    void *arg;         /**< likewise */
    uint64_t tick;     /**< likewise */
    float dt;          /**< likewise */
    float unscaled_dt; /**< likewise */
    uint32_t layer;    /**< likewise */

    trp_reason reason; /**< why the life ended */
    /** the actor that caused the end; it may have ended since. Null: none. Ends of children inherit
     * the cause of their parent's end */
    trp_handle cause;
    trp_handle parent; /**< TRP_REASON_PARENT: the parent whose end this is; otherwise null */
} trp_end_context;

#ifdef __cplusplus
}
#endif

#endif
