/**
 * @file roster.h
 * Rosters: arrays of actors in the order in which they were added. A squad, what is selected, the
 * targets of a missile, or all of one kind in order of age. A roster is a view: it owns no actor.
 * An actor can be in many rosters, whatever its pool, and leaves all of them when its life is over.
 *
 * A roster never shows a dead actor, nor the next actor in its slot: an entry names one life, as a
 * handle does, and is checked at each access. Rosters are not notified of ends, so ends cost
 * nothing for their sake; the entries of dead actors stay in the array until they are *pruned*: by
 * the next walk that reaches them, by an add that needs the room, by trp_roster_prune(). Until then
 * trp_roster_size() counts them and trp_roster_at() returns NULL for them.
 *
 * Sleepers stay members, and are visited. An expired actor counts as dead.
 *
 * The array is the caller's, or is taken from the world's memory and grows by half. In a world in a
 * caller's block an outgrown array is lost, unless it was the last piece that was taken there: give
 * a `capacity`.
 *
 * After 2^31 adds without a trp_roster_clear() entries are numbered again, which waits until no
 * walk is in progress. After 2^31 more adds it waits no longer, and such walks are over.
 *
 * All calls are O(1) unless stated otherwise, and may be made anywhere: in a tick, in hooks, in
 * walks over the same roster. While drawing, calls that would change a roster return TRP_BUSY;
 * walks work, and prune nothing. A roster that was not initialised, is freed, or whose world has
 * ended is empty: calls return TRP_ERR_NULL, 0 or NULL.
 */
#ifndef TROUPE_ROSTER_H
#define TROUPE_ROSTER_H

#include "hints.h"
#include "watch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_roster trp_roster; /**< see below */

/** Called after an actor was added. It may do anything. */
typedef void trp_on_added_fn(trp_roster *roster, trp_actor *actor, void *user);

/**
 * Called after an entry was pruned, with the handle of the life that is over, as a key for data
 * kept elsewhere. Once per dead entry; not for entries that trp_roster_remove(), trp_roster_clear()
 * or the end of the world removes. It may do anything; inside a pool's trimming (TRP_EVENT_TRIMMED)
 * it must not change the world.
 */
typedef void trp_on_pruned_fn(trp_roster *roster, trp_handle handle, void *user);

/** The settings of a roster. Zero means the default. All fields public. */
typedef struct trp_roster_desc
{
    const char *name; /**< for messages; kept as a pointer; NULL: "roster" */
    trp_type type;    /**< TRP_TYPE(struct, member): takes only actors of that type; zero: of any */
    void *array; /**< the caller's memory for the entries, aligned to TRP_ALIGNMENT, must stay until
                      trp_roster_free(); NULL: the world's */
    size_t array_bytes; /**< of `array`: TRP_ROSTER_BYTES(n) for n entries */
    uint32_t capacity;  /**< entries to take from the world now; not with an array */
    uint32_t max;       /**< the most entries; 0: as many as there is memory for */
    bool unique;        /**< adding a member changes nothing. Costs O(size) per add */
    bool unordered;     /**< the last entry moves into the place of one that is pruned or removed,
                         instead of all later ones moving up. While another walk over the roster is
                         in progress the order is kept nevertheless */
    void *user;         /**< passed on to the hooks */
    trp_on_added_fn *on_added;   /**< called for each that is added */
    trp_on_pruned_fn *on_pruned; /**< called for each that is found dead */
} trp_roster_desc;

/** private: a member. 24 bytes on a 64-bit machine, 16 on a 32-bit one */
typedef struct trp_roster_entry
{
    const trp__cell *cell; /**< what the library knows of its slot */
    trp_actor *actor;      /**< an external one's memory may be gone when it has left */
    uint32_t generation;   /**< the member's: it lives as long as its slot has the same */
    uint32_t serial;       /**< rises along the array */
} trp_roster_entry;

