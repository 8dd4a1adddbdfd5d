/**
 * @file sane.h
 * Whether a game whose actors and course came from a file can be played: what the core's own code takes for granted.
 * The library has checked its part before.
 */
#ifndef SANE_H
#define SANE_H

#include "core.h"

/** Numbers of kinds, types and patterns within their tables, the ship in its slot, numbers finite. O(actors). */
bool game_is_sane(const game *g);

#endif
