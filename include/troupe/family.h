/**
 * @file family.h
 * Families: parents and children. A tank with its turret and its crew, a train of cars, a list
 * within a list. A family owns no actor. It keeps the relations of its pools' actors in tables of
 * its own, and ends the lives of children with those of their parents.
 *
 *     trp_family crews;
 *     trp_family_init(&crews, world, NULL);
 *     trp_family_add(&crews, tanks);
 *     trp_family_add(&crews, men);
 *     trp_family_attach(&crews, &t->actor, &m->actor);
 *     trp_recycle(world, &t->actor);                     // recycles m first
 *
 * When a life ends (trp_family_desc.orphans: false, the default):
 * - A parent is recycled, for whatever reason (stolen, cleared and shutdown among them): all its
 *   descendants are recycled, reason parent, children before parents, siblings in order of
 *   attachment, all before the parent's own on_recycle. Those that had expired already get the
 *   reason expired.
 * - A parent expires by trp_expire(): all its descendants expire, parents first. A sleeper is
 *   recycled by that at once, and those below it with it.
 * - Until that is done nothing can be attached below such a parent (TRP_BUSY), so that the cascade
 *   ends. Callbacks may do everything else. A child that is detached in time is spared. With
 *   orphans, the children of a parent that is recycled or expires become roots, and live on.
 *
 * When on_recycle runs, the relations are over: the actor has no parent and no children any more.
 *
 * Asleep or active makes no difference to a family: sleepers stay in it and are visited, and a
 * parent that is put to sleep leaves its children as they are. To put a whole branch to sleep, or
 * to wake it, walk it. Expired actors stay linked until they are pruned, but are not visited or
 * returned.
 *
 * All calls may be made in a tick and in callbacks. While drawing, calls that would change
 * something return TRP_BUSY; queries and walks work. A NULL parent or child is TRP_GONE, a NULL
 * family or one whose world has ended TRP_ERR_NULL; neither is a misuse. Misuse of an actor is that
 * of trp_recycle(), and TRP_ERR_EXPIRED, and TRP_ERR_UNLINKED if its pool is not in the family.
 */
#ifndef TROUPE_FAMILY_H
#define TROUPE_FAMILY_H

#include "watch.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The settings of a family. Zero means the default. All fields public. */
typedef struct trp_family_desc
{
    bool orphans; /**< children survive their parents, as roots; false: their lives end with their
                       parents' */
} trp_family_desc;

/** A family, in the user's memory; must stay where it is until trp_family_free() or the end of its
 * world. */
typedef struct trp_family
{
    trp_world *world;               /**< private: NULL before trp_family_init and after the end */
    struct trp__family_pool *pools; /**< private: whose actors can be in it */
    struct trp__family_walk *walks; /**< private: those in progress, the innermost first */
    trp_watcher watcher;            /**< private: waits for the end of the world */
    uint64_t serial;                /**< private: of the last attachment */
    uint32_t cascades;              /**< private: lives that end with their parents just now */
    bool orphans;                   /**< private: as in the desc */
    trp__part part;                 /**< private: what snapshots know it by */
} trp_family;

/** private: bytes of a family's entry for a pool */
#define TRP__FAMILY_POOL_BASE (TRP__CEIL(9 * sizeof(void *) + 32, TRP_ALIGNMENT) * TRP_ALIGNMENT)

/** Bytes that trp_family_add() takes from the world's memory for a pool of n slots: a caller's
 * block needs as many more for each pool in each family. Constant. */
#define TRP_FAMILY_POOL_BYTES(n) (TRP__FAMILY_POOL_BASE + (size_t)(n)*32)

/**
 * Makes a family in `world`, with no pools and no relations. `desc` may be NULL. What `family`
 * contained is not looked at, so a family that is made in another world must be freed first.
 * O(watchers); O(pools times watchers) if nothing else watches for the end of the world. It needs
 * no trp_family_free() where the world ends first. TRP_ERR_NULL; TRP_ERR_LINKED if it is one
 * already in this world; TRP_BUSY while drawing or shutting down.
 */
trp_result trp_family_init(trp_family *family, trp_world *world, const trp_family_desc *desc);

