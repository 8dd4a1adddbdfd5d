/**
 * @file space.h
 * Spaces: what is near, what is on screen, what touches. A space holds a box for each actor in it
 * and answers queries about them. There is no physics in it: boxes do not turn, and nothing is
 * pushed apart.
 *
 *     trp_space *space = trp_space_create(world, &(trp_space_desc){.capacity = 1000});
 *     trp_space_add_pool(space, rocks, &(trp_space_pool_desc){.box = TRP_BOX(rock, x)});
 *     ...
 *     trp_space_moved_all(space);                                            // once per frame
 *     trp_space_pairs(space, collide, NULL);                                 // what touches what
 *     trp_space_query(space, trp_circle(x, y, 50), BURNS, burn, &fire);      // what is near
 *     trp_space_draw(space, trp_rectangle(x, y, 320, 200), screen, alpha);   // what is on screen
 *
 * **Boxes** (trp_box) may have no size and may be infinite. The world has no edge: x and y
 * may be any number but NaN. A box that is refused (NaN, a negative size: TRP_ERR_VALUE)
 * leaves the actor's box as it was. The actors of a *round* pool are circles: as wide as their
 * boxes.
 *
 * **A space reads boxes only when it is called.** It uses the box that an actor had when it entered,
 * or when trp_space_moved*() was last called for it. A recycled or expired actor leaves at once,
 * without a call. A sleeper is not found until it wakes, unless desc.sleepers is
 * TRP_SLEEPERS_STAY; its box is then read again.
 *
 * **All kinds** of space, with cells of any size, give the same answers in the same order; only speed
 * differs. Each actor in a space has a number, the lowest free one when it entered. Queries answer
 * in the order of these numbers. Pairs come in the order of the lower of the two numbers, then of
 * the other. Drawing and updating go in list order. All orders are the same on all machines.
 * TRP_SPACE_ANY_ORDER is faster; it depends on the kind and on earlier calls.
 *
 * **Passes** are the calls that call back. A pass goes through the answers as they were when it
 * began. Callbacks may create, recycle, expire, put to sleep, wake, move, add and remove any actor,
 * and begin further passes in the same space. An actor that left the space or the world during the
 * pass is not visited any more. One that entered or woke is not visited before the next pass. One
 * that moved or got another category or mask is visited for the box and the bits that it had when
 * the pass began. While the world is drawn, calls that would change something are refused
 * (TRP_BUSY), queries are not.
 *
 * **Masks.** Each actor has a category (bits that the game defines) and a mask of the categories
 * that it accepts. Two actors that touch are a pair if the mask of each has a category of the other
 * (trp_pairing has other rules). Zero is the default: category 1, a mask of all categories. Boxes
 * whose masks exclude each other are not compared, for up to 30 combinations of category and mask.
 *
 * **Boxes that do not move cost nothing** beyond one read: a box that has not changed is not sorted
 * again, in swept passes neither. trp_space_moved_all() reads each box to find out, except those of
 * *static* pools. So one space can hold a map of 200,000 tiles and all that moves on it.
 *
 * **No worst cases by size or place.** Each box lies in one cell of a grid whose cells have about its
 * size and shape, so large, small and thin boxes do not slow each other down. In a sparse world
 * cells share counters by a hash; where boxes crowd, cells are as small as the boxes. The density
 * is measured from time to time. So costs follow the number of boxes and of answers, wherever they
 * are. Memory is bounded by capacity and hits, and is taken in advance.
 *
 * **Memory** is taken when a space is created and when a pool is added; moves and queries take none. A
 * space that may grow (desc.max_capacity) takes more from the world's allocator when it is full.
 *
 * An actor can be in several spaces. A misuse changes nothing and is counted as the world's. A
 * NULL space is TRP_ERR_NULL, or 0 where a number is returned. All calls may be made in a tick, in
 * walks and in callbacks, unless stated otherwise.
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

typedef struct trp_space trp_space; /**< boxes, and how to find them */

