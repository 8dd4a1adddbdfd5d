/* A measured program for the workloads of time. It runs one subject in one cell (timers_cell.h). */
#define _GNU_SOURCE /* syscall */

#include "timers_cell.h"

#include "cell.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef enum timers_workload {
    TIMERS_FRAMES,
    TIMERS_START,
    TIMERS_STOP,
    TIMERS_FIRE,
    TIMERS_IDLE,
    TIMERS_INTERVALS
} timers_workload;

/* The objects whose timers have fired in this tick, and all sums. */
static struct {
    const timer_subject *subject;
    void *state;
    timers_workload kind;
    uint32_t n, span; /* started timers are due in 1 to `span` ticks */
    uint32_t now;
    uint32_t *fired;
    uint32_t fired_count;
    uint32_t *chosen; /* a random tenth of all */
    uint64_t total, sum, random;
} run;

void timers_check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

void *timers_room(size_t count, size_t size)
{
    size_t bytes = (count * size + 64) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    timers_check(memory != NULL, "out of memory");
    memset(memory, 0, bytes);
    return memory;
}

/* By the system call: a rival's program has another clock_gettime. */
static double now(void)
{
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint32_t pick(uint32_t count)
{
    run.random += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(((work_mix(run.random) >> 32) * count) >> 32);
}

/* The duration of an object's timer that is started now: the same for each subject. */
static uint32_t duration(uint32_t i)
{
    uint64_t hash = work_mix(((uint64_t)run.now << 32 | i) + 1);
    return 1 + (uint32_t)(((hash >> 32) * run.span) >> 32);
}

/* The remaining time of a timer at a random moment: see work_frames_left(). */
static uint32_t duration_left(uint32_t i)
{
    uint32_t a = 1 + pick(run.span), b = duration(i);
    return a < b ? a : b;
}

void timers_fired(uint32_t i)
{
    run.fired[run.fired_count++] = i;
}

static void start(uint32_t i, uint32_t ticks)
{
    run.subject->start(run.state, i, ticks);
}

/* After a tick: timers that have fired run again. */
static void start_again(void)
{
    for (uint32_t k = 0; k < run.fired_count; k++) {
        run.sum += work_mix((uint64_t)run.now << 32 | run.fired[k]);
        start(run.fired[k], duration(run.fired[k]));
    }
    run.total += run.fired_count;
    run.fired_count = 0;
}

static void tick(void)
{
    run.now++;
    run.subject->tick(run.state);
}

static double frames(uint32_t ticks)
{
    double began = now();
    for (uint32_t k = 0; k < ticks; k++) {
        tick();
        start_again();
    }
    return (now() - began) / ticks;
}

/* What a pair of calls of now() measures when nothing is between them: a tick in which 16 timers
 * fire takes little more. */
static double clock_cost(void)
{
    double sum = 0;
    for (uint32_t k = 0; k < 10000; k++) {
        double began = now();
        sum += now() - began;
    }
    return sum / 10000;
}

/* Time of ticks alone, divided by their firings. */
static double firings(uint32_t ticks)
{
    double sum = -clock_cost() * ticks;
    uint64_t total = run.total;
    for (uint32_t k = 0; k < ticks; k++) {
        double began = now();
        tick();
        sum += now() - began;
        start_again();
    }
    return sum / (double)(run.total - total);
}

/* Each object once, in random order: stops or starts the first ones. */
static double calls(uint32_t count, bool starts)
{
    double began, took;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = k + pick(run.n - k), i = run.chosen[other];
        run.chosen[other] = run.chosen[k];
        run.chosen[k] = i;
    }
    began = now();
    for (uint32_t k = 0; k < count; k++)
        run.subject->stop(run.state, run.chosen[k]);
    took = now() - began;
    if (starts) {
        began = now();
        for (uint32_t k = 0; k < count; k++)
            start(run.chosen[k], duration(run.chosen[k]));
        took = now() - began;
    } else
        for (uint32_t k = 0; k < count; k++)
            start(run.chosen[k], duration(run.chosen[k]));
    tick();
    start_again();
    return took;
}

static double many_calls(uint32_t times, bool starts)
{
    const uint32_t count = run.n / 10;
    double sum = 0;
    for (uint32_t k = 0; k < times; k++)
        sum += calls(count, starts);
    return sum / ((double)times * count);
}

