/**
 * @file family.h
 * Families: parents and children. For a tank with its turret and its crew, a train of cars, or a
 * list within a list. A family owns no actor. It keeps the relations between the actors of its
 * pools in its own tables, and ends the lives of children together with those of their parents.
 *
 *     trp_family crews;
 *     trp_family_init(&crews, world, NULL);
 *     trp_family_add(&crews, tanks);
 *     trp_family_add(&crews, men);
 *     trp_family_attach(&crews, &t->actor, &m->actor);
 *     trp_recycle(world, &t->actor);                     // recycles m first
 *
 * When a life ends (trp_family_desc.orphans: false, the default):
 * - A parent is recycled, for any reason (also stolen, cleared or shutdown): all its descendants
 *   are recycled, reason parent, with the cause of the parent's end; in->parent of on_end is the
 *   parent. Children come before parents, siblings in order of attachment, and all of them before
 *   the parent's own on_end. Descendants that had expired already get the reason expired.
 * - A parent expires by trp_expire(): all its descendants expire, parents first, with the same
 *   reason and cause (which their pools store until they are pruned, if desc.ends). A sleeper among
 *   them is recycled at once, together with its own descendants. A callback that expires an ancestor
 *   of one that has just expired leaves what is below that one to the call in progress.
 * - From the moment at which the family is notified, nothing can be attached below such a parent
 *   (TRP_BUSY), so that the cascade does end. Callbacks may do everything else. A child that is
 *   detached in time lives on, with its descendants.
 * - Lives may end through several families in turn, also in a circle, each once. An end cannot fail
 *   and takes constant stack, whatever the depth and the number of families: its room was taken
 *   when actors were attached. In a circle, one child ends after its parent; in->parent of its
 *   on_end is null.
 *
 * With orphans, the children of a parent that is recycled or expires become roots, and live on.
 *
 * When on_end runs, the actor has no parent and no children any more.
 *
 * Sleep has no effect on a family. Sleepers stay in it and are visited, and a parent that is put to
 * sleep does not put its children to sleep. To put a whole branch to sleep, or to wake it, walk the
 * branch. Expired actors stay linked until they are pruned, but are not visited or returned.
 *
 * All calls may be made in a tick and in callbacks. While drawing, calls that would change
 * something return TRP_BUSY; queries and walks work. A NULL parent or child returns TRP_GONE. A
 * NULL family, or a family whose world has ended, returns TRP_ERR_NULL. Neither is a misuse; a
 * family that is not initialised (all zeros) is printed, see misuse.h. Misuse of an actor is as in
 * trp_recycle(), and also TRP_ERR_EXPIRED, and TRP_ERR_UNLINKED if its pool is not in the family.
 */
#ifndef TROUPE_FAMILY_H
#define TROUPE_FAMILY_H

#include "watch.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The settings of a family. Zero means the default. All fields public. */
typedef struct trp_family_desc {
    /** children survive their parents, as roots; false: their lives end with those of their
     * parents */
    bool orphans;
} trp_family_desc;

/** A family, in the user's memory. It must not be moved or copied until trp_family_free() or the
 * end of its world. Calls that change a copy return TRP_ERR_UNLINKED, a misuse. */
typedef struct trp_family {
    trp_world *world;               /**< private: NULL before trp_family_init and after the end */
    struct trp__family_pool *pools; /**< private: the pools whose actors can be in it */
    struct trp__family_walk *walks; /**< private: the walks in progress, the innermost first */
    trp_watcher watcher;            /**< private: notified of the end of the world */
    uint64_t serial;                /**< private: serial of the last attachment */
    uint32_t ending;                /**< private: cascades from it, and actors that will end */
    bool orphans;                   /**< private: as in the desc */
    trp__part part;                 /**< private: its entry for snapshots */
} trp_family;

/** private: bytes of a family's entry for a pool */
#define TRP__FAMILY_POOL_BASE (TRP__CEIL(9 * sizeof(void *) + 32, TRP_ALIGNMENT) * TRP_ALIGNMENT)

/** Bytes that trp_family_add() takes from the world's memory for a pool of n slots. A caller's
 * block needs this for each pool in each family. Constant. */
#define TRP_FAMILY_POOL_BYTES(n)                                                                   \
    (TRP__FAMILY_POOL_BASE + TRP__CEIL((size_t)(n)*40, TRP_ALIGNMENT) * TRP_ALIGNMENT)

