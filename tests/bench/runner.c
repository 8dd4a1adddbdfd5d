/*
 * Runs the measured programs of a cell, each as its own process, pinned to one processor. All are
 * set up and warmed up first. Then they take turns, block by block, so that a drift of the machine
 * affects all alike. A waiting process blocks on its standard input.
 */
#define _POSIX_C_SOURCE 200809L /* SIGPIPE */

#include "cell.h"
#include "process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* The blocks of all rounds of one subject, and its last line. */
typedef struct samples {
    double ns[ROUNDS_MAX * BENCH_BLOCKS];
    int count;
    unsigned long long destroyed, checksum;
    unsigned long live;
} samples;

/* Step 0 is the warm-up, the last one gives the sums. */
static bool do_step(process *r, int step, samples *s)
{
    char line[160];
    double ns;
    if (!process_step(r, line, sizeof line))
        return false;
    if (step == BENCH_STEPS - 1)
        return sscanf(line, "%lf %llu %llx %lu", &ns, &s->destroyed, &s->checksum, &s->live) == 4;
    if (sscanf(line, "%lf", &ns) != 1)
        return false;
    if (step > 0)
        s->ns[s->count++] = ns;
    return true;
}

/* One round of the subjects from `first` up to before `last`, together. */
static bool run_together(const cell *c, subject_set chosen, int first, int last,
                         const int *placements, samples *all, const site *where)
{
    process running[SUBJECTS] = {{0}};
    bool good = true;
    for (int step = 0; step < BENCH_STEPS && good; step++) {
        for (int id = first; id < last && good; id++) {
            if (!has_subject(chosen, id))
                continue;
            if (step == 0)
                good =
                    process_start_subject(&running[id], c, (subject_id)id, placements[id], where);
            good = good && do_step(&running[id], step, &all[id]);
            if (!good)
                fprintf(stderr, "bench: %s failed\n", subjects[id].name);
        }
    }
    for (int id = 0; id < SUBJECTS; id++)
        good = process_end(&running[id]) && good;
    return good;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Copies the sums to the cell. False, after a message, if the subjects did different work. */
static bool conclude(cell *c, subject_set chosen, samples *all)
{
    int known = -1;
    for (int id = 0; id < SUBJECTS; id++) {
        if (!has_subject(chosen, id))
            continue;
        c->ns[id] = median(all[id].ns, all[id].count);
        if (known < 0)
            known = id;
        if (all[id].destroyed == all[known].destroyed && all[id].live == all[known].live &&
            all[id].checksum == all[known].checksum)
            continue;
        fprintf(stderr,
                "bench: %s n %u churn %u%% payload %u: NOT THE SAME WORK\n"
                "    %-10s destroyed %llu, live %lu, checksum %016llx\n"
                "    %-10s destroyed %llu, live %lu, checksum %016llx\n",
                workload_name(c->workload), c->n, c->churn, c->payload, subjects[known].name,
                all[known].destroyed, all[known].live, all[known].checksum, subjects[id].name,
                all[id].destroyed, all[id].live, all[id].checksum);
        return false;
    }
    if (known >= 0) {
        c->destroyed = all[known].destroyed;
        c->checksum = all[known].checksum;
    }
    return true;
}

/* True if the memory of all subjects may be in use at once: above two gigabytes, page faults take
 * longer than the benchmark. */
static bool fits(const cell *c, subject_set chosen)
{
    int count = 0;
    for (; chosen != 0; chosen &= chosen - 1)
        count++;
    double slots = c->workload == SPARSE ? c->n * (double)BENCH_SPARSE : c->n;
    return slots * (c->payload + 24.0) * count < 2e9;
}

bool run_cell(cell *c, subject_set chosen, const site *where)
{
    samples all[SUBJECTS] = {{{0}, 0, 0, 0, 0}};
    int placements[SUBJECTS] = {0};
    bool good = true;
    signal(SIGPIPE, SIG_IGN);
    for (int id = 0; id < SUBJECTS; id++)
        if (has_subject(chosen, id))
            placements[id] = best_placement(c, (subject_id)id, where);
    for (int round = 0; round < c->rounds && good; round++) {
        int together = fits(c, chosen) ? SUBJECTS : 1;
        for (int id = 0; id < SUBJECTS && good; id += together)
            good = run_together(c, chosen, id, id + together, placements, all, where);
    }
    return good && conclude(c, chosen, all);
}
