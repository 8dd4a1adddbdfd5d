/**
 * @file sane.h Whether a game whose actors and state came from a file can be played: the
 * assumptions of the core's code. The library has checked its own part before.
 */
#ifndef SANE_H
#define SANE_H

#include "core.h"

/** Numbers of kinds, types and patterns within their tables, the ship in its slot, numbers finite. O(actors). */
bool game_is_sane(const game *g);

#endif
