/**
 * @file paths.h
 * The motion of enemies.
 */
#ifndef PATHS_H
#define PATHS_H

#include "enemy.h"

/** Moves an enemy along its path by `dt` ticks of its time. False: it has left the field. */
bool paths_step(game *g, enemy *e, float dt);

#endif
