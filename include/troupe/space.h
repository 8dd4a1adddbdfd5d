/**
 * @file space.h
 * Spaces: what is near, what is on screen, what touches. A space holds a box for each actor in it
 * and answers questions about them; it knows nothing of physics.
 *
 *     trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 1000});
 *     trp_space_add_pool(space, rocks, &(trp_space_pool_desc){.box = TRP_BOX(rock, x)});
 *     ...
 *     trp_space_moved_all(space);                                        // once a frame
 *     trp_space_pairs(space, collide, NULL);                             // who touches whom
 *     trp_space_query(space, trp_circle(x, y, 50), 0, burn, &fire);      // who is near
 *     trp_space_draw(space, trp_rectangle(x, y, 320, 200), screen, alpha); // who is on screen
 *
 * **Boxes** are a corner and a size: x to x + width by y to y + height, the sum rounded to a float.
 * Edges belong to them: boxes that touch at an edge or a corner touch. A box may have no size (a
 * point), and may be infinite in any direction (TRP_INFINITY): a floor, a wall, the sky. There is no
 * edge of the world: any number will do for x and y but not-a-number. A box that is refused
 * (not-a-number, a negative size: TRP_ERR_VALUE) leaves the actor's box as it was.
 *
 * **A space is told, it does not look.** It has the boxes that the actors had when they entered or
 * when trp_space_moved*() was last called for them. A recycled or expired actor leaves by itself,
 * at once. A sleeper is not found until it is woken, unless desc.sleepers says so; its box is then
 * read anew.
 *
 * **Answers are the same from all kinds** of space, whatever the size of the cells; only speed
 * differs. So is their order: each actor in a space has a number, the lowest free one when it
 * entered. Queries answer in the order of these numbers, pairs in the order of the lower of the two,
 * then of the other; drawing and updating go in list order. All this depends on the calls made only.
 *
 * **Passes** (everything here that calls back) go through the answers as they were when the pass
 * began. Callbacks may create, recycle, expire, put to sleep, wake, move, add and remove any actor,
 * and begin further passes in the same space. Who has left the space (or the world) meanwhile is
 * not handed out again in that pass; who entered or woke meanwhile is not handed out before the
 * next; who moved is handed out for the box that it had. While the world is being drawn, all that
 * would change something is refused (TRP_BUSY), questions are not.
 *
 * **Masks.** Each actor has a category, bits of the game's own, and a mask of the categories that it
 * cares for. A pair is told if each of the two cares for a category of the other. Queries are given
 * a mask. Zero stands for the default: category 1, a mask of all categories.
 *
 * **Memory** is taken when a space is made and when a pool enters; moving and asking take none. A
 * space that may grow (desc.max_capacity) takes more from the world's allocator when it is full.
 *
 * An actor can be in several spaces. A wrong call changes nothing and is counted as the world's. A
 * NULL space is TRP_ERR_NULL, or 0 where a number is returned. Lengths are in the game's own unit. All
 * may be called in a tick, in walks and in callbacks, unless said otherwise.
 */
#ifndef TROUPE_SPACE_H
#define TROUPE_SPACE_H

#include "block.h"
#include "check.h"
#include "hints.h"
#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most actors that a space can have: 2^24. */
#define TRP_MAX_BOXES (1u << 24)

/** The infinite float, a constant: equal to INFINITY of math.h, which freestanding C need not have.
 * A floor from end to end is {-TRP_INFINITY, 100, TRP_INFINITY, 10}. */
#define TRP_INFINITY TRP__INFINITY

typedef struct trp_space trp_space; /**< boxes, and how to find them */

/** A box: what lies from x to x + width and from y to y + height. All fields public. */
typedef struct trp_box
{
    float x;      /**< its lower edge along x */
    float y;      /**< its lower edge along y, be that up or down */
    float width;  /**< 0 or more */
    float height; /**< 0 or more */
} trp_box;

/** What kind of space: how it finds things. Answers are the same. */
typedef enum trp_space_kind
{
    TRP_SPACE_LEVELS, /**< grids on top of each other, each box in the one whose cells fit its size:
                         for sizes from 1 to 1,000 in one world, and when in doubt */
    TRP_SPACE_GRID, /**< one grid: for boxes of similar sizes. Those larger than a cell are compared
                         one by one, so they should be few; if they are many, cells are doubled */
    TRP_SPACE_BRUTE /**< every box is looked at: for up to about 50 */
} trp_space_kind;

