/**
 * @file space_ask.h
 * The part of space.h about queries: all actors in an area, the nearest, the first along a way; and
 * drawing and updating the actors of an area. space.h explains the terms.
 *
 *     trp_handle enemy = trp_space_nearest(space, x, y, 50, ENEMY);
 */
#ifndef TROUPE_SPACE_ASK_H
#define TROUPE_SPACE_ASK_H

#include "space_life.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The order of answers. */
typedef enum trp_space_order {
    TRP_SPACE_BY_SLOT, /**< by pool, in the order in which pools were created, then by slot */
    /** along a sweep, segment or ray in the order in which it touches them; otherwise by the
     * distance to the area's middle, which is 0 in an actor. At equal distance by pool and slot.
     * Not for infinite rectangles */
    TRP_SPACE_NEAREST_FIRST
} trp_space_order;

/** A query. Zero means the default. All fields public. */
typedef struct trp_query {
    trp_area area;         /**< trp_rectangle() and the others of area.h; zero: everywhere */
    uint32_t mask;         /**< only actors with one of these categories; 0: all */
    trp_space_order order; /**< order of the answers */
    /** an actor that is left out, usually the one that asks. It may be outside the space. NULL:
     * none */
    const trp_actor *asker;
    /** only actors that it accepts; NULL: all. It may be called more than once per actor */
    trp_test_fn *accept;
    void *user; /**< passed to `accept`, as in->user */
} trp_query;

/** An answer to a query. All fields read-only. */
typedef struct trp_hit {
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
 * Calls `visit` for every answer to a query, in its order. A NULL query is a query of zeros:
 * everything. Returns the number of visited actors; without a `visit`, the number of answers.
 * query->accept is called even without a `visit`, just before it. O(cells + actors in them +
 * answers), plus O(actors) if many have come or moved since they were sorted into cells.
 *
 * If desc.hits has no room for all answers, they are found some at a time, which takes longer. 0,
 * as a misuse: TRP_ERR_VALUE (the area is NaN, has a negative size, or is infinite where it must
 * not be; a bad order), TRP_ERR_FULL (the passes around this one leave no room at all).
 *
 *     trp_query near = {.area = trp_circle(x, y, 50), .mask = BURNS};
 *     trp_space_query(space, &near, burn, &fire);
 */
uint32_t trp_space_query(trp_space *space, const trp_query *query, trp_actor_fn *visit, void *arg);

/**
 * Writes up to `room` answers to `hits`, the first ones in the query's order, and returns how many:
 * the nearest three, the first wall on the path of a bullet, all walls on it. Calls no function
 * except `accept`, while it searches, possibly more than once for an actor. It writes nothing else,
 * so it may be called from any number of threads, in parts of a parallel update and, without
 * `accept`, in jobs between ticks. (There a call with `accept` notes in the world that nothing may
 * change.) Costs and misuse as in trp_space_query(); each 64 answers are a search.
 * TRP_SPACE_NEAREST_FIRST in a circle searches a circle of about a cell first, then larger ones
 * until there are enough answers. NULL `hits` count as a `room` of 0.
 */
uint32_t trp_space_find(const trp_space *space, const trp_query *query, trp_hit *hits,
                        uint32_t room);

/** trp_space_find() for the actor nearest to (x, y), within `radius`, which may be infinite, with a
 * category in `mask`; 0: any. Of several at the same distance (0 inside an actor), the first by
 * pool and slot. Null: none. For more than one, use trp_space_find(). */
trp_handle trp_space_nearest(const trp_space *space, float x, float y, float radius, uint32_t mask);

/** Ends the innermost pass of this space in progress, after this callback: no more answers are
 * visited. TRP_GONE: there is none, or it is a run of contacts or trp_space_draw(), which
 * cannot be ended. O(1). */
trp_result trp_space_stop(trp_space *space);

/**
 * trp_draw_all() for the actors that touch the area: calls the pools' draw in list order. So the
 * picture is the same, without the actors outside of the area. TRP_BUSY in a tick or a drawing.
 * TRP_ERR_VALUE. TRP_ERR_FULL: passes in progress leave no room for answers. Costs as
 * trp_space_query().
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
uint32_t trp_space_update(trp_space *space, trp_area area, trp_actor_fn *update,
                          const trp_context *in);

#ifdef __cplusplus
}
#endif

#endif