/** Bytes of an array for n entries. Constant. */
#define TRP_ROSTER_BYTES(n) ((size_t)(n) * sizeof(trp_roster_entry))

/** A roster, in the user's memory, not to be moved or copied. All fields private. Zero: none. */
struct trp_roster
{
    trp_world *world;        /**< private: NULL: none */
    trp_roster_entry *items; /**< private */
    uint32_t used;           /**< private: entries, those of the gap too, which are void */
    uint32_t room;           /**< private: entries that fit */
    uint32_t gap_at;         /**< private: where taking out has left a gap ... */
    uint32_t gap;            /**< private: ... of so many entries */
    uint32_t moves;  /**< private: rises when entries move: walks must find their place again */
    uint32_t origin; /**< private: walks that began before this move are over */
    uint32_t serial; /**< private: of the next entry */
    uint32_t walks;  /**< private: that have begun and, as far as is known, not ended */
    trp_roster_desc desc; /**< private */
    trp_watcher watcher;  /**< private: of the world; its context is the roster */
    trp__part part;       /**< private: what snapshots know it by */
};

/**
 * Initialises an empty roster. The struct must stay until trp_roster_free() or the end of its
 * world: a local one must be freed before its function returns. `desc` may be NULL. The old content
 * of the struct is ignored, so a roster of another world must be freed first. TRP_ERR_NULL;
 * TRP_ERR_LINKED if it is made in this world already; TRP_ERR_ALIGN, TRP_ERR_MEMORY (the array is
 * too small for one entry, or the world has not so much); TRP_ERR_DESC (a capacity beside an array,
 * or above max); TRP_ERR_LIMIT (2^28 entries); TRP_BUSY while drawing or shutting down.
 * O(watchers); O(pools times watchers) for the first one of a world.
 */
trp_result trp_roster_init(trp_roster *roster, trp_world *world, const trp_roster_desc *desc);

/**
 * Frees the memory; the roster is uninitialised afterwards, and walks over it are over. No hook is
 * called. May be called after the world's end, but is not needed then. Hooks and walks of the
 * roster may free it, and initialise another of the same world in the same struct; calls in
 * progress do not continue with that one, and an add in progress returns TRP_ERR_NULL. The struct
 * itself must stay until the calls and walks in progress on it have returned. An uninitialised
 * roster: TRP_GONE, no misuse. TRP_BUSY while drawing. O(watchers); O(pools times watchers) for the
 * last one of a world.
 */
trp_result trp_roster_free(trp_roster *roster);

/**
 * Adds an active or sleeping actor as the last member. A member may be added again: then it is in
 * it twice (see desc.unique). Walks in progress do not visit it. TRP_ERR_FULL at the maximum or
 * when the caller's array is full, TRP_ERR_MEMORY if the world has no more: neither is a misuse,
 * and both only after pruning. NULL is TRP_GONE, no misuse, so that a handle can be added by
 * trp_get(). Misuse: TRP_ERR_EXPIRED, TRP_ERR_FREE, TRP_ERR_FOREIGN, TRP_ERR_TYPE, TRP_ERR_CORRUPT.
 * O(1) mostly; O(size) where it must prune or grow.
 */
trp_result trp_roster_add(trp_roster *roster, trp_actor *actor);

/** Adds `count` actors in turn, until the roster is full or there is no memory for more; NULLs are
 * skipped, as are those that trp_roster_add() refuses. Part of an array: `trp_roster_add_many(&r, array + first, count)`.
 * Returns how many were added. Costs as many adds. */
uint32_t trp_roster_add_many(trp_roster *roster, trp_actor *const *actors, uint32_t count);

/** Adds the members of another roster of the same world (or its own once more), in their order,
 * until it is full. Returns how many were added. Costs as many adds. */
uint32_t trp_roster_add_roster(trp_roster *roster, const trp_roster *from);

/** The same for the members that trp_roster_at() returns at first, first + 1 .. first + count -
 * 1. */
