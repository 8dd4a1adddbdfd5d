/**
 * @file bullets.h
 * Enemies' bullets. Most only fly on; those with an action of their own are steered by the
 * interpreter, and stand in a pool of their own, since that takes ten times the memory.
 */
#ifndef BULLETS_H
#define BULLETS_H

#include "core.h"
#include "bulletml/pattern.h"
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
} steered;

enum
{
    BULLETS_MAX = 2048,
    BULLETS_MAX_STEERED = 512
};

bool bullets_init(game *g);
/** How many there are. */
uint32_t bullets_count(const game *g);
/** Expires all of them; each leaves a gem. */
void bullets_end_all(game *g);
/** One tick of a runner for whoever shoots: from where `from` is, as `pattern` looks. Returns what
 * bml_run() does. */
uint32_t bullets_run(game *g, const body *from, pattern_id pattern, bml_runner *runner,
                     bml_motion *motion);

#endif
