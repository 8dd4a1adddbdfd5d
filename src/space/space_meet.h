/*
 * Shapes as they meet: rounded boxes, at rest or on their way.
 */
#ifndef TROUPE_SRC_SPACE_MEET_H
#define TROUPE_SRC_SPACE_MEET_H

#include "space_internal.h"

/* Where a moving core first touches another. */
typedef struct trp__impact
{
    float at; /* in lengths of its way; above the end of it: never */
    float normal_x;
    float normal_y;
} trp__impact;

/* space_meet.c */
trp__core trp__core_of_box(const trp__edges *edges, bool is_round);
/* The distance from one to the other along each axis; 0 where they overlap. */
void trp__core_gaps(const trp__core *a, const trp__core *b, float *gap_x, float *gap_y);
/* The length of (x, y), which are 0 or more, whatever their exponents are. */
float trp__length(float x, float y);
bool trp__cores_touch(const trp__core *a, const trp__core *b);
/* Core `a` goes by (dx, dy), to the end of that or, as a ray, without an end. */
trp__impact trp__core_sweep(const trp__core *a, float dx, float dy, bool is_ray,
                            const trp__core *b);
/* Between their surfaces; below 0 where they touch. The normal is out of `a` towards `b`, 0 where the boxes of the cores
 * overlap. */
float trp__core_distance(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y);
/* How far `b` is in `a`, which touch, and out of which side of `a` it would be soonest. */
float trp__core_depth(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y);

#endif
