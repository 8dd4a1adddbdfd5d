/**
 * @file group.h
 * Groups: arrays of actors in the order in which they were added. For a squad, the selected units,
 * the targets of a missile, or all actors of one type in order of age. A group refers to actors
 * without owning them. An actor can be in many groups, whatever its pool, and leaves all of them
 * when its life is over.
 *
 * A group never shows a dead actor, nor the next actor in its slot. An entry identifies one life,
 * as a handle does, and is checked at each access. Groups are not notified of ends, so they add no
 * cost to ends. The entries of dead actors stay in the array until they are *pruned*: by the next
 * walk that reaches them, by an add that needs the room, or by trp_group_prune(). Until then
 * trp_group_size() counts them, and trp_group_at() returns NULL for them.
 *
 * Sleepers stay members, and are visited. An expired actor counts as dead.
 *
 * The array is the caller's, or is taken from the world's memory and grows by half. In a world in a
 * caller's block an outgrown array is lost, unless it was the last memory that was taken there. Set
 * a `capacity` to avoid this.
 *
 * After 2^31 adds without a trp_group_clear(), entries are renumbered as soon as no walk is in
 * progress. After 2^31 more adds they are renumbered in any case, and walks in progress end.
 *
 * All calls are O(1) unless stated otherwise, and may be made anywhere: in a tick, in hooks, in
 * walks over the same group. While drawing, calls that would change a group return TRP_BUSY;
 * walks work, but prune nothing. A group that is not initialised, is freed, or whose world has
 * ended is empty: calls return TRP_ERR_NULL, 0 or NULL. Calls that change or walk one that is not
 * initialised (all zeros) print a line, see misuse.h.
 */
#ifndef TROUPE_GROUP_H
#define TROUPE_GROUP_H

#include "hints.h"
#include "watch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trp_group trp_group; /**< see below */

/** Called after an actor is added. It may do anything. */
typedef void trp_on_added_fn(trp_actor *actor, const trp_context *in);

/**
 * Called after an entry is pruned, with the handle of the life that is over, which can serve as a
 * key for data kept elsewhere. Once per dead entry; not for entries that trp_group_remove(),
 * trp_group_clear() or the end of the world removes. It may do anything, but while a pool is being
 * trimmed (TRP_EVENT_TRIMMED) it must not change the world.
 */
typedef void trp_on_pruned_fn(trp_handle handle, const trp_context *in);

/** The settings of a group. Zero means the default. All fields public. */
typedef struct trp_group_desc
{
    const char *name; /**< for messages and saves, which match by it; kept; NULL: "group" */
    /** TRP_TYPE(struct, member): accepts only actors of this type; zero: of any type */
    trp_type type;
    /** the caller's memory for the entries, aligned to TRP_ALIGNMENT; must stay until
     * trp_group_free(). NULL: the world's memory */
    void *array;
    size_t array_bytes; /**< size of `array`: TRP_GROUP_BYTES(n) for n entries */
    uint32_t capacity;  /**< number of entries to take from the world now; not with an array */
    uint32_t max;       /**< the most entries; 0: as many as there is memory for */
    bool unique;        /**< adding a member again changes nothing. Costs O(size) per add */
    /** when an entry is pruned or removed, the last entry takes its place, and the later entries
     * are not shifted. While another walk over the group is in progress, the order is kept
     * nevertheless */
    bool unordered;
    void *user;                  /**< passed to the hooks */
    trp_on_added_fn *on_added;   /**< called for each actor that is added */
    trp_on_pruned_fn *on_pruned; /**< called for each entry that is pruned */
} trp_group_desc;

/** private: an entry. 24 bytes on a 64-bit machine, 16 bytes on a 32-bit one */
typedef struct trp_group_entry
{
    const trp__cell *cell; /**< the library's record of its slot */
    trp_actor *actor;      /**< memory of an external actor may be gone after it has left */
    uint32_t generation; /**< generation of the member; it lives as long as its slot has the same */
    uint32_t serial;     /**< increases along the array */
} trp_group_entry;

/** Bytes of an array for n entries. Constant. */
#define TRP_GROUP_BYTES(n) ((size_t)(n) * sizeof(trp_group_entry))

/** A group, in the user's memory; must not be moved or copied. Calls that change a copy return
 * TRP_ERR_UNLINKED, a misuse. All fields private. Zero: no group. */
