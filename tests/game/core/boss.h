/**
 * @file boss.h A boss is a family of enemies: a core, two wings on it, two turrets on each wing.
 * The end of a part ends all its children.
 */
#ifndef BOSS_H
#define BOSS_H

#include "core.h"

typedef struct boss
{
    trp_handle core; /* null, or dead: there is no boss */
    uint32_t number; /* which boss: each has its own patterns */
    uint32_t stage;  /* how many wings it has lost */
    uint32_t full;   /* health of all its parts at the start */
    uint32_t health; /* the present health of all its parts */
} boss;

/** The next boss comes. */
void boss_enter(game *g, uint32_t number);
/** Counts its health; wakes its next patterns when it is worn down. */
void boss_step(game *g);
/** A boss that plays options.pattern alone, and never dies for long. */
void boss_enter_given(game *g);
/** Its name; "" without a boss. Never NULL. */
const char *boss_name(const game *g);

#endif