static double updates(uint32_t ticks)
{
    double began;
    /* other subjects ran since the last block: first one update of each object */
    for (uint32_t k = 0; k < TIMERS_EVERY; k++)
        run.subject->update(run.state);
    began = now();
    for (uint32_t k = 0; k < ticks; k++)
        run.subject->update(run.state);
    return (now() - began) / ((double)ticks * run.n);
}

static double timed_block(uint32_t warm)
{
    const uint32_t ticks = 3000000 / run.n < 100 ? 100 : 3000000 / run.n;
    switch (run.kind) {
    case TIMERS_FRAMES:
        return frames(ticks / warm);
    case TIMERS_FIRE:
        return firings(ticks / warm);
    case TIMERS_IDLE:
        return frames((strcmp(run.subject->name, "countdown") == 0 ? ticks : 30000) / warm);
    case TIMERS_INTERVALS:
        return updates(ticks / 2 / warm);
    default:
        return many_calls((3000000 / run.n + 20) / warm, run.kind == TIMERS_START);
    }
}

static void set_up(double rate)
{
    double due = rate * run.n / 60; /* in a tick */
    if (run.kind == TIMERS_FIRE && due < 16)
        due = 16;
    run.span = (uint32_t)(2 * run.n / due);
    run.fired = timers_room(run.n, sizeof *run.fired);
    run.chosen = timers_room(run.n, sizeof *run.chosen);
    run.state = run.subject->open(run.n);
    for (uint32_t i = 0; i < run.n; i++) {
        run.chosen[i] = i;
        if (run.kind != TIMERS_INTERVALS)
            start(i, run.kind == TIMERS_IDLE ? 5000000 + pick(1000000) : duration_left(i));
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Waits for the driver's byte; without one the driver has ended. */
static void wait_turn(bool step)
{
    char byte;
    if (!step)
        return;
    fflush(stdout);
    if (read(STDIN_FILENO, &byte, 1) != 1)
        exit(3);
}

static int measure(double rate, bool step)
{
    double ns[BENCH_BLOCKS];
    wait_turn(step);
    set_up(rate);
    timed_block(4);
    if (step)
        printf("0\n");
    for (int i = 0; i < BENCH_BLOCKS; i++) {
        wait_turn(step);
        ns[i] = timed_block(1);
        if (step)
            printf("%.5f\n", ns[i]);
    }
    wait_turn(step);
    qsort(ns, BENCH_BLOCKS, sizeof *ns, by_value);
    /* in `timers_idle` and `intervals` the amounts of work differ */
    bool sums = run.kind != TIMERS_IDLE && run.kind != TIMERS_INTERVALS;
    printf("%.5f %llu %016llx %lu\n", ns[BENCH_BLOCKS / 2],
           sums ? (unsigned long long)run.total : 0, sums ? (unsigned long long)run.sum : 0,
           (unsigned long)run.n);
    return 0;
}

static bool parse_workload(const char *name)
{
    static const char *const names[] = {"timers",      "timers_start", "timers_stop",
                                        "timers_fire", "timers_idle",  "intervals"};
    for (int i = 0; i < 6; i++) {
        run.kind = (timers_workload)i;
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

/* Prints the names of this program's subjects; fails if it has none. */
static int list_subjects(void)
{
    for (const timer_subject *const *s = timer_subjects; *s; s++)
        puts((*s)->name);
    return timer_subjects[0] ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return list_subjects();
    if (argc < 5 || !parse_workload(argv[1])) {
        fprintf(stderr, "usage: %s WORKLOAD N RATE SUBJECT [step]\n       %s list\n", argv[0],
                argv[0]);
        return 2;
    }
    for (const timer_subject *const *at = timer_subjects; *at; at++)
        if (strcmp((*at)->name, argv[4]) == 0)
            run.subject = *at;
    run.n = (uint32_t)strtoul(argv[2], NULL, 10);
    timers_check(run.subject != NULL, "no such subject in this program");
    timers_check(run.n >= 100 && run.n <= 1000000, "N");
    double rate = strtod(argv[3], NULL);
    return measure(rate > 0 ? rate : 0.001, argc > 5 && strcmp(argv[5], "step") == 0);
}
