/**
 * @file space_ask.h
 * The part of space.h about queries: all actors in an area, the nearest, the first along a way; and
 * drawing and updating the actors of an area. space.h explains the terms.
 */
#ifndef TROUPE_SPACE_ASK_H
#define TROUPE_SPACE_ASK_H

#include "space_life.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/** Whether an actor belongs to the answers. It must not change anything that the query depends on,
 * and may be called more than once. */
typedef bool trp_accept_fn(const trp_actor *actor, const trp_context *in);

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
    void *user;            /**< passed to `accept`, as in->user */
} trp_query;

/** An answer to a query. All fields read-only. */
typedef struct trp_hit
{
    trp_actor *actor;  /**< the actor that was found */
    trp_handle handle; /**< its handle, to keep beyond its end */
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
uint32_t trp_space_query(trp_space *space, trp_area area, uint32_t mask, trp_visit_fn *visit,
                         void *user);

/** trp_space_query() with further conditions. A NULL query is a query of zeros. `accept` is called
 * even without a `visit`. TRP_ERR_VALUE also for a bad order, and for TRP_SPACE_NEAREST_FIRST with
 * an infinite rectangle. */
uint32_t trp_space_query_where(trp_space *space, const trp_query *query, trp_visit_fn *visit,
                               void *user);

/**
 * Writes up to `room` answers to `hits`, the first ones in the query's order, and returns how many:
 * the nearest three, the first wall on the path of a bullet, all walls on it. Calls no function
 * except `accept`. Costs and misuse as in trp_space_query_where(). TRP_SPACE_NEAREST_FIRST in a
 * circle, without `accept`, searches a circle of about a cell first, then larger ones until there
 * are enough answers. It costs up to O(room) per actor in the circle, so it is for a small `room`.
 * A NULL `query` is a query of zeros. NULL `hits` count as a `room` of 0.
 */
uint32_t trp_space_find(trp_space *space, const trp_query *query, trp_hit *hits, uint32_t room);

/** trp_space_find() for the `most` actors nearest to (x, y), within `radius`, which may be
 * infinite. The order is by distance (0 inside an actor), then by number. Writes them to `found`,
 * the nearest first, and returns how many. NULL: 0. */
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

/**
 * trp_draw_all() for the actors that touch the area: calls the pools' draw in list order. So the
 * picture is the same, without the actors outside of the area. TRP_BUSY in a tick or a drawing.
 * TRP_ERR_VALUE. TRP_ERR_FULL: desc.hits has no room for all answers, unless everything is drawn.
 * O(answers). If an actor was created or woken since the last call, add one step per actor of each
 * age-ordered segment that contains an answer.
 */
trp_result trp_space_draw(trp_space *space, trp_area area, void *target, float alpha);

/**
 * Calls `update` for the actors of in->pool that touch the area, in list order, each once even if
 * it moves during the pass. Call it from the pool's update_pool, to update only that part of the
 * world. Returns the number of updated actors. Costs as trp_space_draw(). 0, as a misuse, as there,
 * and: TRP_ERR_UNLINKED (the pool is not in this space), TRP_ERR_NULL (no update or context).
 *
 *     static void rocks_update(trp_pool *pool, const trp_context *in)
 *     {
 *         trp_space_update(space, trp_rectangle(x - 500, y - 500, 1000, 1000), rock_update, in);
 *     }
 */
uint32_t trp_space_update(trp_space *space, trp_area area, trp_update_fn *update,
                          const trp_context *in);

#ifdef __cplusplus
}
#endif

#endif
