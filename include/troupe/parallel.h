/**
 * @file parallel.h
 * Parallel updates: pools whose actors are updated on several cores, with the same result on any
 * number of cores. A pool is divided into *parts* of a fixed number of slots. The parts are updated
 * in any order, on any threads. A change that an update must not make at once is recorded as a
 * *command* of its part. After all parts have been updated, the commands are executed in the order
 * of the parts.
 *
 *     static void bullets_update(trp_part *part, const trp_context *in)
 *     {
 *         trp_part_each(bullet, it, part) {
 *             it->x += it->vx * in->dt;
 *             if (it->x > WIDTH)
 *                 trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
 *         }
 *     }
 *     ...
 *     ... .type = TRP_TYPE(bullet, actor), .parallel = TRP_PARALLEL(&(trp_parallel_desc){
 *             .update = bullets_update, .parallel_for = on_my_threads}) ...  // of a pool's desc
 *
 * The library uses no threads and no atomics, and knows no thread numbers. The game supplies one
 * function, `parallel_for`, which takes a few lines on top of any task system. Without that
 * function the parts are updated one after the other, with the same result.
 *
 * **One result.** The rule for an update is: it writes only its own actor, and reads nothing that
 * another update of the pool writes. Then the world after the tick is the same for every number of
 * threads and every order of the parts. It is also the same for every size of the parts, as long as
 * no command is refused for lack of room.
 *
 * The result equals that of a serial tick if two more conditions hold. No update ends another actor
 * or uses trp_part_call(). Hooks change nothing but the actor that they are called for. Then slots,
 * handles and hashes are those that the same pool has with an update_pool whose trp_each() calls
 * trp_recycle(), trp_expire() and trp_create() directly. (A pool with desc.update prunes
 * expired actors after each update, not after the last one. If nothing expires, it leaves the same
 * world as well.)
 *
 * **An update may do the following in its part:**
 * - read and write its own actor, except the node;
 * - read anything that is not written while parts are updated: other pools, the game's own data;
 * - call functions that only read: trp_get(), trp_handle_of(), trp_state_of(), counts, the queries
 *   of families and groups, trp_space_find() and trp_space_nearest(). trp_each() over a pool works
 *   (in an age order a step costs O(log n));
 * - record commands in its part.
 *
 * All other calls that would change the world are refused, as they are while drawing: they return
 * TRP_BUSY, NULL, 0 or false. So are trp_for_each() and all calls of spaces, families and groups
 * that call back. After the parts have been updated, one such call is reported, counted as one
 * misuse: whichever of them was noted (its name is the only memory that threads share). Misuse of
 * the calls of this header, and commands that found no room, are reported then as well: the first
 * of each part, in the order of the parts.
 *
 * **Floats.** Each thread has its own settings for rounding and denormals. If these settings differ
 * between threads, results differ too.
 *
 * Parts have no effect on snapshots, histories, hashes and recordings.
 */
#ifndef TROUPE_PARALLEL_H
#define TROUPE_PARALLEL_H

#include "pool.h"
#include "walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A run of slots of a pool that are updated together, and their commands. Valid until the update
 * returns. */
typedef struct trp_part {
    trp_pool *pool;      /**< read-only */
    uint32_t number;     /**< read-only: 0 is the part with the lowest slots */
    uint32_t first;      /**< read-only: its first slot */
    uint32_t end;        /**< read-only: the slot after its last one */
    uint32_t limit;      /**< private: actors with a stamp below this are not visited */
    unsigned char *room; /**< private: for commands */
    uint32_t room_bytes; /**< private */
    uint32_t used_bytes; /**< private */
    uint32_t commands;   /**< private: number of commands */
    uint32_t refused;    /**< private: number of commands refused for lack of room */
    uint32_t runs;       /**< private: number of updates in this tick */
    bool is_open;        /**< private: its update is in progress */
    trp_result wrong;    /**< private: its first misuse, or TRP_OK */
    const char *call;    /**< private: the call that was misused */
    const char *detail;  /**< private: the detail of the message */
} trp_part;

/** Updates the actors of a part, usually with trp_part_each(). Called on any thread, once per tick
 * for each part up to the last one that contains an actor. */
typedef void trp_update_part_fn(trp_part *part, const trp_context *in);

/** Updates the part with this number, which is below `parts`. Two threads must never call it for
 * the same number. */
typedef void trp_run_part_fn(uint32_t number, void *task);

/**
 * Calls run(number, task) once for each number from 0 to `parts` - 1, in any order, on any threads,
 * and returns after all these calls have returned. All writes before the call must be visible in
 * `run`, and all writes of `run` must be visible after the return; every task system guarantees
 * that. Any number of calls may run at the same time. `run` never waits. With OpenMP:
 *
 *     static void on_all_cores(uint32_t parts, trp_run_part_fn *run, void *task, void *user)
 *     {
 *     #pragma omp parallel for schedule(dynamic)
 *         for (uint32_t number = 0; number < parts; number++)
 *             run(number, task);
 *     }
 *
 * tests/examples contains this function, and one for TBB. trp_threads_run() is one with threads of
 * its own.
 */
