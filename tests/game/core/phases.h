/**
 * @file phases.h
 * Title, play, game over.
 */
#ifndef PHASES_H
#define PHASES_H

#include "core.h"

/** The tick's first part: what was pressed may lead to another phase. */
void phases_step(game *g);
/** Whether GAME_START would begin a game in the next tick. */
bool phases_can_start(const game *g);
/** A player's ship was hit: it comes back while there are lives; without any ship the game is over. */
void phases_lose_ship(game *g, uint32_t player);
/** A further life, gained at that place: for a player that is out, its ship comes back. */
void phases_gain_life(game *g, float x, float y);

#endif
