/**
 * @file space.h
 * Spaces: queries for what is near, what is on screen, what touches. A space holds a box for each
 * actor in it. A space is not a physics engine: boxes do not rotate, and nothing is pushed apart.
 *
 *     trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 1000});
 *     trp_space_add_pool(space, rocks, &(trp_space_pool_desc){.box = TRP_BOX(rock, x)});
 *     ...
 *     trp_space_moved_all(space);                                            // once per frame
 *     trp_space_pairs(space, collide, NULL);                                 // what touches what
 *     trp_space_query(space, trp_circle(x, y, 50), BURNS, burn, &fire);      // what is near
 *     trp_space_draw(space, trp_rectangle(x, y, 320, 200), screen, alpha);   // what is on screen
 *
 * **Boxes** (trp_box) may have zero or infinite size. The world has no edge: x and y may be any
 * number except NaN. If a box is refused (NaN or a negative size: TRP_ERR_VALUE), the actor keeps
 * its former box. The actors of a *round* pool are circles, as wide as their boxes.
 *
 * **A space reads boxes only when it is called.** It uses the box that an actor had when it
 * entered, or when trp_space_moved*() was last called for it. A recycled or expired actor leaves at
 * once, without a call. A sleeper is not found until it wakes, unless desc.sleepers is
 * TRP_SLEEPERS_STAY; its box is then read again.
 *
 * **All kinds** of space, with any cell size, give the same answers in the same order; only speed
 * differs. Each actor in a space has a number: the lowest one that was free when it entered.
 * Answers to queries come in the order of these numbers. Pairs come in the order of the lower of
 * the two numbers, then of the higher one. Drawing and updating follow list order. All these orders
 * are the same on all machines. TRP_SPACE_ANY_ORDER is faster, but depends on the kind and on
 * earlier calls.
 *
 * **Passes** are calls that call back. A pass visits the answers as they were when it began.
 * Callbacks may create, recycle, expire, put to sleep, wake, move, add and remove any actor, and
 * may begin further passes in the same space. An actor that left the space or the world during the
 * pass is not visited any more. An actor that entered or woke is not visited before the next pass.
 * An actor that moved, or got another category or mask, is visited with the box and the bits that
 * it had when the pass began. While the world is drawn, calls that would change something are
 * refused (TRP_BUSY); queries are not.
 *
 * **Masks.** Each actor has a category (bits that the game defines) and a mask of the categories
 * that it accepts. Two touching actors are a pair if the mask of each contains a category of the
 * other (trp_pairing offers other rules). Zero is the default: category 1, and a mask of all
 * categories. Boxes whose masks exclude each other are not compared, as long as there are at most
 * 30 combinations of category and mask.
 *
 * **Boxes that do not move cost one read.** A box that has not changed is not sorted again, not
 * even in swept passes. trp_space_moved_all() reads each box to find out whether it has changed,
 * except in *static* pools. So one space can hold a map of 200,000 tiles and everything that moves
 * on it.
 *
 * **Size and position create no worst case.** Each box lies in one cell of a grid whose cells have
 * about its size and shape, so large, small and thin boxes do not slow each other down. In a sparse
 * world cells share counters through a hash. In a crowd cells are as small as the boxes. The
 * density is measured from time to time. So costs follow the number of boxes and of answers,
 * wherever the boxes are. Memory is bounded by capacity and hits, and is taken in advance.
 *
 * **Memory** is taken when a space is created and when a pool is added. Moves and queries take
 * none. A space that may grow (desc.max_capacity) takes more from the world's allocator when it is
 * full.
 *
 * An actor can be in several spaces. A misuse changes nothing and counts as a misuse of the world.
 * A NULL space returns TRP_ERR_NULL, or 0 from calls that return a number. Unless stated otherwise,
 * all calls may be made in a tick, in walks and in callbacks.
 */
#ifndef TROUPE_SPACE_H
#define TROUPE_SPACE_H

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

/** The kind of a space: its data structure. Answers are the same. */
typedef enum trp_space_kind
{
    TRP_SPACE_LEVELS, /**< one grid for each size of boxes, chosen from the boxes: the default */
    TRP_SPACE_GRID,   /**< the same; the desc gives the size of the smallest cells */
    TRP_SPACE_BRUTE   /**< no grid, every box is compared: for up to about 50 boxes */
} trp_space_kind;

