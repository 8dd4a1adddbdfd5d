/**
 * @file workers.h Threads that share the parts of a pool, for trp_parallel_desc.parallel_for. See
 * parallel.h.
 */
#ifndef TROUPE_EXAMPLES_WORKERS_H
#define TROUPE_EXAMPLES_WORKERS_H

#include "troupe/parallel.h"

/** With OpenMP (workers_openmp.c) and TBB (workers_tbb.cpp), which have their own threads.
 * The context is ignored. */
void openmp_for(uint32_t parts, trp_run_part_fn *run, void *task, void *arg);
#ifdef __cplusplus
extern "C"
#endif
    void
    tbb_for(uint32_t parts, trp_run_part_fn *run, void *task, void *arg);

#endif
