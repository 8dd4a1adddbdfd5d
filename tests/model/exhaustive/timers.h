/**
 * @file timers.h Declarations shared by the two sides of timers.c: operations, logs, and the
 * model's state.
 */
#ifndef TROUPE_TESTS_EXHAUST_TIMERS_H
#define TROUPE_TESTS_EXHAUST_TIMERS_H

#include "../rules/model.h"

enum { SLOTS = 2, WRITTEN = 64, DEEPEST = 12, ARENA = 12288 };

typedef enum kind {
    START_1,
    START_2,
    START_17, /* over a border of the wheel's digits */
    REPEAT_2,
    STOP,
    SLEEP_2,
    DEACTIVATE,
    ACTIVATE,
    RECYCLE,
    EXPIRE,
    LIVE_2, /* two ticks more */
    CREATE, /* from here on without an actor */
    TICK,
    TICKS_14,
    KINDS
} kind;

typedef struct op {
    kind what;
    uint32_t slot;
} op;

typedef struct step {
    op first;
    uint32_t k; /* number of the callback that does `nested`; 0: none */
    op nested;
} step;

typedef struct journal {
    uint32_t count, callbacks;
    uint32_t entry[WRITTEN];
} journal;

typedef struct state {
    _Alignas(TRP_ALIGNMENT) unsigned char arena[ARENA];
    model_world model;
} state;

extern state now;
extern step doing;
extern journal wrote, expected;

#define DUE(table, slot) (100u + 10u * (table) + (slot))
#define UPDATE(slot) (200u + (slot))
#define GONE(slot) (300u + (slot))
#define CREATED(slot) (400u + (slot))

void note(journal *in, uint32_t entry);
/** Makes the pool and the tables of the model. */
void expect_begin(void);
/** Whether the model allows it at this point. */
bool expect_has(op what, bool in_callback);
void expect_do(op what);

#endif
