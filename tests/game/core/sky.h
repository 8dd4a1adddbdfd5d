/**
 * @file sky.h
 * The background: stars in four depths, the nearer the larger and the faster.
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
    SKY_STARS = 140
};

/** Makes the pool and fills the sky. */
bool sky_init(game *g);

#endif