/** What a space does with sleepers. */
typedef enum trp_space_sleepers
{
    TRP_SLEEPERS_HIDE, /**< not found until they wake */
    TRP_SLEEPERS_STAY  /**< found like any other actor, but not drawn or updated */
} trp_space_sleepers;

/** The settings of a space. Zero means the default; capacity is required. All fields public. */
typedef struct trp_space_desc
{
    const char *name;      /**< for tools; kept as a pointer; may be NULL */
    trp_space_kind kind;   /**< how it finds boxes */
    uint32_t capacity;     /**< number of actors that it has room for, 1 to TRP_MAX_BOXES */
    uint32_t max_capacity; /**< the most actors that it can grow to; 0: it does not grow */
    /** TRP_SPACE_GRID: width of a cell, required. TRP_SPACE_LEVELS: width of the smallest cells; 0:
     * chosen from the boxes. A good value is one to two times the usual box */
    float cell;
    /** TRP_SPACE_GRID: height of a cell; 0: equal to the width; TRP_INFINITY: one row of cells, for
     * worlds that extend in one direction */
    float cell_height;
    /** room for the answers of passes in progress: 1 per answer of a query (2 with
     * TRP_SPACE_NEAREST_FIRST), 2 per pair; 0: 8 per actor of the capacity. With
     * less room passes are slower, see trp_space_pairs() */
    uint32_t hits;
    uint32_t contacts;           /**< the most pairs that trp_space_contacts() remembers; 0: none */
    trp_space_sleepers sleepers; /**< what it does with sleepers */
    bool sweeps; /**< remembers former boxes, for trp_pairing.swept: see TRP_SPACE_SWEEP_BYTES() */
} trp_space_desc;

/** Returns an actor's box, for structs without four adjacent floats. It must change nothing. */
typedef trp_box trp_bounds_fn(const trp_world *world, const trp_actor *self);

/** The place of the box in a pool's structs: TRP_BOX(rock, x) if a rock has four adjacent floats x,
 * y, width, height, or TRP_BOX(rock, box) if it has a trp_box. For desc.center the four floats are
 * x, y, half the width, half the height. */
#define TRP_BOX(type, member) (TRP__FLOATS(type, member) + 1)

/** TRP_BOX() with all four members named, so that the compiler checks that each is a float and that
 * they are adjacent: TRP_BOX_OF(rock, x, y, width, height). */
#define TRP_BOX_OF(type, x, y, width, height) (TRP__FOUR_FLOATS(type, x, y, width, height) + 1)

/** The settings of a pool in a space. Zero means the default; one of box, center and bounds is
 * required. All fields public. */
typedef struct trp_space_pool_desc
{
    size_t box; /**< TRP_BOX(struct, member): x and y are the corner with the lowest values */
    /** instead of box, also made by TRP_BOX(struct, member): x and y are the middle of the box, the
     * other two floats are half its width and half its height */
    size_t center;
    trp_bounds_fn *bounds; /**< instead of box: a function that returns the box */
    uint32_t category;     /**< category of its actors; 0: 1 */
    uint32_t mask;         /**< categories that its actors accept; 0: all */
    /** actors enter only by trp_space_add(). If false, all actors enter: the live ones now, others
     * when they are created */
    bool by_hand;
    /** its actors rarely move: trp_space_moved_all() does not read them, and two static actors are
     * never a pair. After one has moved, call trp_space_moved() or trp_space_moved_pool() */
    bool is_static;
    /** its actors are circles around the middles of their boxes; the diameter is the shorter side.
     * Infinite boxes stay boxes */
    bool is_round;
} trp_space_pool_desc;

/** private: upper bounds of the library's own structs; the sources assert them */
#define TRP__SPACE_BASE (64 * sizeof(void *) + 6912)
#define TRP__SPACE_BOX (sizeof(void *) + 114)
#define TRP__SPACE_POOL (14 * sizeof(void *) + 80)

/** Bytes that a space of n actors needs in a world in a caller's block, with room for this many
 * hits and contacts, in a world with this max_pools. Constant. */
