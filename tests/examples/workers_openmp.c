/* Runs parts on OpenMP's threads: cc -fopenmp. */
#include "workers.h"

void openmp_for(uint32_t parts, trp_run_part_fn *run, void *task, void *user)
{
    (void)user;
#pragma omp parallel for schedule(dynamic)
    for (uint32_t part = 0; part < parts; part++)
        run(part, task);
}