struct trp_group
{
    trp_world *world;        /**< private: NULL: none */
    trp_group_entry *items; /**< private */
    uint32_t used;           /**< private: number of entries, including the void ones of the gap */
    uint32_t room;           /**< private: number of entries that fit */
    uint32_t held;           /**< private: the same for its memory, which a restore leaves */
    uint32_t gap_at;         /**< private: index of the gap that removals have left */
    uint32_t gap;            /**< private: number of entries in the gap */
    /** private: increases when entries move; walks must then find their place again */
    uint32_t moves;
    uint32_t origin;      /**< private: walks that began before this move have ended */
    uint32_t serial;      /**< private: serial of the next entry */
    uint32_t walks;       /**< private: walks that began and, as far as is known, have not ended */
    trp_group_desc desc; /**< private */
    trp_watcher watcher;  /**< private: watches the world; its context is the group */
    trp__part part;       /**< private: its entry for snapshots */
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
 * pruning: TRP_ERR_FULL (desc.max is reached, or the caller's array is full), TRP_ERR_MEMORY (the
 * world has no more memory). NULL: TRP_GONE, not a misuse, so that a handle can be added by
 * trp_get(). Misuse: TRP_ERR_EXPIRED, TRP_ERR_FREE, TRP_ERR_FOREIGN, TRP_ERR_TYPE, TRP_ERR_CORRUPT.
 * O(1) in most cases; O(size) if it must prune or grow.
 */
trp_result trp_group_add(trp_group *group, trp_actor *actor);

/** Adds `count` actors one by one, until the group is full or there is no more memory. Skips
 * NULLs, and actors that trp_group_add() refuses. For part of an array: `trp_group_add_many(&r,
 * array + first, count)`. Returns the number of added actors; 0 for a NULL array. Costs
 * as that many adds. */
uint32_t trp_group_add_many(trp_group *group, trp_actor *const *actors, uint32_t count);

/** Adds the members of another group of the same world (or of the same group), in their order,
 * until this one is full. Returns the number of added actors. Costs as that many adds. */
uint32_t trp_group_add_group(trp_group *group, const trp_group *from);

/** trp_group_add_group() for the members that trp_group_at() returned before the call for the
 * places first .. first + count - 1. */
uint32_t trp_group_add_slice(trp_group *group, const trp_group *from, uint32_t first,
                              uint32_t count);

/** Removes all entries of an actor; the others keep their order (but see desc.unordered). TRP_GONE,
 * not a misuse: the actor is no member, dead or NULL. O(size). TRP_BUSY while drawing. */
trp_result trp_group_remove(trp_group *group, const trp_actor *actor);

/** Removes all entries without calling a hook, and keeps the memory. Walks over the group end.
 * O(1). TRP_BUSY while drawing. */
trp_result trp_group_clear(trp_group *group);

/** Prunes the entries of dead actors now. Afterwards the size equals the count, and trp_group_at()
 * returns an actor for every place, until an actor dies. O(size). TRP_BUSY while drawing. */
trp_result trp_group_prune(trp_group *group);

/** Whether this actor is a member. O(size). */
bool trp_group_has(const trp_group *group, const trp_actor *actor);

/** The member at a place, 0 up to trp_group_size() - 1. NULL: it is dead but not pruned yet, or
 * there is no such place. O(1). */
trp_actor *trp_group_at(const trp_group *group, uint32_t place);

/** The number of entries: members, and dead ones that are not pruned yet. O(1). */
uint32_t trp_group_size(const trp_group *group);

/** The number of members. O(size). */
uint32_t trp_group_measure(const trp_group *group);

/** What there is to know of a group now. All fields read-only. */
typedef struct trp_group_facts
{
    uint32_t size;      /**< entries: members, and dead ones that are not pruned yet */
    uint32_t capacity;  /**< entries of the array, used or not */
    uint32_t available; /**< entries that can be added before it must prune, grow or refuse */
} trp_group_facts;

/** The facts of a group. All 0 for NULL. O(1). */
trp_group_facts trp_group_info(const trp_group *group);

/** Makes the capacity at least `capacity`; if it must grow, it grows by at least half. O(size). As
 * in trp_group_add(), not a misuse: TRP_ERR_FULL, TRP_ERR_MEMORY. TRP_BUSY while drawing. */
trp_result trp_group_reserve(trp_group *group, uint32_t capacity);

/** Prunes, and frees unused memory down to desc.capacity. In a world in a caller's block only
 * memory that was taken last can be freed. A caller's array is kept. O(size). Always TRP_OK, except
 * TRP_BUSY while drawing, and while a history of the world is open, whose states need the
 * memory. */
trp_result trp_group_shrink(trp_group *group);

/** Calls `visit` for every member, as a walk by trp_group_each() does. O(size). TRP_ERR_NULL: no
 * visit. Works while drawing, too. */
trp_result trp_group_for_each(const trp_group *group, trp_visit_fn *visit, void *arg);

/** private: the cursor of a walk */
typedef struct trp_group_walk
{
    const trp_group *group;     /**< the group */
    const trp_group_entry *at;   /**< the next entry of the current run */
    const trp_group_entry *end;  /**< end of the run; both NULL: the walk is over */
    const trp_group_entry *dead; /**< the first dead entry that was found in the run, or NULL */
    size_t lead;                  /**< prefetch distance, in entries */
    uint32_t serial;              /**< serial of the entry before `at` */
    uint32_t limit;               /**< entries with this serial or a higher one were added later */
    uint32_t moves; /**< the group's `moves` when the run began; if it differs, the run is void */
    bool ended;     /**< the inner loop ran to its end, without `break` */
} trp_group_walk;

/** private: consecutive entries; 16 bytes, so that it is passed in registers */
typedef struct trp_group_run
{
    const trp_group_entry *first; /**< the first entry */
    uint32_t count;                /**< 0: the walk is over */
    uint32_t lead;                 /**< prefetch distance that is allowed, in entries */
} trp_group_run;

/** private: begins a walk; it ends at once if the type is not the group's */
trp_group_walk trp__group_walk(const trp_group *group, size_t size, size_t offset);
/** private: prunes the dead entries of the run, up to `at`, and returns the next run */
trp_group_run trp__group_run(const trp_group *group, const trp_group_entry *dead,
                               const trp_group_entry *at, uint32_t moves, uint32_t serial,
                               uint32_t limit);
/** private: a walk was left before its end */
void trp__group_walk_end(const trp_group *group);

/** private: moves on to the next run, or ends the walk after a `break` */
static inline trp_group_walk trp__group_step(trp_group_walk walk)
{
    trp_group_run run;
    if (!walk.ended)
    {
        trp__group_walk_end(walk.group);
        walk.at = walk.end = NULL;
        return walk;
    }
    run = trp__group_run(walk.group, walk.dead, walk.at, walk.moves, walk.serial, walk.limit);
    walk.moves = walk.group->moves;
    walk.at = run.first;
    walk.end = run.first != NULL ? run.first + run.count : NULL;
    walk.dead = NULL;
    walk.lead = run.lead;
    return walk;
}

/** private: ends a walk that was left by `return` or `goto` */
TRP__ALWAYS_INLINE void trp__group_left(const trp_group_walk *walk)
{
    if (TRP__RARELY(walk->at != NULL))
        trp__group_walk_end(walk->group);
}

/* clang-format off: it would indent all that follows as the branch of the last `else` */

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
 * `goto` out of it an `unordered` group keeps order until it is cleared.)
 *
 * Dead entries that the walk reaches are pruned. Members are prefetched some 24 entries ahead.
 *
 * `it` is a `type *`. `type` is a single word (a typedef); its node is the member `actor`. All
 * members must be of that type. Set desc.type, and both adds and walks are checked (TRP_ERR_TYPE,
 * nothing is visited). For a group of several types use trp_group_each_actor(). As a branch of an
 * `if`: see trp_each().
 */