/** What a space does with actors that are asleep. */
typedef enum trp_space_sleepers
{
    TRP_SLEEPERS_HIDE, /**< they are not found until they are woken */
    TRP_SLEEPERS_STAY  /**< they are found like any other; they are not drawn or updated */
} trp_space_sleepers;

/** What a space is. Zero means the default; capacity must be given. All fields public. */
typedef struct trp_space_desc
{
    const char *name;      /**< for tools; kept as a pointer; may be NULL */
    trp_space_kind kind;   /**< how it finds things */
    uint32_t capacity;     /**< actors it has room for, 1 to TRP_MAX_BOXES */
    uint32_t max_capacity; /**< grows up to so many; 0: does not grow */
    float cell; /**< grid: width of a cell, must be named; levels: of the smallest cells, 0: found
                   from the boxes' sizes. About the size of the usual box, or up to twice that */
    float cell_height; /**< grid: height of a cell; 0: as wide as high; TRP_INFINITY: one
                          row of cells, for worlds that go one way */
    uint32_t hits; /**< room for the answers of passes under way: a query takes 1 an actor, pairs
                      take 4 a pair that touches and cares, while they are sorted; 0: 8 an actor of
                      the capacity. Less makes pairs slower where many touch */
    uint32_t contacts;           /**< how many pairs trp_space_contacts() remembers; 0: none */
    trp_space_sleepers sleepers; /**< what it does with actors that are asleep */
} trp_space_desc;

/** An actor's box, for those that have no four floats side by side. It may change nothing. */
typedef trp_box trp_bounds_fn(const trp_actor *self);

/** Where a pool's structs have their box: TRP_BOX(rock, x) if rock has four floats x, y, width,
 * height side by side, or TRP_BOX(rock, box) if it has a trp_box. */
#define TRP_BOX(type, member) (TRP__FLOATS(type, member) + 1)

/** TRP_BOX() that names all four members, so that the compiler sees that each is a float and that they
 * stand side by side: TRP_BOX_OF(rock, x, y, width, height). */
#define TRP_BOX_OF(type, x, y, width, height) (TRP__FOUR_FLOATS(type, x, y, width, height) + 1)

/** How a pool's actors are in a space. Zero means the default; box or bounds must be given. All
 * fields public. */
typedef struct trp_space_pool_desc
{
    size_t box;            /**< TRP_BOX(struct, member) */
    trp_bounds_fn *bounds; /**< instead of box */
    uint32_t category;     /**< what they are; 0: 1 */
    uint32_t mask;         /**< the categories that they care for; 0: all */
    bool by_hand; /**< only those enter whom trp_space_add() names; otherwise all: those that live
                     now, and others when they are created */
} trp_space_pool_desc;

/** private: bounds of what the library's own structs take; the sources assert them */
#define TRP__SPACE_BASE (48 * sizeof(void *) + 3072)
#define TRP__SPACE_BOX (sizeof(void *) + 84)
#define TRP__SPACE_POOL (12 * sizeof(void *) + 56)

/** Bytes that a space of n actors needs in a world in a caller's block, with room for so many hits
 * and contacts, in a world of so many max_pools. Constant. */
#define TRP_SPACE_BYTES_FOR(n, hits, contacts, max_pools)                                          \
    (TRP__SPACE_BASE + (size_t)(n)*TRP__SPACE_BOX + TRP__CELLS(n) * 2 * sizeof(void *) +           \
     (size_t)(hits)*4 + (size_t)(contacts)*48 + (size_t)(max_pools) * sizeof(void *))

/** TRP_SPACE_BYTES_FOR the default of hits, no contacts and the default of pools. Constant. */
#define TRP_SPACE_BYTES(n) TRP_SPACE_BYTES_FOR(n, 8 * (size_t)(n), 0, 32)

/** Bytes that a pool of so many slots needs beside that to enter a space. Constant. */
#define TRP_SPACE_POOL_BYTES(slots) (TRP__SPACE_POOL + (size_t)(slots)*4)