#define TRP_SPACE_BYTES_FOR(n, hits, contacts, max_pools)                                          \
    (TRP__SPACE_BASE + (size_t)(n)*TRP__SPACE_BOX + (size_t)(hits)*4 + (size_t)(contacts)*64 +     \
     (2 * TRP__CELLS(n) + TRP__CELLS(2 * (size_t)(n)) + (size_t)(max_pools)) * sizeof(void *))

/** TRP_SPACE_BYTES_FOR() with the defaults for hits and pools, and without contacts. Constant. */
#define TRP_SPACE_BYTES(n) TRP_SPACE_BYTES_FOR(n, 8 * (size_t)(n), 0, 32)

/** Additional bytes for desc.sweeps. Constant. */
#define TRP_SPACE_SWEEP_BYTES(n) ((size_t)(n)*32 + 32)

/** Additional bytes for adding a pool of this many slots to a space. Constant. */
#define TRP_SPACE_POOL_BYTES(slots)                                                                \
    (TRP__SPACE_POOL + (size_t)(slots)*4 + (1 + TRP__CELLS(slots)) * sizeof(void *))

/**
 * Creates an empty space in `world`. It exists until trp_space_destroy() or the end of the world;
 * at the end of the world systems are disposed of first. All its memory is taken here. O(capacity +
 * pools times watchers). On failure it returns NULL, changes nothing, reports to on_misuse, and
 * trp_last_result(world) is: TRP_ERR_VALUE (capacity, a cell that is not above 0, a grid without a
 * cell, a bad enumerator), TRP_ERR_MEMORY, TRP_ERR_NO_ALLOCATOR (growth in a caller's block),
 * TRP_BUSY (while drawing or shutting down), TRP_ERR_NULL (no desc).
 */
trp_space *trp_space_create(trp_world *world, const trp_space_desc *desc);

/** Ends a space; its actors live on. A caller's block gets the memory back if nothing was taken
 * since. NULL: TRP_GONE, not a misuse. TRP_BUSY in one of its passes and while drawing. O(pools
 * times watchers + square of the pools in it), independent of the number of actors. */
trp_result trp_space_destroy(trp_space *space);

/**
 * Adds a pool: its actors enter the space. TRP_ERR_DESC: not exactly one of box, center and bounds.
 * TRP_ERR_VALUE: the box does not lie in the struct. TRP_ERR_LINKED: the pool is in this space.
 * TRP_ERR_FOREIGN. TRP_ERR_MEMORY. TRP_ERR_FULL: no room for all live actors; nothing has changed.
 * TRP_BUSY while drawing. TRP_ERR_VALUE also if a live actor's box is refused: that actor stays
 * outside, the others enter. O(slots).
 *
 * An actor that is created while the space is full stays outside and is counted as `refused`; the
 * first one is reported to on_misuse (TRP_ERR_FULL). An actor whose box is refused at birth is
 * reported to on_misuse, and stays outside until trp_space_add().
 */
trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc);

/** Removes a pool: all its actors leave the space. TRP_ERR_UNLINKED: it is not in this space.
 * TRP_BUSY while drawing. O(slots). */
trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool);

/**
 * Adds one actor of a pool that was added, with the pool's category and mask, and reads its box.
 * For pools with desc.by_hand, and for actors that were removed. O(1). TRP_ERR_FULL: no room; not a
 * misuse, counted as `refused`. TRP_ERR_LINKED: it is in the space. TRP_ERR_UNLINKED: its pool is
 * not. TRP_ERR_VALUE: its box is refused. TRP_ERR_EXPIRED. TRP_BUSY while drawing. A NULL actor:
 * TRP_GONE, not a misuse.
 */
trp_result trp_space_add(trp_space *space, trp_actor *actor);

/** Removes one actor; it lives on. Only trp_space_add() adds it again. O(1). TRP_ERR_UNLINKED: it
 * is not in the space. A NULL actor: TRP_GONE, not a misuse. TRP_BUSY while drawing. */
trp_result trp_space_remove(trp_space *space, trp_actor *actor);

/** Whether the actor is in the space. True also while it is hidden because it sleeps. O(1). */
bool trp_space_has(const trp_space *space, const trp_actor *actor);

/** Gives one actor its own category and mask until it leaves; 0: the pool's. Passes that begin from
 * now on use them. O(1). Misuse as in trp_space_remove(). */
trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask);

/** The category that the actor has in the space; 0 if it is not in the space. For draw callbacks
 * and updates; other callbacks of a space get it as an argument. O(1). */
uint32_t trp_space_category_of(const trp_space *space, const trp_actor *actor);

/** Writes the box that the space has for the actor; false if it is not in the space. A box that
 * begins and ends at the same infinity has no size. O(1). */
bool trp_space_box_of(const trp_space *space, const trp_actor *actor, trp_box *box);

/** Reads the box of an actor that has moved. O(1). A few moved actors make queries slightly slower;
 * many make the next query sort the moving boxes again. TRP_ERR_VALUE: its box is refused, and the
 * former box stays. Other misuse as in trp_space_remove(). */
trp_result trp_space_moved(trp_space *space, trp_actor *actor);

/** trp_space_moved() for all actors in the space except those of static pools. Most games call it
 * once per frame. O(actors); with static pools O(slots of the other pools). TRP_ERR_VALUE: a box
 * was refused. Each refused box is reported after all boxes have been read. TRP_BUSY while
 * drawing. */
trp_result trp_space_moved_all(trp_space *space);

/** trp_space_moved() for the actors of one pool, static or not. TRP_ERR_UNLINKED: it is not in this
 * space. O(slots). */
trp_result trp_space_moved_pool(trp_space *space, trp_pool *pool);

/** For a game that has moved the origin of its world: all coordinates have changed by (dx, dy),
 * both finite. Reads all boxes, including those of sleepers and static pools. This does not count
 * as movement: the former boxes for swept pairs are shifted as well. O(slots). Misuse as in
 * trp_space_moved_all(). TRP_ERR_VALUE also if dx or dy is not finite; nothing has changed then. */
trp_result trp_space_shift(trp_space *space, float dx, float dy);

/** The order of answers. */
typedef enum trp_space_order
{
    TRP_SPACE_BY_NUMBER, /**< by the actors' numbers in the space */
    TRP_SPACE_ANY_ORDER, /**< faster */
    /** queries: along a sweep, segment or ray in the order in which it touches them; otherwise by
     * the distance to the area's middle, which is 0 in an actor. At equal distance the lower number
     * comes first. Not for infinite rectangles */
    TRP_SPACE_NEAREST_FIRST
} trp_space_order;

/** What the callbacks of a query get besides the actor. All fields read-only. */
typedef struct trp_found
{
    trp_world *world;  /**< the world of the space */
    trp_space *space;  /**< the space of the query */
    uint32_t category; /**< category of the actor at the time of the call */
    void *user;        /**< the argument of the call; for `accept` that of the query */
} trp_found;

/** Called for each actor that answers a query. It may do anything. */
typedef void trp_found_fn(trp_actor *actor, const trp_found *found);

/** Whether an actor belongs to the answers. It must not change anything that the query depends on,
 * and may be called more than once. */
typedef bool trp_accept_fn(const trp_actor *actor, const trp_found *found);

/** A query. Zero means the default. All fields public. */
typedef struct trp_query
{
    trp_area area;         /**< trp_rectangle() and the others of area.h; zero: everywhere */
    uint32_t mask;         /**< only actors with one of these categories; 0: all */
    trp_space_order order; /**< order of the answers */
    /** an actor that is left out, usually the one that asks. It may be outside the space. NULL:
     * none */
    const trp_actor *asker;
    trp_accept_fn *accept; /**< only actors that it accepts; NULL: all */
    void *user;            /**< passed to `accept` */
} trp_query;

/** An answer to a query. All fields read-only. */
typedef struct trp_hit
{
    trp_actor *actor;  /**< the actor that was found */
    uint32_t category; /**< its category */
    /** sweeps and segments: the fraction of the way to the touch, 0 to 1. Rays: the distance to the
     * touch, in lengths of the direction. Otherwise: the distance from the area's middle to the
     * actor, 0 in the actor */
    float at;
    /** the normal, of length 1, pointing out of the actor, at the point that is touched or nearest.
     * (0, 0) if a sweep touches at its start, or if the middle lies in the actor */
    float normal_x;
    float normal_y; /**< likewise */
} trp_hit;

