/* Runs checked tables. */
#include "pattern.h"

#include "pattern_sums.h"

enum
{
    DIRECTION = 0,
    SPEED = 1,
    ACCEL_X = 2,
    ACCEL_Y = 3,

    WAITS = 0x10000 /* a further result besides BML_ENDED and others: ends the tick */
};

#define DEFAULT_SPEED 1.0
#define STRAIGHT_DOWN 180.0

/* One tick of a runner. */
typedef struct tick
{
    bml_runner *runner;
    const bml_pattern *pattern;
    bml_motion *motion;
    const bml_host *host;
    double direction; /* of the shot in progress */
    double speed;
    uint32_t has; /* the values it has: BML_HAS_DIRECTION, BML_HAS_SPEED */
} tick;

/* Starting. */

static void start_routine(bml_runner *runner, const bml_pattern *pattern, uint32_t routine)
{
    *runner = (bml_runner){0};
    if (pattern && routine < pattern->routines)
    {
        runner->at = bml_offset(bml_entry(pattern->words, routine));
        runner->table = pattern->checksum;
    }
}

void bml_start_top(bml_runner *runner, const bml_pattern *pattern, uint32_t top)
{
    if (runner)
    {
        start_routine(runner, top < bml_tops(pattern) ? pattern : NULL, top);
    }
}

void bml_start(bml_runner *runner, const bml_pattern *pattern, const bml_shot *shot)
{
    if (!runner)
    {
        return;
    }
    start_routine(runner, shot && shot->action > 0 ? pattern : NULL, shot ? shot->action - 1 : 0);
    if (runner->at != 0)
    {
        runner->param_count =
            (uint8_t)(shot->param_count < BML_PARAMS ? shot->param_count : BML_PARAMS);
        for (uint32_t i = 0; i < runner->param_count; i++)
        {
            runner->params[i] = bml_sane(shot->params[i]);
        }
    }
}

/* Changes in progress. */

static double *changed_number(bml_motion *motion, uint32_t which)
{
    double *numbers[] = {&motion->direction, &motion->speed, &motion->accel_x, &motion->accel_y};
    return numbers[which];
}

/* Starts a change. The value changes from the next tick on. */
static void begin_change(tick *t, uint32_t which, double to, uint32_t term)
{
    double from = bml_sane(*changed_number(t->motion, which));
    t->runner->changes[which] = (bml_change){.from = from, .to = bml_sane(to), .term = term};
    t->runner->changing |= (uint8_t)(1u << which);
}

static void step_changes(bml_runner *runner, bml_motion *motion)
{
    for (uint32_t which = 0; which < 4; which++)
    {
        if (!(runner->changing & 1u << which))
        {
            continue;
        }
        bml_change *change = &runner->changes[which];
        change->done++;
        if (change->done >= change->term)
        {
            runner->changing &= (uint8_t) ~(1u << which);
            *changed_number(motion, which) = change->to;
        }
        else
        {
            double step = (change->to - change->from) / change->term;
            *changed_number(motion, which) = change->from + step * change->done;
        }
    }
}

/* Expressions. */

static double evaluate(tick *t)
{
    bml_runner *runner = t->runner;
    const bml_scope scope = {.host = t->host,
                             .params = runner->params + runner->param_base,
                             .count = runner->param_count};
    return bml_evaluate(t->pattern->words, &runner->at, &scope);
}

static double aim(const tick *t)
{
    return t->host->aim ? bml_sane(t->host->aim(t->host->context)) : STRAIGHT_DOWN;
}

/* A direction of <fire>, <bullet> or <changeDirection>. */
static double direction_of(tick *t, bml_type type)
{
    double number = evaluate(t);
    if (type == BML_TYPE_RELATIVE)
    {
        number += t->motion->direction;
    }
    else if (type == BML_TYPE_SEQUENCE && t->runner->has_last & BML_HAS_DIRECTION)
    {
        number += t->runner->last_direction;
    }
    else if (type == BML_TYPE_SEQUENCE)
    {
        number = aim(t); /* the first shot of a sequence: the number is ignored */
    }
    else if (type == BML_TYPE_AIM)
    {
        number += aim(t);
    }
    return bml_turn_in(bml_sane(number));
}

/* Shots. */

