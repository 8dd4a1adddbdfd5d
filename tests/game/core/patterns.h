/**
 * @file patterns.h
 * The game's BulletML patterns, and the look of their bullets, which BulletML does not define.
 */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "bulletml/pattern.h"
#include "core.h"

/** Patterns, in the order of the table in patterns.c. */
typedef enum pattern_id
{
    PATTERN_NONE,
    PATTERN_AIMED,
    PATTERN_FAN,
    PATTERN_RING,
    PATTERN_BURST,
    PATTERN_CURTAIN,
    PATTERN_WHIRL,
    PATTERN_CHASE,
    PATTERN_VOLLEY,
    PATTERN_WALL,
    PATTERN_NET,
    PATTERN_ORBIT,
    PATTERN_FOUNTAIN,
    PATTERN_FIREWORK,
    PATTERN_PINWHEEL,
    PATTERN_ROSETTE,
    PATTERN_BOSS_GATE,
    PATTERN_BOSS_STORM,
    PATTERN_BOSS_HEART,
    PATTERN_GIVEN, /* options.pattern */
    PATTERN_COUNT
} pattern_id;

typedef struct pattern_look
{
    uint8_t kind;  /* GAME_BULLET_* */
    uint8_t color; /* steered bullets have the next colour */
    float radius;
} pattern_look;

/** The fields of the interpreter's state of a bullet or a gun. */
extern const trp_fields patterns_motion;
extern const trp_fields patterns_runner;

/** Opens all tables. False: one is damaged. */
bool patterns_init(game *g);
pattern_look patterns_look(pattern_id id);
/** The name of the pattern's file, without its suffix. */
const char *patterns_name(pattern_id id);

#endif
