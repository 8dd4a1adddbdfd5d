#include "operations.h"

#include "arguments.h"
#include "real.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH = 5,    /* of calls in callbacks */
    NESTED = 24,  /* of these for each outer call, at most */
    LISTENS = 96, /* callbacks that read a byte, at most */
    MOST = 4000   /* calls of an input */
};

typedef bool argument_maker(model_world *w, operation *op);
typedef void model_maker(model_world *w, operation *op);

#define CALL_ARGUMENTS(name, weight, plan) arguments_##plan,
static argument_maker *const arguments[] = {CALLS(CALL_ARGUMENTS)};
#define CALL_MODEL(name, weight, plan) model_do_##name,
static model_maker *const models[] = {CALLS(CALL_MODEL)};
#define CALL_WEIGHT(name, weight, plan) weight,
static const uint8_t weights[] = {CALLS(CALL_WEIGHT)};

unsigned operations_between_compares = 8;

model_world the_models[WORLDS];

static uint64_t calls;
static struct {
    uint64_t made;
    uint64_t done; /* and not refused */
} tally[CALL_CODES];
static uint32_t depth, budget, listens, callers_world;
static bool touched[WORLDS];
static bool prints, is_real;
static const uint8_t *input;
static size_t input_size;
static uint32_t step;

/* The difference: the calls are printed up to there. */
static struct {
    uint32_t step; /* 0: nothing */
    const char *what;
    uint64_t expected, found;
} difference;

uint64_t operations_count(void)
{
    return calls;
}

/* The call of a byte. */
static uint32_t code_of(uint32_t byte)
{
    uint32_t sum = 0;

    for (uint32_t code = 0; code < CALL_CODES; code++) {
        sum += weights[code];
        if (byte < sum)
            return code;
    }
    return byte % CALL_CODES;
}

/* Whether the call had an effect or an answer. */
static bool has_done(const operation *op)
{
    switch (op->code) {
    case DO_create_many:
    case DO_recycle_if:
    case DO_expire_if:
    case DO_group_add_many:
    case DO_group_add_from:
    case DO_space_query:
    case DO_space_nearest:
    case DO_space_update:
    case DO_space_pairs:
    case DO_space_contacts:
        return op->result != 0;
    default:
        return op->is_actor ? op->actor.kind != TO_NULL : op->result == TRP_OK;
    }
}

void operations_print_tally(void)
{
    printf("gone back and done again: %llu times\n", (unsigned long long)real_again_count());
    for (unsigned code = 0; code < CALL_CODES; code++)
        printf("%-18s %12llu made %12llu done\n", call_name(code),
               (unsigned long long)tally[code].made, (unsigned long long)tally[code].done);
}

static void make(operation op)
{
    model_world *w = &the_models[op.world];
    const uint32_t number = trace_begin(&op);

    touched[op.world] = true;
    callers_world = op.world;
    models[op.code](w, &op);
    the_trace.operations[number] = op;
    trace_end(number);
    calls++;
    tally[op.code].made++;
    tally[op.code].done += has_done(&op);
}

static operation blank(uint32_t code, uint32_t world)
{
    operation op;

    memset(&op, 0, sizeof op);
    op.code = (uint8_t)code;
    op.world = (uint8_t)world;
    op.last = CALL_CODES;
    return op;
}

/* One call according to the bytes, if it is possible now. */
static bool make_next(bool in_callback)
{
    const uint32_t world = bytes_take();
    operation op = blank(code_of(bytes_take()), world & 1);

    if (in_callback)
        op.world = (uint8_t)((world & 7) == 7 ? 1 - callers_world : callers_world);
    if (!arguments[op.code](&the_models[op.world], &op))
        return false;
    make(op);
    return true;
}

void driver_nested(void)
{
    const uint32_t world = the_trace.records[the_trace.count - 1].world;

    if (depth == DEPTH || budget == 0 || listens == 0)
        return;
    depth++;
    listens--;
    while (budget > 0 && bytes_left() && bytes_take() < 80) {
        budget--;
        callers_world = world;
        (void)make_next(true);
    }
    callers_world = world;
    depth--;
}