/** The kind of a space: its data structure. Answers are the same. */
typedef enum trp_space_kind
{
    TRP_SPACE_LEVELS, /**< grids for as many sizes as boxes have, found from these: the default */
    TRP_SPACE_GRID,   /**< the same, with the size of the smallest cells given in the desc */
    TRP_SPACE_BRUTE   /**< every box is compared: for up to about 50 */
} trp_space_kind;

/** What a space does with actors that are asleep. */
typedef enum trp_space_sleepers
{
    TRP_SLEEPERS_HIDE, /**< not found until they wake */
    TRP_SLEEPERS_STAY  /**< found like any other actor, but not drawn or updated */
} trp_space_sleepers;

/** The settings of a space. Zero means the default; capacity is required. All fields public. */
typedef struct trp_space_desc
{
    const char *name;      /**< for tools; kept as a pointer; may be NULL */
    trp_space_kind kind;   /**< how it finds things */
    uint32_t capacity;     /**< actors it has room for, 1 to TRP_MAX_BOXES */
    uint32_t max_capacity; /**< grows up to so many; 0: does not grow */
    float cell;        /**< grid: width of a cell, required; levels: of the smallest cells, 0: found
                   from the boxes. About one to two times the usual box */
    float cell_height; /**< grid: height of a cell; 0: as high as wide; TRP_INFINITY: one
                          row of cells, for worlds that extend in one direction */
    uint32_t
        hits; /**< room for the answers of passes in progress: 1 per answer of a query (2 if all
                      are wanted with the nearest first), 2 per pair; 0: 8 per actor of the
                      capacity. With less room passes are slower, see trp_space_pairs() */
    uint32_t contacts;           /**< the most pairs that trp_space_contacts() remembers; 0: none */
    trp_space_sleepers sleepers; /**< what happens to actors that are asleep */
    bool sweeps;                 /**< remembers where boxes were, for trp_pairing.swept: see
                          TRP_SPACE_SWEEP_BYTES() */
} trp_space_desc;

/** Returns an actor's box, for structs without four adjacent floats. It must change nothing. */
typedef trp_box trp_bounds_fn(const trp_world *world, const trp_actor *self);

/** The place of the box in a pool's structs: TRP_BOX(rock, x) if rock has four floats x, y, width,
 * height side by side, or TRP_BOX(rock, box) if it has a trp_box. For desc.center the four are x, y,
 * half the width, half the height. */
#define TRP_BOX(type, member) (TRP__FLOATS(type, member) + 1)

/** TRP_BOX() that names all four members, so that the compiler sees that each is a float and that
 * they stand side by side: TRP_BOX_OF(rock, x, y, width, height). */
#define TRP_BOX_OF(type, x, y, width, height) (TRP__FOUR_FLOATS(type, x, y, width, height) + 1)

/** The settings of a pool in a space. Zero means the default; one of box, center and bounds is
 * required. All fields public. */
typedef struct trp_space_pool_desc
{
    size_t box; /**< TRP_BOX(struct, member): x and y are the corner where the box begins */
    size_t
        center; /**< instead of box, TRP_BOX(struct, member) as well: x and y are the middle of the
                      box, the other two are half its width and half its height */
    trp_bounds_fn *bounds; /**< instead of box: a function that returns it */
    uint32_t category;     /**< of its actors; 0: 1 */
    uint32_t mask;         /**< the categories that they accept; 0: all */
    bool
        by_hand; /**< actors enter by trp_space_add() only; otherwise all enter: the living ones now,
                       others when they are created */
    bool is_static; /**< they rarely move: trp_space_moved_all() does not read them, and no two
                       static actors are a pair. After one has moved, call trp_space_moved() or
                       trp_space_moved_pool() */
    bool is_round; /**< they are circles around the middles of their boxes, with the shorter side as
                       diameter; infinite boxes stay boxes */
} trp_space_pool_desc;

