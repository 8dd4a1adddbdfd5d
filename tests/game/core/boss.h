/**
 * @file boss.h A boss is a family of enemies: a core with two wings, and two turrets on each wing.
 * If a part dies, its children die with it.
 */
#ifndef BOSS_H
#define BOSS_H

#include "core.h"

typedef struct boss
{
    trp_handle core; /* null or dead if there is no boss */
    uint32_t number; /* the number of the boss: each has its own patterns */
    uint32_t stage;  /* the number of lost wings */
    uint32_t full;   /* health of all its parts at the start */
    uint32_t health; /* the present health of all its parts */
} boss;

/** Creates boss `number`. */
void boss_enter(game *g, uint32_t number);
/** Updates the boss's health. Starts the patterns of the next stage when a wing is lost. */
void boss_step(game *g);
/** Creates a boss that plays options.pattern only. It is created again whenever it dies. */
void boss_enter_given(game *g);
/** The boss's name; "" without a boss. Never NULL. */
const char *boss_name(const game *g);

#endif
