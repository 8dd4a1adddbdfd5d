/**
 * @file space_kinds.h
 *
 * A space that all actors of a pool enter, of each kind in turn, and helpers for its queries.
 */
#ifndef TROUPE_TESTS_SPACE_KINDS_H
#define TROUPE_TESTS_SPACE_KINDS_H

#include "space_stage.h"

typedef struct space_kinds {
    trp_world *world;
    trp_pool *pool; /**< 64 boxed in memory order */
    trp_space *space;
} space_kinds;

extern space_kinds field;

/** Makes the world. The space is created from the desc, except for its kind and capacities. A grid
 * has cells of 10 by 10. */
void space_kinds_begin_as(space_kind kind, trp_space_desc desc, trp_space_pool_desc in);
/** Plays the situation in a new world with each kind of space. The world must be valid
 * afterwards. */
void space_kinds_play_as(trp_space_desc desc, trp_space_pool_desc in, void (*play)(void));
/** The same with default spaces. */
void space_kinds_play(void (*play)(void));

/** Creates an actor in the pool. */
boxed *space_kinds_box(uint32_t id, float x, float y, float width, float height);
/** Changes a box without a notification of the space. */
void space_kinds_move(boxed *it, float x, float y);
/** Replaces the log by the answers of the query. Returns their number. */
uint32_t space_kinds_ask(trp_query query);
/** The same for pairs. */
uint32_t space_kinds_pairs(trp_pairing which);

#endif
