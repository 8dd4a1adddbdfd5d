/*
 * The interface between a measured program (cell.c), its subjects, and the driver (bench.c). A
 * program measures one subject in one cell and is run as its own process:
 *
 *     cell24.0 WORKLOAD N CHURN SUBJECT [step]
 *
 * It prints one line: ns per unit (an actor per frame, a pair, a recycle with a create, a creation,
 * or a life), the number of ended lives, the checksum, the number of live actors. With `step` it
 * does one step for each byte that it reads and answers with a line (see BENCH_STEPS), so that the
 * driver can let the subjects of a cell take turns. The payload is compiled in; the number after
 * the dot is the placement of the code (placement.c).
 */
#ifndef BENCH_CELL_H
#define BENCH_CELL_H

#include "work.h"

#include <stddef.h>

/* Timed blocks of frames per run. */
#define BENCH_BLOCKS 7

/* Steps of a run: set-up and warm-up (answers 0), the blocks (each answers its ns), and the end
 * (answers the line above). */
#define BENCH_STEPS (1 + BENCH_BLOCKS + 1)

#ifdef __cplusplus
extern "C" {
#endif

/* One way to keep actors. Members that a workload does not use may be NULL: pair and burst use
 * `exchange`, the others `frame`. */
typedef struct subject {
    const char *name;
    /* Makes room for w->capacity actors, and creates the first ones. `w` stays valid. */
    void *(*open)(work *w);
    /* Updates all, removes those whose life is over, then creates as many as work_births() returns.
     * */
    void (*frame)(void *state);
    /* Repeats this many times: removes `batch` random ones, then creates as many. */
    void (*exchange)(void *state, uint32_t times, uint32_t batch);
    /* The tally of the remaining actors. */
    tally (*count)(void *state);
} subject;

/* The subjects of this program; ends with NULL. */
extern const subject *const bench_subjects[];

/* The same subjects in `kinds`; ends with NULL. */
extern const subject *const bench_kinds_subjects[];

/* Those of `spans`, and those of `layers`; end with NULL. */
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
