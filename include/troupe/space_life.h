/**
 * @file space_life.h
 * The part of space.h about spaces themselves: their settings and memory, the actors in them, their
 * boxes, and counts. space.h explains the terms.
 *
 *     trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 1000});
 *     trp_space_pool_desc boxes = {.box = TRP_BOX(rock, x, y, width, height)};
 *     trp_space_add_pool(space, rocks, &boxes);
 */
#ifndef TROUPE_SPACE_LIFE_H
#define TROUPE_SPACE_LIFE_H

#include "area.h"
#include "block.h"
#include "check.h"
#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most actors that a space can have: 2^24. */
#define TRP_MAX_BOXES (1u << 24)

typedef struct trp_space trp_space; /**< a set of boxes that can be searched */

/** How a space finds boxes. All fields private. */
typedef struct trp_space_index {
    uint32_t levels; /**< private: the most grids for boxes with the same bits */
} trp_space_index;

/** private: TRP_SPACE_BRUTE */
extern const trp_space_index trp__space_brute;

/** For desc.index: no grid, every box is compared. For up to about 50 boxes. Answers are those of
 * every other space. */
#define TRP_SPACE_BRUTE (&trp__space_brute)

/** What a space does with sleepers. */
typedef enum trp_space_sleepers {
    TRP_SLEEPERS_HIDE, /**< not found until they wake */
    TRP_SLEEPERS_STAY  /**< found like any other actor, but not drawn or updated */
} trp_space_sleepers;

/** The settings of a space. Zero means the default; capacity is required. All fields public. */
typedef struct trp_space_desc {
    const char *name;      /**< for tools and saves, which match spaces by it; kept; may be NULL */
    uint32_t capacity;     /**< number of actors that it has room for, 1 to TRP_MAX_BOXES */
    uint32_t max_capacity; /**< the most actors that it can grow to; 0: it does not grow */
    const trp_space_index *index; /**< TRP_SPACE_BRUTE; NULL: grids, chosen from the boxes */
    /** room for the answers of passes in progress: 1 per answer of a query, 1 per pair; 0: 4 per
     * actor of the capacity, and enough for 8 passes within each other. With less room passes find
     * some at a time, which is slower */
    uint32_t hits;
    /** combinations of category and mask, of static and of other actors, that have a grid of their
     * own, at most 62; 0: 8. More share one, which is slower */
    uint32_t classes;
    trp_space_sleepers sleepers; /**< what it does with sleepers */
    bool sweeps; /**< keeps former boxes, for trp_pairing.swept: see TRP_SPACE_SWEEP_BYTES() */
    bool manual_moves; /**< ticks and loads read no boxes: calls alone do, trp_space_moved_all() */
} trp_space_desc;

/** Returns an actor's box, for structs without four adjacent floats. It must change nothing
 * (TRP_BUSY). */
typedef trp_box trp_bounds_fn(const trp_actor *self, const trp_context *in);

/** The place of the box in a pool's structs, by the four floats: TRP_BOX(rock, x, y, width,
 * height). The compiler checks that each is a float, and that they are adjacent in this order. For
 * desc.center the first two are the middle. */
#define TRP_BOX(type, x, y, width, height) (TRP__FOUR_FLOATS(type, x, y, width, height) + 1)

/** The same by one member: TRP_BOX_AT(rock, box), a trp_box or an array of four floats. */
#define TRP_BOX_AT(type, member) (TRP__FLOATS(type, member) + 1)

/** The place of a circle in a pool's structs, by its three floats, which are adjacent: the middle
 * and the radius, TRP_CIRCLE(ball, x, y, radius). */
#define TRP_CIRCLE(type, x, y, radius) (TRP__THREE_FLOATS(type, x, y, radius) + 1)

/** The settings of a pool in a space. Zero means the default; one of box, center, circle and
 * bounds is required. All fields public. */
typedef struct trp_space_pool_desc {
    size_t box; /**< TRP_BOX or TRP_BOX_AT: x and y are the corner with the lowest values */
    /** instead of box, also made by TRP_BOX: x and y are the middle of the box, the
     * other two floats are half its width and half its height */
    size_t center;
    size_t circle;         /**< instead of box: TRP_CIRCLE; the pool is round */
    trp_bounds_fn *bounds; /**< instead of box: a function that returns the box */
    uint32_t category;     /**< category of its actors; 0: 1 */
    uint32_t mask;         /**< categories that its actors accept; 0: all */
    /** actors enter only by trp_space_add(). If false, all actors enter: the live ones now, others
     * when they are created */
    bool manual_add;
    /** its actors rarely move: ticks do not read their boxes, and two static actors are never a
     * pair. After one has moved, call trp_space_moved() or trp_space_moved_all() with the pool */
    bool is_static;
    /** its actors are circles around the middles of their boxes; the diameter is the shorter side.
     * Infinite boxes stay boxes */
    bool is_round;
} trp_space_pool_desc;

