/**
 * @file effects.h Particles: sparks, flashes, rings, pieces of hulls, smoke. If the pool is full, a
 * new particle takes the slot of another (TRP_FULL_STEAL_NEXT): among so many, the loss is not
 * visible.
 */
#ifndef EFFECTS_H
#define EFFECTS_H

#include "core.h"

typedef struct particle
{
    body body;
    float dx, dy;
    float drag; /* factor of its speed per tick */
    float grow; /* growth of its radius per tick */
    trp_time until;
    int16_t spin;     /* change of its heading per tick */
    uint16_t life;    /* ticks from its birth to its end */
    uint8_t opacity;  /* at the start */
    uint8_t is_quick; /* fades quickly at first, then slowly */
} particle;

enum
{
    EFFECTS_MAX = 1536,
    EFFECTS_RESERVE = 384 /* slots that smoke and trails do not use */
};

bool effects_init(game *g);
/** An explosion of about `size` sparks: 10 for the smallest enemy, 90 for a boss. */
void effects_explosion(game *g, float x, float y, uint32_t size, uint32_t color);
void effects_ring(game *g, float x, float y, float grow, uint32_t color);
/** A short flash: a bright ball of `radius`. */
void effects_flash(game *g, float x, float y, float radius, uint32_t color);
/** A few sparks at a hit. */
void effects_hit(game *g, float x, float y, uint32_t color);
/** Sparks that fly away from the ship, at a graze. */
void effects_graze(game *g, const body *ship, float x, float y);
/** A puff in place of a bullet that ends. */
void effects_puff(game *g, float x, float y, uint32_t color);
/** Smoke after a missile, unless few slots are left. */
void effects_smoke(game *g, float x, float y);
/** The trail below the ship, unless few slots are left. */
void effects_trail(game *g, float x, float y);

#endif
