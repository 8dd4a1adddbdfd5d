/**
 * @file effects.h
 * Particles: sparks, smoke and rings. When the pool is full, a new one takes the slot of another
 * (TRP_FULL_STEAL_NEXT): nobody sees it.
 */
#ifndef EFFECTS_H
#define EFFECTS_H

#include "core.h"

typedef struct particle
{
    body body;
    float dx, dy;
    float drag; /* what is left of its speed after a tick */
    float grow; /* what a tick adds to its radius */
    uint32_t age;
    uint32_t life; /* ticks */
} particle;

enum
{
    EFFECTS_MAX = 640,
    EFFECTS_RESERVE = 128 /* slots that smoke leaves to others */
};

bool effects_init(game *g);
void effects_explosion(game *g, float x, float y, uint32_t sparks, uint32_t color);
void effects_ring(game *g, float x, float y, float grow, uint32_t color);
/** A small shower in one direction. */
void effects_hit(game *g, float x, float y, uint32_t color);
/** Only if there is room to spare. */
void effects_smoke(game *g, float x, float y);

#endif