/** private: upper bounds of the library's own structs; the sources assert them */
#define TRP__SPACE_BASE (64 * sizeof(void *) + 6912)
#define TRP__SPACE_BOX (sizeof(void *) + 114)
#define TRP__SPACE_POOL (14 * sizeof(void *) + 80)

/** Bytes that a space of n actors needs in a world in a caller's block, with room for so many hits
 * and contacts, in a world of so many max_pools. Constant. */
#define TRP_SPACE_BYTES_FOR(n, hits, contacts, max_pools)                                          \
    (TRP__SPACE_BASE + (size_t)(n)*TRP__SPACE_BOX + (size_t)(hits)*4 + (size_t)(contacts)*64 +     \
     (2 * TRP__CELLS(n) + TRP__CELLS(2 * (size_t)(n)) + (size_t)(max_pools)) * sizeof(void *))

/** TRP_SPACE_BYTES_FOR the default of hits, no contacts and the default of pools. Constant. */
#define TRP_SPACE_BYTES(n) TRP_SPACE_BYTES_FOR(n, 8 * (size_t)(n), 0, 32)

/** Bytes that desc.sweeps takes besides. Constant. */
#define TRP_SPACE_SWEEP_BYTES(n) ((size_t)(n)*32 + 32)

/** Bytes that a pool of so many slots needs besides that to enter a space. Constant. */
#define TRP_SPACE_POOL_BYTES(slots)                                                                \
    (TRP__SPACE_POOL + (size_t)(slots)*4 + (1 + TRP__CELLS(slots)) * sizeof(void *))

/**
 * Creates an empty space in `world`. It exists until trp_space_destroy() or the end of the world;
 * at the end of the world systems are disposed of first. All its memory is taken here.
 * O(capacity), and pools times watchers. NULL, nothing changed, reported to on_misuse, with
 * trp_last_result(world): TRP_ERR_VALUE (capacity, a cell that is not above 0, a grid without a
 * cell, bad enumerator), TRP_ERR_MEMORY, TRP_ERR_NO_ALLOCATOR (growth in a caller's block),
 * TRP_BUSY (while drawing or shutting down), TRP_ERR_NULL without a desc.
 */
trp_space *trp_space_create(trp_world *world, const trp_space_desc *desc);

/** Ends a space; its actors live on. A caller's block gets the memory back if nothing was taken
 * since. NULL: TRP_GONE, no misuse. TRP_BUSY in one of its passes and while drawing. O(pools times
 * watchers + square of the pools in it), independent of the number of actors. */
trp_result trp_space_destroy(trp_space *space);

/**
 * Adds a pool: its actors enter the space. TRP_ERR_DESC (not exactly one of box, center and bounds),
 * TRP_ERR_VALUE (the box does not lie in the struct), TRP_ERR_LINKED (the pool is in this space),
 * TRP_ERR_FOREIGN, TRP_ERR_MEMORY, TRP_ERR_FULL (no room for all that live; nothing is changed),
 * TRP_BUSY while drawing. TRP_ERR_VALUE as well if a living actor's box is refused: that actor stays
 * outside, the others enter. O(slots).
 *
 * An actor that is created while the space is full stays outside, counted as `refused`; the first
 * one is reported to on_misuse (TRP_ERR_FULL). An actor whose box is refused at birth is reported to
 * on_misuse and stays outside until trp_space_add().
 */
trp_result trp_space_add_pool(trp_space *space, trp_pool *pool, const trp_space_pool_desc *desc);

/** Removes a pool: all its actors leave the space. TRP_ERR_UNLINKED if it is not in this space;
 * TRP_BUSY while drawing. O(slots). */
trp_result trp_space_remove_pool(trp_space *space, trp_pool *pool);

/**
 * Adds one actor, of a pool that was added: with the pool's category and mask, its box read now.
 * For pools with desc.by_hand, and for actors that were removed. O(1). TRP_ERR_FULL (not a misuse;
 * counted as `refused`), TRP_ERR_LINKED (it is in), TRP_ERR_UNLINKED (its pool is not),
 * TRP_ERR_VALUE (its box), TRP_ERR_EXPIRED, TRP_BUSY while drawing; a NULL actor: TRP_GONE,
 * no misuse.
 */
