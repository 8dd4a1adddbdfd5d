/**
 * @file bullets.h Enemies' bullets. Most fly straight. Those with their own action are steered by
 * the interpreter. They are in their own pool, since they take ten times the memory.
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
    uint8_t pattern; /* pattern_id; PATTERN_NONE: its action has ended */
    uint8_t maker;   /* enemy_type of the enemy that fired it: only for reports */
} steered;

enum
{
    BULLETS_MAX = 2048,
    BULLETS_MAX_STEERED = 512
};

bool bullets_init(game *g);
/** How many there are. */
uint32_t bullets_count(const game *g);
/** Expires all bullets within a circle; each leaves a gem. */
void bullets_end_within(game *g, float x, float y, float radius);
/** Runs a pattern: the data for the interpreter's callbacks. */
typedef struct shooter
{
    game *g;
    const body *from; /* where its bullets begin */
    pattern_id pattern;
    uint8_t maker; /* enemy_type, for the black box */
} shooter;

/** One tick of a runner. Returns what bml_run() does. */
uint32_t bullets_run(shooter s, bml_runner *runner, bml_motion *motion);

#endif