/** private: upper bounds of the library's own structs; the sources assert them */
#define TRP__SPACE_BASE (64 * sizeof(void *) + 3840)
#define TRP__SPACE_CLASS ((size_t)1480)
#define TRP__SPACE_BOX ((size_t)58)
#define TRP__SPACE_POOL (18 * sizeof(void *) + 80)

/** Bytes that a space of n actors needs in a world in a caller's block, with room for this many
 * hits and classes, in a world with this max_pools. Constant. */
#define TRP_SPACE_BYTES_FOR(n, hits, classes, max_pools)                                           \
    (TRP__SPACE_BASE + (size_t)(classes)*TRP__SPACE_CLASS + (size_t)(n)*TRP__SPACE_BOX +           \
     (size_t)(hits)*8 + 8 * ((size_t)(hits) > 2 * (size_t)(n) ? (size_t)(hits) : 2 * (size_t)(n)) + \
     (size_t)(max_pools) * sizeof(void *))

/** TRP_SPACE_BYTES_FOR() with the defaults for hits, classes and pools. Constant. */
#define TRP_SPACE_BYTES(n) TRP_SPACE_BYTES_FOR(n, 4 * (size_t)(n) + 128, 8, 32)

/** Additional bytes for adding a pool of this many slots to a space. Constant. */
#define TRP_SPACE_POOL_BYTES(slots) (TRP__SPACE_POOL + (size_t)(slots)*33 + 32)

/** The same for a space with desc.sweeps. Constant. */
#define TRP_SPACE_SWEEP_BYTES(slots) (TRP_SPACE_POOL_BYTES(slots) + (size_t)(slots)*32)

/**
 * Creates an empty space in `world`. It exists until trp_space_destroy() or the end of the world;
 * at the end of the world systems are disposed of first. All its memory is taken here. O(capacity +
 * pools times watchers). On failure it returns NULL, changes nothing, reports to on_misuse, and
 * trp_last_result(world) is: TRP_ERR_VALUE (capacity, classes, a bad enumerator), TRP_ERR_MEMORY,
 * TRP_ERR_NO_ALLOCATOR (growth in a caller's block), TRP_BUSY (while drawing or shutting down),
 * TRP_ERR_NULL (no desc).
 */
trp_space *trp_space_create(trp_world *world, const trp_space_desc *desc);

/** Ends a space; its actors live on. A caller's block gets the memory back if nothing was taken
 * since. NULL: TRP_GONE, not a misuse. TRP_BUSY in one of its passes and while drawing. O(pools
 * times watchers + square of the pools in it), independent of the number of actors. */
trp_result trp_space_destroy(trp_space *space);

/**
 * Adds a pool: its actors enter the space. TRP_ERR_DESC: not exactly one of box, center, circle and
 * bounds. TRP_ERR_VALUE: the box does not lie in the struct. TRP_ERR_LINKED: the pool is in this
 * space. TRP_ERR_FOREIGN. TRP_ERR_MEMORY. TRP_ERR_FULL: no room for all live actors; nothing has
 * changed. TRP_BUSY while drawing, and in a pass of this space. TRP_ERR_VALUE also if a live actor's
 * box is refused: that actor stays outside, the others enter. O(slots).
 *
 * An actor that is created while the space is full stays outside and is counted as `refused`; the
 * first one is reported to on_misuse (TRP_ERR_FULL). An actor whose box is refused at birth is
 * reported to on_misuse, and stays outside until trp_space_add().
 */
trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc);

/** Removes a pool: all its actors leave the space. TRP_ERR_UNLINKED: it is not in this space.
 * TRP_BUSY while drawing, and in a pass of this space. O(slots). */
trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool);

/**
 * Adds one actor of a pool that was added, with the pool's category and mask, and reads its box.
 * For pools with desc.manual_add, and for actors that were removed. O(1). TRP_ERR_FULL: no room;
 * not a misuse, counted as `refused`. TRP_ERR_LINKED: it is in the space. TRP_ERR_UNLINKED: its
 * pool is not. TRP_ERR_VALUE: its box is refused. TRP_ERR_EXPIRED. TRP_BUSY while drawing. A NULL
 * actor: TRP_GONE, not a misuse.
 */