static void shot_direction(tick *t, bml_type type)
{
    t->direction = direction_of(t, type);
    t->has |= BML_HAS_DIRECTION;
    t->runner->last_direction = t->direction;
    t->runner->has_last |= BML_HAS_DIRECTION;
}

static void shot_speed(tick *t, bml_type type)
{
    double number = evaluate(t);
    if (type == BML_TYPE_RELATIVE)
    {
        number += t->motion->speed;
    }
    else if (type == BML_TYPE_SEQUENCE)
    {
        bool first = !(t->runner->has_last & BML_HAS_SPEED);
        number = first ? DEFAULT_SPEED : number + t->runner->last_speed;
    }
    t->speed = bml_sane(number);
    t->has |= BML_HAS_SPEED;
    t->runner->last_speed = t->speed;
    t->runner->has_last |= BML_HAS_SPEED;
}

/* False if the firing actor has ended. */
static bool fire(tick *t, uint32_t action)
{
    bml_runner *runner = t->runner;
    if (!(t->has & BML_HAS_SPEED))
    {
        runner->last_speed = t->speed = DEFAULT_SPEED;
    }
    if (!(t->has & BML_HAS_DIRECTION))
    {
        runner->last_direction = t->direction = aim(t);
    }
    runner->has_last = BML_HAS_DIRECTION | BML_HAS_SPEED;
    if (!t->host->fire)
    {
        return true;
    }
    bml_shot shot = {.direction = t->direction, .speed = t->speed, .action = action};
    if (action != 0)
    {
        shot.param_count = runner->param_count;
        for (uint32_t i = 0; i < shot.param_count; i++)
        {
            shot.params[i] = runner->params[runner->param_base + i];
        }
    }
    return t->host->fire(t->host->context, &shot);
}

/* References and repeats. */

static uint32_t come_back(const bml_runner *runner)
{
    return runner->at | (uint32_t)runner->frame << 16 | (uint32_t)runner->param_base << 20 |
           (uint32_t)runner->param_count << 26;
}

static bool has_room(uint32_t depth, uint32_t base, uint32_t count, uint32_t entry)
{
    return depth + bml_loops(entry) <= BML_STACK && base + count <= BML_PARAM_STACK;
}

/* Evaluates the new parameters before it releases those that they replace. */
static void call(tick *t, uint32_t word, bool comes_back)
{
    bml_runner *runner = t->runner;
    double params[BML_PARAMS];
    uint32_t count = bml_second_byte(word);
    for (uint32_t i = 0; i < count; i++)
    {
        params[i] = evaluate(t);
    }
    uint32_t entry = bml_entry(t->pattern->words, bml_high_half(word));
    uint32_t depth = comes_back ? runner->depth + 1u : runner->frame;
    uint32_t base = runner->param_base + (comes_back ? (uint32_t)runner->param_count : 0);
    if (!has_room(depth, base, count, entry))
    {
        runner->forgot = 1;
        depth = base = 0;
    }
    else if (comes_back)
    {
        runner->stack[runner->depth] = come_back(runner);
    }
    for (uint32_t i = 0; i < count; i++)
    {
        runner->params[base + i] = params[i];
    }
    runner->depth = runner->frame = (uint8_t)depth;
    runner->param_base = (uint8_t)base;
    runner->param_count = (uint8_t)count;
    runner->at = bml_offset(entry);
}

static void leave(bml_runner *runner)
{
    runner->depth = runner->frame;
    if (runner->depth == 0)
    {
        runner->at = 0;
        return;
    }
    uint32_t word = runner->stack[--runner->depth];
    runner->at = word & 0xFFFFu;
    runner->frame = (uint8_t)(word >> 16 & 0xFu);
    runner->param_base = (uint8_t)(word >> 20 & 0x3Fu);
    runner->param_count = (uint8_t)(word >> 26);
}

static void repeat(tick *t, uint32_t word)
{
    uint32_t times = bml_count(evaluate(t));
    if (times == 0)
    {
        t->runner->at = bml_high_half(word);
        return;
    }
    t->runner->stack[t->runner->depth++] = times;
}

static void loop(bml_runner *runner, uint32_t word)
{
    if (--runner->stack[runner->depth - 1] > 0)
    {
        runner->at = bml_high_half(word);
    }
    else
    {
        runner->depth--;
    }
}

/* <changeDirection>, <changeSpeed>, <accel>. */

