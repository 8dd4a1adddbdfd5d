/* Boxes in four parallel arrays, and four of them at a time against one: for the rivals written for
 * this benchmark, so that none is slower for lack of SSE2. */
#ifndef BENCH_SPACE_SCAN_H
#define BENCH_SPACE_SCAN_H

#include "space_cell.h"

#include <math.h>
#include <stdlib.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* The four edges of each box, with three further boxes at the end that touch nothing. */
typedef struct edges {
    float *left, *right, *top, *bottom;
} edges;

/* The four edges of a box. */
typedef struct edge4 {
    float left, right, top, bottom;
} edge4;

static inline edge4 edge4_of(float x, float y, float w, float h)
{
    return (edge4){x, x + w, y, y + h};
}

static inline edges edges_open(uint32_t n)
{
    float *all = space_room((n + 4) * (size_t)4, sizeof(float));
    edges e = {all, all + (n + 4), all + 2 * (size_t)(n + 4), all + 3 * (size_t)(n + 4)};
    for (uint32_t i = n; i < n + 4; i++) {
        e.left[i] = e.top[i] = INFINITY;
        e.right[i] = e.bottom[i] = -INFINITY;
    }
    return e;
}

static inline void edges_close(edges *e)
{
    free(e->left);
}

static inline void edges_set(edges *e, uint32_t i, const thing *b)
{
    e->left[i] = b->x;
    e->right[i] = b->x + b->w;
    e->top[i] = b->y;
    e->bottom[i] = b->y + b->h;
}

static inline edge4 edges_get(const edges *e, uint32_t i)
{
    return (edge4){e->left[i], e->right[i], e->top[i], e->bottom[i]};
}

/* The boxes among the four from `at` that touch `b`, as bits. *reached: those that begin left of
 * its right edge. */
static inline unsigned int edges_touch4(const edges *e, uint32_t at, const edge4 *b,
                                        unsigned int *reached)
{
#ifdef __SSE2__
    __m128 x = _mm_cmple_ps(_mm_loadu_ps(e->left + at), _mm_set1_ps(b->right));
    __m128 all = _mm_and_ps(_mm_cmpge_ps(_mm_loadu_ps(e->right + at), _mm_set1_ps(b->left)), x);
    all = _mm_and_ps(_mm_cmple_ps(_mm_loadu_ps(e->top + at), _mm_set1_ps(b->bottom)), all);
    all = _mm_and_ps(_mm_cmpge_ps(_mm_loadu_ps(e->bottom + at), _mm_set1_ps(b->top)), all);
    *reached = (unsigned int)_mm_movemask_ps(x);
    return (unsigned int)_mm_movemask_ps(all);
#else
    unsigned int bits = 0;
    *reached = 0;
    for (uint32_t k = 0; k < 4; k++) {
        unsigned int x = e->left[at + k] <= b->right;
        *reached |= x << k;
        bits |= (x & (e->right[at + k] >= b->left) & (e->top[at + k] <= b->bottom) &
                 (e->bottom[at + k] >= b->top))
                << k;
    }
    return bits;
#endif
}

/* The number of the lowest of four bits that are not all 0. */
static inline uint32_t lowest_bit(unsigned int bits)
{
    static const unsigned char numbers[16] = {0, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    return numbers[bits];
}

#endif
