/**
 * @file group.h
 * Groups: arrays of actors in the order in which they were added. For a squad, the selected units,
 * the targets of a missile, or all actors of one type in order of age. A group refers to actors
 * without owning them. An actor can be in many groups, whatever its pool, and leaves all of them
 * when its life is over.
 *
 *     static trp_group squad;
 *     trp_group_init(&squad, world, NULL);
 *     trp_group_add(&squad, &s->actor);
 *     trp_group_each (soldier, it, &squad)
 *         it->target = hill;
 *
 * A group is an array of handles. It never shows a dead actor, nor the next actor in its slot.
 * Groups are not notified of ends, so they add no cost to ends. The entries of dead and of removed
 * actors stay in the array until they are *pruned*: by trp_group_prune(), by an add to a full
 * group, or by an add once n / 2 + 16 entries were added since the last pruning, which left n.
 * Until then trp_group_size() counts them, and trp_group_at() returns NULL for them. Only entries
 * are counted, never memory, so equal calls prune at the same add everywhere, after a restore, too.
 * Walks and queries change nothing, and while a walk is in progress nothing is pruned: so places
 * stay.
 *
 * Sleepers stay members, and are visited. An expired actor counts as dead. Members in transient
 * pools are no state: they stay members after a restore if they live, and a group that has them
 * together with others may prune at another add.
 *
 * The array is the caller's, or is taken from the world's memory and grows by half. In a world in a
 * caller's block an outgrown array is lost: set a `capacity` and a `max` to avoid this.
 *
 * All calls are O(1) unless stated otherwise, and may be made anywhere: in a tick, in hooks, in
 * walks over the same group. While drawing, calls that would change a group return TRP_BUSY. A
 * group of zeros (not initialised, or freed), or whose world has ended, is empty: calls return
 * TRP_ERR_NULL, 0 or NULL. Calls that change or walk one that is not initialised print a line, see
 * misuse.h. A local group that is neither zero nor initialised is anything: write `= {0}`.
 */
#ifndef TROUPE_GROUP_H
#define TROUPE_GROUP_H

#include "hints.h"
#include "watch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_group trp_group; /**< see below */

/** The settings of a group. Zero means the default. All fields public. */
typedef struct trp_group_desc {
    const char *name; /**< for messages and saves, which match by it; kept; NULL: "group" */
    /** TRP_TYPE(struct, member): accepts only actors of this type, by its size, the offset of its
     * node, and its name; zero: of any type */
    trp_type type;
    /** the caller's memory for the entries, aligned as a trp_handle; must stay until
     * trp_group_free(). NULL: the world's memory */
    void *array;
    size_t array_bytes;     /**< size of `array`: TRP_GROUP_BYTES(n) for n entries */
    uint32_t capacity;      /**< number of entries to take from the world now; not with an array */
    uint32_t max;           /**< the most entries; 0: as many as there is memory for, up to 2^28 */
    bool unique;            /**< adding a member again changes nothing. Costs O(size) per add */
    void *user;             /**< passed to the hooks */
    trp_actor_fn *on_added; /**< called after an actor is added. It may do anything */
    /** called after dead entries were pruned, once per dead entry, in no particular order. The
     * handle can serve as a key for data kept elsewhere. Not for entries that trp_group_remove(),
     * trp_group_clear(), a restore, a load or the end of the world removes. It may do anything, but
     * does not prune the same group; what it adds is a member at once, and in a caller's array it
     * takes the room of those that were notified before */
    trp_handle_fn *on_pruned;
} trp_group_desc;

/** Bytes of an array for n entries. Constant. */
#define TRP_GROUP_BYTES(n) ((size_t)(n) * sizeof(trp_handle))

/** A group, in the user's memory; must not be moved or copied. Calls that change a copy return
 * TRP_ERR_UNLINKED, a misuse. All fields private. Zero: no group. */
struct trp_group {
    trp_world *world;    /**< private: NULL: none */
    trp_handle *items;   /**< private: entries; generation 0: void, it was removed */
    uint32_t room;       /**< private: number of entries that fit */
    uint32_t most;       /**< private: number of entries that may be there */
    uint32_t size;       /**< private: number of entries */
    uint32_t pending;    /**< private: pruned entries at the array's end, to be notified */
    uint32_t found;      /**< private: the place of the last removal; a hint */
    uint32_t walks;      /**< private: walks of this epoch in progress */
    uint32_t epoch;      /**< private: walks that began in another one have ended */
    uint64_t kept;       /**< private: number of entries after the last pruning */
    uint64_t ends;       /**< private: actors that had ended by the last pruning; -1: unknown */
    trp_group_desc desc; /**< private */
    trp_watcher watcher; /**< private: watches the world; its user is the group */
    trp__part part;      /**< private: its entry for snapshots */
};

