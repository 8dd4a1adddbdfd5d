/**
 * @file missiles.h Homing missiles. Each stores a handle of its target. The handle stays correct
 * however the target dies.
 */
#ifndef MISSILES_H
#define MISSILES_H

#include "core.h"

typedef struct missile
{
    body body;
    trp_handle target; /* null: none yet */
    float speed;
    trp_time until; /* the tick at which its fuel ends */
} missile;

enum
{
    MISSILES_MAX = 32
};

bool missiles_init(game *g);
/** Launches two missiles from a ship. */
void missiles_launch(game *g, const body *ship);

#endif