typedef void trp_parallel_for_fn(uint32_t parts, trp_run_part_fn *run, void *task, void *user);

/** Ready-made threads, for games without a task system:
 *
 *     trp_threads *threads = trp_threads_start(3);
 *     ... .parallel_for = trp_threads_run, .user = threads ...
 *     trp_threads_stop(threads);
 *
 * Pools and worlds, on several threads too, may share them. */
typedef struct trp_threads trp_threads;

/** The most threads of trp_threads_start(). */
#define TRP_MAX_THREADS 64

/** Starts `count` threads, which wait for work; the thread that ticks works as well. So use one
 * less than the machine has. NULL: no memory, no threads, or more than TRP_MAX_THREADS. A library
 * compiled with TRP_NO_THREADS or TRP_NO_MALLOC, or for a machine without a system, has none. Only
 * this file of the library needs threads (POSIX, Windows or C11). */
trp_threads *trp_threads_start(uint32_t count);

/** Ends the threads and frees their memory. TRP_GONE: NULL. TRP_BUSY: they run parts. */
trp_result trp_threads_stop(trp_threads *threads);

/** A trp_parallel_for_fn whose `user` is a trp_threads. If these run other parts at the moment, or
 * are NULL, the calling thread runs all parts itself; so also in a process that was forked between
 * ticks. */
void trp_threads_run(uint32_t parts, trp_run_part_fn *run, void *task, void *user);

/** How a pool is updated in parts. Zero means the default; update is required. All fields
 * public. */
typedef struct trp_parallel_desc {
    trp_update_part_fn *update; /**< updates the actors of a part */
    /** runs the parts; NULL: the parts run one after the other */
    trp_parallel_for_fn *parallel_for;
    void *user; /**< passed to parallel_for */
    /** rounded up to a multiple of 64; 0: 1,024. Small parts balance the load better; large parts
     * have less overhead */
    uint32_t slots_per_part;
    /** room for commands, in bytes per slot of a part, rounded up to a multiple of 8; 0: 8, which
     * is enough to end every actor. Ending an actor takes 8 bytes, and 16 more with a reason or a
     * cause. A creation takes 8 bytes and the struct. A call takes 8 bytes, a pointer and the data.
     * Structs and data are rounded up to 8 */
    uint32_t command_bytes;
} trp_parallel_desc;

/** private: upper bounds of the library's own structs; the sources assert them */
#define TRP__PARALLEL_BASE (5 * sizeof(void *) + 96)
#define TRP__PARALLEL_PART 128

/** private: slots per part, rounded */
#define TRP__SLOTS_PER_PART(n) ((n) != 0 ? ((size_t)(n) + 63) / 64 * 64 : (size_t)1024)

/** Additional bytes for desc.parallel, for a pool that has, or can grow to, this many slots, and
 * for these two fields of the trp_parallel_desc. Constant. */
#define TRP_PARALLEL_BYTES(slots, slots_per_part, command_bytes)                                   \
    (TRP__PARALLEL_BASE +                                                                          \
     (((size_t)(slots)-1) / TRP__SLOTS_PER_PART(slots_per_part) + 1) *                             \
         (TRP__PARALLEL_PART +                                                                     \
          TRP__SLOTS_PER_PART(slots_per_part) *                                                    \
              ((command_bytes) != 0 ? ((size_t)(command_bytes) + 7) / 8 * 8 : (size_t)8)))

/**
 * Initialises desc.parallel of a pool with the address of a trp_parallel_desc: ticks update the
 * pool in parts. An initialiser in braces, like TRP_TYPE:
 *
 *     .parallel = TRP_PARALLEL(&(trp_parallel_desc){.update = rain_update})
 *
 * The pool takes the memory for as many slots as it can grow to. Lifetimes, is_expired and
 * intervals (TRP_INTERVAL_TOGETHER) work as with desc.update_pool. Watchers of TRP_EVENT_UPDATED
 * are not notified.
 *
 * trp_pool_create() refuses: no desc or no update (TRP_ERR_NULL); an age order, an external pool,
 * desc.update or desc.update_pool (TRP_ERR_DESC); slots_per_part above 65,536, or command_bytes
 * above 4,096 (TRP_ERR_VALUE).
 */
#define TRP_PARALLEL(...)                                                                          \
    {                                                                                              \
        (__VA_ARGS__), &trp__option_parallel                                                       \
    }

/** private: linked by programs that have TRP_PARALLEL */
extern const trp__option trp__option_parallel;

/** Replaces parallel_for (NULL: none) and its `user`, from the pool's next update on: for a
 * setting in a menu. The result of a tick does not depend on it. TRP_ERR_DESC: the pool is not
 * parallel. TRP_BUSY while drawing. O(1). */
trp_result trp_pool_set_parallel_for(trp_pool *pool, trp_parallel_for_fn *parallel_for, void *user);

