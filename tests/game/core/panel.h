/**
 * @file panel.h
 * Counts of births, ends and visits for the panel.
 */
#ifndef PANEL_H
#define PANEL_H

#include "core.h"

/** Counts of the last second, and of the one in progress. */
typedef struct meter
{
    uint32_t ticks;                /* since the second began */
    uint64_t created[POOL_COUNT];  /* the pools' counts when the second began */
    uint64_t recycled[POOL_COUNT]; /* likewise */
    uint32_t created_a_second[POOL_COUNT];
    uint32_t recycled_a_second[POOL_COUNT];
    uint32_t visited;            /* in the last tick */
    uint64_t before[POOL_COUNT]; /* births and ends so far, when the tick began */
    uint32_t
        lives[POOL_COUNT]; /* half of the births and ends in the last tick: so many whole lives */
} meter;

enum
{
    METER_LIVES = 128 /* the most that `lives` counts */
};

/** Starts counting again after a rewind or a load, which change the pools' counts. */
void meter_restart(game *g);

/** Call it at the beginning of a tick. */
void meter_begin(game *g);

/** Call it at the end of a tick. */
void meter_step(game *g);

#endif
