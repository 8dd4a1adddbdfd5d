/**
 * @file workers.h Threads that share the parts of a pool, for trp_parallel_desc.parallel_for. See
 * parallel.h.
 */
#ifndef TROUPE_EXAMPLES_WORKERS_H
#define TROUPE_EXAMPLES_WORKERS_H

#include "troupe/parallel.h"

typedef struct workers workers;

/** Starts `count` threads, 0 to 64; the thread that calls workers_for() works as well. NULL: no
 * memory, or no threads. */
workers *workers_start(unsigned count);
/** Ends the threads, between two calls of workers_for(). */
void workers_stop(workers *w);

/** A trp_parallel_for_fn whose context is the workers. It waits until all parts are done, not until
 * all threads have woken: a thread that wakes late finds nothing to do. */
void workers_for(uint32_t parts, trp_run_part_fn *run, void *task, void *context);

/** The same with OpenMP (workers_openmp.c) and TBB (workers_tbb.cpp), which have their own threads.
 * The context is ignored. */
void openmp_for(uint32_t parts, trp_run_part_fn *run, void *task, void *context);
#ifdef __cplusplus
extern "C"
#endif
    void
    tbb_for(uint32_t parts, trp_run_part_fn *run, void *task, void *context);

#endif
