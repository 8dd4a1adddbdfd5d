/**
 * @file player.h The players' ships, and their shots. Each player has one ship, for the whole game:
 * it
 * sleeps while it is away. So does its aura, a wider circle around it. Players are numbered from 0.
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
/** How many players there are. */
uint32_t player_count(const game *g);
/** The player that a ship or an aura belongs to. */
uint32_t player_of(const game *g, const trp_actor *self);
/** Puts a ship at its start position, shielded. */
void player_enter(game *g, uint32_t player);
/** True if any ship is on the field. */
bool player_is_there(const game *g);
/** Whether this one is. */
bool player_has_ship(const game *g, uint32_t player);
/** Whether it is neither on the field nor about to return. */
bool player_is_out(const game *g, uint32_t player);
/** The ship on the field that is nearest to a place; while there is none: the first one, where it
 * was. */
const body *player_near(const game *g, float x, float y);
/** Whether a ship on the field is above this y. */
bool player_is_above(const game *g, float y);
/** Removes a ship from the field; it does not return. */
void player_leave(game *g, uint32_t player);
/** Lets the ship return after `ticks` ticks. */
void player_return_in(game *g, uint32_t player, uint32_t ticks);
/** Ticks for which the ship still cannot be hit. */
uint32_t player_shield(const game *g, uint32_t player);
/** The player's actions outside the ships' updates: bombs. */
void player_step(game *g);
/** The motion of the ship in one tick with these keys held. */
void player_course(uint32_t input, float *dx, float *dy);
/** Handles a hit by `killer`: the ship disappears for a while, and a ring ends all bullets. No
 * effect while the ship is shielded. */
void player_hit(game *g, uint32_t player, const trp_actor *killer);

#endif