/**
 * Calls `visit` for every actor that touches the area and has a category in `mask` (0: all), by
 * number. Returns the number of visited actors; without a `visit`, the number of answers. 0, as a
 * misuse: TRP_ERR_VALUE (the area is NaN, has a negative size, or is infinite where it must not
 * be). O(cells + actors in them + answers), plus O(actors that move) if these must be sorted into
 * cells first.
 *
 * If desc.hits has no room for all answers, they are found a few at a time, which takes longer. 0,
 * as a misuse, TRP_ERR_FULL: there is no room for all answers, and either this call is within
 * another such pass, or the passes around it leave no room at all, or the order is
 * TRP_SPACE_NEAREST_FIRST.
 */
uint32_t trp_space_query(trp_space *space, trp_area area, uint32_t mask, trp_found_fn *visit,
                         void *user);

/** trp_space_query() with further conditions. A NULL query is a query of zeros. `accept` is called
 * even without a `visit`. TRP_ERR_VALUE also for a bad order, and for TRP_SPACE_NEAREST_FIRST with
 * an infinite rectangle. */
uint32_t trp_space_query_where(trp_space *space, const trp_query *query, trp_found_fn *visit,
                               void *user);

/**
 * Writes up to `room` answers to `hits`, the first ones in the query's order, and returns how many:
 * the nearest three, the first wall on the path of a bullet, all walls on it. Calls no function
 * except `accept`. Costs and misuse as in trp_space_query_where(). TRP_SPACE_NEAREST_FIRST in a
 * circle, without `accept`, searches a circle of about a cell first, then larger ones until there
 * are enough answers. It costs up to O(room) per actor in the circle, so it is for a small `room`.
 */
uint32_t trp_space_find(trp_space *space, const trp_query *query, trp_hit *hits, uint32_t room);

/** trp_space_find() for the `most` actors nearest to (x, y), within `radius`, which may be
 * infinite. The order is by distance (0 inside an actor), then by number. Writes them to `found`,
 * the nearest first, and returns how many. */
uint32_t trp_space_nearest(trp_space *space, float x, float y, float radius, uint32_t mask,
                           trp_actor **found, uint32_t most);

/** trp_space_find() for the first actor along a sweep, segment or ray; of several at the same
 * place, the one with the lowest number. NULL: none, or a misuse; TRP_ERR_VALUE also for an area of
 * another shape. Writes how far along it is to `at`, if not NULL, as in trp_hit; 1 without a
 * hit. */
trp_actor *trp_space_first(trp_space *space, trp_area sweep, uint32_t mask, float *at);

/** Ends the innermost pass of this space in progress, after this callback: no more answers are
 * visited. TRP_GONE: there is none, or it is a trp_space_contacts() or trp_space_draw(), which
 * cannot be ended. O(1). */
trp_result trp_space_stop(trp_space *space);

/** What the callbacks of pairs get besides the two actors. All fields read-only. */
typedef struct trp_pair
{
    trp_world *world;    /**< the world of the space */
    trp_space *space;    /**< the space of the call */
    uint32_t a_category; /**< category of `a` at the time of the call */
    uint32_t b_category; /**< category of `b` at the time of the call */
    void *user;          /**< the argument of the call; for `accept` that of the pairing */
} trp_pair;

/** Called for two actors that touch. It may do anything, to both and to others. */
typedef void trp_pair_fn(trp_actor *a, trp_actor *b, const trp_pair *pair);

/** Whether two actors are a pair. It must change nothing, and may be called more than once. */
typedef bool trp_accept_pair_fn(const trp_actor *a, const trp_actor *b, const trp_pair *pair);

/** Which of two actors must accept the other. */
typedef enum trp_care
{
    TRP_CARE_BOTH,  /**< both */
    TRP_CARE_EITHER /**< one is enough; if only one accepts the other, it is `a` */
} trp_care;

