/**
 * @file space_stage.h Shared by situations of spaces: an actor with a box, a recorded answer, and a
 * plain test whether two shapes touch.
 */
#ifndef TROUPE_TESTS_SPACE_STAGE_H
#define TROUPE_TESTS_SPACE_STAGE_H

#include "stage.h"

#include <math.h>

typedef struct boxed {
    uint32_t id;
    trp_actor actor;
    trp_box box;
    float dx, dy;
} boxed;

#ifndef SPACE_ANSWERS
#define SPACE_ANSWERS 4096
#endif

/** Visited ids, one or two at a time. */
typedef struct answer {
    uint32_t count;
    uint32_t ids[SPACE_ANSWERS];
} answer;

/** A pool of boxed in memory order; or another, by stage_pool_as() of space_desc(). */
trp_pool_desc space_pool_desc(uint32_t capacity, trp_order order);
trp_pool *space_pool(trp_world *world, uint32_t capacity);
/** How a space finds boxes; all ways have the same answers. */
typedef enum space_kind { SPACE_GRIDS, SPACE_BRUTE } space_kind;

const trp_space_index *space_index(space_kind kind);
/** All actors of the pool enter, by their box. */
void space_enter(trp_space *space, trp_pool *pool);
/** A space with all actors of the pool; of a kind. */
trp_space *space_made(trp_pool *pool, trp_space_desc desc);
trp_space *space_of(trp_world *world, trp_pool *pool, space_kind kind);
/** How many touch this area; or this point, of which each is logged. */
uint32_t space_touching(trp_space *space, trp_area area);
uint32_t space_log_at(trp_space *space, float x, float y);

bool space_is_near(float value, float expected);
trp_area space_sweep(trp_box box, float dx, float dy);
/** Runs the space's only contacts, with this pairing and function in all phases; the first call
 * creates them, for space_contacts_room. */
void space_contacts_begin(trp_space *space, uint32_t capacity);
extern uint32_t space_contacts_room;
uint32_t space_contacts(trp_space *space, const trp_pairing *which, trp_contact_fn *contact,
                        void *user);
/** Creates one, which must succeed. */
boxed *space_box(trp_pool *pool, uint32_t id, float x, float y, float width, float height);

/** The same, 4 by 4 at the top. */
boxed *space_square(trp_pool *pool, uint32_t id, float x);
/** Plays in a new world with a space of each kind, with all actors of a pool of 64; the world must be
 * valid afterwards. */
void space_with_each_kind(void (*play)(trp_pool *pool, trp_space *space));
/** Creates boxes 4 by 4 that do not touch, in rows of ten from this y on. */
void space_put_apart(trp_pool *pool, uint32_t count, float y);
/** Logs the visible members; their number. */
uint32_t space_log_all(trp_space *space);

/** For trp_space_query() and trp_space_pairs(): `user` of the query or pair is an answer. */
void space_note(trp_actor *self, const trp_context *in);
void space_note_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in);
/** The same, to the stage's log: an id; or 1000 times a's id plus b's. */
void space_log(trp_actor *self, const trp_context *in);
void space_log_pair(trp_actor *a, trp_actor *b, const trp_pair_context *in);
/** Further actions of space_log() and space_log_pair(); NULL: nothing. space_pool_desc() resets
 * them. */
extern void (*space_when_found)(boxed *self);
extern void (*space_when_paired)(boxed *a, boxed *b);

/** Whether they touch, by the definition of the header. */
bool space_touches(const trp_box *a, const trp_box *b);
/** The square of the distance from a point to a box. */
float space_distance(float x, float y, const trp_box *box);
bool space_same(const answer *a, const answer *b);

#define PAIR(a, b) (1000u * (a) + (b))

#endif
