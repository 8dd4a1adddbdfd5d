/**
 * @file sky.h
 * The background: stars in three depths.
 */
#ifndef SKY_H
#define SKY_H

#include "core.h"

typedef struct star
{
    body body;
    float speed;
} star;

enum
{
    SKY_STARS = 96
};

/** Makes the pool and fills the sky. */
bool sky_init(game *g);

#endif
