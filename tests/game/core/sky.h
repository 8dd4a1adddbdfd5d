/**
 * @file sky.h
 * The background: stars at four depths. Nearer stars are larger and faster.
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

/** Creates the pool and fills the sky. */
bool sky_init(game *g);

#endif