/**
 * Initialises an empty group. The struct must stay until trp_group_free() or the end of its
 * world, so a local one must be freed before its function returns. `desc` may be NULL. The former
 * content of the struct is ignored, so a group of another world must be freed first. TRP_ERR_NULL.
 * TRP_ERR_LINKED: it is a group in this world already. TRP_ERR_ALIGN. TRP_ERR_MEMORY: the array is
 * too small for one entry, or the world has too little memory. TRP_ERR_DESC: a capacity together
 * with an array, or a capacity above max. TRP_ERR_LIMIT: above 2^28 entries. TRP_BUSY while drawing
 * or shutting down. O(watchers); O(pools times watchers) for the first group of a world.
 */
trp_result trp_group_init(trp_group *group, trp_world *world, const trp_group_desc *desc);

/**
 * Frees the memory. Afterwards the group is uninitialised, and walks over it have ended. No hook
 * is called. May be called after the end of the world, but this is not needed. Hooks and walks of
 * the group may free it, and may initialise another group of the same world in the same struct.
 * Calls in progress do not continue with that group, and an add in progress returns TRP_ERR_NULL.
 * The struct itself must stay until the calls and walks in progress on it have returned. TRP_GONE,
 * not a misuse: the group is not initialised. TRP_BUSY while drawing. O(watchers); O(pools times
 * watchers) for the last group of a world.
 */
trp_result trp_group_free(trp_group *group);

/**
 * Adds an active or sleeping actor as the last member. If it is a member already, it is then in the
 * group twice (see desc.unique). Walks in progress do not visit it. Not a misuse, and only after
 * pruning, unless a walk is in progress: TRP_ERR_FULL (desc.max is reached, or the caller's array
 * is full), TRP_ERR_MEMORY (the world has no more memory). NULL: TRP_GONE, not a misuse, so that a
 * handle can be added by trp_get(). Misuse: TRP_ERR_EXPIRED, TRP_ERR_FREE, TRP_ERR_FOREIGN,
 * TRP_ERR_TYPE, TRP_ERR_CORRUPT, TRP_BUSY (its on_end is running). O(1) amortised; O(size) per
 * pruning of a full group, which a further add repeats only if lives have ended or members were
 * removed since: otherwise O(pools).
 */
trp_result trp_group_add(trp_group *group, trp_actor *actor);

/** Adds `count` actors one by one, until the group is full or there is no more memory. Skips
 * NULLs, and actors that trp_group_add() refuses. For part of an array: `trp_group_add_many(&r,
 * array + first, count)`. Returns the number of added actors; 0 for a NULL array. Costs
 * as that many adds. */
uint32_t trp_group_add_many(trp_group *group, trp_actor *const *actors, uint32_t count);

/** Adds the members of another group of the same world (or of the same group) that are at the
 * places first .. first + count - 1, in their order, until this one is full. For all members:
 * 0, UINT32_MAX. Returns the number of added actors. Costs as that many adds, and O(count). */
uint32_t trp_group_add_from(trp_group *group, const trp_group *from, uint32_t first,
                            uint32_t count);

/** Removes all entries of an actor, at once; their places stay until they are pruned. TRP_GONE, not
 * a misuse: the actor is no member, dead or NULL. O(size); in a `unique` group O(1) amortised if
 * actors are removed in the group's order, or against it. TRP_BUSY while drawing. */
trp_result trp_group_remove(trp_group *group, const trp_actor *actor);

/** Removes all entries without calling a hook, and keeps the memory. Walks over the group end.
 * O(1). TRP_BUSY while drawing. */
trp_result trp_group_clear(trp_group *group);

/** Prunes now. Afterwards the size equals the number of members, and trp_group_at() returns an
 * actor for every place, until one dies or is removed. O(size). TRP_BUSY, and not a misuse: a walk
 * over the group is in progress, or its on_pruned. TRP_BUSY while drawing. */
trp_result trp_group_prune(trp_group *group);

/** Whether this actor is a member. O(size). */
bool trp_group_has(const trp_group *group, const trp_actor *actor);

/** The member at a place, 0 up to trp_group_size() - 1. NULL: it is dead or removed but not pruned
 * yet, or there is no such place. O(1). */
trp_actor *trp_group_at(const trp_group *group, uint32_t place);

/** The number of entries: members, and dead and removed ones that are not pruned yet. O(1). */
uint32_t trp_group_size(const trp_group *group);

