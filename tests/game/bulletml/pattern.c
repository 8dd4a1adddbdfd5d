/* Runs tables: the arithmetic of patterns, then runners. */
#include "pattern_words.h"

double bml_sane(double number)
{
    if (number > BML_LARGEST)
        return BML_LARGEST;
    if (number < -BML_LARGEST)
        return -BML_LARGEST;
    return number == number ? number : 0;
}

uint32_t bml_count(double number)
{
    double sane = bml_sane(number);
    return sane >= 1 ? (uint32_t)(int32_t)sane : 0;
}

double bml_remainder(double a, double b)
{
    double left = a < 0 ? -a : a;
    double size = b < 0 ? -b : b;
    if (!(size > 0 && left < size * 4503599627370496.0)) /* 2^52 */
        return 0;
    /* Doubling, halving and these differences are all exact. */
    double part = size;
    while (part <= left * 0.5)
        part *= 2;
    for (; part >= size; part *= 0.5)
        left -= left >= part ? part : 0;
    return a < 0 ? 0 - left : left; /* no negative zero */
}

double bml_turn_in(double direction)
{
    double turned = bml_remainder(direction, 360);
    if (turned < 0)
        return turned + 360;
    return turned > 0 || direction < 360 ? turned : 360;
}

double bml_turn_between(double from, double to)
{
    double way = bml_remainder(to - from, 360);
    double other = way > 0 ? way - 360 : way + 360;
    double way_size = way < 0 ? -way : way;
    double other_size = other < 0 ? -other : other;
    return way_size < other_size ? way : other;
}

double bml_join(bml_term how, double left, double right)
{
    switch (how) {
    case BML_E_ADD:
        return left + right;
    case BML_E_SUBTRACT:
        return left - right;
    case BML_E_MULTIPLY:
        return left * right;
    case BML_E_DIVIDE:
        return left / right;
    default:
        return bml_remainder(left, right);
    }
}

static double random_number(const bml_host *host)
{
    double number = host->random ? bml_sane(host->random(host->context)) : 0.5;
    return number < 0 ? 0 : number > 1 ? 1 : number;
}

static double constant(const uint32_t *words, uint32_t at)
{
    bml_bits value;
    value.bits = (uint64_t)words[at] | (uint64_t)words[at + 1] << 32;
    return value.number;
}

static double small(uint32_t word)
{
    int32_t number = (int32_t)(word >> 8);
    return number >= 0x800000 ? number - 0x1000000 : number;
}

/* A term without operands. */
static double plain_term(bml_term term, uint32_t word, const bml_scope *scope)
{
    uint32_t param = word >> 8;
    switch (term) {
    case BML_E_SMALL:
        return small(word);
    case BML_E_RANDOM:
        return random_number(scope->host);
    case BML_E_RANK:
        return bml_sane(scope->host->rank);
    default: /* a missing parameter is 1, as in the reference interpreter */
        return param <= scope->count ? scope->params[param - 1] : 1;
    }
}

double bml_evaluate(const uint32_t *words, uint32_t *at, const bml_scope *scope)
{
    double operands[BML_OPERANDS];
    uint32_t count = 0;
    uint32_t word;
    do {
        word = words[(*at)++];
        bml_term term = (bml_term)(word & 0x7Fu);
        if (term == BML_E_NUMBER) {
            operands[count++] = constant(words, *at);
            *at += 2;
        } else if (term == BML_E_NEGATE) {
            operands[count - 1] = -operands[count - 1];
        } else if (term < BML_E_NEGATE) {
            operands[count++] = plain_term(term, word, scope);
        } else {
            count--;
            operands[count - 1] = bml_join(term, operands[count - 1], operands[count]);
        }
    } while (!(word & BML_E_LAST));
    return bml_sane(operands[0]);
}

/* -- runners -- */

enum {
    DIRECTION = 0,
    SPEED = 1,
    ACCEL_X = 2,
    ACCEL_Y = 3,

    WAITS = 0x10000 /* a further result besides BML_ENDED and others: ends the tick */
};

#define DEFAULT_SPEED 1.0
#define STRAIGHT_DOWN 180.0

/* One tick of a runner. */
typedef struct tick {
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
    if (pattern && routine < pattern->routines) {
        runner->at = bml_offset(bml_entry(pattern->words, routine));
        runner->table = pattern->checksum;
    }
}

void bml_start_top(bml_runner *runner, const bml_pattern *pattern, uint32_t top)
{
    if (runner)
        start_routine(runner, top < bml_tops(pattern) ? pattern : NULL, top);
}

