// Runs parts on TBB's threads: c++ ... -ltbb.
#include "workers.h"

#include <tbb/parallel_for.h>

void tbb_for(uint32_t parts, trp_run_part_fn *run, void *task, void *user)
{
    (void)user;
    tbb::parallel_for(uint32_t{0}, parts, [=](uint32_t part) { run(part, task); });
}
