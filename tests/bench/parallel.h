/**
 * @file parallel.h
 * The workload `parallel`: n movers, each with so much to compute; one of 128 ends per tick, and another one begins.
 */
#ifndef BENCH_PARALLEL_H
#define BENCH_PARALLEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What each subject moves. */
typedef struct mover
{
    float x, y, vx, vy;
    uint64_t state;
} mover;

/** How many rounds `mover_update` computes. */
extern uint32_t mover_rounds;

/** One mover's update: numbers that each need the one before. Bits that say whether it ends (0 of 128). */
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

/** The one that begins when this one ends. */
static inline mover mover_next(const mover *it)
{
    mover next = *it;
    next.state ^= 0x94D049BB133111EBu;
    next.x = 0;
    next.y = 0;
    return next;
}

/** A dense array over TBB. NULL where TBB is not here. */
void *tbb_start(uint32_t n, unsigned threads);
void tbb_tick(void *subject);
/** What its movers come to, in their order. */
uint64_t tbb_sum(const void *subject);
void tbb_end(void *subject);

#ifdef __cplusplus
}
#endif

#endif
