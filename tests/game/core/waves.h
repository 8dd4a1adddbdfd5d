/**
 * @file waves.h The sequence of enemies: ten waves and a boss, then again, harder.
 */
#ifndef WAVES_H
#define WAVES_H

#include "core.h"

typedef struct director
{
    uint32_t wave;  /* row of the table; WAVES_COUNT: the boss */
    uint32_t squad; /* the next one of the wave */
    uint32_t sent;  /* of that squad */
    uint32_t beat;  /* of the wave */
    uint32_t rest;  /* beats until the wave begins */
} director;

enum
{
    WAVES_COUNT = 10
};

/** Begins with a wave, 1 or more; after WAVES_COUNT comes the boss. */
void waves_begin(game *g, uint32_t number);
/** Sends the enemies that are due. */
void waves_step(game *g);
/** How hard it is now, 0 to 100. */
uint32_t waves_rank(const game *g);

#endif
