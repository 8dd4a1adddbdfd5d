/* A measured program: runs one subject in one cell (see cell.h). */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, read */

#include "cell.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* How a cell is measured. */
typedef struct plan {
    uint32_t warm; /* frames before anything is timed */
    /* frames before each block: reload data that other processes displaced from the caches */
    uint32_t lead;
    uint32_t block; /* frames in a block */
    uint32_t times; /* exchanges per frame; 0: walk frames */
    uint32_t batch; /* actors per exchange */
    double units;   /* units per frame, by which time is divided; 0: the number of births */
} plan;

void bench_check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

void *bench_room(size_t count, size_t size)
{
    size_t bytes = (count * size + 63) / 64 * 64;
    void *room = aligned_alloc(64, bytes);
    bench_check(room != NULL, "out of memory");
    memset(room, 0, bytes);
    return room;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint32_t at_least(uint32_t least, uint32_t value)
{
    return value > least ? value : least;
}

static plan plan_of(const work *w)
{
    plan p = {.warm = 120, .times = 0, .batch = 0};
    p.units = w->n;
    p.block = at_least(3, 2000000 / w->n);
    if (w->kind == WORKLOAD_SPARSE)
        p.block = at_least(3, 200000 / w->n);
    if (w->kind == WORKLOAD_PAIR) {
        p.times = at_least(100, w->n / 100);
        p.batch = 1;
        p.units = p.times;
        p.block = at_least(3, 200000 / p.times);
    }
    if (w->kind == WORKLOAD_BURST) {
        p.times = 1;
        p.batch = at_least(1, w->n / 10);
        p.units = p.batch;
        p.block = at_least(3, 200000 / p.batch);
    }
    if (w->kind == WORKLOAD_SPANS)
        p.units = 0;
    p.lead = at_least(1, p.block / 20);
    return p;
}

static void run_frames(const subject *s, void *state, const plan *p, uint32_t frames)
{
    for (uint32_t i = 0; i < frames; i++) {
        if (p->times != 0)
            s->exchange(state, p->times, p->batch);
        else
            s->frame(state);
    }
}

static void begin_births(work *w)
{
    w->births_began = now();
}

/* The same for creation alone. */
static double time_births(const subject *s, void *state, const plan *p, work *w)
{
    double sum = 0;
    w->at_births = begin_births;
    for (uint32_t i = 0; i < p->block; i++) {
        s->frame(state);
        sum += now() - w->births_began;
    }
    w->at_births = NULL;
    return sum;
}

static double time_frames(const subject *s, void *state, const plan *p)
{
    double start = now();
    run_frames(s, state, p, p->block);
    return now() - start;
}

static double timed_block(const subject *s, void *state, const plan *p, work *w)
{
    run_frames(s, state, p, p->lead);
    uint64_t destroyed = w->destroyed;
    double ns = w->kind == WORKLOAD_SPANS ? time_births(s, state, p, w) : time_frames(s, state, p);
    return ns / (p->units > 0 ? p->units * p->block : (double)(w->destroyed - destroyed));
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

static void *set_up(const subject *s, work *w, const plan *p)
{
    void *state = s->open(w);
    if (w->kind == WORKLOAD_SPARSE) {
        w->no_births = true;
        s->frame(state);
    }
    run_frames(s, state, p, p->warm);
    return state;
}

static int measure(const subject *s, work *w, bool step)
{
    plan p = plan_of(w);
    double ns[BENCH_BLOCKS];
    wait_turn(step);
    void *state = set_up(s, w, &p);
    if (step)
        printf("0\n");
    for (int i = 0; i < BENCH_BLOCKS; i++) {
        wait_turn(step);
        ns[i] = timed_block(s, state, &p, w);
        if (step)
            printf("%.5f\n", ns[i]);
    }
    wait_turn(step);
    qsort(ns, BENCH_BLOCKS, sizeof *ns, by_value);
    tally left = s->count(state);
    printf("%.5f %llu %016llx %lu\n", ns[BENCH_BLOCKS / 2], (unsigned long long)w->destroyed,
           (unsigned long long)left.checksum, (unsigned long)left.live);
    bench_check(left.live == w->n, "the number of live actors is wrong");
    return 0;
}

static bool parse_workload(const char *name, workload *kind)
{
    static const char *const names[] = {"storm", "sparse", "kinds",  "pair",
                                        "burst", "spans",  "layers", "group"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (workload)i;
            return true;
        }
    }
    return false;
}

static const subject *find_subject(workload kind, const char *name)
{
    const subject *const *table = kind == WORKLOAD_KINDS    ? bench_kinds_subjects
                                  : kind == WORKLOAD_SPANS  ? bench_spans_subjects
                                  : kind == WORKLOAD_LAYERS ? bench_layers_subjects
                                                            : bench_subjects;
    for (; *table; table++)
        if (strcmp((*table)->name, name) == 0)
            return *table;
    return NULL;
}

/* Prints the names of this program's subjects; fails if it has none. */
static int list_subjects(void)
{
    for (const subject *const *s = bench_subjects; *s; s++)
        puts((*s)->name);
    return bench_subjects[0] ? 0 : 1;
}

int main(int argc, char **argv)
{
    work w = {.random = 1};
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return list_subjects();
    if (argc < 5 || !parse_workload(argv[1], &w.kind)) {
        fprintf(stderr,
                "usage: %s storm|sparse|kinds|pair|burst|spans|layers|group N CHURN SUBJECT "
                "[step]\n"
                "       %s list\n",
                argv[0], argv[0]);
        return 2;
    }
    const subject *s = find_subject(w.kind, argv[4]);
    double churn = strtod(argv[3], NULL);
    bool exchanges = w.kind == WORKLOAD_PAIR || w.kind == WORKLOAD_BURST;
    w.n = (uint32_t)strtoul(argv[2], NULL, 10);
    bench_check(s != NULL && (exchanges ? s->exchange != NULL : s->frame != NULL),
                "no such subject in this program");
    bench_check(w.n >= 10 && w.n <= 10000000 && churn >= 0 && churn <= 0.5, "N or CHURN");
    w.capacity = w.kind == WORKLOAD_SPARSE ? w.n * BENCH_SPARSE : w.n;
    if (churn > 0) /* lives of 1 to span frames last (span + 1) / 2 on average */
        w.span = 2 * (uint32_t)(1 / churn + 0.5) - 1;
    return measure(s, &w, argc > 5 && strcmp(argv[5], "step") == 0);
}