/**
 * Makes a space in `world`, empty. It lives as long as the world, or until trp_space_destroy().
 * All its memory is taken here. O(capacity), and pools times watchers. NULL, nothing changed, told to
 * on_misuse, with trp_last_result(world): TRP_ERR_VALUE (capacity, a cell that is not above 0, a grid
 * without a cell, bad enumerator), TRP_ERR_MEMORY, TRP_ERR_NO_ALLOCATOR (growth in a caller's block), TRP_BUSY
 * (while drawing or shutting down), TRP_ERR_NULL without a desc.
 */
trp_space *trp_space_create(trp_world *world, const trp_space_desc *desc);

/** Ends a space; its actors live on. A caller's block gets the memory back if nothing was taken
 * since. NULL is a quiet TRP_GONE. TRP_BUSY in one of its passes and while drawing. However many
 * actors are in it: O(pools times watchers), and the square of the pools in it. */
trp_result trp_space_destroy(trp_space *space);

/**
 * Lets a pool's actors enter. TRP_ERR_DESC (neither box nor bounds, or both), TRP_ERR_VALUE (the
 * box does not lie in the struct), TRP_ERR_LINKED (the pool is in this space), TRP_ERR_FOREIGN,
 * TRP_ERR_MEMORY, TRP_ERR_FULL (not room for all that live; nothing is changed), TRP_BUSY while
 * drawing. TRP_ERR_VALUE as well if a living actor's box is refused: those stay outside, all else
 * is done. O(slots).
 *
 * Who is created when the space is full stays outside, counted as `refused`; one whose box is
 * refused at birth is told to on_misuse and stays outside until trp_space_add().
 */
trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc);

/** Lets all actors of a pool leave, and the pool. TRP_ERR_UNLINKED if it is not in this space;
 * TRP_BUSY while drawing. O(slots). */
trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool);

/**
 * Lets one actor enter, of a pool that has: with the pool's category and mask, its box read now.
 * Needed for pools that enter by hand, and for who was removed. O(1). TRP_ERR_FULL (not a mistake;
 * counted as `refused`), TRP_ERR_LINKED (it is in), TRP_ERR_UNLINKED (its pool is not),
 * TRP_ERR_VALUE (its box), TRP_ERR_EXPIRED, TRP_BUSY while drawing; a NULL actor is a quiet TRP_GONE.
 */
trp_result trp_space_add(trp_space *space, trp_actor *actor);

/** Lets one actor leave; it lives on. Nothing but trp_space_add() puts it back. O(1).
 * TRP_ERR_UNLINKED if it is not in; a NULL actor is a quiet TRP_GONE; TRP_BUSY while drawing. */
trp_result trp_space_remove(trp_space *space, trp_actor *actor);

/** Whether the actor is in the space, be it hidden as a sleeper. O(1). */
bool trp_space_has(const trp_space *space, const trp_actor *actor);

/** Gives one actor a category and mask of its own until it leaves; 0: the pool's. For passes that begin
 * from now on (but see trp_space_pairs()). O(1). Mistakes as in trp_space_remove(). */
trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask);

/** The box that the space has for the actor; false if it is not in. O(1). */
bool trp_space_box_of(const trp_space *space, const trp_actor *actor, trp_box *box);

/** An actor has moved: reads its box. O(1); a few of them make questions a little slower, many make
 * the next question sort all boxes anew. TRP_ERR_VALUE: its box is refused, and stays as it was.
 * Other mistakes as in trp_space_remove(). */
trp_result trp_space_moved(trp_space *space, trp_actor *actor);

/** trp_space_moved() for all actors in the space: what most games do once a frame. O(actors).
 * TRP_ERR_VALUE if any box was refused (each is told); all others are read. TRP_BUSY while drawing. */
trp_result trp_space_moved_all(trp_space *space);

/** The same for the actors of one pool; TRP_ERR_UNLINKED if it is not in this space. O(slots). */
trp_result trp_space_moved_pool(trp_space *space, trp_pool *pool);

/** The shape of a question. */
typedef enum trp_shape
{
    TRP_SHAPE_BOX,    /**< trp_rectangle(), trp_around(), trp_point() */
    TRP_SHAPE_CIRCLE, /**< trp_circle() */
    TRP_SHAPE_SWEEP   /**< trp_sweep(), trp_segment() */
} trp_shape;

