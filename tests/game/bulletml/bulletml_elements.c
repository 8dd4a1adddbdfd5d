/* The elements of BulletML 0.21 and their allowed children. Functions for messages. */
#include "bulletml.h"

#include <stdio.h>

#define BIT(name) (1u << (BULLETML_##name))
#define TYPE(name) (1u << (BML_TYPE_##name))

#define NUMBER .has_text = true
#define COMMANDS                                                                                   \
    (BIT(REPEAT) | BIT(FIRE) | BIT(FIRE_REF) | BIT(CHANGE_SPEED) | BIT(CHANGE_DIRECTION) |         \
     BIT(ACCEL) | BIT(WAIT) | BIT(VANISH) | BIT(ACTION) | BIT(ACTION_REF))
#define SPEED_TYPES (TYPE(ABSOLUTE) | TYPE(RELATIVE) | TYPE(SEQUENCE))

const bulletml_shape bulletml_shapes[BULLETML_NAMES] = {
    [BULLETML_BULLETML] = {.name = "bulletml", .children = BIT(BULLET) | BIT(ACTION) | BIT(FIRE)},
    [BULLETML_BULLET] = {.name = "bullet",
                         .children = BIT(DIRECTION) | BIT(SPEED) | BIT(ACTION) | BIT(ACTION_REF),
                         .once = BIT(DIRECTION) | BIT(SPEED),
                         .has_label = true},
    [BULLETML_ACTION] = {.name = "action", .children = COMMANDS, .has_label = true},
    [BULLETML_FIRE] = {.name = "fire",
                       .children = BIT(DIRECTION) | BIT(SPEED) | BIT(BULLET) | BIT(BULLET_REF),
                       .once = BIT(DIRECTION) | BIT(SPEED),
                       .has_label = true},
    [BULLETML_CHANGE_DIRECTION] = {.name = "changeDirection",
                                   .children = BIT(DIRECTION) | BIT(TERM),
                                   .once = BIT(DIRECTION) | BIT(TERM),
                                   .needs = BIT(DIRECTION) | BIT(TERM)},
    [BULLETML_CHANGE_SPEED] = {.name = "changeSpeed",
                               .children = BIT(SPEED) | BIT(TERM),
                               .once = BIT(SPEED) | BIT(TERM),
                               .needs = BIT(SPEED) | BIT(TERM)},
    [BULLETML_ACCEL] = {.name = "accel",
                        .children = BIT(HORIZONTAL) | BIT(VERTICAL) | BIT(TERM),
                        .once = BIT(HORIZONTAL) | BIT(VERTICAL) | BIT(TERM),
                        .needs = BIT(TERM)},
    [BULLETML_WAIT] = {.name = "wait", NUMBER},
    [BULLETML_VANISH] = {.name = "vanish"},
    [BULLETML_REPEAT] = {.name = "repeat",
                         .children = BIT(TIMES) | COMMANDS,
                         .once = BIT(TIMES),
                         .needs = BIT(TIMES)},
    [BULLETML_DIRECTION] = {.name = "direction", .types = TYPE(AIM) | SPEED_TYPES, NUMBER},
    [BULLETML_SPEED] = {.name = "speed", .types = SPEED_TYPES, NUMBER},
    [BULLETML_HORIZONTAL] = {.name = "horizontal", .types = SPEED_TYPES, NUMBER},
    [BULLETML_VERTICAL] = {.name = "vertical", .types = SPEED_TYPES, NUMBER},
    [BULLETML_TERM] = {.name = "term", NUMBER},
    [BULLETML_TIMES] = {.name = "times", NUMBER},
    [BULLETML_BULLET_REF] = {.name = "bulletRef", .children = BIT(PARAM), .has_label = true},
    [BULLETML_ACTION_REF] = {.name = "actionRef", .children = BIT(PARAM), .has_label = true},
    [BULLETML_FIRE_REF] = {.name = "fireRef", .children = BIT(PARAM), .has_label = true},
    [BULLETML_PARAM] = {.name = "param", NUMBER},
};

uint32_t bulletml_child(const bulletml_file *file, uint32_t parent, bulletml_name name)
{
    uint32_t child = file->elements[parent].first;
    while (child != 0 && file->elements[child].name != name)
    {
        child = file->elements[child].next;
    }
    return child;
}

static void say(bulletml_report *report, uint32_t line, const char *what, const char *format,
                va_list arguments)
{
    char text[400];
    char message[900];
    vsnprintf(text, sizeof text, format, arguments);
    if (report->print)
    {
        snprintf(message, sizeof message, "%.400s:%u: %s%s", report->file, (unsigned)line, what,
                 text);
        report->print(report->context, message);
    }
}

void bulletml_error(bulletml_report *report, uint32_t line, const char *format, ...)
{
    va_list arguments;
    report->errors++;
    va_start(arguments, format);
    if (report->errors <= BULLETML_MESSAGES)
    {
        say(report, line, "", format, arguments);
    }
    va_end(arguments);
}

void bulletml_warn(bulletml_report *report, uint32_t line, const char *format, ...)
{
    va_list arguments;
    report->warnings++;
    va_start(arguments, format);
    if (report->warnings <= BULLETML_MESSAGES)
    {
        say(report, line, "warning: ", format, arguments);
    }
    va_end(arguments);
}
