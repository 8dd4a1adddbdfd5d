#include "patterns.h"
#include "state.h"

/* Tables made from patterns/ by bulletml_compile: one source file each. */
#define TABLES(X)                                                                                  \
    X(aimed) X(fan) X(ring) X(spiral) X(rain) X(burst) X(curtain) X(whirl) X(chase) X(flower)
#define DECLARE(name)                                                                              \
    extern const uint32_t pattern_##name[];                                                        \
    extern const uint32_t pattern_##name##_length;
TABLES(DECLARE)

typedef struct pattern_row
{
    const uint32_t *words;
    const uint32_t *length;
    pattern_look look;
} pattern_row;

#define TABLE(name) pattern_##name, &pattern_##name##_length

static const pattern_row rows[PATTERN_COUNT] = {
    [PATTERN_AIMED] = {TABLE(aimed), {GAME_BULLET_NEEDLE, 6, 2}},
    [PATTERN_FAN] = {TABLE(fan), {GAME_BULLET_NEEDLE, 11, 2}},
    [PATTERN_RING] = {TABLE(ring), {GAME_BULLET_ROUND, 6, 3}},
    [PATTERN_SPIRAL] = {TABLE(spiral), {GAME_BULLET_ROUND, 10, 3}},
    [PATTERN_RAIN] = {TABLE(rain), {GAME_BULLET_NEEDLE, 4, 2}},
    [PATTERN_BURST] = {TABLE(burst), {GAME_BULLET_BIG, 7, 5}},
    [PATTERN_CURTAIN] = {TABLE(curtain), {GAME_BULLET_ROUND, 9, 3}},
    [PATTERN_WHIRL] = {TABLE(whirl), {GAME_BULLET_ROUND, 11, 3}},
    [PATTERN_CHASE] = {TABLE(chase), {GAME_BULLET_ROUND, 7, 3}},
    [PATTERN_FLOWER] = {TABLE(flower), {GAME_BULLET_ROUND, 6, 3}},
    [PATTERN_GIVEN] = {NULL, NULL, {GAME_BULLET_ROUND, 6, 3}},
};

bool patterns_init(game *g)
{
    for (uint32_t i = PATTERN_NONE + 1; i < PATTERN_GIVEN; ++i)
        if (bml_open(&g->patterns[i], rows[i].words, *rows[i].length) != BML_OK)
            return false;
    return !g->options.pattern || bml_open(&g->patterns[PATTERN_GIVEN], g->options.pattern,
                                           g->options.pattern_words) == BML_OK;
}

pattern_look patterns_look(pattern_id id)
{
    return rows[id].look;
}
