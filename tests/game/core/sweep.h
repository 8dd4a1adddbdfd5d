/**
 * @file sweep.h Effects after a large event: a growing ring that ends bullets, after a bomb or a
 * death; the explosions of a destroyed boss.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include "core.h"

/** All zero: no effect in progress. */
typedef struct sweep
{
    float x, y;          /* the ring's middle */
    float radius;        /* ends bullets within; 0: no ring */
    float speed;         /* what a tick adds */
    uint32_t ticks;      /* how long it grows */
    float wreck_x;       /* where a boss was */
    float wreck_y;       /* where a boss was */
    uint32_t explosions; /* ticks for which it explodes */
} sweep;

/** A ring grows from there, over the whole field. */
void sweep_begin(game *g, float x, float y, float speed);
/** A boss was there: explosions follow. */
void sweep_wreck(game *g, float x, float y);
/** What happens in a tick. */
void sweep_step(game *g);

#endif