/**
 * Makes a family in `world`, without pools and relations. `desc` may be NULL. The former content of
 * `family` is ignored, so a family of another world must be freed first. If the world ends first,
 * no trp_family_free() is needed. O(watchers); O(pools times watchers) if no other object watches
 * for the end of the world. TRP_ERR_NULL. TRP_ERR_LINKED: it is a family in this world already.
 * TRP_BUSY while drawing or shutting down.
 */
trp_result trp_family_init(trp_family *family, trp_world *world, const trp_family_desc *desc);

/**
 * Ends all relations and removes all pools, as trp_family_remove() does. Then the family's memory
 * may be freed or initialised again. The actors live on. TRP_GONE, not a misuse: the family is
 * NULL, or its world has ended. TRP_BUSY in a walk over it, or while it ends lives.
 */
trp_result trp_family_free(trp_family *family);

/**
 * Lets the actors of a pool be parents and children in this family. A pool can be in several
 * families. From now on the ends in this pool are notified to the family, as to a watcher.
 * O(capacity + watchers). Takes TRP_FAMILY_POOL_BYTES of the world's memory; after
 * the pool has grown, the next trp_family_attach() takes more.
 *
 * TRP_ERR_NULL. TRP_ERR_FOREIGN: a pool of another world. TRP_ERR_LINKED: it is in this family
 * already. TRP_ERR_MEMORY.
 */
trp_result trp_family_add(trp_family *family, trp_pool *pool);

/**
 * Reverses trp_family_add(): the pool's actors are detached, and their children become roots.
 * O(capacity of the pool + children of its actors). TRP_ERR_UNLINKED: the pool is not in this
 * family. TRP_BUSY in a walk over the family, or while it ends lives.
 */
trp_result trp_family_remove(trp_family *family, trp_pool *pool);

/**
 * Makes `child`, which has no parent, the last child of `parent`. The descendants of `child` stay
 * attached to it. Walks in progress do not visit it. O(1) for a child without children, otherwise
 * O(depth of the parent).
 *
 * TRP_ERR_LINKED: it has a parent, this one or another; detach it first. TRP_ERR_CYCLE: both are
 * the same actor, or the parent is a descendant of the child. TRP_BUSY: the life of one of them
 * ends, or will end with that of an ancestor. TRP_ERR_MEMORY: a pool has grown, and
 * the world has no memory for more relations.
 */
trp_result trp_family_attach(trp_family *family, trp_actor *parent, trp_actor *child);

/**
 * Makes `child` a root; it keeps its own descendants. Its siblings keep their order. O(1); in walks
 * over the family, and if it has children, also O(its depth). If it was about to end with its
 * parent, it lives on: O(descendants). TRP_ERR_UNLINKED: it has no parent. An expired actor can be
 * detached, too.
 */
trp_result trp_family_detach(trp_family *family, trp_actor *child);

/** The parent; NULL if it has none, or if `child` is not a live actor of a pool in this family.
 * Like the other queries it is O(1), or O(pools of the family) if there are many, and never a
 * misuse. */
trp_actor *trp_family_parent(const trp_family *family, const trp_actor *child);
/** The first child that has not expired, or NULL. O(1 + expired ones before it). */
trp_actor *trp_family_first(const trp_family *family, const trp_actor *parent);
/** The next sibling that has not expired, or NULL. O(1 + expired ones in between). The position is
 * not protected: step to the next sibling before you detach or recycle this one, or use
 * trp_family_for_each(). */
trp_actor *trp_family_next(const trp_family *family, const trp_actor *child);

/**
 * Visits `root` and all its descendants, depth-first: parents before their children, children in
 * order of attachment, and a child's descendants before its next sibling.
 *
 * The walk visits exactly the actors that were attached below `root` before it began and still are
 * when their turn comes, each once. An actor that is attached during the walk, with all its
 * descendants, is visited from the next walk on, even if it was below `root` before. A nested walk
 * that begins later does visit it. An actor that is detached, recycled or expired is not visited,
 * and neither are its descendants. The visit may do anything to the visited actor, its parent, the
 * root, all of them. Walks nest.
 *
 * The stack use is constant, whatever the depth of the family. TRP_ERR_NULL: no visit.
 */
trp_result trp_family_for_each(trp_family *family, const trp_actor *root, trp_actor_fn *visit,
                               void *arg);

#ifdef __cplusplus
}
#endif

#endif