trp_result trp_space_add(trp_space *space, trp_actor *actor);

/** Removes one actor; it lives on. Only trp_space_add() adds it again. O(1).
 * TRP_ERR_UNLINKED if it is not in; a NULL actor: TRP_GONE, no misuse; TRP_BUSY while drawing. */
trp_result trp_space_remove(trp_space *space, trp_actor *actor);

/** Whether the actor is in the space, also while it is hidden as a sleeper. O(1). */
bool trp_space_has(const trp_space *space, const trp_actor *actor);

/** Gives one actor a category and mask of its own until it leaves; 0: the pool's. For passes that
 * begin from now on. O(1). Misuse as in trp_space_remove(). */
trp_result trp_space_set_bits(trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask);

/** The category that the actor has in the space; 0 if it is not in. For draw callbacks and updates:
 * other callbacks of a space get it. O(1). */
uint32_t trp_space_category_of(const trp_space *space, const trp_actor *actor);

/** The box that the space has for the actor; false if it is not in. A box that begins and ends at
 * the same infinity has no size. O(1). */
bool trp_space_box_of(const trp_space *space, const trp_actor *actor, trp_box *box);

/** Reads the box of an actor that has moved. O(1); a few moved actors make queries a little slower,
 * many make the next query sort the moving boxes again. TRP_ERR_VALUE: its box is refused, and stays as it was.
 * Other misuse as in trp_space_remove(). */
trp_result trp_space_moved(trp_space *space, trp_actor *actor);

/** trp_space_moved() for all actors in the space but those of static pools: most games call it once
 * per frame. O(actors); with static pools in it O(slots of the other pools). TRP_ERR_VALUE if any
 * box was refused (each is reported, when all others have been read). TRP_BUSY while drawing. */
trp_result trp_space_moved_all(trp_space *space);

/** The same for the actors of one pool, static or not; TRP_ERR_UNLINKED if it is not in this space.
 * O(slots). */
trp_result trp_space_moved_pool(trp_space *space, trp_pool *pool);

/** For a game that has moved the origin of its world: all coordinates have grown by (dx, dy), both
 * finite. Reads all boxes, those of sleepers and static pools too. This is no movement: the former
 * boxes of swept pairs are shifted as well. O(slots). Misuse as in trp_space_moved_all();
 * TRP_ERR_VALUE also, and nothing changed, if dx or dy is not finite. */
trp_result trp_space_shift(trp_space *space, float dx, float dy);

/** In what order answers come. */
typedef enum trp_space_order
{
    TRP_SPACE_BY_NUMBER,    /**< by the actors' numbers in the space */
    TRP_SPACE_ANY_ORDER,    /**< faster */
    TRP_SPACE_NEAREST_FIRST /**< queries: along a sweep, segment or ray by where they are touched;
                               otherwise by the distance to the area's middle, 0 in an actor; of
                               several, the lower number first. Not for infinite rectangles */
} trp_space_order;

/** What the callbacks of a query get besides the actor. All fields read-only. */
typedef struct trp_found
{
    trp_world *world;  /**< of the space */
    trp_space *space;  /**< that is asked */
    uint32_t category; /**< of the actor, at the time of the call */
    void *user;        /**< as given to the call; for `accept` the query's */
} trp_found;

/** Called for an actor that answers a query. It may do anything. */
typedef void trp_found_fn(trp_actor *actor, const trp_found *found);

/** Whether an actor is to be among the answers. It must not change what the query depends on, and
 * may be called more than once. */
typedef bool trp_accept_fn(const trp_actor *actor, const trp_found *found);

/** A query. Zero means the default. All fields public. */
typedef struct trp_query
{
    trp_area area;         /**< where: trp_rectangle() and so on, in area.h; zero: everywhere */
    uint32_t mask;         /**< only actors with one of these categories; 0: all */
    trp_space_order order; /**< of the answers */
    const trp_actor
        *asker; /**< an actor that is left out, such as the one that asks. It need not be in
                                 the space. NULL: none */
    trp_accept_fn *accept; /**< only actors that it accepts; NULL: all */
    void *user;            /**< of `accept` */
} trp_query;

