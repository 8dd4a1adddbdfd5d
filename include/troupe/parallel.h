/**
 * @file parallel.h
 * Pools whose actors are updated on many cores, with one result. A pool is cut into *parts* of a fixed number of slots; the
 * parts are updated in any order, on any threads; what an update may not do at once it records as a *command* of its part, and
 * after all parts the commands are carried out in the order of the parts.
 *
 *     static void bullets_update(trp_part *part, const trp_tick *tick)
 *     {
 *         trp_part_each(bullet, it, part)
 *         {
 *             it->x += it->vx * tick->dt;
 *             if (it->x > WIDTH)
 *                 trp_part_recycle(part, &it->actor);
 *         }
 *     }
 *     ...
 *     trp_pool_set_parallel(bullets, &(trp_parallel_desc){.update = bullets_update, .parallel_for = on_my_threads});
 *
 * The library has no thread, no atomic and no number of a worker. The game brings one function, `parallel_for`, which is a few
 * lines over any task system; without one the parts are updated one after the other, with the same result.
 *
 * **One result.** If each update writes only its own actor, and reads nothing that another update of the pool writes, then the
 * world after the tick is the same for every number of threads and every order of the parts; and, as long as no command is
 * refused for lack of room, for every cut into parts. If besides no update ends another actor than its own or uses
 * trp_part_call(), and what hooks do concerns only the actor that they are notified of, it is the world that the serial tick
 * leaves, slot for slot, handle for handle, hash for hash: the one of the same pool with an update_pool whose trp_each()
 * calls trp_recycle(), trp_expire() and trp_create_from() at once. (A pool with desc.update prunes what has expired after each
 * update rather than after the last. Where nothing expires, it leaves the same world as well.)
 *
 * **What an update may do in its part:**
 * - read and write its own actor, all but the node;
 * - read whatever nothing writes while the parts are updated: other pools, the game's own data;
 * - ask questions: trp_get(), trp_handle_of(), trp_state_of(), counts, what families and rosters know. trp_each() over a pool
 *   works (in an age order a step costs O(log n)); trp_part_find() asks a space;
 * - give commands to its part.
 *
 * Everything else that would change the world is TRP_BUSY, NULL, 0 or false as while drawing, and so are trp_for_each() and
 * all calls of spaces, families and rosters that call back. Nothing that threads share is touched by a refusal, so it is not
 * counted and not reported. Misuse of the calls of this header is: after the parts, in their order, the first of each part.
 *
 * **Floats.** Rounding and denormals are settings of each thread. Where they differ, so do results.
 *
 * Snapshots, histories, hashes and recordings know nothing of parts.
 */
#ifndef TROUPE_PARALLEL_H
#define TROUPE_PARALLEL_H

#include "space.h"
#include "walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Some slots of a pool, updated together, and their commands. Valid until the update has returned. */
typedef struct trp_part
{
    trp_pool *pool;      /**< read-only */
    uint32_t number;     /**< read-only: 0 is the part with the first slots */
    uint32_t first;      /**< read-only: its first slot */
    uint32_t end;        /**< read-only: the slot after its last one */
    uint32_t limit;      /**< private: visits actors with a stamp from this up */
    unsigned char *room; /**< private: for commands */
    uint32_t room_bytes; /**< private */
    uint32_t used_bytes; /**< private */
    uint32_t commands;   /**< private: how many */
    uint32_t refused;    /**< private: how many found no room */
    uint32_t runs;       /**< private: how many times it was updated in this tick */
    bool is_open;        /**< private: its update is in progress */
    trp_result wrong;    /**< private: its first misuse, or TRP_OK ... */
    const char *call;    /**< private: ... in this call ... */
    const char *detail;  /**< private: ... what about it ... */
    const trp_actor *of; /**< private: ... and of this actor, or NULL */
} trp_part;

/** Updates the actors of a part, mostly by a trp_part_each(). Called on any thread, for a part once per tick, for parts up to the
 * last one that has an actor. */
typedef void trp_update_part_fn(trp_part *part, const trp_tick *tick);

/** Updates the part of that number, below `parts`. Never to be called for the same number by two threads. */
typedef void trp_run_part_fn(uint32_t number, void *task);

/**
 * Calls run(number, task) once for each number from 0 to `parts` - 1, in any order, on any threads, and returns when all have
 * returned. What was written before must be seen in `run`, and what `run` wrote afterwards, as all task systems have it. It may
 * begin as many calls at once as it likes, and `run` waits for nothing. With OpenMP:
 *
 *     static void on_all_cores(uint32_t parts, trp_run_part_fn *run, void *task, void *context)
 *     {
 *     #pragma omp parallel for schedule(dynamic)
 *         for (uint32_t number = 0; number < parts; number++)
 *             run(number, task);
 *     }
 *
 * tests/examples has this one, one for TBB, and a pool of threads.
 */
