/**
 * @file player.h The player's ship, and its shots. The ship is the only actor of its pool, and
 * sleeps while it is away. So does its aura, a wider circle around it.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "core.h"

typedef struct shot
{
    body body;
    float dx, dy;
} shot;

enum
{
    PLAYER_SHOTS = 192,
    PLAYER_MAX_POWER = 4,
    PLAYER_MAX_BOMBS = 6,
    PLAYER_MARGIN = 10 /* how close to the edge it comes */
};

bool player_init(game *g);
/** Puts the ship to where it starts, shielded. */
void player_enter(game *g);
/** Whether the ship is on the field. */
bool player_is_there(const game *g);
/** Takes the ship off the field. */
void player_leave(game *g);
/** Lets it come back after so many ticks. */
void player_return_in(game *g, uint32_t ticks);
/** Ticks for which it cannot be hit. */
uint32_t player_shield(const game *g);
/** Actions besides the ship's own update: bombs. */
void player_step(game *g);
/** How far the ship moves in a tick with these keys held. */
void player_course(uint32_t input, float *dx, float *dy);
/** It was hit by `killer`: it disappears for a while, and a ring ends all bullets. No effect while
 * shielded. */
void player_hit(game *g, const trp_actor *killer);

#endif