uint32_t trp_roster_add_slice(trp_roster *roster, const trp_roster *from, uint32_t first,
                              uint32_t count);

/** Removes all entries of an actor; the others keep their order (but see desc.unordered). TRP_GONE,
 * no misuse, if it is not in, or dead, or NULL. O(size). TRP_BUSY while drawing. */
trp_result trp_roster_remove(trp_roster *roster, const trp_actor *actor);

/** Removes all entries without calling a hook; keeps the memory. Walks over it are over. O(1).
 * TRP_BUSY while drawing. */
trp_result trp_roster_clear(trp_roster *roster);

/** Prunes the entries of dead actors now. Afterwards the size is the count, and trp_roster_at()
 * returns an actor at every place, until one dies. O(size). TRP_BUSY while drawing. */
trp_result trp_roster_prune(trp_roster *roster);

/** Whether this actor is a member. O(size). */
bool trp_roster_has(const trp_roster *roster, const trp_actor *actor);

/** The member at a place, 0 up to trp_roster_size() - 1; NULL if it is dead but not pruned yet, or
 * there is no such place. O(1). */
trp_actor *trp_roster_at(const trp_roster *roster, uint32_t place);

/** How many entries there are: members, and dead ones that are not pruned yet. O(1). */
uint32_t trp_roster_size(const trp_roster *roster);

/** How many members there are. O(size). */
uint32_t trp_roster_count(const trp_roster *roster);

/** How many entries the array has, used or not. */
uint32_t trp_roster_capacity(const trp_roster *roster);

/** How many can be added before the roster must prune, grow or refuse. */
uint32_t trp_roster_available(const trp_roster *roster);

/** Makes the capacity at least `capacity`, and at least half as large again if it must grow.
 * O(size). As in trp_roster_add(), no misuse: TRP_ERR_FULL, TRP_ERR_MEMORY. TRP_BUSY while
 * drawing. */
trp_result trp_roster_reserve(trp_roster *roster, uint32_t capacity);

/** Prunes, and frees unused memory, down to desc.capacity. In a caller's block that is possible for
 * the last piece only; the caller's array stays. O(size). TRP_OK in any case, but TRP_BUSY while
 * drawing. */
trp_result trp_roster_shrink(trp_roster *roster);

/** Calls `visit` for every member, as a walk by trp_roster_each() does. O(size). TRP_ERR_NULL.
 * Works while drawing, too. */
trp_result trp_roster_for_each(const trp_roster *roster, trp_visit_fn *visit, void *user);

/** private: the position of a walk */
typedef struct trp_roster_walk
{
    const trp_roster *roster;     /**< that it walks */
    const trp_roster_entry *at;   /**< of the run that it steps through: the next entry ... */
    const trp_roster_entry *end;  /**< ... and the one after the last; both NULL: over */
    const trp_roster_entry *dead; /**< the first one found dead in the run, or NULL */
    size_t lead;                  /**< fetches so many entries ahead */
    uint32_t serial;              /**< of the entry before `at` */
    uint32_t limit;               /**< serials from this up were added later */
    uint32_t moves;               /**< the roster's when the run was taken: else it is void */
    bool ended;                   /**< the inner loop came to its end by itself: no `break` */
} trp_roster_walk;

/** private: consecutive entries; 16 bytes, so that it is passed in registers */
typedef struct trp_roster_run
{
    const trp_roster_entry *first; /**< where it begins */
    uint32_t count;                /**< 0: the walk is over */
    uint32_t lead;                 /**< how many entries ahead it may fetch */
} trp_roster_run;

/** private: begins a walk; over at once if the type is not the roster's */
trp_roster_walk trp__roster_walk(const trp_roster *roster, size_t size, size_t offset);
/** private: prunes what the walk found dead in its run, up to `at`, and gives the next run */
trp_roster_run trp__roster_run(const trp_roster *roster, const trp_roster_entry *dead,
                               const trp_roster_entry *at, uint32_t moves, uint32_t serial,
                               uint32_t limit);