/** What a question is about: see trp_rectangle() and those behind it. All fields private. */
typedef struct trp_area
{
    trp_shape shape; /**< private */
    trp_box box;     /**< private: circle: the middle, and the radius as width */
    float dx;        /**< private: sweep: how far the box goes along x */
    float dy;        /**< private: along y */
} trp_area;

/** All that touches a rectangle. It may be infinite, as boxes may. */
static inline trp_area trp_rectangle(float x, float y, float width, float height)
{
    trp_area area = {TRP_SHAPE_BOX, {x, y, width, height}, 0, 0};
    return area;
}

/** All that touches a box: that of an actor, say. */
static inline trp_area trp_around(trp_box box)
{
    return trp_rectangle(box.x, box.y, box.width, box.height);
}

/** All that a point lies in. */
static inline trp_area trp_point(float x, float y)
{
    return trp_rectangle(x, y, 0, 0);
}

/** All of which some point is no further than `radius` from (x, y). Finite. */
static inline trp_area trp_circle(float x, float y, float radius)
{
    trp_area area = {TRP_SHAPE_CIRCLE, {x, y, radius, 0}, 0, 0};
    return area;
}

/** All that a box touches on its way by (dx, dy): for bullets that would jump over a wall. Finite. */
static inline trp_area trp_sweep(trp_box box, float dx, float dy)
{
    trp_area area = {TRP_SHAPE_SWEEP, box, dx, dy};
    return area;
}

/** All that the line from (x0, y0) to (x1, y1) touches: a sweep of a point. Finite. */
static inline trp_area trp_segment(float x0, float y0, float x1, float y1)
{
    trp_box point = {x0, y0, 0, 0};
    return trp_sweep(point, x1 - x0, y1 - y0);
}

/**
 * Calls `visit` for everyone whose box touches the area and whose category is in `mask` (0: all), by
 * number. Returns how many were handed out; without a visit, how many there are. 0 and a misuse
 * report: TRP_ERR_VALUE (the area is not a number, has a negative size, or is infinite where it must
 * not be), TRP_ERR_FULL (passes around this one have filled desc.hits). O(cells + actors in them), and
 * their hits sorted; O(actors) more if boxes must be sorted into cells first.
 */
uint32_t trp_space_query(trp_space *space, trp_area area, uint32_t mask, trp_visit_fn *visit,
                         void *user);

/**
 * Finds the `most` nearest to (x, y), by the distance to their boxes (0 inside), then by number; none
 * further away than `radius`, which may be infinite. Writes them to `found`, nearest first, and
 * returns how many. Calls nobody. Mistakes as in trp_space_query(). Costs as trp_space_query() for a
 * circle of about a cell, and for ones twice as wide (16 at most, then all of `radius`) until it has
 * them; and up to O(most) more for each actor in these, so it is for small `most`.
 */
uint32_t trp_space_nearest(trp_space *space, float x, float y, float radius, uint32_t mask,
                           trp_actor **found, uint32_t most);

/**
 * The first that is touched along a sweep or segment; of several, that with the lowest number. NULL:
 * none, or a misuse as in trp_space_query(); TRP_ERR_VALUE also for an area of another shape. `at`,
 * if not NULL, gets how far along, 0 (touching at the start) to 1; without a hit 1. Calls nobody.
 * Costs as trp_space_query().
 */
trp_actor *trp_space_first(trp_space *space, trp_area sweep, uint32_t mask, float *at);

/** Told of two that touch. */
typedef void trp_pair_fn(trp_actor *a, trp_actor *b, void *user);

/**
 * Calls `pair` once for every two actors that touch and care for each other, ordered by number. Of
 * the two, `a` is the one with the lower category (the lower of its bits, as a number); if these are
 * equal, the one with the lower number. Returns how many were handed out; without a function, how
 * many there are. Once a member of a pair has left, the pair is not handed out.
 *
 * About O(actors + pairs). If more touch than desc.hits has room for, it takes about twice as long, and
 * bits that a callback sets count for all pairs whose first number is still to come, instead of from
 * the next call on. 0 and a misuse report, TRP_ERR_FULL: that is so within another such pass.
 */
uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *user);

/** What has become of a contact. */
typedef enum trp_phase
{
    TRP_CONTACT_BEGIN, /**< they did not touch the last time */
    TRP_CONTACT_STAY,  /**< they did, and do */
    TRP_CONTACT_END    /**< they did, and do not, or one of them has left the space or the world */
} trp_phase;

