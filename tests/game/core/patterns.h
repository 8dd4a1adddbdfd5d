/**
 * @file patterns.h
 * The BulletML patterns that the game knows, and how their bullets look: BulletML does not say.
 */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "bulletml/pattern.h"
#include "core.h"

/** In the order of the table in patterns.c. */
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
    uint8_t color; /* steered bullets have the next one */
    float radius;
} pattern_look;

/** What the interpreter keeps of a bullet or a gun, field by field. */
extern const trp_fields patterns_motion;
extern const trp_fields patterns_runner;

/** Opens all tables; false if one is damaged. */
bool patterns_init(game *g);
pattern_look patterns_look(pattern_id id);
/** As its file is called. */
const char *patterns_name(pattern_id id);

#endif
