/**
 * @file pickups.h Pickups that enemies leave: gems, power, bombs, lives.
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
/** One of GAME_PICKUP_*; a gem that is attracted comes by itself. */
void pickups_drop(game *g, game_kind kind, float x, float y, bool attracted);
/** The ship's aura has met it. */
void pickups_attract(trp_actor *self);
/** The ship has met it. */
void pickups_take(game *g, trp_actor *self);

#endif