/** Two that touch, or did. All fields read-only. */
typedef struct trp_contact
{
    trp_phase phase; /**< what has become of it */
    trp_actor *a; /**< as in trp_space_pairs(); NULL at the end of a contact if its life is over */
    trp_actor *b; /**< the other; NULL likewise */
    trp_handle a_handle; /**< of that life, be it over: to look up what the game knows of it */
    trp_handle b_handle; /**< the other's */
} trp_contact;

/** Told of a contact. */
typedef void trp_contact_fn(const trp_contact *contact, void *user);

/**
 * trp_space_pairs() with a memory: tells which pairs touch that did not the last time, which still
 * do, and which no longer do, each pair once, ordered as pairs are; where a number has changed hands
 * the old contact ends before the new one begins. Every begin is followed by one end, however the
 * contact ends: in a later call, or in the same one if a callback ended it. Returns how many were
 * told. While desc.contacts pairs touch, further ones wait: they begin when there is room, counted as
 * `missed` each time. 0 and a misuse report: TRP_ERR_DESC (no desc.contacts), TRP_ERR_NULL without a
 * function, TRP_BUSY in itself and while drawing, TRP_ERR_FULL (desc.hits has not room for all pairs).
 * Costs as trp_space_pairs(), and O(1) for each contact of the last time.
 */
uint32_t trp_space_contacts(trp_space *space, trp_contact_fn *contact, void *user);

/**
 * trp_draw_all() for those whose boxes touch the area: calls their pools' draw in list order, so the
 * picture is the same but for what the area leaves out. TRP_BUSY in a tick or drawing,
 * TRP_ERR_VALUE, TRP_ERR_FULL as in trp_space_query(). O(hits log hits), and a step along the list
 * for each actor of an age-ordered segment with a hit, if any was created or woken since the last time.
 */
trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha);

/**
 * Calls `update` for those actors of tick->pool that the area touches, in list order, each once even
 * if it moves on: called from the pool's update_pool, so that only that part of the world is
 * updated. Returns how many were. Costs as trp_space_draw(). Mistakes as in trp_space_query(); TRP_ERR_UNLINKED if the pool is
 * not in this space, TRP_ERR_NULL without an update or tick.
 *
 *     static void rocks_update(trp_pool *pool, const trp_tick *tick)
 *     {
 *         trp_space_update(space, trp_rectangle(x - 500, y - 500, 1000, 1000), rock_update, tick);
 *     }
 */
uint32_t trp_space_update(trp_space *space, trp_area area, trp_update_fn *update,
                          const trp_tick *tick);

/** What a space looks like inside. All fields read-only. */
typedef struct trp_space_stats
{
    uint32_t count;      /**< actors in it, hidden ones too */
    uint32_t hidden;     /**< of these, asleep and not found */
    uint32_t capacity;   /**< room at present */
    uint32_t peak;       /**< the most that were in it at once */
    uint32_t levels;     /**< grids in use when boxes were last sorted */
    uint32_t cells;      /**< cells of all these grids */
    uint32_t cells_used; /**< cells with a box in them */
    uint32_t cell_most;  /**< boxes in the fullest cell */
    float cell_mean;     /**< boxes in a used cell */
    uint32_t large;      /**< boxes that fit no cell and are compared one by one */
    uint32_t loose;      /**< boxes that have moved since they were sorted */
    uint64_t sorts;      /**< how often all boxes were sorted into cells */
    uint64_t questions;  /**< queries, and boxes asked for in pairs */
    uint64_t candidates; /**< boxes that these looked at; by questions: how well the cells fit */
    uint64_t hits;       /**< of these, those that touched */
    uint64_t refused;    /**< actors that stayed outside because it was full */
    uint64_t missed;     /**< contacts for which there was no memory */
    size_t bytes;        /**< memory that it has taken, the pools' tables included */
} trp_space_stats;

/** All counts. O(cells). */
trp_space_stats trp_space_get_stats(const trp_space *space);

/** Actors in it, hidden ones too. O(1). */
uint32_t trp_space_count(const trp_space *space);
/** Its world. O(1). */
trp_world *trp_space_world(const trp_space *space);
/** As in the desc; "" without one. Never NULL. O(1). */
const char *trp_space_name(const trp_space *space);

#ifdef __cplusplus
}
#endif

#endif
