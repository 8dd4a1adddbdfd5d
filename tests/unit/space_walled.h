/**
 * @file space_walled.h
 *
 * A space with two pools: what moves, and walls, which are static. What the space counts is looked
 * at.
 */
#ifndef TROUPE_TESTS_SPACE_WALLED_H
#define TROUPE_TESTS_SPACE_WALLED_H

#include "space_stage.h"

typedef struct space_walled
{
    trp_world *world;
    trp_pool *pool;
    trp_pool *walls; /**< static */
    trp_space *space;
} space_walled;

extern space_walled walled;

/** Makes a world with all of them. Returns whether there is memory for it. On small machines
 * without that memory the situation is skipped. */
bool walled_begin(uint32_t capacity, trp_space_desc desc);
trp_space_stats walled_look(void);
/** One of `pool`, by slot. */
boxed *walled_at(uint32_t slot);
/** Queries as often as boxes are compared one by one before they are sorted. One box must contain
 * the point (1, 1). */
void walled_ask_often(void);

#endif
