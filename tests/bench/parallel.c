/**
 * @file parallel.c
 *
 * The workload `parallel`: the gain of two threads, and the cost of parts without threads. Subjects
 * take turns, tick by tick. Results are medians and best of wall time, as ratios to the serial tick
 * of the same run. On a machine with other load only the best is meaningful.
 *
 *     parallel             all subjects at 10,000 and 100,000 movers
 *     parallel NAME N      ten ticks of one subject, one round per mover, for tools that count
 */
#include "parallel.h"
#include "troupe/troupe.h"
#include "workers.h"

#include "troupe/hash.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TICKS = 201, WARM_UP = 20, WANTED_NS = 50 };

uint32_t mover_rounds = 1;

typedef struct actor_mover {
    trp_actor actor;
    mover m;
} actor_mover;

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

/* troupe */

typedef struct troupe {
    trp_world *world;
    trp_pool *pool;
    trp_threads *threads;
} troupe;

static void update_each(trp_pool *pool, const trp_context *in)
{
    trp_each (actor_mover, it, pool)
        if (mover_update(&it->m) == 0) {
            const actor_mover next = {.m = mover_next(&it->m)};
            trp_recycle(in->world, &it->actor);
            trp_create(pool, &next);
        }
}

static void update_part(trp_part *part, const trp_context *in)
{
    (void)in;
    trp_part_each(actor_mover, it, part) if (mover_update(&it->m) == 0)
    {
        const actor_mover next = {.m = mover_next(&it->m)};
        trp_part_end(part, trp_handle_of(in->world, &it->actor), NULL);
        trp_part_create(part, part->pool, &next);
    }
}

static void *troupe_start(uint32_t n, bool in_parts, trp_parallel_for_fn *parallel_for,
                          unsigned threads)
{
    troupe *t = calloc(1, sizeof *t);
    trp_parallel_desc parts = {.update = update_part};
    trp_pool_desc desc = {.type = TRP_TYPE(actor_mover, actor), .capacity = n};
    actor_mover init = {.m = {0, 0, 1, 2, 0}};

    if (t == NULL)
        exit(1);
    t->world = trp_world_create(NULL);
    desc.update_pool = in_parts ? NULL : update_each;
    if (parallel_for == trp_threads_run)
        t->threads = trp_threads_start(threads - 1);
    parts.parallel_for = parallel_for;
    parts.user = t->threads;
    if (in_parts)
        desc.parallel = (trp_parallel)TRP_PARALLEL(&parts);
    t->pool = trp_pool_create(t->world, &desc);
    for (uint32_t i = 0; i < n; i++) {
        init.m.state = i;
        trp_create(t->pool, &init);
    }
    return t;
}

static void troupe_tick(void *subject)
{
    trp_update_all(((troupe *)subject)->world, 1);
}

static uint64_t troupe_sum(const void *subject)
{
    return trp_hash_world(((const troupe *)subject)->world);
}

static void troupe_end(void *subject)
{
    troupe *t = subject;
    trp_world_destroy(t->world);
    if (t->threads != NULL)
        trp_threads_stop(t->threads);
    free(t);
}

static void *serial_start(uint32_t n, unsigned threads)
{
    (void)threads;
    return troupe_start(n, false, NULL, 1);
}

static void *parts_start(uint32_t n, unsigned threads)
{
    return troupe_start(n, true, threads > 1 ? trp_threads_run : NULL, threads);
}

#ifdef HAS_OPENMP
static void *openmp_start(uint32_t n, unsigned threads)
{
    (void)threads; /* as many as OMP_NUM_THREADS or the machine has */
    return troupe_start(n, true, openmp_for, threads);
}
#endif

/* A dense array, split by hand: each thread has its half, and a list of ends in it. The lists are
 * processed in the order of the halves, so the order of ends follows places, whatever the number of
 * threads. */

typedef struct split {
    mover *movers;
    uint32_t *ends;
    uint32_t n, threads;
    uint32_t counts[2];
    pthread_barrier_t begin, done;
    pthread_t other;
    bool stops;
} split;

