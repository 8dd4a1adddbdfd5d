/**
 * @file bullets.h Enemies' bullets. Most fly straight. The interpreter steers those that have an
 * action; they have a pool of their own, since they need ten times the memory.
 */
#ifndef BULLETS_H
#define BULLETS_H

#include "bulletml/pattern.h"
#include "core.h"
#include "patterns.h"

typedef struct bullet
{
    body body;
    float dx, dy;
} bullet;

typedef struct steered
{
    body body;
    bml_motion motion;
    bml_runner runner;
    uint8_t pattern; /* pattern_id; PATTERN_NONE once its action has ended */
    uint8_t maker;   /* enemy_type of the enemy that fired it, for reports only */
} steered;

enum
{
    BULLETS_MAX = 2048,
    BULLETS_MAX_STEERED = 512
};

bool bullets_init(game *g);
/** The number of live bullets. */
uint32_t bullets_count(const game *g);
/** Expires all bullets within a circle; each leaves a gem. */
void bullets_end_within(game *g, float x, float y, float radius);
/** What the interpreter's callbacks need to run a pattern. */
typedef struct shooter
{
    game *g;
    const body *from; /* the body that fires the bullets */
    pattern_id pattern;
    uint8_t maker; /* enemy_type, for the black box */
} shooter;

/** Runs one tick of a runner. Returns the result of bml_run(). */
uint32_t bullets_run(shooter s, bml_runner *runner, bml_motion *motion);

#endif
