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
/** Call it when a player's ship was hit: it returns while there are lives; without any ship the
 * game is over. */
void phases_lose_ship(game *g, uint32_t player);
/** Call it when a life is gained at that place. The ship of a player that is out returns. */
void phases_gain_life(game *g, float x, float y);

#endif
