/**
 * @file bullets.h
 * Enemies' bullets. Most only fly on; those with an action of their own are steered by the
 * interpreter, and stand in a pool of their own, since that takes ten times the memory.
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
    uint8_t maker;   /* enemy_type of what fired it: only told */
} steered;

enum
{
    BULLETS_MAX = 2048,
    BULLETS_MAX_STEERED = 512
};

bool bullets_init(game *g);
/** How many there are. */
uint32_t bullets_count(const game *g);
/** Expires all that are within a circle; each leaves a gem. */
void bullets_end_within(game *g, float x, float y, float radius);
/** What runs a pattern: all that the interpreter's questions are about. */
typedef struct shooter
{
    game *g;
    const body *from; /* where its bullets begin */
    pattern_id pattern;
    uint8_t maker; /* enemy_type: what the black box is told */
} shooter;

/** One tick of a runner. Returns what bml_run() does. */
uint32_t bullets_run(shooter s, bml_runner *runner, bml_motion *motion);

#endif
