/**
 * @file panel.h
 * What the panel counts from tick to tick.
 */
#ifndef PANEL_H
#define PANEL_H

#include "core.h"

/** Counts of the last second, and of the one in progress. */
typedef struct meter
{
    uint32_t ticks;                /* since the second began */
    uint64_t created[POOL_COUNT];  /* when it began, as the pools count */
    uint64_t recycled[POOL_COUNT]; /* likewise */
    uint32_t created_a_second[POOL_COUNT];
    uint32_t recycled_a_second[POOL_COUNT];
    uint32_t visited;            /* in the last tick */
    uint64_t before[POOL_COUNT]; /* births and ends, when the tick began */
    uint32_t
        lives[POOL_COUNT]; /* half of those in the last tick: as many lives from birth to end */
} meter;

enum
{
    METER_LIVES = 128 /* the most that `lives` counts */
};

/** The pools' counts are unrelated to those of the tick before: the game was rewound, or loaded. */
void meter_restart(game *g);

/** At the begin of a tick. */
void meter_begin(game *g);

/** At the end of a tick. */
void meter_step(game *g);

#endif
