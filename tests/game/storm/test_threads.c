/*
 * A storm of 100,000 motes with 1, 2 and 8 threads is the same after each tick.
 */
#include "storm.h"

#include <stdio.h>

enum
{
    TICKS = 60
};

static _Alignas(8) unsigned char memory[STORM_BYTES];
static uint64_t hashes[TICKS];

/* The number of ticks that differ from the first run. */
static int play(trp_parallel_for_fn *parallel_for, void *context)
{
    storm *s = storm_init(memory, sizeof memory, 1);
    int others = 0;

    storm_set(s, STORM_MAX, 10);
    storm_set_parallel_for(s, parallel_for, context);
    for (int tick = 0; tick < TICKS; ++tick)
    {
        storm_step(s);
        if (!parallel_for)
            hashes[tick] = storm_hash(s);
        others += storm_hash(s) != hashes[tick];
    }
    return others;
}

int main(void)
{
    static const unsigned threads[] = {2, 8};
    int others = play(NULL, NULL);

    for (int i = 0; i < 2; ++i)
    {
        trp_threads *w = trp_threads_start(threads[i] - 1);
        if (!w)
            return 2;
        others += play(trp_threads_run, w);
        trp_threads_stop(w);
    }
    printf("a storm of %d motes on 1, 2 and 8 threads: %d of %d ticks differ\n", STORM_MAX, others,
           2 * TICKS);
    return others != 0;
}
