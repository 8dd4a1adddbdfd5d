#include "core.h"

/* Tables that bulletml_compile makes from patterns/, in one source file per pattern. */
#define DECLARE(id, file, kind, color, radius)                                                     \
    extern const uint32_t pattern_##file[];                                                        \
    extern const uint32_t pattern_##file##_length;
PATTERNS(DECLARE)

typedef struct pattern_row {
    const char *name;
    const uint32_t *words;
    const uint32_t *length;
    pattern_look look;
} pattern_row;

#define ROW(id, file, kind, color, radius)                                                         \
    [PATTERN_##id] = {#file, pattern_##file, &pattern_##file##_length, {kind, color, radius}},

static const pattern_row rows[PATTERN_COUNT] = {
    [PATTERN_NONE] = {"none", NULL, NULL, {0}},
    [PATTERN_GIVEN] = {"given", NULL, NULL, {GAME_BULLET_ROUND, 6, 3}},
    PATTERNS(ROW)};

static const trp_field motion_table[] = {
    TRP_FIELD(bml_motion, direction), TRP_FIELD(bml_motion, speed), TRP_FIELD(bml_motion, accel_x),
    TRP_FIELD(bml_motion, accel_y), TRP_FIELDS_END};
const trp_fields patterns_motion = TRP_FIELDS(bml_motion, 0, motion_table);

static const trp_field change_table[] = {TRP_FIELD(bml_change, from), TRP_FIELD(bml_change, to),
                                         TRP_FIELD(bml_change, done), TRP_FIELD(bml_change, term),
                                         TRP_FIELDS_END};
static const trp_fields change_fields = TRP_FIELDS(bml_change, 0, change_table);

static const trp_field runner_table[] = {TRP_FIELD(bml_runner, last_direction),
                                         TRP_FIELD(bml_runner, last_speed),
                                         TRP_FIELD_STRUCTS(bml_runner, changes, &change_fields),
                                         TRP_FIELD_ARRAY(bml_runner, params),
                                         TRP_FIELD_ARRAY(bml_runner, stack),
                                         TRP_FIELD(bml_runner, at),
                                         TRP_FIELD(bml_runner, wait),
                                         TRP_FIELD(bml_runner, table),
                                         TRP_FIELD(bml_runner, depth),
                                         TRP_FIELD(bml_runner, frame),
                                         TRP_FIELD(bml_runner, param_base),
                                         TRP_FIELD(bml_runner, param_count),
                                         TRP_FIELD(bml_runner, changing),
                                         TRP_FIELD(bml_runner, has_last),
                                         TRP_FIELD(bml_runner, forgot),
                                         TRP_FIELD_IGNORED(bml_runner, unused),
                                         TRP_FIELDS_END};
const trp_fields patterns_runner = TRP_FIELDS(bml_runner, 0, runner_table);

bool patterns_init(game *g)
{
    for (uint32_t i = PATTERN_NONE + 1; i < PATTERN_GIVEN; ++i)
        if (!bml_open(&g->patterns[i], rows[i].words, *rows[i].length))
            return false;
    return !g->options.pattern ||
           bml_open(&g->patterns[PATTERN_GIVEN], g->options.pattern, g->options.pattern_words);
}

pattern_look patterns_look(pattern_id id)
{
    return rows[id].look;
}

const char *patterns_name(pattern_id id)
{
    return rows[id].name;
}
