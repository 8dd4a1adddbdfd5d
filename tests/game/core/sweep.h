/**
 * @file sweep.h Effects of large events: the growing ring that ends bullets, after a bomb or a
 * death, and the explosions of a destroyed boss.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "core.h"

/** All zero: no effect in progress. */
typedef struct sweep
{
    float x, y;          /* the ring's middle */
    float radius;        /* bullets within it end; 0: no ring */
    float speed;         /* growth of the radius per tick */
    uint32_t ticks;      /* ticks for which it still grows */
    float wreck_x;       /* where a boss was */
    float wreck_y;       /* where a boss was */
    uint32_t explosions; /* ticks for which it explodes */
} sweep;

/** Starts a ring that grows from (x, y) over the whole field. */
void sweep_begin(game *g, float x, float y, float speed);
/** Starts the explosions of a boss at (x, y). */
void sweep_wreck(game *g, float x, float y);
/** Advances both by one tick. */
void sweep_step(game *g);

#endif
