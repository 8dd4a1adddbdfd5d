/**
 * @file player.h
 * The player's ship and its shots.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "core.h"

typedef struct ship
{
    body body;
    uint32_t reload;   /* ticks until it can shoot again */
    uint32_t shielded; /* ticks for which it cannot be hit */
} ship;

typedef struct shot
{
    body body;
    float dx, dy;
} shot;

enum
{
    PLAYER_SHOTS = 192
};

bool player_init(game *g);
/** Puts the ship back to where it starts, shielded. */
void player_start(game *g);
/** Takes it out of the game. */
void player_leave(game *g);

#endif
