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
    PLAYER_MARGIN = 10 /* the least distance to the edge of the field */
};

bool player_init(game *g);
/** Puts the ship at its start position, shielded. */
void player_enter(game *g);
/** True if the ship is on the field. */
bool player_is_there(const game *g);
/** Removes the ship from the field. */
void player_leave(game *g);
/** Lets the ship return after `ticks` ticks. */
void player_return_in(game *g, uint32_t ticks);
/** Ticks for which the ship still cannot be hit. */
uint32_t player_shield(const game *g);
/** The player's actions outside the ship's update: bombs. */
void player_step(game *g);
/** The motion of the ship in one tick with these keys held. */
void player_course(uint32_t input, float *dx, float *dy);
/** Handles a hit by `killer`: the ship disappears for a while, and a ring ends all bullets. No
 * effect while the ship is shielded. */
void player_hit(game *g, const trp_actor *killer);

#endif
