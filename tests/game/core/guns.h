/**
 * @file guns.h Guns run BulletML patterns. A gun is the child of an enemy in the game's family: it
 * moves and ends with it.
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
    uint8_t tops;      /* how many runners are in use */
    uint8_t ended;     /* those that have ended, a bit each */
    uint16_t pause;    /* beats between its end and its next begin */
    bml_motion motion; /* motion of the pattern; the enemy has its own motion */
    bml_runner runners[BML_TOPS];
} gun;

enum
{
    GUNS_MAX = 48
};

bool guns_init(game *g);
/** Gives an enemy a gun that plays a pattern again and again. */
void guns_attach(game *g, trp_actor *owner, pattern_id pattern, uint32_t wait, uint32_t pause);
/** Removes the guns of an enemy, except those of its children. */
void guns_detach(game *g, trp_actor *owner);

#endif
