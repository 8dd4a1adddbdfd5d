/**
 * @file pickups.h Pickups that destroyed enemies leave: gems, power, bombs, lives.
 */
#ifndef PICKUPS_H
#define PICKUPS_H

#include "core.h"

typedef struct pickup
{
    body body;
    float dx, dy;
    bool attracted; /* it flies to the ship */
} pickup;

enum
{
    PICKUPS_MAX = 384
};

bool pickups_init(game *g);
/** Creates a pickup of a kind GAME_PICKUP_*. `attracted`: it flies to the ship at once. */
void pickups_drop(game *g, game_kind kind, float x, float y, bool attracted);
/** Handles a contact with the ship's aura. */
void pickups_attract(trp_actor *self);
/** Handles a contact with the ship. */
void pickups_take(game *g, trp_actor *self);

#endif
