/*
 * exhaust depth nested [quick]: runs all sequences of `depth` steps, of which up to `nested` have
 * an operation in a callback, in each of the tiny worlds.
 */
#include "exhaust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 12, CELLS = 1 << 22, MOST_CALLBACKS = 4 };

state now;
const plan *world_plan;
step doing;
journal wrote, expected;

static state before[DEEPEST];
static _Alignas(TRP_ALIGNMENT) unsigned char snapshots[DEEPEST][SNAPSHOT];
static step path[DEEPEST];
static unsigned long long restores;
static uint32_t depth, nested;
static unsigned long long sequences, distinct;
static uint64_t seen[CELLS];

#define MEMORY TRP_ORDER_MEMORY
#define NEWEST TRP_ORDER_NEWEST
#define OLDEST TRP_ORDER_OLDEST

static const plan plans[] = {
    {"memory order", {{.capacity = 2}, {.capacity = 1}}, {2, 1}, false, false},
    {"memory order, silent", {{.capacity = 2}, {.capacity = 1}}, {2, 1}, false, true},
    {"newest first", {{.capacity = 2, .order = NEWEST}, {.capacity = 1}}, {2, 1}, false, false},
    {"oldest first", {{.capacity = 2, .order = OLDEST}, {.capacity = 1}}, {2, 1}, false, false},
    {"joined, oldest first",
     {{.capacity = 2, .order = OLDEST}, {.capacity = 1, .order = OLDEST}},
     {2, 1},
     true,
     false},
    {"joined, newest first, steals the oldest",
     {{.capacity = 2, .order = NEWEST, .when_full = TRP_FULL_STEAL_OLDEST},
      {.capacity = 1, .order = NEWEST}},
     {2, 1},
     true,
     false},
    {"steals the oldest",
     {{.capacity = 2, .order = OLDEST, .when_full = TRP_FULL_STEAL_OLDEST}, {.capacity = 1}},
     {2, 1},
     false,
     false},
    {"steals the next",
     {{.capacity = 2, .when_full = TRP_FULL_STEAL_NEXT}, {.capacity = 1}},
     {2, 1},
     false,
     false},
    {"steals the next of three",
     {{.capacity = 3, .when_full = TRP_FULL_STEAL_NEXT}, {.capacity = 1}},
     {3, 1},
     false,
     false},
    {"grows",
     {{.capacity = 1, .max_capacity = 2, .when_full = TRP_FULL_GROW}, {.capacity = 1}},
     {2, 1},
     false,
     false},
    {"grows, oldest first",
     {{.capacity = 1, .max_capacity = 2, .when_full = TRP_FULL_GROW, .order = OLDEST},
      {.capacity = 1}},
     {2, 1},
     false,
     false},
    {"newborns in this tick",
     {{.capacity = 2, .newborns = TRP_NEWBORNS_THIS_TICK},
      {.capacity = 1, .order = OLDEST, .newborns = TRP_NEWBORNS_THIS_TICK}},
     {2, 1},
     false,
     false},
    {"newborns in the same walk",
     {{.capacity = 2, .order = OLDEST, .newborns = TRP_NEWBORNS_SAME_WALK}, {.capacity = 1}},
     {2, 1},
     false,
     false},
    {"external",
     {{.capacity = 2, .order = OLDEST, .external = TRP_EXTERNAL}, {.capacity = 1}},
     {3, 1},
     false,
     false},
    {"external, joined",
     {{.capacity = 2, .order = OLDEST, .external = TRP_EXTERNAL}, {.capacity = 1, .order = OLDEST}},
     {2, 1},
     true,
     false},
};

void note(journal *in, uint32_t entry)
{
    if (in->count < WRITTEN)
        in->entry[in->count++] = entry;
}

/* The operations of a world, numbered; false: there are no more. */
static bool number_operation(uint32_t number, op *what)
{
    static const op fixed[] = {{OP_CREATE, 0}, {OP_CREATE, 1}, {OP_OPTIONAL, 0}, {OP_CLEAR, 0},
                               {OP_CLEAR, 1},  {OP_EACH, 0},   {OP_EACH, 1},     {OP_TICK, 0}};
    static const kind with_actor[] = {OP_RECYCLE, OP_EXPIRE, OP_DEACTIVATE, OP_ACTIVATE, OP_ADOPT};
    const uint32_t actors = all_numbers();
    if (number < sizeof fixed / sizeof fixed[0])
        *what = fixed[number];
    else {
        number -= (uint32_t)(sizeof fixed / sizeof fixed[0]);
        if (number >= actors * (uint32_t)(sizeof with_actor / sizeof with_actor[0]))
            return false;
        *what = (op){with_actor[number / actors], number % actors};
    }
    return true;
}

/* A static table, which keeps all states until it is nearly full; then further states are not
 * counted. */
