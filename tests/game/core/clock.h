/**
 * @file clock.h The speed of time: slow motion of the enemies' layers, moments in which the field
 * is stopped, and the pause.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include "core.h"

/** The beat of patterns: these count whole ticks, of which there are fewer in slow motion. */
typedef struct enemy_clock
{
    float due;     /* of the next beat */
    float slowest; /* what slow motion goes down to: a multiple of 1/16 */
    bool beat;     /* patterns take a step in this tick */
    uint32_t stop; /* ticks for which the field is stopped; no clock of a layer counts these */
} enemy_clock;

/** The tick's first part, unless it is paused: whether the enemies' patterns have a beat. */
void clock_step(game *g);
/** As at the begin of a game, but for enemy_time. */
void clock_reset(game *g);
/** Whether the field is stopped in this tick, by a pause or a hit. */
bool clock_stands(const game *g);
/** Slow motion by a graze: rarely, or it would never end. False: too soon after the last one. */
bool clock_slow_for_graze(game *g);
/** Slow motion at once, for so many ticks, down to `slowest`, a multiple of 1/16. */
void clock_slow(game *g, uint32_t ticks, float slowest);
/** Stops the field: the moment of a hit. */
void clock_stop(game *g, uint32_t ticks);

#endif