static void change_direction(tick *t, bml_type type)
{
    double from = bml_sane(t->motion->direction);
    uint32_t term = bml_count(evaluate(t));
    if (type == BML_TYPE_SEQUENCE)
    {
        begin_change(t, DIRECTION, from + evaluate(t) * term, term);
    }
    else
    {
        double to = direction_of(t, type);
        begin_change(t, DIRECTION, from + bml_turn_between(from, to), term);
    }
}

/* Starts a change of the speed or an acceleration that takes `term` ticks. */
static void change_to(tick *t, uint32_t which, bml_type type, uint32_t term)
{
    double now = bml_sane(*changed_number(t->motion, which));
    double number = evaluate(t);
    if (type == BML_TYPE_RELATIVE)
    {
        number += now;
    }
    else if (type == BML_TYPE_SEQUENCE)
    {
        number = number * term + now;
    }
    begin_change(t, which, number, term);
}

static void change_accel(tick *t, uint32_t word)
{
    bml_type x = (bml_type)bml_second_byte(word);
    bml_type y = (bml_type)bml_third_byte(word);
    uint32_t term = bml_count(evaluate(t));
    if (x != BML_TYPE_NONE)
    {
        change_to(t, ACCEL_X, x, term);
    }
    if (y != BML_TYPE_NONE)
    {
        change_to(t, ACCEL_Y, y, term);
    }
}

/* Commands. */

/* Commands that set values of a shot or of the motion. */
static void shape(tick *t, uint32_t word)
{
    bml_type type = (bml_type)bml_second_byte(word);
    switch (bml_low_byte(word))
    {
    case BML_C_DIRECTION:
        change_direction(t, type);
        break;
    case BML_C_SPEED:
        change_to(t, SPEED, type, bml_count(evaluate(t)));
        break;
    case BML_C_ACCEL:
        change_accel(t, word);
        break;
    case BML_C_SHOT:
        t->has = 0;
        break;
    case BML_C_AIM:
        shot_direction(t, type);
        break;
    default:
        shot_speed(t, type);
        break;
    }
}

/* Runs one command. Returns bits if the tick ends, otherwise 0. */
static uint32_t command(tick *t)
{
    bml_runner *runner = t->runner;
    uint32_t word = t->pattern->words[runner->at++];
    switch (bml_low_byte(word))
    {
    case BML_C_RETURN:
        leave(runner);
        return runner->at == 0 ? BML_ENDED : 0;
    case BML_C_CALL:
    case BML_C_JUMP:
        call(t, word, bml_low_byte(word) == BML_C_CALL);
        return 0;
    case BML_C_REPEAT:
        repeat(t, word);
        return 0;
    case BML_C_LOOP:
        loop(runner, word);
        return 0;
    case BML_C_WAIT:
        runner->wait = bml_count(evaluate(t));
        return runner->wait > 0 ? WAITS : 0;
    case BML_C_VANISH:
        return BML_VANISHED;
    case BML_C_FIRE:
        return fire(t, bml_high_half(word)) ? 0 : BML_GONE;
    default:
        shape(t, word);
        return 0;
    }
}

static uint32_t commands(tick *t)
{
    for (uint32_t steps = 0; steps < BML_STEPS; steps++)
    {
        uint32_t end = command(t);
        if (end != 0)
        {
            return end & ~(uint32_t)WAITS;
        }
    }
    t->runner->at = 0;
    return BML_ENDLESS;
}

uint32_t bml_run(bml_runner *runner, const bml_pattern *pattern, bml_motion *motion,
                 const bml_host *host)
{
    if (!runner || !pattern || !motion || !host || runner->table != pattern->checksum)
    {
        return BML_ENDED;
    }
    uint32_t result = runner->changing ? BML_MOVED : 0;
    step_changes(runner, motion);
    if (runner->wait > 0)
    {
        runner->wait--;
    }
    if (runner->at != 0 && runner->wait == 0)
    {
        tick t = {.runner = runner, .pattern = pattern, .motion = motion, .host = host};
        result |= commands(&t);
    }
    if (result & BML_GONE)
    {
        return result | BML_ENDED;
    }
    if (result & BML_VANISHED)
    {
        *runner = (bml_runner){0};
    }
    bool goes_on = runner->at != 0 || runner->changing != 0;
    return goes_on ? result & ~(uint32_t)BML_ENDED : result | BML_ENDED;
}
