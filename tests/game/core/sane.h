/**
 * @file sane.h Checks the assumptions of the core's code in a game that was loaded from a file. The
 * library has already checked its own part.
 */
#ifndef SANE_H
#define SANE_H

#include "core.h"

/** True if kinds, types and patterns are within their tables, the ship is in its slot, and all
 * numbers are finite. O(actors). */
bool game_is_sane(const game *g);

#endif