static void split_half(split *s, uint32_t half)
{
    const uint32_t from = (uint32_t)((uint64_t)s->n * half / s->threads);
    const uint32_t to = (uint32_t)((uint64_t)s->n * (half + 1) / s->threads);
    uint32_t count = 0;

    for (uint32_t i = from; i < to; i++)
        if (mover_update(&s->movers[i]) == 0)
            s->ends[from + count++] = i;
    s->counts[half] = count;
}

static void *split_other(void *arg)
{
    split *s = arg;
    for (;;) {
        pthread_barrier_wait(&s->begin);
        if (s->stops)
            return NULL;
        split_half(s, 1);
        pthread_barrier_wait(&s->done);
    }
}

static void *split_start(uint32_t n, unsigned threads)
{
    split *s = calloc(1, sizeof *s);
    if (s == NULL || (s->movers = calloc(n, sizeof *s->movers)) == NULL ||
        (s->ends = calloc(n, sizeof *s->ends)) == NULL)
        exit(1);
    s->n = n;
    s->threads = threads;
    for (uint32_t i = 0; i < n; i++)
        s->movers[i] = (mover){0, 0, 1, 2, i};
    if (threads == 2) {
        pthread_barrier_init(&s->begin, NULL, 2);
        pthread_barrier_init(&s->done, NULL, 2);
        if (pthread_create(&s->other, NULL, split_other, s) != 0)
            exit(1);
    }
    return s;
}

static void split_tick(void *subject)
{
    split *s = subject;
    if (s->threads == 2)
        pthread_barrier_wait(&s->begin);
    split_half(s, 0);
    if (s->threads == 2)
        pthread_barrier_wait(&s->done);
    for (uint32_t half = 0; half < s->threads; half++)
        for (uint32_t i = 0; i < s->counts[half]; i++) {
            const uint32_t from = (uint32_t)((uint64_t)s->n * half / s->threads);
            mover *it = &s->movers[s->ends[from + i]];
            *it = mover_next(it);
        }
}

static uint64_t split_sum(const void *subject)
{
    const split *s = subject;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->n; i++)
        sum = sum * 31 + s->movers[i].state;
    return sum;
}

static void split_end(void *subject)
{
    split *s = subject;
    if (s->threads == 2) {
        s->stops = true;
        pthread_barrier_wait(&s->begin);
        pthread_join(s->other, NULL);
    }
    free(s->movers);
    free(s->ends);
    free(s);
}

/* The table */

typedef struct subject {
    const char *name;
    const char *text;
    unsigned threads;
    void *(*start)(uint32_t n, unsigned threads);
    void (*tick)(void *);
    uint64_t (*sum)(const void *);
    void (*end)(void *);
    double least;       /* target: ratio to the serial tick; 0: no target */
    double least_small; /* ... at 10,000 */
} subject;

static const subject subjects[] = {
    {"serial", "troupe, update_pool and trp_each", 1, serial_start, troupe_tick, troupe_sum,
     troupe_end, 0, 0},
    {"parts", "troupe, parts without threads", 1, parts_start, troupe_tick, troupe_sum, troupe_end,
     1 / 1.05, 1 / 1.05},
    {"parts2", "troupe, parts on 2 threads", 2, parts_start, troupe_tick, troupe_sum, troupe_end,
     1.7, 1.5},
#ifdef HAS_OPENMP
    {"openmp", "troupe, parts over OpenMP", 2, openmp_start, troupe_tick, troupe_sum, troupe_end, 0,
     0},
#endif
    {"split1", "array by hand, 1 thread", 1, split_start, split_tick, split_sum, split_end, 0, 0},
    {"split2", "array by hand, halves on 2 threads", 2, split_start, split_tick, split_sum,
     split_end, 0, 0},
    {"tbb1", "array over TBB, 1 thread", 1, tbb_start, tbb_tick, tbb_sum, tbb_end, 0, 0},
    {"tbb2", "array over TBB, 2 threads", 2, tbb_start, tbb_tick, tbb_sum, tbb_end, 0, 0},
};

enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

static int by_value(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The best time of a mover with this many rounds. */
static double time_of(uint32_t rounds)
{
    enum { MOVERS = 2000 };
    static mover movers[MOVERS];
    static volatile uint32_t ended;
    double best = 1e9;

    mover_rounds = rounds;
    for (int i = 0; i < 100; i++) {
        const double start = now();
        for (int k = 0; k < MOVERS; k++)
            ended += mover_update(&movers[k]) == 0;
        const double time = (now() - start) / MOVERS;
        if (time < best)
            best = time;
    }
    return best;
}

/* The number of rounds for which a mover takes 50 ns. Processors overlap movers, so it is found by
 * trial. */
static void calibrate(void)
{
    uint32_t rounds = 1;

    while (time_of(rounds) < WANTED_NS)
        rounds++;
    printf("%u rounds per mover\n", (unsigned)rounds);
}

static void print_load(void)
{
    char line[80] = "";
    FILE *file = fopen("/proc/loadavg", "r");
    if (file != NULL && fgets(line, sizeof line, file) == NULL)
        line[0] = '\0';
    if (file != NULL)
        fclose(file);
    printf("load: %s", line[0] != '\0' ? line : "not known\n");
}

static void measure(uint32_t n)
{
    static double times[SUBJECTS][TICKS];
    void *all[SUBJECTS];
    uint64_t sums[SUBJECTS];

    for (int k = 0; k < SUBJECTS; k++)
        all[k] = subjects[k].start(n, subjects[k].threads);
    for (int i = -WARM_UP; i < TICKS; i++)
        for (int k = 0; k < SUBJECTS; k++) {
            const double start = now();
            if (all[k] != NULL)
                subjects[k].tick(all[k]);
            if (i >= 0)
                times[k][i] = now() - start;
        }
    printf("%u movers; ns per mover, best and median of %d ticks; times as fast as serial\n",
           (unsigned)n, TICKS);
    for (int k = 0; k < SUBJECTS; k++) {
        if (all[k] == NULL) {
            printf("    %-36s not run: it is not installed\n", subjects[k].text);
            continue;
        }
        qsort(times[k], TICKS, sizeof(double), by_value);
        sums[k] = subjects[k].sum(all[k]);
        subjects[k].end(all[k]);
        const double least = n > 50000 ? subjects[k].least : subjects[k].least_small;
        const double best = times[0][0] / times[k][0];
        printf("  %-36s %6.1f %6.1f   %5.2f %5.2f", subjects[k].text, times[k][0] / n,
               times[k][TICKS / 2] / n, best, times[0][TICKS / 2] / times[k][TICKS / 2]);
        if (least != 0)
            printf("   target %.2f: %s", least, best >= least ? "reached" : "NOT REACHED");
        for (int other = 0; other < k; other++)
            if (subjects[other].sum == subjects[k].sum && all[other] != NULL) {
                printf("   %s", sums[other] == sums[k] ? "same result" : "DIFFERENT RESULT");
                break;
            }
        printf("\n");
    }
    printf("  %-36s not run: flecs is not packaged (its documentation: commands of one stage are "
           "merged after "
           "those of the one before, so with several tables their order depends on the number of "
           "threads)\n",
           "flecs, 2 threads");
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        mover_rounds = 1;
        for (int k = 0; k < SUBJECTS; k++)
            if (strcmp(argv[1], subjects[k].name) == 0) {
                void *s = subjects[k].start((uint32_t)atoi(argv[2]), subjects[k].threads);
                for (int i = 0; i < 10 && s != NULL; i++)
                    subjects[k].tick(s);
                return s == NULL;
            }
        return 2;
    }
    calibrate();
    print_load();
    measure(10000);
    measure(100000);
    print_load();
    return 0;
}
