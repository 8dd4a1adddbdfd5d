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
/** The ship was hit: it comes back, or the game is over. */
void phases_lose_ship(game *g);

#endif
