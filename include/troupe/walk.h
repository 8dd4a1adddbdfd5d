/**
 * @file walk.h
 * Walks over a pool, and the list itself.
 *
 *     trp_each (bullet, b, bullets)
 *         if (b->x > 320)
 *             trp_recycle(world, &b->actor);
 *
 * One contract holds for every walk (a tick, trp_for_each(), trp_each()), in every order:
 *
 * A walk visits exactly the actors that were active before it began and are still active when their
 * turn comes, each once. An actor that is created or woken during the walk is visited from the next
 * walk on (but see trp_newborns in pool.h); a nested walk that begins later does visit it. An actor
 * that has left is not visited. Walks nest to any depth, over the same pool too.
 *
 * The body or callback may create, recycle, expire, wake and put to sleep any actor: the visited
 * one, the next one, all of them. It may clear pools and walk the same pool again.
 */
#ifndef TROUPE_WALK_H
#define TROUPE_WALK_H

#include "hints.h"
#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/* clang-format off: it would indent all that follows as the branch of the last `else` */

/**
 * Walks a pool inline, without a callback, as fast as an array:
 *
 *     trp_each(bullet, it, bullets)
 *         it->x += 1;
 *
 * `it` is a `type *`. `type` is a single word (a typedef) and must be the pool's type; its node is
 * the member `actor`. `break`, `continue`, `return` and `goto` work as in any loop. (With compilers
 * other than gcc and clang, a loop that is left by `return` or `goto` counts as in progress until
 * the next tick: until then snapshots, saves and trp_pool_trim() are TRP_BUSY. So it does after
 * longjmp().) Do not end the world in the body. For a NULL pool, or a pool whose structs have
 * another size, nothing is visited (TRP_ERR_NULL, TRP_ERR_TYPE).
 * Another type of the same size is visited, and reported in debug builds (check.h). The library is
 * called once per run of slots in memory order, and at most once per actor in an age order.
 *
 * The walk is one statement, also in `if (x) trp_each (...) ...; else ...;`. With -Wall gcc asks
 * for braces around it if the `if` has no `else` (-Wdangling-else).
 */
#define trp_each(type, it, pool) trp_each_of (type, actor, it, pool)

