/**
 * @file player.h
 * The player's ship, and its shots. The ship is one of a kind: it lives in the game's own struct, and
 * enters the world by trp_adopt(). So does its aura, a wider circle around it.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "core.h"

typedef struct shot
{
    body body;
    float dx, dy;
} shot;

typedef struct player
{
    body ship;
    body aura;               /* what grazes bullets and attracts pickups */
    uint32_t reload;         /* ticks until it can shoot */
    uint32_t missile_reload; /* ticks until the next missiles */
    uint32_t shield;         /* ticks for which it cannot be hit */
    uint32_t away;           /* ticks until it comes back; 0: it is there, or is not to come */
} player;

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
/** What happens beside the ship's own update: bombs, and its return after a death. */
void player_step(game *g);
/** How far the ship moves in a tick with these keys held. */
void player_course(uint32_t input, float *dx, float *dy);
/** It was hit by `killer`: it is gone for a while, and a ring ends all bullets. Nothing happens while
 * shielded. */
void player_hit(game *g, const trp_actor *killer);

#endif
