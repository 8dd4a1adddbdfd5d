/*
 * The interface between measured programs for the workloads of time and their subjects. A program
 * runs one subject in one cell as a separate process, and uses the protocol of cell.h:
 *
 *     timers24.0 WORKLOAD N RATE SUBJECT [step]
 *     RATE: the part of the timers that is due per second; 0: 0.001
 *
 * n objects of 64 bytes have one timer each. The clock is the program's: 60 ticks are a second,
 * whatever their duration. `timers`: ns per tick in which all due timers fire and are started
 * again. `timers_start`, `timers_stop`: ns per call, of a random tenth at once. `timers_fire`: ns
 * per firing, at least 16 of them in a tick. `timers_idle`: ns per tick in which nothing is due.
 * `intervals`: ns per object and tick, in which an eighth of the objects is updated (or all).
 *
 * It prints the time, the number of firings (or updates), a checksum of objects and ticks that does
 * not depend on the order, and n.
 */
#ifndef BENCH_TIMERS_CELL_H
#define BENCH_TIMERS_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `intervals`: the number of ticks in which each object is updated once. */
#define TIMERS_EVERY 8

/* A subject's callback calls this: the timer of object `i` fires. */
void timers_fired(uint32_t i);

/* An implementation of timers. */
typedef struct timer_subject {
    const char *name;
    /* n objects, whose timers do not run. */
    void *(*open)(uint32_t n);
    /* Starts an object's timer, which does not run, for this many ticks. Stops a running timer. */
    void (*start)(void *state, uint32_t i, uint32_t ticks);
    void (*stop)(void *state, uint32_t i);
    /* A tick: due timers stop and fire. */
    void (*tick)(void *state);
    /* `intervals`: another tick, which updates; NULL: the subject does not take part. */
    void (*update)(void *state);
} timer_subject;

/* The subjects of this program; ends with NULL. */
extern const timer_subject *const timer_subjects[];

/* Zeroed memory, at the start of a cache line; ends the program if there is none. */
void *timers_room(size_t count, size_t size);
/* Ends the program with a message if `good` is false. */
void timers_check(bool good, const char *what);

/* What an update does to an object's data. */
typedef struct timer_body {
    float x, y, vx, vy;
    uint32_t updates;
    uint32_t more[6];
} timer_body;

static inline void timer_body_step(timer_body *b, float dt)
{
    b->x += b->vx * dt;
    b->y += b->vy * dt;
    b->updates++;
}

#endif