/** trp_each() for a struct whose trp_actor has another name. */
#define trp_each_of(type, member, it, pool)                                                        \
    TRP__WALK for (trp_walk it##_walk TRP__LEAVES(trp__walk_left) =                                \
                       trp__walk(TRP__WALKED(type, TRP__NODE_OFFSET(type, member), pool),          \
                                 sizeof(type), TRP__NODE_OFFSET(type, member));                    \
                   it##_walk.walked != NULL;                                                       \
                   it##_walk = trp__walk_step(                                                     \
                       it##_walk, sizeof(type), TRP__NODE_OFFSET(type, member),                    \
                       trp__next_run)) for (type *it = (type *)it##_walk.first;                    \
                                            it != (type *)it##_walk.last ||                        \
                                            !(it##_walk.ended = true);                             \
                                            ++it) if (it->member.stamp < it##_walk.limit)          \
    {                                                                                              \
    }                                                                                              \
    else

/**
 * Walks all pools that share a segment of the list (desc.joins), in their common order, without a
 * callback:
 *
 *     trp_each_joined (it, things)
 *         if (trp_pool_of(world, it) == monsters)
 *             trp_as(monster, it)->anger++;
 *
 * `it` is a trp_actor *. `pool` is any of the pools, in an age order. `break`, `continue`, `return`
 * and `goto` work as in any loop, and the contract of walks holds. A pool in memory order cannot be
 * joined: nothing is visited, TRP_ERR_DESC. A NULL pool: nothing is visited. The library is called
 * at most once per actor; O(visits).
 */
#define trp_each_joined(it, pool)                                                                  \
    for (trp_walk it##_walk TRP__LEAVES(trp__walk_left) = trp__joined_walk(pool);                  \
         it##_walk.walked != NULL; it##_walk = trp__joined_step(it##_walk))                        \
        for (trp_actor *it = trp__joined_actor(&it##_walk);                                        \
             it != NULL || !(it##_walk.ended = true); it = NULL)

/**
 * Defines an update_pool from the update of one actor. A tick then walks the pool as fast as
 * trp_each(), and compilers can inline the update:
 *
 *     static void bullet_update(bullet *self, const trp_context *in)
 *     {
 *         self->x += self->vx * in->dt;
 *     }
 *     TRP_UPDATE_EACH(bullet_update_all, bullet, actor, bullet_update);
 *
 *     ... (trp_pool_desc){.type = TRP_TYPE(bullet, actor), .update_pool = bullet_update_all, ...}
 *
 * `name` is the static function to define; `member` is the node's name in `type`. The update may do
 * what any update may do. Watchers and systems are notified of TRP_EVENT_UPDATED as with
 * desc.update, within a tick; this costs a call per actor while one is registered. desc.is_expired
 * is called for all actors before the first update and after the last one, not around each update.
 * Like any update_pool it is not for pools that join others.
 */
#define TRP_UPDATE_EACH(name, type, member, update_one)                                            \
    static void name(trp_pool *trp__of, const trp_context *trp__in)                                \
    {                                                                                              \
        trp_walk trp__at =                                                                         \
            trp__update_begin(trp__of, sizeof(type), TRP__NODE_OFFSET(type, member));              \
        for (; trp__at.walked != NULL;                                                             \
             trp__at = trp__walk_on(trp__at, sizeof(type), TRP__NODE_OFFSET(type, member),         \
                                    trp__next_update)) {                                           \
            type *trp__it = (type *)trp__at.first, *trp__last = (type *)trp__at.last;              \
            for (; trp__it != trp__last; ++trp__it)                                                \
                if (trp__it->member.stamp >= trp__at.limit)                                        \
                    update_one(trp__it, trp__in);                                                  \
        }                                                                                          \
    }                                                                                              \
    struct trp_pool

/* clang-format on */

/**
 * Visits every actor of the pool that is active now and still is when its turn comes, in list
 * order, and prunes expired actors on the way. The visit may do anything. In a joined segment it
 * visits only this pool's actors, but steps over the others. O(visits); in an age order O(listed).
 * May be called in a tick and in another walk. TRP_ERR_NULL: no visit. TRP_BUSY while drawing.
 */
trp_result trp_for_each(trp_pool *pool, trp_actor_fn *visit, void *arg);

/**
 * The first active actor of the world's list, or NULL. From there, trp_next() leads to the active
 * actors of all layers and pools, in exactly the order in which a tick updates them. The position
 * is not protected: step to the next actor before you remove this one. trp_next() follows one link
 * of a node and trp_prev() the other: a followed link that disagrees with the library's own memory
 * is repaired. O(1 + empty and expired places on the way). May be called anywhere: in a tick, in
 * callbacks, while drawing.
 */
trp_actor *trp_first(const trp_world *world);

/** The next active actor of the world's list after `actor`; NULL at the end, or if `actor` is not
 * in the list. `actor` may be expired, as long as it waits in the list. Costs as trp_first(). */
trp_actor *trp_next(const trp_world *world, const trp_actor *actor);

/** The active actor before `actor`; NULL at the beginning, or if `actor` is not in the list. Costs
 * as trp_first(). */
trp_actor *trp_prev(const trp_world *world, const trp_actor *actor);

/**
 * The first active actor of the pool in list order, or NULL. From there, trp_pool_next() leads to
 * the other ones: for loops within loops over a few actors, such as three enemies for each of 300
 * shots. They begin no walk, so the position is not protected: step on before the actor is removed.
 * In a joined segment the actors of other pools are passed over. Costs as trp_first().
 */
trp_actor *trp_pool_first(const trp_pool *pool);

/** The last active actor of the pool in list order, or NULL. */
trp_actor *trp_pool_last(const trp_pool *pool);

/** The next active actor of the pool after `actor`; NULL at the end, or if `actor` is not one of
 * this pool in the list. `actor` may be expired, as long as it waits in the list. */
trp_actor *trp_pool_next(const trp_pool *pool, const trp_actor *actor);

/** The active actor of the pool before `actor`; NULL likewise. */
trp_actor *trp_pool_prev(const trp_pool *pool, const trp_actor *actor);

/* private: how trp_each is made */

/**
 * private: a run of slots, through which a walk steps as through an array. Its 16 bytes fit two
 * registers. A walk whose state has no address stays in registers; this makes trp_each as fast as
 * an array.
 */
typedef struct trp__run {
    void *first; /**< the first struct */
    /** low 32 bits: how many structs, 0 if the walk is over; high 32 bits: trp_walk's `next` */
    uint64_t rest;
} trp__run;

/** private: an entry of an age order */
typedef struct trp__entry {
    trp_actor *actor; /**< a cache: the actor, if it is active, and no flag is set; or NULL */
    uint32_t index;   /**< of its slot, with flags; in a hole: its length, with a flag */
    uint32_t stamp;   /**< since when the actor is active: falls from entry to entry */
} trp__entry;

/** private: the flag of a hole, which a walk steps over if it comes from an actor beside it */
#define TRP__ENTRY_HOLE 0x80000000u

/** private: the entries of a segment in an age order: see src/core/ages.h */
typedef struct trp__ages {
    trp__entry *entries;
    uint32_t version; /**< odd; another one when entries have moved, or walks must look again */
    int32_t turn;     /**< the step of a walk: 1 or -1; 0: memory order, which has no entries */
    int32_t lead;     /**< to the entry whose actor a walk prefetches; 0: it prefetches nothing */
    int32_t begin;    /**< the first entry; it is listed, if there are any */
    int32_t end;      /**< after the last entry, which is listed */
    int32_t room;
    int32_t holes; /**< entries in holes */
} trp__ages;

/** private: the head of a pool, as far as an inline walk in an age order reads it */
typedef struct trp__head {
    trp_world *world;
    const trp__ages *ages; /**< of its segment */
    uint32_t base;         /**< index of its first slot */
    uint32_t max_capacity;
    uint32_t node; /**< offset of the trp_actor in a slot */
} trp__head;

/** private: the cursor of a trp_each or a trp_each_joined */
typedef struct trp_walk {
    const trp_pool *walked;  /**< the pool; NULL: the walk is over */
    void *first;             /**< the first struct of the current run; NULL: it has just begun */
    void *last;              /**< the end of the run, in which there are free slots, too */
    const trp__entry *entry; /**< age order: the entry of its actor, in this version */
    uint32_t next;           /**< memory order: the slot after the run; age order: its stamp */
    uint32_t limit;          /**< actors with a stamp below this are not visited */
    uint32_t version;        /**< age order: of the entries; 0: each step calls the library */
    bool is_heard;           /**< it is always 0, since each step notifies */
    bool ended;              /**< the inner loop ran to its end, without `break` */
} trp_walk;

/** private: prefetch distance of a walk in an age order, in entries: what memory delivers while one
 * actor is visited; and from how many slots on a walk prefetches */
#define TRP__LEAD 20u
#define TRP__FAR 512u

/** private: the limit of a refused walk: every stamp is below it */
#define TRP__NOTHING UINT32_MAX

/** private: where a walk begins: its limit in the low 32 bits, which is TRP__NOTHING, after a misuse
 * report, if the type is not the pool's; in an age order also the stop before its first entry, with
 * the version in the high 32 bits */
trp__run trp__walk_begin(const trp_pool *pool, size_t size, size_t offset);

/** private: the run after the one that begins with `first` and has this `next`, entry and version;
 * if `first` is NULL, the first run. In an age order its high 32 bits are the index of its
 * entry. */
typedef trp__run trp__next_fn(const trp_pool *pool, void *first, uint32_t next,
                              const trp__entry *entry, uint32_t version, uint32_t limit);
trp__next_fn trp__next_run;

/** private: the same for trp_each_joined, through the actors of all joined pools: `first` is as if
 * they were of this pool */
trp__next_fn trp__next_joined;

/** private: a walk was left before its end */
void trp__walk_end(const trp_pool *pool);

/** private: trp__next_run() for TRP_UPDATE_EACH(): also notifies watchers of the update of the last
 * run's actor */
trp__next_fn trp__next_update;

/** private: whether a watcher is notified of updates of this pool */
bool trp__is_heard(const trp_pool *pool);

/**
 * private: moves on to the next run. In an age order this is the actor of the next entry, if no
 * entry has moved, the next one is an active actor of this pool (that of another joined pool has an
 * index above all of its own), it is no newborn, and its node has the entry's stamp. All else is
 * left to `next`. In memory order no version is 0.
 */
TRP__ALWAYS_INLINE trp_walk trp__walk_on(trp_walk walk, size_t size, size_t offset,
                                         trp__next_fn next)
{
    const trp__head *pool = (const trp__head *)(const void *)walk.walked;
    const trp__ages *ages = pool->ages;
    trp__run run;

    walk.ended = false;
    if (walk.version == ages->version) {
        const trp__entry *entry = walk.entry + ages->turn;
        if (entry->actor == NULL && entry->index > TRP__ENTRY_HOLE && walk.entry->actor != NULL)
            entry += ages->turn * (ptrdiff_t)(entry->index - TRP__ENTRY_HOLE);
        if (entry->actor != NULL && entry->stamp >= walk.limit &&
            entry->index - pool->base < pool->max_capacity && entry->actor->stamp == entry->stamp) {
            TRP__PREFETCH_WRITE(entry[ages->lead].actor);
            walk.first = (unsigned char *)entry->actor - offset;
            walk.last = (unsigned char *)walk.first + size;
            walk.next = entry->stamp;
            walk.entry = entry;
            return walk;
        }
        if (entry->stamp == 0 && walk.entry->actor != NULL) { /* the stop after the last one */
            trp__walk_end(walk.walked);
            walk.walked = NULL;
            return walk;
        }
    }
    run = next(walk.walked, walk.first, walk.next, walk.entry, walk.version, walk.limit);
    walk.first = run.first;
    walk.last = run.first;
    if (run.first != NULL)
        walk.last = (unsigned char *)run.first + (uint32_t)run.rest * size;
    walk.next = (uint32_t)(run.rest >> 32);
    if (run.first == NULL)
        walk.walked = NULL;
    else if (ages->turn != 0) {
        walk.entry = &ages->entries[walk.next];
        walk.next = walk.entry->stamp;
        walk.version = walk.is_heard ? 0 : ages->version;
    }
    return walk;
}

/** private: begins a trp_each, or another walk of runs: at an empty run */
TRP__ALWAYS_INLINE trp_walk trp__walk(const trp_pool *pool, size_t size, size_t offset)
{
    const trp__run begin = trp__walk_begin(pool, size, offset);
    trp_walk walk;
    walk.limit = (uint32_t)begin.rest;
    walk.walked = walk.limit != TRP__NOTHING ? pool : NULL;
    walk.first = NULL;
    walk.last = NULL;
    walk.entry = (const trp__entry *)begin.first;
    walk.next = 0;
    walk.version = (uint32_t)(begin.rest >> 32);
    walk.is_heard = false;
    walk.ended = false;
    return walk;
}

/** private: moves on to the next run, or ends the walk after a `break` */
TRP__ALWAYS_INLINE trp_walk trp__walk_step(trp_walk walk, size_t size, size_t offset,
                                           trp__next_fn next)
{
    if (walk.ended)
        return trp__walk_on(walk, size, offset, next);
    trp__walk_end(walk.walked);
    walk.walked = NULL;
    return walk;
}

/** private: ends a walk that was left by `return` or `goto` */
TRP__ALWAYS_INLINE void trp__walk_left(const trp_walk *walk)
{
    if (TRP__RARELY(walk->walked != NULL))
        trp__walk_end(walk->walked);
}

/** private: begins a walk of TRP_UPDATE_EACH() */
static inline trp_walk trp__update_begin(const trp_pool *pool, size_t size, size_t offset)
{
    trp_walk walk = trp__walk(pool, size, offset);
    walk.is_heard = walk.walked != NULL && trp__is_heard(pool);
    if (walk.is_heard)
        walk.version = 0;
    return walk;
}

/** private: begins a trp_each_joined */
trp_walk trp__joined_walk(const trp_pool *pool);

/** private: its runs are the actor of an entry */
TRP__ALWAYS_INLINE trp_walk trp__joined_step(trp_walk walk)
{
    const trp__head *pool = (const trp__head *)(const void *)walk.walked;

    return trp__walk_step(walk, 0, pool->node, trp__next_joined);
}

/** private: the actor of its entry */
TRP__ALWAYS_INLINE trp_actor *trp__joined_actor(const trp_walk *walk)
{
    const trp__head *pool = (const trp__head *)(const void *)walk->walked;

    return (trp_actor *)(void *)((unsigned char *)walk->first + pool->node);
}

#ifdef __cplusplus
}
#endif

#endif