/** The number of members. O(size). */
uint32_t trp_group_measure(const trp_group *group);

/** What there is to know of a group now. All fields read-only. */
typedef struct trp_group_facts {
    uint32_t size;      /**< trp_group_size() */
    uint32_t capacity;  /**< entries of the array, used or not */
    uint32_t available; /**< entries that fit in it before it must grow, or is full */
} trp_group_facts;

/** The facts of a group. All 0 for NULL. O(1). */
trp_group_facts trp_group_info(const trp_group *group);

/** Sets the capacity: to `capacity`, or to the number of entries if there are more. A caller's
 * array stays as it is, and the memory of a world in a caller's block gets no smaller. O(size). As
 * in trp_group_add(), not a misuse: TRP_ERR_FULL, TRP_ERR_MEMORY. TRP_BUSY while drawing, and for
 * less while a history of the world is open, whose states need the memory. */
trp_result trp_group_reserve(trp_group *group, uint32_t capacity);

/** Calls `visit` for every member, as a walk by trp_group_each() does. O(size). TRP_ERR_NULL: no
 * visit. Works while drawing, too. */
trp_result trp_group_for_each(const trp_group *group, trp_actor_fn *visit, void *arg);

/** private: the cursor of a walk */
typedef struct trp_group_walk {
    const trp_group *group; /**< NULL: the walk has ended */
    uint32_t at;            /**< the place of the next entry */
    uint32_t limit;         /**< entries from this place on were added later */
    uint32_t epoch;         /**< epoch of the group when the walk began */
} trp_group_walk;

/** private: begins a walk; it ends at once if the type is not the group's */
trp_group_walk trp__group_walk(const trp_group *group, size_t size, size_t offset);
/** private: the next member; NULL: there is none */
trp_actor *trp__group_next(trp_group_walk *walk);
/** private: a walk of this epoch has ended */
void trp__group_walk_end(const trp_group *group, uint32_t epoch);

/** private: ends a walk, however it was left */
static inline void trp__group_left(trp_group_walk *walk)
{
    if (walk->group != NULL)
        trp__group_walk_end(walk->group, walk->epoch);
    walk->group = NULL;
}

/** private: the struct of the next member; NULL: there is none */
static inline void *trp__group_step(trp_group_walk *walk, size_t offset)
{
    trp_actor *actor = trp__group_next(walk);
    return actor != NULL ? (unsigned char *)actor - offset : NULL;
}

/**
 * Walks a group inline, without a callback, in the order of the array:
 *
 *     trp_group_each(soldier, it, &squad)
 *         it->morale += 1;
 *
 * The walk visits exactly the entries that were in the group before it began and still are when
 * their turn comes, each once (a member that was added twice is visited twice). Members that are
 * added during the walk are visited from the next walk on. The body may do anything: create, end
 * any life, add, remove, clear. Walks nest, over the same group too. `break`, `continue`, `return`
 * and `goto` work as in any loop. (With compilers other than gcc and clang, after a `return` or
 * `goto` out of it a walk counts as in progress until the group is cleared: use `break`.)
 *
 * Members are prefetched some 16 entries ahead.
 *
 * `it` is a `type *`. `type` is a single word (a typedef); its node is the member `actor`. All
 * members must be of that type. Set desc.type, and both adds and walks are checked (TRP_ERR_TYPE,
 * nothing is visited). For a group of several types use trp_group_each_actor(). As a branch of an
 * `if`: see trp_each().
 */
#define trp_group_each(type, it, of) trp_group_each_of(type, actor, it, of)

/** trp_group_each() for a struct whose trp_actor has another name. */
#define trp_group_each_of(type, member, it, of)                                                    \
    trp__group_each(type, sizeof(type), TRP__NODE_OFFSET(type, member), it, of)

/** trp_group_each() for members of any type: `it` is a `trp_actor *`. */
#define trp_group_each_actor(it, of) trp__group_each(trp_actor, 0, 0, it, of)

/** private: size 0: any type */
#define trp__group_each(type, size, offset, it, of)                                                \
    TRP__WALK for (trp_group_walk it##_walk TRP__LEAVES(trp__group_left) = trp__group_walk(        \
                       TRP__GROUP_WALKED(type, size, offset, of), (size), (offset));               \
                   it##_walk.group != NULL;                                                        \
                   trp__group_left(&it##_walk)) for (type *it = NULL;                              \
                                                     (it = (type *)trp__group_step(                \
                                                          &it##_walk, (offset))) != NULL;)

#ifdef __cplusplus
}
#endif

#endif