/** An answer. All fields read-only. */
typedef struct trp_hit
{
    trp_actor *actor;  /**< that is there */
    uint32_t category; /**< of the actor */
    float
        at; /**< sweeps and segments: how far along they touch it, 0 to 1; rays: in lengths of their
                 direction; otherwise the distance from the area's middle to the actor, 0 in it */
    float
        normal_x; /**< of length 1, out of the actor, at the point that is touched or nearest ... */
    float normal_y; /**< ... both 0 if a sweep touches at its start, or the middle lies in the
                       actor */
} trp_hit;

/**
 * Calls `visit` for every actor that touches the area and has a category in `mask` (0: all), by
 * number. Returns how many were handed out; without a visit, how many there are. 0 and a misuse
 * report: TRP_ERR_VALUE (the area is not a number, has a negative size, or is infinite where it
 * must not be). O(cells + actors in them + answers); O(actors that move) more if these must be
 * sorted into cells first.
 *
 * If desc.hits has no room for all answers, they are found a few at a time, which takes
 * accordingly longer; TRP_ERR_FULL, 0 and a misuse report, if that is so within another such pass, if passes
 * around this one leave no room at all, or if the nearest are to come first.
 */
uint32_t trp_space_query(trp_space *space, trp_area area, uint32_t mask, trp_found_fn *visit,
                         void *user);

/** The same with further conditions. A NULL query is one of zeros. `accept` is called even without a
 * visit. TRP_ERR_VALUE also for a bad order, and for the nearest to an infinite
 * rectangle. */
uint32_t trp_space_query_where(trp_space *space, const trp_query *query, trp_found_fn *visit,
                               void *user);

/**
 * Writes up to `room` answers to `hits`, the first ones of the query's order, and returns how many:
 * the nearest three, the first wall on the path of a bullet, all walls on it. Calls nothing but
 * `accept`. Costs and misuse as in trp_space_query_where(). Without `accept`
 * TRP_SPACE_NEAREST_FIRST in a circle searches a circle of about a cell first, then
 * larger ones, until there are enough; up to O(room) per actor there, so it is for small rooms.
 */
uint32_t trp_space_find(trp_space *space, const trp_query *query, trp_hit *hits, uint32_t room);

/** trp_space_find() for the `most` nearest to (x, y), none further away than `radius`, which may be
 * infinite: by the distance to them (0 inside), then by number. Writes them to `found`, the nearest
 * first, and returns how many. */
uint32_t trp_space_nearest(trp_space *space, float x, float y, float radius, uint32_t mask,
                           trp_actor **found, uint32_t most);

/** trp_space_find() for the first that is touched along a sweep, segment or ray; of several, that
 * with the lowest number. NULL: none, or a misuse; TRP_ERR_VALUE also for an area of another shape.
 * `at`, if not NULL, gets how far along, as trp_hit says; without a hit 1. */
trp_actor *trp_space_first(trp_space *space, trp_area sweep, uint32_t mask, float *at);

/** Ends the innermost pass of this space that is in progress, after this callback: nothing more is
 * handed out. TRP_GONE if there is none, or it is that of trp_space_contacts() or trp_space_draw(),
 * which cannot be ended. O(1). */
trp_result trp_space_stop(trp_space *space);

/** What the callbacks of pairs get besides the two actors. All fields read-only. */
typedef struct trp_pair
{
    trp_world *world;    /**< of the space */
    trp_space *space;    /**< that is asked */
    uint32_t a_category; /**< of `a`, at the time of the call */
    uint32_t b_category; /**< of `b` */
    void *user;          /**< as given to the call; for `accept` the pairing's */
} trp_pair;

/** Called for two actors that touch. It may do anything, to both and to others. */
typedef void trp_pair_fn(trp_actor *a, trp_actor *b, const trp_pair *pair);

