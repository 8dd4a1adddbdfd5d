/**
 * @file plant.h Faults that a test plants, one at a time, to check that the library's synctest
 * finds and names them (past/test_past.sh). Without GAME_PLANT this file has no effect.
 */
#ifndef PLANT_H
#define PLANT_H

#include "core.h"

#ifndef GAME_PLANT
#define GAME_PLANT 0
#endif
#define PLANT_FORGOTTEN 1 /* state in a static variable */
#define PLANT_DEAD 2      /* a read of a slot whose actor may have ended */
#define PLANT_PADDING 3   /* state in a struct's padding */

/** Called when a bullet is fired. */
static inline void plant_in_bullet(float *dx)
{
    static uint32_t fired;
    if (GAME_PLANT == PLANT_FORGOTTEN)
        *dx += (float)(++fired % 3) * 0.015625f;
}

/** Called when a shot moves. */
static inline void plant_in_shot(shot *it)
{
    if (GAME_PLANT == PLANT_DEAD && (it + 1)->dx > 0)
        it->dx += 0.015625f;
}

/** Called when a pickup moves. `last` is the last member of its struct. */
static inline void plant_in_pickup(float *dx, bool *last)
{
    unsigned char *padding = (unsigned char *)last + 1;
    if (GAME_PLANT == PLANT_PADDING)
        *dx += (float)(++*padding % 4) * 0.015625f;
}

#endif
