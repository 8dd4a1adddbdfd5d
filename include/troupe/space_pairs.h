/**
 * @file space_pairs.h
 * The part of space.h about two actors that touch: pairs, and how they touch. space.h explains the
 * terms; contacts.h has pairs that begin and end.
 *
 *     trp_space_pairs(space, &(trp_pairing){.a = BULLET, .b = ENEMY}, hit, NULL);
 */
#ifndef TROUPE_SPACE_PAIRS_H
#define TROUPE_SPACE_PAIRS_H

#include "space_ask.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the callbacks of pairs get besides the two actors. All fields read-only. */
typedef struct trp_pair_context {
    trp_world *world;  /**< as in trp_context, to `layer` */
    trp_pool *pool;    /**< NULL */
    void *user;        /**< `accept`: the `user` of the pairing; NULL there: the world's */
    void *arg;         /**< the argument of the call */
    uint64_t tick;     /**< as in trp_context */
    float dt;          /**< likewise */
    float unscaled_dt; /**< likewise */
    uint32_t layer;    /**< 0 */

    uint32_t a_category;     /**< category of `a` at the time of the call */
    uint32_t b_category;     /**< category of `b` at the time of the call */
    struct trp_space *space; /**< the space of the call */
} trp_pair_context;

/** Called for two actors that touch. It may do anything, to both and to others. */
typedef void trp_pair_fn(trp_actor *a, trp_actor *b, const trp_pair_context *in);

/** Whether two actors are a pair. It must change nothing (TRP_BUSY), and may be called more than
 * once. */
typedef bool trp_accept_pair_fn(const trp_actor *a, const trp_actor *b, const trp_pair_context *in);

/** Which of two actors must accept the other. */
typedef enum trp_care {
    TRP_CARE_BOTH,  /**< both */
    TRP_CARE_EITHER /**< one is enough; if only one accepts the other, it is `a` */
} trp_care;

/** Which pairs are wanted. Zero means the default. All fields public. */
typedef struct trp_pairing {
    uint32_t a; /**< categories of `a`; 0: any */
    /** categories of `b`; 0: any. If both are set, as in {.a = BULLET, .b = ENEMY}, bullets are not
     * compared with bullets, whatever their masks are */
    uint32_t b;
    trp_care care; /**< which of two actors must accept the other */
    /** includes actors that touched between their former and their present boxes; both are taken to
     * move straight and evenly. A former box is that of the tick before the last one, for all
     * passes until the next tick; a newborn gets none from its first tick. With desc.manual_moves
     * trp_space_moved_all(space, NULL) counts instead of ticks. For spaces with desc.sweeps */
    bool swept;
    trp_accept_pair_fn *accept; /**< selects pairs; NULL: all */
    void *user;                 /**< passed to `accept`, as in->user */
} trp_pairing;

/**
 * Calls `pair` once for every two actors that touch and that `which` selects; NULL: a pairing of
 * zeros. They come in the order of the one that is first by pool and slot, then of the other one.
 * If `which` does not determine `a`, it is the actor with the lower category (as a number); with
 * equal categories, the first by pool and slot. Returns the number of visited pairs; without a
 * function, the number of pairs. which->accept is called even without a function. A pair is not
 * visited after one of its actors has left.
 *
 * About O(actors that move + pairs). If desc.hits has no room for all pairs (by default, four per
 * actor of the capacity), they are found some at a time, each time by a search of all. 0, as a
 * misuse: TRP_ERR_FULL (the passes around this one leave no room at all), TRP_ERR_DESC (swept
 * without desc.sweeps), TRP_ERR_VALUE (a bad enumerator). A swept call sorts all boxes twice.
 */
uint32_t trp_space_pairs(trp_space *space, const trp_pairing *which, trp_pair_fn *pair, void *arg);

/** How two actors touch. All fields read-only. */
typedef struct trp_touch {
    /** spaces with desc.sweeps: the time of the first touch on their ways, 0 to 1. 1 if
     * there was none, and without desc.sweeps */
    float at;
    float depth; /**< how far `b` must move along the normal until they barely touch */
    /** unit vector pointing out of `a`. If the first touch was during the sweep, it is the normal
     * at that touch; otherwise the direction in which `b` is least deep in `a`. (0, 0) if they
     * touched only at the start */
    float normal_x;
    float normal_y; /**< likewise */
} trp_touch;

/** How two actors in the space touch, by their boxes in the space: for callbacks of pairs and
 * contacts. False, and zeros: they neither touch now nor touched on their ways, or one of
 * them is hidden or not in the space. `touch` may be NULL. O(1). */
bool trp_space_touch(const trp_space *space, const trp_actor *a, const trp_actor *b,
                     trp_touch *touch);

#ifdef __cplusplus
}
#endif

#endif