/** private: the walk was left before its end */
void trp__roster_walk_end(const trp_roster *roster);

/** private: takes the next run, or ends after a `break` */
static inline trp_roster_walk trp__roster_step(trp_roster_walk walk)
{
    trp_roster_run run;
    if (!walk.ended)
    {
        trp__roster_walk_end(walk.roster);
        walk.at = walk.end = NULL;
        return walk;
    }
    run = trp__roster_run(walk.roster, walk.dead, walk.at, walk.moves, walk.serial, walk.limit);
    walk.moves = walk.roster->moves;
    walk.at = run.first;
    walk.end = run.first != NULL ? run.first + run.count : NULL;
    walk.dead = NULL;
    walk.lead = run.lead;
    return walk;
}

/* clang-format off: it would indent all that follows as the branch of the last `else` */

/**
 * Walks a roster inline, without a callback, in the order of the array:
 *
 *     trp_roster_each(soldier, it, &squad)
 *         it->morale += 1;
 *
 * The walk visits exactly the entries that were in before it began and still are when their turn
 * comes, each once (a member that was added twice: twice). Members that are added during the walk
 * wait for the next one. The body may do anything: create, end any life, add, remove, clear. Walks
 * nest, over the same roster too. `break`, `continue`, `return` and `goto` work as in any loop.
 * (After a `return` or `goto` out of it an `unordered` roster keeps order until it is cleared:
 * prefer `break`.)
 *
 * Dead entries that it reaches are pruned. Members are fetched into the cache some 24
 * entries ahead.
 *
 * `it` is a `type *`; `type` is a single word (a typedef), the node its member `actor`. All members
 * must be of that type: name it in desc.type and both adds and walks are checked (TRP_ERR_TYPE,
 * nothing is visited). For a mixed roster there is trp_roster_each_actor().
 */
#define trp_roster_each(type, it, of) trp_roster_each_of(type, actor, it, of)

/** trp_roster_each() for another member's name. */
#define trp_roster_each_of(type, member, it, of)                                                   \
    trp__roster_each(type, sizeof(type), TRP__NODE_OFFSET(type, member), it, of)

/** trp_roster_each() for members of any type: `it` is a `trp_actor *`. */
#define trp_roster_each_actor(it, of) trp__roster_each(trp_actor, 0, 0, it, of)

/** private: after a visit: the run is over if entries have moved */
#define TRP__ROSTER_VISITED(walk)                                                                  \
    (TRP__RARELY((walk).moves != (walk).roster->moves) ? (void)((walk).end = (walk).at) : (void)0)

/** private: a member will be visited soon */
#define TRP__ROSTER_FETCH(entry)                                                                   \
    (TRP__PREFETCH_READ((entry).cell), TRP__PREFETCH_WRITE((entry).actor))

/** private: size 0: any type */
#define trp__roster_each(type, size, offset, it, of)                                               \
    for (trp_roster_walk it##_walk = trp__roster_walk((of), (size), (offset));                     \
         it##_walk.at != NULL; it##_walk = trp__roster_step(it##_walk))                            \
        for (type *it = NULL; !(it##_walk.ended = it##_walk.at == it##_walk.end);                  \
             TRP__ROSTER_VISITED(it##_walk))                                                       \
            if (TRP__ROSTER_FETCH(it##_walk.at[it##_walk.lead]),                                   \
                it##_walk.serial = it##_walk.at->serial,                                           \
                it = (type *)(void *)((unsigned char *)it##_walk.at->actor - (offset)),            \
                ++it##_walk.at,                                                                    \
                TRP__RARELY(it##_walk.at[-1].cell->generation != it##_walk.at[-1].generation))     \
            {                                                                                      \
                if (it##_walk.dead == NULL)                                                        \
                    it##_walk.dead = it##_walk.at - 1;                                             \
            }                                                                                      \
            else

#ifdef __cplusplus
}
#endif

#endif
