/**
 * @file guns.h Guns run BulletML patterns. A gun is a child of its enemy in the game's family: it
 * moves with the enemy and dies with it.
 */
#ifndef GUNS_H
#define GUNS_H

#include "core.h"
#include "patterns.h"

typedef struct gun
{
    body body;
    uint8_t pattern;   /* pattern_id */
    uint8_t maker;     /* enemy_type of its enemy */
    uint8_t tops;      /* the number of runners in use */
    uint8_t ended;     /* one bit per runner that has ended */
    uint16_t pause;    /* beats between an end of the pattern and its next start */
    bml_motion motion; /* motion by the pattern; the enemy's own motion is separate */
    bml_runner runners[BML_TOPS];
} gun;

enum
{
    GUNS_MAX = 48
};

bool guns_init(game *g);
/** Gives an enemy a gun that repeats a pattern, with `pause` beats between. */
void guns_attach(game *g, trp_actor *owner, pattern_id pattern, uint32_t wait, uint32_t pause);
/** Removes the guns of an enemy, except those of its children. */
void guns_detach(game *g, trp_actor *owner);

#endif
