/**
 * @file guns.h
 * Guns run BulletML patterns. A gun is the child of an enemy in the game's family: it moves with it,
 * and goes with it.
 */
#ifndef GUNS_H
#define GUNS_H

#include "core.h"
#include "patterns.h"

typedef struct gun
{
    body body;
    uint8_t pattern;   /* pattern_id */
    uint8_t maker;     /* enemy_type of what it sits on */
    uint8_t tops;      /* how many runners are in use */
    uint8_t ended;     /* which of them have, a bit each */
    uint16_t pause;    /* beats between its end and its next begin */
    bml_motion motion; /* what the pattern makes of it; the enemy goes its own way */
    bml_runner runners[BML_TOPS];
} gun;

enum
{
    GUNS_MAX = 48
};

bool guns_init(game *g);
/** Gives an enemy a gun that plays a pattern again and again. */
void guns_attach(game *g, trp_actor *owner, pattern_id pattern, uint32_t wait, uint32_t pause);
/** Takes away those that an enemy has, but for guns that sit on its own children. */
void guns_detach(game *g, trp_actor *owner);

#endif
