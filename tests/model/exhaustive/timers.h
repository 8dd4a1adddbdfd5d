/**
 * @file timers.h Declarations shared by the two sides of timers.c: operations, logs, and the
 * model's state.
 */
#ifndef TROUPE_TESTS_EXHAUST_TIMERS_H
#define TROUPE_TESTS_EXHAUST_TIMERS_H

#include "troupe/troupe.h"

enum
{
    SLOTS = 2,
    TABLES = 2,
    ENTRIES = 64,
    DEEPEST = 12,
    ARENA = 12288
};

typedef enum kind
{
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

typedef struct op
{
    kind what;
    uint32_t slot;
} op;

typedef struct step
{
    op first;
    uint32_t k; /* number of the callback that does `nested`; 0: none */
    op nested;
} step;

typedef struct journal
{
    uint32_t count, callbacks;
    uint32_t entry[ENTRIES];
} journal;

typedef struct model_timer
{
    bool runs;
    uint32_t due, every;
} model_timer;

typedef struct model_slot
{
    trp_state is;
    uint32_t since; /* number of activations before it became active */
    uint32_t until; /* 0: never */
    model_timer timers[TABLES];
} model_slot;

typedef struct state
{
    _Alignas(TRP_ALIGNMENT) unsigned char arena[ARENA];
    model_slot slots[SLOTS];
    uint32_t ticks, activations;
} state;

extern state now;
extern step doing;
extern journal wrote, expected;

#define DUE(table, slot) (100u + 10u * (table) + (slot))
#define UPDATE(slot) (200u + (slot))
#define GONE(slot) (300u + (slot))
#define CREATED(slot) (400u + (slot))

void note(journal *in, uint32_t entry);
/** Whether the model allows it at this point. */
bool model_has(op what, bool in_callback);
void model_do(op what);

#endif
