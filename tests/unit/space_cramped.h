/**
 * @file space_cramped.h
 *
 * A space that has hardly any room for answers, so that they are found in several steps.
 */
#ifndef TROUPE_TESTS_SPACE_CRAMPED_H
#define TROUPE_TESTS_SPACE_CRAMPED_H

#include "space_stage.h"

typedef struct space_cramped
{
    trp_world *world;
    trp_pool *pool;
    trp_pool *beside; /**< room for one actor; not in the space */
    trp_space *space;
} space_cramped;

extern space_cramped cramped;

/** Makes a world with all of them. */
void cramped_begin_with(uint32_t capacity, trp_order order, trp_space_desc desc);
/** The same, for eight actors. */
void cramped_begin_as(trp_order order, trp_space_desc desc);
/** The same, in memory order and cells of 10 by 10, with room for this many answers. */
void cramped_begin(uint32_t hits);
/** Creates boxes with these ids, side by side in one cell, which do not touch. */
void cramped_put_in_a_row(uint32_t first, uint32_t last);
/** Clears the log, then logs those in a rectangle at the origin. Returns their number. */
uint32_t cramped_query(float width);

#endif