/*
 * Commands. They are executed after all parts have been updated: part by part in the order of the
 * parts, and in each part in the order in which they were recorded. So they follow the order of
 * slots. An actor that a command will end stays alive, with its handle, until the command is
 * executed. Hooks and watchers are notified then, as usual, on the thread of the tick.
 * TRP_ERR_FULL: the part has no room for the command; nothing is recorded, and it is reported as a
 * misuse. This does not depend on the machine. TRP_BUSY: the part's update has returned. O(1 +
 * bytes copied).
 */

/** Records trp_recycle_with() of the actor of this handle, the update's own or another; a NULL
 * `ending`: trp_recycle(). If the actor has expired when the command is executed, it is pruned. If
 * its life is over by then, the command does nothing. TRP_GONE, not a misuse: its life is over
 * already. Misuse of the ending is reported when the command is executed. */
trp_result trp_part_end(trp_part *part, trp_handle handle, const trp_ending *ending);

/** Records trp_create(pool, init) with a copy of the present bytes of `init`; a NULL `init`:
 * trp_create(pool). Whether the pool has room is decided, and counted, when the command is
 * executed. TRP_ERR_FOREIGN: a pool of another world. TRP_ERR_TYPE: an external pool. TRP_ERR_NULL:
 * no pool. */
trp_result trp_part_create(trp_part *part, trp_pool *pool, const void *init);

/** Records a call of `play` with a copy of the data, an event of the game. The function may do what
 * any update may do. The copy is aligned to 8; `in->pool` is the part's. TRP_ERR_NULL: no function,
 * or NULL data with bytes above 0. TRP_ERR_VALUE: bytes above 65,536. */
trp_result trp_part_call(trp_part *part, trp_play_fn *play, const void *data, size_t bytes);

/**
 * Returns 64 random bits. They depend only on the seed, the world's tick, the actor's handle (its
 * slot, pool and generation, not the world's id) and `number`. The game chooses `number`, for
 * example as a counter of the random numbers used for that actor in that tick. There is no
 * generator to share or to save. The bits are the same on all machines, in parts or not. For a NULL
 * or dead actor it returns bits as well; without a world, 0. Not cryptographic. O(1).
 */
uint64_t trp_random(const trp_world *world, const trp_actor *actor, uint64_t seed, uint32_t number);

/** private: the cursor of a trp_part_each */
typedef struct trp__part_walk {
    trp_part *part;
    void *first;    /**< the first struct of the current run */
    uint32_t count; /**< slots in the run, free ones included; 0: the walk is over */
    uint32_t next;  /**< the slot after the run */
    uint32_t limit; /**< actors with a stamp below this are not visited */
    bool ended;     /**< the inner loop ran to its end, without `break` */
} trp__part_walk;

/** private: the first run of listed slots in the part at or after slot `next` */
trp__run trp__part_run(const trp_part *part, uint32_t next);

/** private: whether the part is open and has this type; reports a misuse otherwise */
bool trp__part_begin(trp_part *part, size_t size, size_t offset);

/** private: moves on to the next run */
static inline trp__part_walk trp__part_step(trp__part_walk walk)
{
    trp__run run = {NULL, 0};
    if (walk.ended)
        run = trp__part_run(walk.part, walk.next);
    walk.first = run.first;
    walk.count = (uint32_t)run.rest;
    walk.next = (uint32_t)(run.rest >> 32);
    walk.ended = false;
    return walk;
}

/** private: begins a trp_part_each */
static inline trp__part_walk trp__part_walk_of(trp_part *part, size_t size, size_t offset)
{
    trp__part_walk walk;
    walk.part = part;
    walk.first = NULL;
    walk.count = 0;
    walk.next = 0;
    walk.limit = 0;
    walk.ended = trp__part_begin(part, size, offset);
    if (walk.ended) {
        walk.next = part->first;
        walk.limit = part->limit;
        walk = trp__part_step(walk);
    }
    return walk;
}

/* clang-format off: it would indent all that follows as the branch of the last `else` */

/**
 * Walks a part inline, as trp_each() walks a pool: its active actors in the order of slots.
 * `break`, `continue`, `return` and `goto` work as in any loop. An update may contain several
 * walks. With a type other than the pool's nothing is visited: TRP_ERR_TYPE.
 */
#define trp_part_each(type, it, part) trp_part_each_of(type, actor, it, part)

/** trp_part_each() for a struct whose trp_actor has another name. */
#define trp_part_each_of(type, member, it, part)                                                   \
    TRP__WALK for (trp__part_walk it##_walk =                                                      \
                       trp__part_walk_of((part), sizeof(type), TRP__NODE_OFFSET(type, member));    \
                   it##_walk.count != 0;                                                           \
                   it##_walk = trp__part_step(                                                     \
                       it##_walk)) for (type *it = (type *)it##_walk.first,                        \
                                        *it##_end = it + it##_walk.count;                          \
                                        it != it##_end || !(it##_walk.ended = true);               \
                                        ++it) if (it->member.stamp < it##_walk.limit)              \
    {                                                                                              \
    }                                                                                              \
    else

#ifdef __cplusplus
}
#endif

#endif
