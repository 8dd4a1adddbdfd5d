/**
 * @file clock.h The speed of time: slow motion of the enemies' layers, short stops of the field,
 * and the pause.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include "core.h"

/** The clock of patterns. A pattern advances by whole beats; slow motion makes beats rarer. */
typedef struct enemy_clock
{
    float due;     /* fraction of the next beat that has passed */
    float slowest; /* the lowest speed of slow motion: a multiple of 1/16 */
    bool beat;     /* patterns advance in this tick */
    bool once;     /* this tick runs in spite of a pause */
    uint32_t stop; /* ticks for which the field is stopped; no clock of a layer counts these */
} enemy_clock;

/** The first part of a tick, unless the game is paused: decides whether patterns have a beat in it.
 * */
void clock_step(game *g);
/** Resets the clock for a new game, except enemy_time. */
void clock_reset(game *g);
/** True if a pause or a hit stops the field in this tick. */
bool clock_stands(const game *g);
/** Starts slow motion after a graze. False: it is too soon after the last one. */
bool clock_slow_for_graze(game *g);
/** Starts slow motion for `ticks` ticks, down to the speed `slowest`, a multiple of 1/16. */
void clock_slow(game *g, uint32_t ticks, float slowest);
/** Stops the field for `ticks` ticks, to emphasise a hit. */
void clock_stop(game *g, uint32_t ticks);

#endif
