/**
 * @file patterns.h
 * The BulletML patterns that the game knows, and how their bullets look: BulletML does not say.
 */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "core.h"
#include "pattern.h"

/** In the order of the table in patterns.c. */
typedef enum pattern_id
{
    PATTERN_NONE,
    PATTERN_AIMED,
    PATTERN_FAN,
    PATTERN_RING,
    PATTERN_SPIRAL,
    PATTERN_RAIN,
    PATTERN_BURST,
    PATTERN_CURTAIN,
    PATTERN_WHIRL,
    PATTERN_CHASE,
    PATTERN_FLOWER,
    PATTERN_GIVEN, /* options.pattern */
    PATTERN_COUNT
} pattern_id;

typedef struct pattern_look
{
    uint8_t kind;  /* GAME_BULLET_* */
    uint8_t color; /* steered bullets have the next one */
    float radius;
} pattern_look;

/** Opens all tables; false if one is damaged. */
bool patterns_init(game *g);
pattern_look patterns_look(pattern_id id);

#endif
