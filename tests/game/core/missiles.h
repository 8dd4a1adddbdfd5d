/**
 * @file missiles.h Homing missiles: each keeps a handle of its target, which stays correct, however
 * the target ends.
 */
#ifndef MISSILES_H
#define MISSILES_H

#include "core.h"

typedef struct missile
{
    body body;
    trp_handle target; /* null: none yet */
    float speed;
    trp_time until; /* its fuel lasts */
} missile;

enum
{
    MISSILES_MAX = 32
};

bool missiles_init(game *g);
/** Launches two from a ship. */
void missiles_launch(game *g, const body *ship);

#endif