#define trp_group_each(type, it, of) trp_group_each_of(type, actor, it, of)

/** trp_group_each() for a struct whose trp_actor has another name. */
#define trp_group_each_of(type, member, it, of)                                                   \
    trp__group_each(type, sizeof(type), TRP__NODE_OFFSET(type, member), it, of)

/** trp_group_each() for members of any type: `it` is a `trp_actor *`. */
#define trp_group_each_actor(it, of) trp__group_each(trp_actor, 0, 0, it, of)

/** private: after a visit: ends the run if entries have moved */
#define TRP__GROUP_VISITED(walk)                                                                  \
    (TRP__RARELY((walk).moves != (walk).group->moves) ? (void)((walk).end = (walk).at) : (void)0)

/** private: prefetches a member that will be visited soon */
#define TRP__GROUP_FETCH(entry)                                                                   \
    (TRP__PREFETCH_READ((entry).cell), TRP__PREFETCH_WRITE((entry).actor))

/** private: size 0: any type */
#define trp__group_each(type, size, offset, it, of)                                               \
    TRP__WALK for (trp_group_walk it##_walk TRP__LEAVES(trp__group_left) =                       \
             trp__group_walk(TRP__GROUP_WALKED(type, size, offset, of), (size), (offset));       \
         it##_walk.at != NULL; it##_walk = trp__group_step(it##_walk))                            \
        for (type *it = NULL; !(it##_walk.ended = it##_walk.at == it##_walk.end);                  \
             TRP__GROUP_VISITED(it##_walk))                                                       \
            if (TRP__GROUP_FETCH(it##_walk.at[it##_walk.lead]),                                   \
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