void bml_start(bml_runner *runner, const bml_pattern *pattern, const bml_shot *shot)
{
    if (!runner)
        return;
    start_routine(runner, shot && shot->action > 0 ? pattern : NULL, shot ? shot->action - 1 : 0);
    if (runner->at != 0) {
        runner->param_count =
            (uint8_t)(shot->param_count < BML_PARAMS ? shot->param_count : BML_PARAMS);
        for (uint32_t i = 0; i < runner->param_count; i++)
            runner->params[i] = bml_sane(shot->params[i]);
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
    for (uint32_t which = 0; which < 4; which++) {
        if (!(runner->changing & 1u << which))
            continue;
        bml_change *change = &runner->changes[which];
        change->done++;
        if (change->done >= change->term) {
            runner->changing &= (uint8_t) ~(1u << which);
            *changed_number(motion, which) = change->to;
        } else {
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
        number += t->motion->direction;
    else if (type == BML_TYPE_SEQUENCE && t->runner->has_last & BML_HAS_DIRECTION)
        number += t->runner->last_direction;
    else if (type == BML_TYPE_SEQUENCE)
        number = aim(t); /* the first shot of a sequence: the number is ignored */
    else if (type == BML_TYPE_AIM)
        number += aim(t);
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
    if (type == BML_TYPE_RELATIVE) {
        number += t->motion->speed;
    } else if (type == BML_TYPE_SEQUENCE) {
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
        runner->last_speed = t->speed = DEFAULT_SPEED;
    if (!(t->has & BML_HAS_DIRECTION))
        runner->last_direction = t->direction = aim(t);
    runner->has_last = BML_HAS_DIRECTION | BML_HAS_SPEED;
    if (!t->host->fire)
        return true;
    bml_shot shot = {.direction = t->direction, .speed = t->speed, .action = action};
    if (action != 0) {
        shot.param_count = runner->param_count;
        for (uint32_t i = 0; i < shot.param_count; i++)
            shot.params[i] = runner->params[runner->param_base + i];
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
        params[i] = evaluate(t);
    uint32_t entry = bml_entry(t->pattern->words, bml_high_half(word));
    uint32_t depth = comes_back ? runner->depth + 1u : runner->frame;
    uint32_t base = runner->param_base + (comes_back ? (uint32_t)runner->param_count : 0);
    if (!has_room(depth, base, count, entry)) {
        runner->forgot = 1;
        depth = base = 0;
    } else if (comes_back) {
        runner->stack[runner->depth] = come_back(runner);
    }
    for (uint32_t i = 0; i < count; i++)
        runner->params[base + i] = params[i];
    runner->depth = runner->frame = (uint8_t)depth;
    runner->param_base = (uint8_t)base;
    runner->param_count = (uint8_t)count;
    runner->at = bml_offset(entry);
}

static void leave(bml_runner *runner)
{
    runner->depth = runner->frame;
    if (runner->depth == 0) {
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
    if (times == 0) {
        t->runner->at = bml_high_half(word);
        return;
    }
    t->runner->stack[t->runner->depth++] = times;
}

static void loop(bml_runner *runner, uint32_t word)
{
    if (--runner->stack[runner->depth - 1] > 0)
        runner->at = bml_high_half(word);
    else
        runner->depth--;
}

/* <changeDirection>, <changeSpeed>, <accel>. */

static void change_direction(tick *t, bml_type type)
{
    double from = bml_sane(t->motion->direction);
    uint32_t term = bml_count(evaluate(t));
    if (type == BML_TYPE_SEQUENCE) {
        begin_change(t, DIRECTION, from + evaluate(t) * term, term);
    } else {
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
        number += now;
    else if (type == BML_TYPE_SEQUENCE)
        number = number * term + now;
    begin_change(t, which, number, term);
}

static void change_accel(tick *t, uint32_t word)
{
    bml_type x = (bml_type)bml_second_byte(word);
    bml_type y = (bml_type)bml_third_byte(word);
    uint32_t term = bml_count(evaluate(t));
    if (x != BML_TYPE_NONE)
        change_to(t, ACCEL_X, x, term);
    if (y != BML_TYPE_NONE)
        change_to(t, ACCEL_Y, y, term);
}

/* Commands. */

/* Commands that set values of a shot or of the motion. */
static void shape(tick *t, uint32_t word)
{
    bml_type type = (bml_type)bml_second_byte(word);
    switch (bml_low_byte(word)) {
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
    switch (bml_low_byte(word)) {
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
    for (uint32_t steps = 0; steps < BML_STEPS; steps++) {
        uint32_t end = command(t);
        if (end != 0)
            return end & ~(uint32_t)WAITS;
    }
    t->runner->at = 0;
    return BML_ENDLESS;
}

uint32_t bml_run(bml_runner *runner, const bml_pattern *pattern, bml_motion *motion,
                 const bml_host *host)
{
    if (!runner || !pattern || !motion || !host || runner->table != pattern->checksum)
        return BML_ENDED;
    uint32_t result = runner->changing ? BML_MOVED : 0;
    step_changes(runner, motion);
    if (runner->wait > 0)
        runner->wait--;
    if (runner->at != 0 && runner->wait == 0) {
        tick t = {.runner = runner, .pattern = pattern, .motion = motion, .host = host};
        result |= commands(&t);
    }
    if (result & BML_GONE)
        return result | BML_ENDED;
    if (result & BML_VANISHED)
        *runner = (bml_runner){0};
    bool goes_on = runner->at != 0 || runner->changing != 0;
    return goes_on ? result & ~(uint32_t)BML_ENDED : result | BML_ENDED;
}

/* -- tables -- */

bool bml_open(bml_pattern *pattern, const uint32_t *words, uint32_t length)
{
    *pattern = (bml_pattern){0};
    if (!words || length < BML_HEADER_WORDS || length > BML_WORDS ||
        words[BML_WORD_MAGIC] != BML_MAGIC || words[BML_WORD_VERSION] != BML_TABLE_VERSION ||
        words[BML_WORD_LENGTH] != length || words[BML_WORD_CHECKSUM] != bml_checksum(words, length))
        return false;
    pattern->words = words;
    pattern->length = length;
    pattern->checksum = words[BML_WORD_CHECKSUM];
    pattern->routines = (uint16_t)bml_high_half(words[BML_WORD_SHAPE]);
    pattern->tops = (uint8_t)bml_second_byte(words[BML_WORD_SHAPE]);
    return true;
}

uint32_t bml_tops(const bml_pattern *pattern)
{
    return pattern ? pattern->tops : 0;
}

uint32_t bml_operands(uint32_t command)
{
    switch (bml_low_byte(command)) {
    case BML_C_CALL:
    case BML_C_JUMP:
        return bml_second_byte(command);
    case BML_C_REPEAT:
    case BML_C_WAIT:
    case BML_C_AIM:
    case BML_C_PACE:
        return 1;
    case BML_C_DIRECTION:
    case BML_C_SPEED:
        return 2;
    case BML_C_ACCEL:
        return 1u + (bml_second_byte(command) != 0) + (bml_third_byte(command) != 0);
    default:
        return 0;
    }
}

uint32_t bml_skip(const uint32_t *words, uint32_t at)
{
    uint32_t word;
    do {
        word = words[at++];
        at += (word & 0x7Fu) == BML_E_NUMBER ? 2 : 0;
    } while (!(word & BML_E_LAST));
    return at;
}

/* -- runners from a file -- */

/* True if a command begins at `at`. `*open` is the number of open repeats there, `*most` the most
 * in its routine. */
static bool find_command(const bml_pattern *pattern, uint32_t at, uint32_t *open, uint32_t *most)
{
    const uint32_t *words = pattern->words;
    uint32_t routine = 0;
    while (routine + 1u < pattern->routines && at >= bml_offset(bml_entry(words, routine + 1)))
        routine++;
    uint32_t next = bml_offset(bml_entry(words, routine));
    *open = 0;
    *most = bml_loops(bml_entry(words, routine));
    while (next < at && next < pattern->length) {
        uint32_t word = words[next++];
        for (uint32_t count = bml_operands(word); count > 0; count--)
            next = bml_skip(words, next);
        *open += bml_low_byte(word) == BML_C_REPEAT;
        *open -= bml_low_byte(word) == BML_C_LOOP;
    }
    return next == at && at < pattern->length;
}

static bool is_number(double number)
{
    return number >= -1e12 && number <= 1e12;
}

static bool are_numbers(const bml_runner *runner)
{
    bool are = is_number(runner->last_direction) && is_number(runner->last_speed);
    for (uint32_t i = 0; i < BML_PARAM_STACK; i++)
        are = are && is_number(runner->params[i]);
    for (uint32_t i = 0; i < 4; i++)
        are = are && is_number(runner->changes[i].from) && is_number(runner->changes[i].to);
    return are && runner->changing < 16;
}

bool bml_fits(const bml_runner *runner, const bml_pattern *pattern)
{
    if (!runner || !pattern || runner->table != pattern->checksum)
        return runner && pattern;
    uint32_t at = runner->at;
    uint32_t depth = runner->depth;
    uint32_t frame = runner->frame;
    uint32_t base = runner->param_base;
    uint32_t count = runner->param_count;
    bool fits = are_numbers(runner);
    while (fits && at != 0) {
        uint32_t open = 0;
        uint32_t most = 0;
        fits = find_command(pattern, at, &open, &most) && depth == frame + open &&
               frame + most <= BML_STACK && count <= BML_PARAMS && base + count <= BML_PARAM_STACK;
        if (!fits || frame == 0)
            break;
        uint32_t word = runner->stack[frame - 1];
        at = word & 0xFFFFu;
        depth = frame - 1;
        frame = word >> 16 & 0xFu;
        base = word >> 20 & 0x3Fu;
        count = word >> 26;
    }
    return fits;
}
