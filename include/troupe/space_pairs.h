/**
 * @file space_pairs.h
 * The part of space.h about two actors that touch: pairs, how they touch, and contacts, which begin
 * and end. space.h explains the terms.
 */
#ifndef TROUPE_SPACE_PAIRS_H
#define TROUPE_SPACE_PAIRS_H

#include "space_ask.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the callbacks of pairs get besides the two actors. All fields read-only. */
typedef struct trp_pair_context
{
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

/** Whether two actors are a pair. It must change nothing, and may be called more than once. */
typedef bool trp_accept_pair_fn(const trp_actor *a, const trp_actor *b, const trp_pair_context *in);

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
     * move straight and evenly. A former box is that of the tick before the last one, for all
     * passes until the next tick; a newborn gets none from its first tick. With desc.manual_moves
     * trp_space_moved_all(space, NULL) counts instead of ticks. For spaces with desc.sweeps */
    bool swept;
    trp_accept_pair_fn *accept; /**< selects pairs; NULL: all */
    void *user;                 /**< passed to `accept`, as in->user */
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
uint32_t trp_space_pairs(trp_space *space, trp_pair_fn *pair, void *arg);

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

/** The phase of a contact. */
typedef enum trp_phase
{
    TRP_CONTACT_BEGIN, /**< they were not a pair in the last call */
    TRP_CONTACT_STAY,  /**< they were a pair in the last call, and are one now */
    /** they were a pair and are none now, or one of them has left the space or the world */
    TRP_CONTACT_END
} trp_phase;

/** What the callbacks of contacts get besides the two actors. All fields read-only. */
typedef struct trp_contact_context
{
    trp_world *world;  /**< as in trp_context, to `layer` */
    trp_pool *pool;    /**< NULL */
    void *user;        /**< the world's */
    void *arg;         /**< the argument of the call */
    uint64_t tick;     /**< as in trp_context */
    float dt;          /**< likewise */
    float unscaled_dt; /**< likewise */
    uint32_t layer;    /**< 0 */

    trp_phase phase;     /**< begin, stay or end */
    trp_handle a_handle; /**< handle of that life, even if it is over */
    trp_handle b_handle; /**< likewise */
    /** category when the pass began; at an end, in the last pass that saw the actor */
    uint32_t a_category;
    uint32_t b_category;     /**< likewise */
    struct trp_space *space; /**< the space of the call */
} trp_contact_context;

/** Called with a contact: two actors that touch, or touched in the last call. `a` and `b` are as in
 * pairs; NULL at the end of a contact if that life is over. It may do anything. */
typedef void trp_contact_fn(trp_actor *a, trp_actor *b, const trp_contact_context *in);

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
uint32_t trp_space_contacts(trp_space *space, trp_contact_fn *contact, void *arg);

/** trp_space_contacts() for the pairs that `which` selects, by number. `which` should be the same
 * in each call: contacts that it no longer selects end. Misuse also as in
 * trp_space_pairs_where(). */
uint32_t trp_space_contacts_where(trp_space *space, const trp_pairing *which,
                                  trp_contact_fn *contact, void *arg);

#ifdef __cplusplus
}
#endif

#endif