/** Which pairs are wanted. Zero means the default. All fields public. */
typedef struct trp_pairing
{
    uint32_t a; /**< categories of `a`; 0: any */
    /** categories of `b`; 0: any. If both are set, as in {.a = BULLET, .b = ENEMY}, bullets are not
     * compared with bullets, whatever their masks are */
    uint32_t b;
    trp_care care;         /**< which of two actors must accept the other */
    trp_space_order order; /**< by number or in any order; contacts: by number */
    /** includes actors that touched between their former and their present boxes; both are taken to
     * move straight and evenly. A former box is that of the last swept pass, or of entering the
     * space. For spaces with desc.sweeps */
    bool swept;
    trp_accept_pair_fn *accept; /**< selects pairs; NULL: all */
    void *user;                 /**< passed to `accept` */
} trp_pairing;

/**
 * Calls `pair` once for every two actors that touch and accept each other, ordered by number. `a`
 * is the actor with the lower category (as a number); with equal categories, the one with the lower
 * number. Returns the number of visited pairs; without a function, the number of pairs. A pair is
 * not visited after one of its actors has left.
 *
 * About O(actors that move + pairs). Where a few actors accept many others, only the few search:
 * the others cost no more than sorting them. If desc.hits has no room for all pairs (by default,
 * four pairs per actor of the capacity), pairs are found a few at a time, which takes three to four
 * times as long per pair. 0, as a misuse, TRP_ERR_FULL: there is no room for all pairs, and either
 * this call is within another such pass, or the passes around it leave no room at all.
 */
uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *user);

/** trp_space_pairs() between two groups: `a` has a category in the first mask, `b` in the second;
 * 0: any. Actors of one group are not compared with each other, and the larger group costs no more
 * than sorting it. */
uint32_t trp_space_pairs_between(trp_space *space, uint32_t a, uint32_t b, trp_pair_fn *pair,
                                 void *user);

/** trp_space_pairs() for the pairs that `which` selects. If `which` does not determine `a`, the
 * rule of trp_space_pairs() applies. A NULL pairing is a pairing of zeros. `accept` is called even
 * without a function. 0, as a misuse, also: TRP_ERR_DESC (swept without desc.sweeps), TRP_ERR_VALUE
 * (a bad enumerator), TRP_BUSY (swept within a swept pass). */
uint32_t trp_space_pairs_where(trp_space *space, const trp_pairing *which, trp_pair_fn *pair,
                               void *user);

/** How two actors touch. All fields read-only. */
typedef struct trp_touch
{
    /** spaces with desc.sweeps: the time of the first touch in the last swept pass, 0 to 1. 1 if
     * there was none, and without desc.sweeps */
    float at;
    float depth; /**< how far `b` must move along the normal until they barely touch */
    /** of length 1, pointing out of `a`: at the first touch, if that was during the sweep;
     * otherwise in the direction in which `b` is least deep in `a`. (0, 0) if they touched only at
     * the start */
    float normal_x;
    float normal_y; /**< likewise */
} trp_touch;

/** How two actors in the space touch, by their boxes in the space: for callbacks of pairs and
 * contacts. False, and zeros: they neither touch now nor touched in the last swept pass, or one of
 * them is hidden or not in the space. `touch` may be NULL. O(1). */
bool trp_space_touch(const trp_space *space, const trp_actor *a, const trp_actor *b,
                     trp_touch *touch);

/** The phase of a contact. */
typedef enum trp_phase
{
    TRP_CONTACT_BEGIN, /**< they were not a pair in the last call */
    TRP_CONTACT_STAY,  /**< they were a pair in the last call, and are one now */
    /** they were a pair and are none now, or one of them has left the space or the world */
    TRP_CONTACT_END
} trp_phase;

/** A contact: two actors that touch, or touched in the last call. All fields read-only. */
typedef struct trp_contact
{
    trp_phase phase;     /**< begin, stay or end */
    trp_actor *a;        /**< as in pairs; NULL at the end of a contact if its life is over */
    trp_actor *b;        /**< the other; NULL likewise */
    trp_handle a_handle; /**< handle of that life, even if it is over */
    trp_handle b_handle; /**< likewise */
    /** category when the pass began; at an end, in the last pass that saw the actor */
    uint32_t a_category;
    uint32_t b_category; /**< likewise */
    trp_world *world;    /**< the world of the space */
    trp_space *space;    /**< the space of the call */
    void *user;          /**< the argument of the call */
} trp_contact;

/** Called with a contact. It may do anything. */
typedef void trp_contact_fn(const trp_contact *contact);

