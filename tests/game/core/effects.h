/**
 * @file effects.h
 * Particles: sparks, flashes, rings, pieces of hulls, smoke. When the pool is full, a new one takes the
 * slot of another (TRP_FULL_STEAL_NEXT): it is not missed among so many.
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
    trp_time until;
    int16_t spin;     /* what a tick adds to its heading */
    uint16_t life;    /* ticks from its birth to its end */
    uint8_t opacity;  /* at the start */
    uint8_t is_quick; /* fades quickly first, then slowly */
} particle;

enum
{
    EFFECTS_MAX = 1536,
    EFFECTS_RESERVE = 384 /* slots that smoke and trails leave to others */
};

bool effects_init(game *g);
/** `size` is about the number of its sparks: 10 for the smallest enemy, 90 for a boss. */
void effects_explosion(game *g, float x, float y, uint32_t size, uint32_t color);
void effects_ring(game *g, float x, float y, float grow, uint32_t color);
/** A bright ball, `radius` large, for a moment. */
void effects_flash(game *g, float x, float y, float radius, uint32_t color);
/** A small shower. */
void effects_hit(game *g, float x, float y, uint32_t color);
/** A bullet that came close: sparks away from the ship. */
void effects_graze(game *g, float x, float y);
/** A bullet that ended. */
void effects_puff(game *g, float x, float y, uint32_t color);
/** Only if there is room to spare: behind missiles. */
void effects_smoke(game *g, float x, float y);
/** Only if there is room to spare: below the ship. */
void effects_trail(game *g, float x, float y);

#endif