typedef void trp_parallel_for_fn(uint32_t parts, trp_run_part_fn *run, void *task, void *context);

/** How a pool is updated in parts. Zero means the default; update must be given. All fields public. */
typedef struct trp_parallel_desc
{
    trp_update_part_fn *update;        /**< updates the actors of a part */
    trp_parallel_for_fn *parallel_for; /**< calls it for all parts; NULL: one after the other */
    void *context;                     /**< passed on to parallel_for */
    uint32_t
        slots_per_part; /**< rounded up to a multiple of 64; 0: 1,024. Smaller parts share work more evenly, larger
                                ones cost less */
    uint32_t
        command_bytes; /**< room for commands per slot of a part, rounded up to a multiple of 8; 0: 8, an end of
                                each actor. An end takes 8 bytes, a birth 8 and its struct, a call 8, a pointer and
                                its data, each rounded up to 8 */
} trp_parallel_desc;

/** private: bounds of what the library's own structs take; the sources assert them */
#define TRP__PARALLEL_BASE (5 * sizeof(void *) + 96)
#define TRP__PARALLEL_PART 128

/** private: slots per part, as it is rounded */
#define TRP__SLOTS_PER_PART(n) ((n) != 0 ? ((size_t)(n) + 63) / 64 * 64 : (size_t)1024)

/** Bytes that trp_pool_set_parallel() takes from memory for a pool that has, or can grow to, so many slots, with these fields of the
 * desc. Constant. */
#define TRP_PARALLEL_BYTES(slots, slots_per_part, command_bytes)                                   \
    (TRP__PARALLEL_BASE +                                                                          \
     (((size_t)(slots)-1) / TRP__SLOTS_PER_PART(slots_per_part) + 1) *                             \
         (TRP__PARALLEL_PART +                                                                     \
          TRP__SLOTS_PER_PART(slots_per_part) *                                                    \
              ((command_bytes) != 0 ? ((size_t)(command_bytes) + 7) / 8 * 8 : (size_t)8)))

/**
 * Lets ticks update the pool in parts. All memory is taken here, for as many slots as the pool can grow to; it stays until
 * the world ends. Not to be undone: with parallel_for NULL the tick is a serial one. Lifetimes, is_expired and
 * intervals (TRP_INTERVAL_TOGETHER) work as with desc.update_pool. Watchers of TRP_EVENT_UPDATED are not notified. O(parts).
 *
 * TRP_ERR_NULL without a desc or update; TRP_ERR_DESC: the pool is in an age order or external, has an update or
 * update_pool or is parallel already, or has an interval that is staggered; TRP_ERR_VALUE: slots_per_part above
 * 65,536, command_bytes above 4,096; TRP_ERR_MEMORY; TRP_BUSY while drawing.
 */
trp_result trp_pool_set_parallel(trp_pool *pool, const trp_parallel_desc *desc);

/** Another parallel_for, or NULL, and its context, from the pool's next update on: for settings in a menu. The result of a tick
 * does not depend on it. TRP_ERR_DESC: the pool is not parallel. TRP_BUSY while drawing. O(1). */
trp_result trp_pool_set_parallel_for(trp_pool *pool, trp_parallel_for_fn *parallel_for,
                                     void *context);

/** What the parts of a pool have done. All fields read-only. */
typedef struct trp_parallel_stats
{
    uint32_t parts;      /**< in its last update */
    uint32_t part_bytes; /**< room for commands in a part */
    uint32_t most_bytes; /**< the most that a part has used of it */
    uint64_t commands;   /**< given, in all ticks */
    uint64_t refused;    /**< that found no room (TRP_ERR_FULL), in all ticks */
} trp_parallel_stats;

/** See trp_parallel_stats; all 0 for a pool that is not parallel, and for NULL. O(1). */
trp_parallel_stats trp_pool_get_parallel_stats(const trp_pool *pool);

/*
 * Commands. They are carried out after all parts have been updated, in the order of parts, and within a part in the order in
 * which they were given: so in the order of slots. Until then what is to end lives, and has its
 * handle. Then hooks and watchers are notified, on the thread of the tick, as ever.
 * TRP_ERR_FULL: the part has no room for it; nothing is recorded. That is the same on all machines. TRP_BUSY after the update of
 * the part has returned. O(1), and the bytes that are copied.
 */