/** Whether two actors are to be a pair. It must change nothing, and may be called more than once. */
typedef bool trp_accept_pair_fn(const trp_actor *a, const trp_actor *b, const trp_pair *pair);

/** Which of the two must accept the other. */
typedef enum trp_care
{
    TRP_CARE_BOTH,  /**< each of them */
    TRP_CARE_EITHER /**< one of the other is enough; if only one does, it is `a` */
} trp_care;

/** Which pairs. Zero means the default. All fields public. */
typedef struct trp_pairing
{
    uint32_t a; /**< categories of the one that is handed out as `a`; 0: any */
    uint32_t b; /**< of the other; 0: any. With both, as {.a = BULLET, .b = ENEMY}, bullets are not
                   compared with bullets whatever their masks */
    trp_care care;         /**< which of the two must accept the other */
    trp_space_order order; /**< by number or in any order; contacts: by number */
    bool swept;            /**< also what has touched on the way from where boxes were in the last
                                   swept pass, or when they entered, to where they are; for spaces with
                                   desc.sweeps. Both move straight and evenly */
    trp_accept_pair_fn *accept; /**< only pairs that it accepts; NULL: all */
    void *user;                 /**< of `accept` */
} trp_pairing;

/**
 * Calls `pair` once for every two actors that touch and accept each other, ordered by number. Of
 * the two, `a` is the one with the lower category (as a number); if these are equal, the one with
 * the lower number. Returns how many were handed out; without a function, how many there are. Once
 * a member of a pair has left, the pair is not handed out.
 *
 * About O(actors that move + pairs). Where few actors accept many others, these few search one by one:
 * then the others cost no more than sorting them. If more touch than desc.hits has room for (by default, four
 * per actor of the capacity), pairs are found a few at a time, which takes three to four times as long
 * per pair. 0 and a misuse report, TRP_ERR_FULL: that is so within another such pass, or passes around
 * this one leave no room at all.
 */
uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *user);

/** The same for pairs of one category with another: `a` has a category in the first mask, `b` in
 * the second; 0: any. Actors of one side are not compared with each other, and the larger side
 * costs no more than sorting it. */
uint32_t trp_space_pairs_between(trp_space *space, uint32_t a, uint32_t b, trp_pair_fn *pair,
                                 void *user);

/** The same for the pairs that `which` selects; where it does not determine which one is `a`, that is
 * as in trp_space_pairs(). A NULL pairing is one of zeros. `accept` is called even without a
 * function. 0 and a misuse report also: TRP_ERR_DESC (swept without desc.sweeps), TRP_ERR_VALUE (a bad
 * enumerator), TRP_BUSY (swept within a swept pass). */
uint32_t trp_space_pairs_where(trp_space *space, const trp_pairing *which, trp_pair_fn *pair,
                               void *user);

/** How two actors touch. All fields read-only. */
typedef struct trp_touch
{
    float at;    /**< spaces with desc.sweeps: when they first touched in the last swept pass, 0 to
                       1; 1 also if they did not, and without desc.sweeps */
    float depth; /**< how far b must move along the normal until they only just touch */
    float
        normal_x; /**< of length 1, out of a: where b first touched it, if that was during the sweep;
                       otherwise where b is least deep in it. (0, 0) if they touched only at first */
    float normal_y; /**< likewise */
} trp_touch;

/** How two actors in the space touch, by their boxes in the space: for callbacks of pairs and
 * contacts. False, and zeros, if they do not touch now and have not in the last swept pass, or one
 * is not in the space or hidden. `touch` may be NULL. O(1). */
bool trp_space_touch(const trp_space *space, const trp_actor *a, const trp_actor *b,
                     trp_touch *touch);

/** The phase of a contact. */
typedef enum trp_phase
{
    TRP_CONTACT_BEGIN, /**< they were no pair the last time */
    TRP_CONTACT_STAY,  /**< they were, and are */
    TRP_CONTACT_END /**< they were, and are not, or one of them has left the space or the world */
} trp_phase;