static void see(uint64_t hash)
{
    uint32_t at = (uint32_t)(hash >> 40) % CELLS;
    hash += hash == 0;
    for (uint32_t tries = 0; tries < 64; tries++, at = (at + 1) % CELLS) {
        if (seen[at] == hash)
            return;
        if (seen[at] == 0) {
            seen[at] = hash;
            distinct++;
            return;
        }
    }
}

static void print_op(op what)
{
    static const char *const names[] = {
        "nothing", "create in", "create optional in", "adopt",   "clear", "for each", "tick",
        "recycle", "expire",    "deactivate",         "activate"};
    printf("%s %u", names[what.what], what.on);
}

static void print_journal(const char *name, const journal *of)
{
    printf("  %s:", name);
    for (uint32_t i = 0; i < of->count; i++)
        printf(" %u", of->entry[i]);
    printf("\n");
}

static void fail(const char *what, uint32_t level)
{
    printf("FAILED: %s: the library and the model differ in %s\n", world_plan->name, what);
    for (uint32_t i = 0; i <= level; i++) {
        printf("  %u. ", i + 1);
        print_op(path[i].first);
        if (path[i].k != 0) {
            printf(", whose callback %u does: ", path[i].k);
            print_op(path[i].nested);
        }
        printf("\n");
    }
    print_journal("model  ", &expected);
    print_journal("library", &wrote);
    exit(1);
}

/* From this state back to the state before each step of the path, and that step again. */
static void go_back(uint32_t level)
{
    static state here;
    const char *difference;
    memcpy(&here, &now, sizeof here);
    for (uint32_t to = 0; to <= level; to++) {
        if (!real_restore(snapshots[to], &before[to]))
            fail("a restore", level);
        difference = real_differs();
        if (difference != NULL)
            fail(difference, level);
        doing = path[to];
        expect_do(doing.first);
        real_do(doing.first);
        difference = real_differs();
        if (difference != NULL)
            fail(difference, level);
        restores++;
        memcpy(&now, &here, sizeof now);
    }
}

/* Does a step on both sides, and compares. Returns the number of callbacks. */
static uint32_t take_step(uint32_t level, step what)
{
    const char *difference;
    uint32_t callbacks;
    path[level] = doing = what;
    expected.count = expected.callbacks = 0;
    wrote.count = wrote.callbacks = 0;
    expect_do(what.first);
    real_do(what.first);
    difference = real_differs();
    if (difference != NULL)
        fail(difference, level);
    sequences++;
    see(expect_hash() ^ (uint64_t)(world_plan - plans + 1) * 0x9E3779B97F4A7C15u);
    callbacks = expected.callbacks;
    go_back(level);
    return callbacks;
}

static void go_on(uint32_t level, uint32_t used);

static void go_nested(uint32_t level, uint32_t used, op first, uint32_t callbacks)
{
    for (uint32_t k = 1; k <= callbacks && k <= MOST_CALLBACKS; k++) {
        step what = {first, k, {OP_NONE, 0}};
        for (uint32_t i = 0; number_operation(i, &what.nested); i++) {
            memcpy(&now, &before[level], sizeof now);
            if (!expect_has(what.nested))
                continue;
            (void)take_step(level, what);
            go_on(level + 1, used + 1);
        }
    }
}

static void go_on(uint32_t level, uint32_t used)
{
    step what = {{OP_NONE, 0}, 0, {OP_NONE, 0}};
    if (level == depth)
        return;
    memcpy(&before[level], &now, sizeof now);
    real_save(snapshots[level]);
    for (uint32_t i = 0; number_operation(i, &what.first); i++) {
        uint32_t callbacks;
        memcpy(&now, &before[level], sizeof now);
        if (!expect_has(what.first))
            continue;
        callbacks = take_step(level, what);
        go_on(level + 1, used);
        if (used < nested)
            go_nested(level, used, what.first, callbacks);
    }
}

int main(int count, char **words)
{
    unsigned long long all = 0, states = 0;
    depth = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : 4;
    nested = count > 2 ? (uint32_t)strtoul(words[2], NULL, 10) : 1;
    if (depth > DEEPEST)
        return 2;
    for (uint32_t i = 0; i < sizeof plans / sizeof plans[0]; i++) {
        sequences = distinct = 0;
        memset(seen, 0, sizeof seen);
        world_plan = &plans[i];
        real_begin();
        expect_begin();
        go_on(0, 0);
        printf("%-42s depth %u, nested %u: %12llu sequences, %9llu distinct states\n",
               world_plan->name, depth, nested, sequences, distinct);
        fflush(stdout);
        all += sequences;
        states += distinct;
    }
    printf("exhausted: depth %u, up to %u of them with a nested operation: %llu sequences, %llu "
           "distinct states, all as the model says; %llu times back and on again\n",
           depth, nested, all, states, restores);
    return 0;
}
