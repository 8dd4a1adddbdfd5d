/**
 * @file picture.h
 * The game as characters: for --show.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "core/game.h"

/** Whether standard output is a terminal with colours, so that pictures can follow each other. */
bool picture_can_move(void);
/** Prints the game, half blocks in colour or plain characters; over the last one if `again`. */
void picture_print(const game *g, bool again);

#endif
