/**
 * @file course.h The state that decides the future besides actors (state.h), as a region of the
 * world.
 */
#ifndef COURSE_H
#define COURSE_H

#include "core.h"

/** Registers the region, after all pools. */
bool course_init(game *g);

#endif
