/**
 * @file paths.h
 * How enemies move.
 */
#ifndef PATHS_H
#define PATHS_H

#include "enemy.h"

/** Moves an enemy by `dt` ticks of its time along its path. False: it has left the field. */
bool paths_step(game *g, enemy *e, float dt);

#endif
