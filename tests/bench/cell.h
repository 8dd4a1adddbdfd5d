/*
 * What a measured program (cell.c) needs of a subject, and what the driver (bench.c) must know of
 * a measured program. A program measures one subject in one cell and is run as a process of its
 * own:
 *
 *     cell24.0 WORKLOAD N CHURN SUBJECT [step]
 *
 * prints one line: ns a unit (an actor a frame, a pair, a recycle with a create, a creation, or a
 * life), how many were destroyed, the checksum, how many live. With `step` it does one step for each byte that it reads
 * and answers with a line (see BENCH_STEPS), so that the driver can let the subjects of a cell take
 * turns. The payload is compiled in; the number behind the dot says how the code is placed
 * (placement.c).
 */
#ifndef BENCH_CELL_H
#define BENCH_CELL_H

#include "work.h"

#include <stddef.h>

/* Timed blocks of frames a run. */
#define BENCH_BLOCKS 7

/* Steps of a run: set-up and warm-up (answers 0), the blocks (each answers its ns), and the end
 * (answers the line above). */
#define BENCH_STEPS (1 + BENCH_BLOCKS + 1)

#ifdef __cplusplus
extern "C" {
#endif

/* One way of keeping actors. What a workload does not use may be NULL: pair and burst use
 * `exchange`, the others `frame`. */
typedef struct subject
{
    const char *name;
    /* Room for w->capacity actors, and as many created. `w` stays. */
    void *(*open)(work *w);
    /* Updates all, removes those whose life is over, then creates as work_births() says. */
    void (*frame)(void *state);
    /* So many times: removes `batch` random ones, then creates as many. */
    void (*exchange)(void *state, uint32_t times, uint32_t batch);
    /* What is left. */
    tally (*count)(void *state);
} subject;

/* The subjects of this program; ends with NULL. */
extern const subject *const bench_subjects[];

/* The same subjects in `kinds`; ends with NULL. */
extern const subject *const bench_kinds_subjects[];

/* Those of `spans` and `renew`, and those of `layers`; end with NULL. */
extern const subject *const bench_spans_subjects[];
extern const subject *const bench_layers_subjects[];

/* Zeroed memory, touched, at the start of a cache line; ends the program if there is none. */
void *bench_room(size_t count, size_t size);

/* Ends the program with a message if `good` is false. */
void bench_check(bool good, const char *what);

#ifdef __cplusplus
}
#endif

#endif
