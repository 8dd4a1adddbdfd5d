/**
 * @file waves.h The sequence of enemies: ten waves and a boss, repeated with growing difficulty.
 */
#ifndef WAVES_H
#define WAVES_H

#include "core.h"

typedef struct director
{
    uint32_t wave;  /* row of the table; WAVES_COUNT: the boss */
    uint32_t squad; /* the next squad of the wave */
    uint32_t sent;  /* enemies of that squad sent so far */
    uint32_t beat;  /* of the wave */
    uint32_t rest;  /* beats until the wave begins */
} director;

enum
{
    WAVES_COUNT = 10
};

/** Starts with wave `number`, 1 or more; the boss comes after WAVES_COUNT. */
void waves_begin(game *g, uint32_t number);
/** Sends the enemies that are due. */
void waves_step(game *g);
/** The present difficulty, 0 to 100. */
uint32_t waves_rank(const game *g);

#endif