/**
 * Ends all relations and forgets the pools, as trp_family_remove() does; then its memory may be
 * freed or initialised again. The actors live on. NULL, or a family whose world has ended, is
 * TRP_GONE, no misuse. TRP_BUSY in a walk over it or while it ends lives.
 */
trp_result trp_family_free(trp_family *family);

/**
 * Lets the actors of a pool be parents and children in this family. A pool can be in several
 * families. From now on trp_create() and trp_recycle() in this pool take the general path of
 * watched pools. O(capacity + watchers) and TRP_FAMILY_POOL_BYTES of the world's memory; where the
 * pool grows, the next trp_family_attach() takes more.
 *
 * TRP_ERR_NULL; TRP_ERR_FOREIGN (a pool of another world); TRP_ERR_LINKED (it is in this family
 * already); TRP_ERR_MEMORY.
 */
trp_result trp_family_add(trp_family *family, trp_pool *pool);

/**
 * Undoes trp_family_add(): the pool's actors are detached, and their children become roots.
 * O(the pool's capacity, and the children that its actors have). TRP_ERR_UNLINKED if it is not in
 * it; TRP_BUSY in a walk over the family or while it ends lives.
 */
trp_result trp_family_remove(trp_family *family, trp_pool *pool);

/**
 * Makes `child`, which has no parent, the last child of `parent`; it brings its own descendants
 * along. Walks in progress do not visit it. O(1) for a child without children; else, and while
 * lives end, O(depth of the parent). (Lives count as ending in callbacks of watchers and systems
 * while any actor of the family's pools is expired.)
 *
 * TRP_ERR_LINKED if it has a parent, this one or another: detach it first. TRP_ERR_CYCLE if they
 * are the same or the parent is a descendant of the child. TRP_BUSY if the life of the parent, or
 * of an ancestor that takes it along, is ending. TRP_ERR_MEMORY if a pool has grown and the world
 * has no memory for more relations.
 */
trp_result trp_family_attach(trp_family *family, trp_actor *parent, trp_actor *child);

/**
 * Makes `child` a root; it keeps its own descendants. Its siblings keep their order. O(1); in walks
 * over the family, and if it has children, the depth of where they stand as well. TRP_ERR_UNLINKED
 * if it has no parent. An expired actor can be detached, too.
 */
trp_result trp_family_detach(trp_family *family, trp_actor *child);

/** Detaches all children of `parent`, in order. O(children). */
trp_result trp_family_clear(trp_family *family, trp_actor *parent);

/** The parent; NULL if it has none or is no live actor of a pool in this family. Like the other
 * queries O(1), or O(pools of the family) if there are many, and never a misuse. */
trp_actor *trp_family_parent(const trp_family *family, const trp_actor *child);
/** The first of the children that has not expired, or NULL. O(1 + expired ones before it). */
trp_actor *trp_family_first(const trp_family *family, const trp_actor *parent);
/** The next sibling that has not expired, or NULL. O(1 + expired ones in between). A plain view:
 * step to the next before you detach or recycle this one, or use trp_family_each(). */
trp_actor *trp_family_next(const trp_family *family, const trp_actor *child);
/** How many children, those included that have expired and are not pruned yet. O(1). */
uint32_t trp_family_count(const trp_family *family, const trp_actor *parent);

/**
 * Visits `root` and all below it, depth-first: parents before their children, children in order of
 * attachment, a child's own before its next sibling.
 *
 * The walk visits exactly the actors that were attached below `root` before it began and still are
 * when their turn comes, each once. An actor that is attached during the walk waits for the next
 * one, with all its descendants, even if it was below `root` before; a nested walk that begins
 * later does visit it. An actor that is detached, recycled or expired is not visited, and neither
 * are its descendants. The visit may do anything to the visited actor, its parent, the root, all of
 * them. Walks nest.
 *
 * The stack it needs is constant, whatever the depth of the family. TRP_ERR_NULL without a visit.
 */
trp_result trp_family_each(trp_family *family, const trp_actor *root, trp_visit_fn *visit,
                           void *user);

#ifdef __cplusplus
}
#endif

#endif
