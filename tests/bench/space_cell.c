/* A measured program for the spatial workloads: runs one subject in one cell (see space_cell.h). */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, read */

#include "space_cell.h"

#include "cell.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Frames with each setting before the best is chosen, and how many of them are not timed. */
#define TRIAL_WARM 1
#define TRIAL_FRAMES 3

/* Likewise, for subjects whose frames differ in their work. */
#define UNEVEN_WARM 4
#define UNEVEN_FRAMES 10
#define TRIAL_MOST 10000 /* boxes */

/* How a cell is measured. */
typedef struct plan {
    int warm; /* frames before anything is timed */
    /* frames before each block: reload data that other processes displaced from the caches */
    int lead;
    int block;    /* timed frames in a block; the last one counts for the sums */
    double units; /* units per frame, by which time is divided */
} plan;

void space_check(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

void *space_room(size_t count, size_t size)
{
    size_t bytes = (count * size + 64) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    space_check(memory != NULL, "out of memory");
    memset(memory, 0, bytes);
    return memory;
}

/* CPU time, not wall time: a frame here can be long enough for other processes to run meanwhile. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static plan plan_of(const scene *s)
{
    plan p = {.warm = 16, .lead = 1, .block = (int)(20000 / s->n), .units = s->n};
    if (s->kind == SPACE_RECTANGLES)
        p.units = SPACE_QUERIES;
    if (p.block < 5)
        p.block = s->n > 10000 ? 2 : 5;
    if (s->kind == SPACE_RECTANGLES)
        p.block = s->n > 10000 ? 1 : 2;
    return p;
}

/* Moves all boxes, then lets the subject find touching boxes. Returns the time of the search. */
static double run_frame(const space_subject *s, void *state, scene *c)
{
    scene_step(c);
    if (s->place)
        s->place(state);
    c->found = (sink){0, 0};
    double start = now();
    if (c->kind == SPACE_RECTANGLES)
        s->queries(state);
    else
        s->pairs(state);
    return now() - start;
}

/* ns per unit. Adds the findings of the last frame to the sums. */
static double timed_block(const space_subject *s, void *state, scene *c, const plan *p, sink *sums)
{
    double total = 0;
    int frames = s->slow ? 1 : p->block;
    int lead = s->slow ? 0 : p->lead;
    for (int left = p->block + p->lead; left > 0; left--) {
        double time = 0;
        if (left > frames + lead)
            scene_step(c);
        else
            time = run_frame(s, state, c);
        total += left > frames ? 0 : time;
    }
    sums->count += c->found.count;
    sums->sum += c->found.sum;
    return total / (p->units * frames);
}

/* ns per unit with a setting, with copies of the boxes that move on from their present places. */
static double try_setting(const space_subject *s, const scene *c, double setting, const plan *p)
{
    scene copy;
    double sum = 0;
    int warm = s->uneven ? UNEVEN_WARM : TRIAL_WARM;
    int frames = s->uneven ? UNEVEN_FRAMES : TRIAL_FRAMES;
    scene_copy(&copy, c);
    void *state = s->open(&copy, setting);
    for (int i = 0; i < frames; i++) {
        double time = run_frame(s, state, &copy);
        if (i >= warm)
            sum += time;
    }
    s->close(state);
    scene_close(&copy);
    return sum / (p->units * (frames - warm));
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* For curves: each setting, with the median of some trials. */
static int print_settings(const space_subject *s, const scene *c)
{
    plan p = plan_of(c);
    double ns[BENCH_BLOCKS];
    for (const double *at = s->settings; at && *at > 0; at++) {
        for (int i = 0; i < BENCH_BLOCKS; i++)
            ns[i] = try_setting(s, c, *at, &p);
        qsort(ns, BENCH_BLOCKS, sizeof *ns, by_value);
        printf("%g %.2f\n", *at, ns[BENCH_BLOCKS / 2]);
    }
    return 0;
}

static double best_setting(const space_subject *s, const scene *c)
{
    double best = 0, least = DBL_MAX;
    scene few;
    scene_open(&few, c->kind, c->n > TRIAL_MOST && s->uneven ? TRIAL_MOST : c->n);
    plan p = plan_of(&few);
    for (const double *at = s->settings; at && *at > 0; at++) {
        double ns = try_setting(s, &few, *at, &p);
        if (ns > 2 * least)
            break; /* past the best; further settings are only slower */
        if (ns >= least)
            continue;
        least = ns;
        best = *at;
    }
    scene_close(&few);
    return best;
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

static int measure(const space_subject *s, scene *c, bool step)
{
    plan p = plan_of(c);
    sink sums = {0, 0};
    double ns[BENCH_BLOCKS];
    wait_turn(step);
    void *state = s->open(c, best_setting(s, c));
    for (int i = 0; i < p.warm; i++) {
        if (s->uneven || (!s->slow && i >= p.warm - 2))
            run_frame(s, state, c);
        else
            scene_step(c);
    }
    if (step)
        printf("0\n");
    for (int i = 0; i < BENCH_BLOCKS; i++) {
        wait_turn(step);
        ns[i] = timed_block(s, state, c, &p, &sums);
        if (step)
            printf("%.5f\n", ns[i]);
    }
    wait_turn(step);
    qsort(ns, BENCH_BLOCKS, sizeof *ns, by_value);
    printf("%.5f %llu %016llx %lu\n", ns[BENCH_BLOCKS / 2], (unsigned long long)sums.count,
           (unsigned long long)sums.sum, (unsigned long)c->n);
    s->close(state);
    scene_close(c);
    return 0;
}

static bool parse_workload(const char *name, space_workload *kind)
{
    static const char *const names[] = {"pairs", "pairs_mixed", "clustered", "sizes", "queries"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(name, names[i]) == 0) {
            *kind = (space_workload)i;
            return true;
        }
    }
    return false;
}

static const space_subject *find_subject(const char *name)
{
    for (const space_subject *const *at = space_subjects; *at; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

/* Prints the names of this program's subjects; fails if it has none. */
static int list_subjects(void)
{
    for (const space_subject *const *s = space_subjects; *s; s++)
        puts((*s)->name);
    return space_subjects[0] ? 0 : 1;
}

int main(int argc, char **argv)
{
    scene c;
    space_workload kind;
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return list_subjects();
    if (argc < 5 || !parse_workload(argv[1], &kind)) {
        fprintf(stderr,
                "usage: %s pairs|pairs_mixed|clustered|sizes|queries N 0 SUBJECT [step|settings]\n"
                "       %s list\n",
                argv[0], argv[0]);
        return 2;
    }
    const space_subject *s = find_subject(argv[4]);
    unsigned long n = strtoul(argv[2], NULL, 10);
    space_check(s != NULL, "no such subject in this program");
    space_check(n >= 100 && n <= 1000000, "N");
    scene_open(&c, kind, (uint32_t)n);
    if (argc > 5 && strcmp(argv[5], "settings") == 0)
        return print_settings(s, &c);
    return measure(s, &c, argc > 5 && strcmp(argv[5], "step") == 0);
}