/**
 * Compares trp_space_pairs() with the last call: first come the pairs that have ended, then those
 * that continue or are new. Each of the two lists is ordered as pairs are. So the end of a contact
 * comes before a new contact of the same actors. Every beginning is followed by exactly one end: in
 * a later call, or in the same call if a callback ended the contact. Returns the number of visited
 * contacts. While desc.contacts pairs are in contact, further ones wait. They begin when there is
 * room, and are counted as `missed` in each call until then. 0, as a misuse: TRP_ERR_DESC (no
 * desc.contacts), TRP_ERR_NULL (no function), TRP_BUSY (within itself, and while drawing), and as
 * trp_space_pairs(). Costs as trp_space_pairs(), plus O(1) per contact.
 */
uint32_t trp_space_contacts(trp_space *space, trp_contact_fn *contact, void *user);

/** trp_space_contacts() for the pairs that `which` selects, by number. `which` should be the same
 * in each call: contacts that it no longer selects end. Misuse also as in
 * trp_space_pairs_where(). */
uint32_t trp_space_contacts_where(trp_space *space, const trp_pairing *which,
                                  trp_contact_fn *contact, void *user);

/**
 * trp_draw_all() for the actors that touch the area: calls the pools' draw in list order. So the
 * picture is the same, without the actors outside of the area. TRP_BUSY in a tick or a drawing.
 * TRP_ERR_VALUE. TRP_ERR_FULL: desc.hits has no room for all answers, unless everything is drawn.
 * O(answers). If an actor was created or woken since the last call, add one step per actor of each
 * age-ordered segment that contains an answer.
 */
trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha);

/**
 * Calls `update` for the actors of tick->pool that touch the area, in list order, each once even if
 * it moves during the pass. Call it from the pool's update_pool, to update only that part of the
 * world. Returns the number of updated actors. Costs as trp_space_draw(). 0, as a misuse, as there,
 * and: TRP_ERR_UNLINKED (the pool is not in this space), TRP_ERR_NULL (no update or tick).
 *
 *     static void rocks_update(trp_pool *pool, const trp_tick *tick)
 *     {
 *         trp_space_update(space, trp_rectangle(x - 500, y - 500, 1000, 1000), rock_update, tick);
 *     }
 */
uint32_t trp_space_update(trp_space *space, trp_area area, trp_update_fn *update,
                          const trp_tick *tick);

/** Counts of a space. All fields read-only. */
typedef struct trp_space_stats
{
    uint32_t count;      /**< actors in the space, hidden ones too */
    uint32_t hidden;     /**< actors that are hidden because they sleep */
    uint32_t settled;    /**< actors that lie still and are no longer sorted */
    uint32_t capacity;   /**< number of actors it has room for at present */
    uint32_t peak;       /**< the most actors that were in it at once */
    uint32_t levels;     /**< grids in use when boxes were last sorted */
    uint32_t cells;      /**< cells of all these grids */
    uint32_t cells_used; /**< cells that contain a box */
    uint32_t cell_most;  /**< boxes in the fullest cell */
    float cell_mean;     /**< mean number of boxes per used cell */
    uint32_t large;      /**< boxes that fit no cell and are compared one by one */
    uint32_t loose;      /**< boxes that have moved since they were sorted */
    uint64_t sorts;      /**< number of times that boxes were sorted into cells */
    uint64_t questions;  /**< queries, and boxes that searched for pairs */
    /** boxes that these examined; candidates per question show how well the cells fit */
    uint64_t candidates;
    uint64_t hits;    /**< candidates that touched and were accepted */
    uint64_t refused; /**< actors that stayed outside because the space was full */
    uint64_t missed;  /**< contacts for which desc.contacts had no room */
    size_t bytes;     /**< memory that it has taken, including tables for pools */
} trp_space_stats;

/** Returns the counts. O(cells). */
trp_space_stats trp_space_get_stats(const trp_space *space);

/** Number of actors in the space, hidden ones too. O(1). */
uint32_t trp_space_count(const trp_space *space);
/** The world of the space. O(1). */
trp_world *trp_space_world(const trp_space *space);
/** The name in the desc; "" without one. Never NULL. O(1). */
const char *trp_space_name(const trp_space *space);

#ifdef __cplusplus
}
#endif

#endif