trp_result trp_space_add(trp_space *space, trp_actor *actor);

/** Removes one actor; it lives on. Only trp_space_add() adds it again. O(1). TRP_ERR_UNLINKED: it
 * is not in the space. A NULL actor: TRP_GONE, not a misuse. TRP_BUSY while drawing. */
trp_result trp_space_remove(trp_space *space, trp_actor *actor);

/** What a space knows of an actor in it. All fields read-only. */
typedef struct trp_member {
    trp_box box;       /**< a box that begins and ends at the same infinity has no size */
    uint32_t category; /**< bits: what it is */
    uint32_t mask;     /**< bits: the categories that it meets */
    bool is_hidden;    /**< it sleeps, and is not found */
} trp_member;

/** Whether the actor is in the space, hidden or not, and what the space knows of it; zeros if it
 * is not. During a pass its box is the one that passes see. `member` may be NULL. O(1). */
bool trp_space_member(const trp_space *space, const trp_actor *actor, trp_member *member);

/** Gives one actor its own category and mask until it leaves; 0: the pool's. Passes use them that
 * begin when none is in progress. O(1). Misuse as in trp_space_remove(). */
trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask);

/** Reads the box of one actor now, before the next tick does. For what moves outside of ticks, for
 * static pools, and for spaces with desc.manual_moves. O(1). In a pass it is read when no pass is in
 * progress any more. TRP_ERR_VALUE: its box is refused, and the former box stays. Other misuse as in
 * trp_space_remove(). */
trp_result trp_space_moved(trp_space *space, trp_actor *actor);

/** trp_space_moved() for an actor that has not flown to its place: its present box becomes its
 * former one, so swept pairs do not find what lies between. Costs and results as
 * trp_space_moved(). */
trp_result trp_space_teleported(trp_space *space, trp_actor *actor);

/** trp_space_moved() for all actors of a pool, static or not, or, if it is NULL, of all pools that
 * are not static. Ticks do this by themselves; with desc.manual_moves a game calls it once per
 * frame. O(slots of the pool), O(actors) for all. TRP_ERR_VALUE: a box was refused. Each refused
 * box is reported after all boxes have been read. TRP_ERR_UNLINKED: the pool is not in this space.
 * TRP_BUSY while drawing. */
trp_result trp_space_moved_all(trp_space *space, trp_pool *pool);

/** For a game that has moved the origin of its world: all coordinates have changed by (dx, dy),
 * both finite. Reads all boxes, including those of sleepers and static pools. This does not count
 * as movement: the former boxes for swept pairs are shifted as well. O(slots). Misuse as in
 * trp_space_moved_all(). TRP_ERR_VALUE also if dx or dy is not finite; nothing has changed then.
 * TRP_BUSY in a pass of this space. */
trp_result trp_space_shift(trp_space *space, float dx, float dy);

/** What there is to know of a space at once. All fields read-only. */
typedef struct trp_space_facts {
    const char *name;  /**< of the desc; "" without one */
    uint32_t count;    /**< actors in the space, hidden ones too */
    uint32_t hidden;   /**< actors that are hidden because they sleep */
    uint32_t capacity; /**< number of actors it has room for at present */
    uint32_t peak;     /**< the most actors that were in it at once */
    uint64_t refused;  /**< actors that stayed outside because the space was full */
} trp_space_facts;

/** The facts of a space. 0 and "" for NULL. O(1). */
trp_space_facts trp_space_info(const trp_space *space);

/** How well the grids of a space fit its boxes. All fields read-only. */
typedef struct trp_space_stats {
    uint32_t classes;    /**< combinations of category and mask in use */
    uint32_t levels;     /**< grids in use */
    uint32_t cells;      /**< cells of all these grids */
    uint32_t cells_used; /**< cells that contain a box */
    uint32_t cell_most;  /**< boxes in the fullest cell */
    uint32_t large;      /**< boxes that fit no cell and are compared one by one */
    uint32_t loose;      /**< boxes that have come or moved since they were sorted; likewise */
    uint64_t sorts;      /**< number of times that boxes were sorted into cells */
    size_t bytes;        /**< memory that it has taken, including that for its pools */
} trp_space_stats;

/** Returns the counts. O(cells). */
trp_space_stats trp_space_measure(const trp_space *space);

#ifdef __cplusplus
}
#endif

#endif