static void tell_difference(void)
{
    fprintf(stderr,
            "in call %u from outside: %s: the model says %llu (%#llx), the library %llu "
            "(%#llx)\n",
            difference.step, difference.what, (unsigned long long)difference.expected,
            (unsigned long long)difference.expected, (unsigned long long)difference.found,
            (unsigned long long)difference.found);
    abort();
}

/* The library repeats the calls of the model; twice if it can be restored. */
static void follow(bool twice)
{
    if (prints)
        trace_print(0, the_trace.count);
    if (difference.step != 0 && step == difference.step)
        tell_difference();
    if (is_real && twice)
        real_follow_twice();
    else if (is_real)
        real_follow();
}

static void compare(void)
{
    for (uint32_t i = 0; is_real && i < WORLDS; i++)
        if (touched[i])
            real_compare(&the_models[i], step % operations_between_compares == 0);
}

static void begin_step(void)
{
    step++;
    trace_clear();
    depth = 0;
    budget = NESTED;
    listens = LISTENS;
    touched[0] = touched[1] = false;
}

/* A call of the set-up. */
static void prepare(uint32_t code, uint32_t world, uint32_t pool, uint32_t n)
{
    operation op = blank(code, world);

    op.pool = (uint8_t)pool;
    op.n = n;
    begin_step();
    budget = 0;
    if (code == DO_pool_create && !arguments[code](&the_models[world], &op))
        return;
    make(op);
    follow(true);
    compare();
}

/* Some pools with some actors, and their modules. */
static void set_up(uint32_t world)
{
    const model_world *w = &the_models[world];
    const uint32_t what = bytes_take();

    for (uint32_t i = 0; i < 2 + (what & 3); i++)
        prepare(DO_pool_create, world, 0, 0);
    if ((what & 0xC) != 0)
        prepare(DO_family_init, world, 0, 0);
    for (uint32_t i = 0; (what & 0xC) != 0 && i < w->pool_count; i++)
        prepare(DO_family_add, world, i, 0);
    if ((what & 0x30) != 0)
        prepare(DO_group_init, world, 0, 2u | (uint32_t)bytes_take() << 2);
    if ((what & 0xC0) != 0)
        prepare(DO_space_create, world, 0, 8 | 1u << 9 | (bytes_take() & 0xC7u) | 3u << 12);
    for (uint32_t i = 0; (what & 0xC0) != 0 && i < w->pool_count; i++)
        prepare(DO_space_add_pool, world, i, 0);
    for (uint32_t i = 0; i < w->pool_count; i++)
        if (!w->pools[i].is_external)
            prepare(DO_create_many, world, i, bytes_take() & 7);
}

static void end_world(uint32_t world)
{
    operation op = blank(CALL_CODES, world);
    uint32_t number;

    begin_step();
    number = trace_begin(&op);
    callers_world = world;
    model_end(&the_models[world]);
    op.result = TRP_OK;
    the_trace.operations[number] = op;
    trace_end(number);
    calls++;
    follow(false);
}

static void run(const uint8_t *bytes, size_t count)
{
    const uint64_t before = calls;

    step = 0;
    bytes_begin(bytes, count);
    for (uint8_t i = 0; i < WORLDS; i++)
        model_reset(&the_models[i], i);
    if (is_real)
        real_begin();
    for (uint32_t i = 0; i < WORLDS; i++)
        set_up(i);
    while (bytes_left() && calls - before < MOST) {
        begin_step();
        if (!make_next(false))
            continue;
        follow(true);
        compare();
    }
    for (uint32_t i = 0; i < WORLDS; i++)
        if (is_real)
            real_compare(&the_models[i], true);
    for (uint32_t i = 0; i < WORLDS; i++)
        end_world(i);
}

void operations_run(const uint8_t *bytes, size_t count)
{
    input = bytes;
    input_size = count;
    is_real = true;
    run(bytes, count);
}

void operations_print(const uint8_t *bytes, size_t count)
{
    const uint64_t before = calls;

    is_real = false;
    prints = true;
    run(bytes, count);
    prints = false;
    calls = before;
}

/* The model alone determines the calls: they do not depend on the library. */
void operations_differ(const char *what, uint64_t expected, uint64_t found)
{
    difference.step = step;
    difference.what = what;
    difference.expected = expected;
    difference.found = found;
    operations_print(input, input_size);
    tell_difference(); /* while both worlds were compared at the end */
    abort();
}