/** trp_recycle() of an actor, its own or another, unless its life is over by then. NULL, and one whose life is over but
 * that still has its slot, are a quiet TRP_GONE; misuse as in trp_recycle(). */
trp_result trp_part_recycle(trp_part *part, trp_actor *actor);

/** The same with trp_expire(). */
trp_result trp_part_expire(trp_part *part, trp_actor *actor);

/** trp_part_recycle() of the actor of that handle; TRP_GONE if it is dead already. */
trp_result trp_part_end(trp_part *part, trp_handle handle);

/** trp_create_from(pool, init), with the bytes that `init` has now; NULL: trp_create(pool). Whether there is room in the pool is
 * found out then, and counted there. TRP_ERR_FOREIGN; TRP_ERR_TYPE: an external pool; TRP_ERR_NULL. */
trp_result trp_part_create(trp_part *part, trp_pool *pool, const void *init);

/** What is called later. It may do what any update may do. `data` is aligned to 8 and gone afterwards. */
typedef void trp_later_fn(trp_world *world, void *data);

/** Calls `later` with a copy of the data. TRP_ERR_NULL without a function, or without data that has bytes; TRP_ERR_VALUE: above
 * 65,536 bytes. */
trp_result trp_part_call(trp_part *part, trp_later_fn *later, const void *data, size_t bytes);

/** Prepares a space for questions in parts, which sort nothing: call it when all boxes have been read, before the tick, or the
 * questions take longer. Changes no answer. O(actors that move). TRP_ERR_NULL; TRP_BUSY while drawing. */
trp_result trp_space_prepare(trp_space *space);

/**
 * trp_space_find() for updates in parts, of any space of the world: the same answers in the same order, but for
 * TRP_SPACE_ANY_ORDER, which is by number. Costs as there, if the space is prepared, and up to O(room) per answer: it is for small
 * rooms. 0, and misuse of the part, as there.
 */
uint32_t trp_part_find(trp_part *part, const trp_space *space, const trp_query *query,
                       trp_hit *hits, uint32_t room);

/**
 * 64 random bits that depend on nothing but the seed, the world's tick, the actor's handle (its slot, pool and life, not the
 * world's id) and a number of the game's choice: how many were drawn for that actor in that tick. No generator is shared or has
 * to be saved, and the bits are the same on all machines, in parts or not. A NULL actor, or one that is dead, has
 * bits as well; 0 without a world. Not cryptographic. O(1).
 */
uint64_t trp_random(const trp_world *world, const trp_actor *actor, uint64_t seed, uint32_t number);

/** private: where a trp_part_each is */
typedef struct trp__part_walk
{
    trp_part *part;
    void *first;    /**< the first struct of the run that it steps through */
    uint32_t count; /**< how many; holes are among them; 0: the walk is over */
    uint32_t next;  /**< the slot after the run */
    uint32_t limit; /**< visits actors whose stamp is not below it */
    bool ended;     /**< the inner loop came to its end by itself: no `break` */
} trp__part_walk;

/** private: the run of listed slots in the part that begins at this slot or after it */
trp__run trp__part_run(const trp_part *part, uint32_t next);

/** private: whether the part is of that type, and open; otherwise a misuse */
bool trp__part_begin(trp_part *part, size_t size, size_t offset);

/** private: the next run */
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
    if (walk.ended)
    {
        walk.next = part->first;
        walk.limit = part->limit;
        walk = trp__part_step(walk);
    }
    return walk;
}

/* clang-format off: it would indent all that follows as the branch of the last `else` */

/**
 * Walks a part inline, as trp_each() walks a pool: its active actors in the order of slots. `break`, `continue`, `return` and
 * `goto` work as in any loop. More than one in an update is fine. Another type than the pool's: nothing is visited, TRP_ERR_TYPE.
 */
#define trp_part_each(type, it, part) trp_part_each_of(type, actor, it, part)

/** trp_part_each() for another member's name. */
#define trp_part_each_of(type, member, it, part)                                                   \
    for (trp__part_walk it##_walk =                                                                \
             trp__part_walk_of((part), sizeof(type), TRP__NODE_OFFSET(type, member));              \
         it##_walk.count != 0; it##_walk = trp__part_step(it##_walk))                              \
        for (type *it = (type *)it##_walk.first, *it##_end = it + it##_walk.count;                 \
             it != it##_end || !(it##_walk.ended = true); ++it)                                    \
            if (it->member.stamp < it##_walk.limit)                                                \
            {                                                                                      \
            }                                                                                      \
            else

#ifdef __cplusplus
}
#endif

#endif
