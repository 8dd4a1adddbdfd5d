/* Measured programs as processes (process.c), and their best placement (placement.c). */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include "bench.h"

#include <stdio.h>
#include <sys/types.h>

/* A measured program that runs. All zero: none. */
typedef struct process {
    pid_t pid;
    int to;
    FILE *from;
} process;

/* Starts the program for a subject in a cell, in `step` mode (see cell.h). */
bool process_start_subject(process *r, const cell *c, subject_id id, int placement,
                           const site *where);

/* Requests one step and reads the answer. */
bool process_step(process *r, char *line, size_t size);

/* Closes the streams and waits for the end. True if the program succeeded, or none runs. */
bool process_end(process *r);

/* The fastest placement of the program for this subject in this kind of cell. It is measured at the
 * first call, with few actors. */
int best_placement(const cell *c, subject_id id, const site *where);

#endif
