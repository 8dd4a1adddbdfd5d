/**
 * @file phases.h
 * Title, play, game over.
 */
#ifndef PHASES_H
#define PHASES_H

#include "core.h"

/** The first part of a tick: pressed keys may lead to another phase. */
void phases_step(game *g);
/** True if GAME_START would start a game in the next tick. */
bool phases_can_start(const game *g);
/** Call it when the ship was hit: it returns, or the game is over. */
void phases_lose_ship(game *g);

#endif
