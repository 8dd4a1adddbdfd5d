/*
 * A recording that is opened whole: its game before the first tick, and its input per tick.
 */
#ifndef GAME_PAST_RECORDED_H
#define GAME_PAST_RECORDED_H

#include "core/state.h"

enum
{
    RECORDED_TICKS = 20000
};

typedef struct recorded
{
    game *g;
    const void *block; /* all of the game's state: GAME_BYTES */
    uint32_t ticks;
    uint16_t inputs[RECORDED_TICKS];
} recorded;

/* At most so many ticks. NULL, or the error. Only one can be open at a time. */
const char *recorded_open(recorded *it, const char *name, uint32_t most);

#endif
