/*
 * Touches of shapes: rounded boxes, at rest or moving.
 */
#ifndef TROUPE_SRC_SPACE_MEET_H
#define TROUPE_SRC_SPACE_MEET_H

#include "space.h"

/* A box, and everything within a radius of it. For a circle the box is a point. */
typedef struct trp__core
{
    float left, top, right, bottom; /* not negated */
    float radius;
} trp__core;

/* The first touch of a moving core with another one. */
typedef struct trp__impact
{
    float at; /* in lengths of its movement; above its end: never */
    float normal_x;
    float normal_y;
} trp__impact;

/* space_meet.c */
trp__core trp__core_of_circle(const trp__edges *edges);
/* The length of (x, y), which are 0 or more, without overflow. */
float trp__length(float x, float y);
bool trp__cores_touch(const trp__core *a, const trp__core *b);
/* Core `a` moves by (dx, dy), up to the end of that or, as a ray, without an end. */
trp__impact trp__core_sweep(const trp__core *a, float dx, float dy, bool is_ray,
                            const trp__core *b);
/* The distance between their surfaces; below 0 if they touch. The normal points out of `a` towards
 * `b`; it is 0 if the boxes of the cores overlap. */
float trp__core_distance(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y);
/* How deep `b` is in `a`, which touch, and the side of `a` at which it is least deep. */
float trp__core_depth(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y);

TRP__INLINE trp__core trp__core_of_box(const trp__edges *edges, bool is_round)
{
    const trp__core out = {edges->left, edges->top, -edges->right, -edges->bottom, 0};

    return TRP__RARELY(is_round) ? trp__core_of_circle(edges) : out;
}

TRP__INLINE float trp__gap(float low, float high, float other_low, float other_high)
{
    const float after = other_low - high;
    const float before = low - other_high;
    const float gap = after > before ? after : before;

    return gap > 0 ? gap : 0;
}

/* The distance from one to the other along each axis; 0 where they overlap. */
TRP__INLINE void trp__core_gaps(const trp__core *a, const trp__core *b, float *gap_x, float *gap_y)
{
    *gap_x = trp__gap(a->left, a->right, b->left, b->right);
    *gap_y = trp__gap(a->top, a->bottom, b->top, b->bottom);
}

#endif
