/**
 * @file parallel.h The workload `parallel`: n movers, each with a given amount of computation. One
 * of 128 ends per tick, and another one begins.
 */
#ifndef BENCH_PARALLEL_H
#define BENCH_PARALLEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A mover of each subject. */
typedef struct mover {
    float x, y, vx, vy;
    uint64_t state;
} mover;

/** The number of rounds of `mover_update`. */
extern uint32_t mover_rounds;

/** One mover's update: each number depends on the one before. Returns bits that say whether it ends
 * (0 of 128). */
static inline uint32_t mover_update(mover *it)
{
    uint64_t state = it->state;
    for (uint32_t i = mover_rounds; i > 0; i--)
        state = (state ^ state >> 29) * 0xBF58476D1CE4E5B9u;
    it->state = state + 0x9E3779B97F4A7C15u;
    it->x += it->vx;
    it->y += it->vy;
    return (uint32_t)(state >> 40) % 128;
}

/** The mover that begins when this one ends. */
static inline mover mover_next(const mover *it)
{
    mover next = *it;
    next.state ^= 0x94D049BB133111EBu;
    next.x = 0;
    next.y = 0;
    return next;
}

/** A dense array over TBB. NULL if TBB is not available. */
void *tbb_start(uint32_t n, unsigned threads);
void tbb_tick(void *subject);
/** The checksum of its movers, in their order. */
uint64_t tbb_sum(const void *subject);
void tbb_end(void *subject);

#ifdef __cplusplus
}
#endif

#endif