/** Two actors that touch, or did. All fields read-only. */
typedef struct trp_contact
{
    trp_phase phase;     /**< begin, stay or end */
    trp_actor *a;        /**< as in pairs; NULL at the end of a contact if its life is over */
    trp_actor *b;        /**< the other; NULL likewise */
    trp_handle a_handle; /**< of that life, even if it is over */
    trp_handle b_handle; /**< the other's */
    uint32_t
        a_category; /**< when the pass began; at an end, in the last pass in which it was there */
    uint32_t b_category; /**< the other's */
    trp_world *world;    /**< of the space */
    trp_space *space;    /**< that is asked */
    void *user;          /**< as given to the call */
} trp_contact;

/** Called with a contact. It may do anything. */
typedef void trp_contact_fn(const trp_contact *contact);

/**
 * trp_space_pairs() compared with the last call: first the pairs that have ended, then those that
 * continue or are new, each of the two lists ordered as pairs are. So for two actors an end comes
 * before a new beginning. Every beginning is followed by exactly one end: in a later call, or in
 * the same one if a callback ended the contact. Returns how many were handed out.
 * While desc.contacts pairs touch, further ones wait: they begin when there is room, counted as
 * `missed` each time. 0 and a misuse report: TRP_ERR_DESC (no desc.contacts), TRP_ERR_NULL without
 * a function, TRP_BUSY in itself and while drawing, and as trp_space_pairs(). Costs as
 * trp_space_pairs(), and O(1) for each contact.
 */
uint32_t trp_space_contacts(trp_space *space, trp_contact_fn *contact, void *user);

/** The same for the pairs that `which` selects, by number. It should select the same from call to
 * call: contacts that it no longer selects end. Misuse also as in trp_space_pairs_where(). */
uint32_t trp_space_contacts_where(trp_space *space, const trp_pairing *which,
                                  trp_contact_fn *contact, void *user);

/**
 * trp_draw_all() for the actors that touch the area: calls the pools' draw in list order, so the
 * picture is the same, without the actors outside of the area. TRP_BUSY in a tick or drawing,
 * TRP_ERR_VALUE, TRP_ERR_FULL (desc.hits has no room for all answers, unless everything is drawn).
 * O(answers), and a step along the list for each actor of an age-ordered segment with an answer, if
 * any was created or woken since the last time.
 */
trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha);

/**
 * Calls `update` for those actors of tick->pool that touch the area, in list order, each once even
 * if it moves on: called from the pool's update_pool, so that only that part of the world is
 * updated. Returns how many were. Costs as trp_space_draw(). 0 and a misuse report as there;
 * TRP_ERR_UNLINKED if the pool is not in this space, TRP_ERR_NULL without an update or tick.
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
    uint32_t count;      /**< actors in it, hidden ones too */
    uint32_t hidden;     /**< of these, asleep and not found */
    uint32_t settled;    /**< of these, lying still and no longer sorted */
    uint32_t capacity;   /**< room at present */
    uint32_t peak;       /**< the most that were in it at once */
    uint32_t levels;     /**< grids in use when boxes were last sorted */
    uint32_t cells;      /**< cells of all these grids */
    uint32_t cells_used; /**< cells with a box in them */
    uint32_t cell_most;  /**< boxes in the fullest cell */
    float cell_mean;     /**< boxes in a used cell */
    uint32_t large;      /**< boxes that fit no cell and are compared one by one */
    uint32_t loose;      /**< boxes that have moved since they were sorted */
    uint64_t sorts;      /**< how many times boxes were sorted into cells */
    uint64_t questions;  /**< queries, and boxes asked for in pairs */
    uint64_t candidates; /**< boxes that these looked at; by questions: how well the cells fit */
    uint64_t hits;       /**< of these, those that touched and were asked for */
    uint64_t refused;    /**< actors that stayed outside because the space was full */
    uint64_t missed;     /**< contacts for which desc.contacts had no room */
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
