/*
 * Shapes: the boxes of actors as they are read, the areas of queries, and how they touch.
 */
#ifndef TROUPE_SRC_SPACE_SHAPE_H
#define TROUPE_SRC_SPACE_SHAPE_H

#include "space.h"

/* A box, and everything within a radius of it. For a circle the box is a point. */
typedef struct trp__core {
    float left, top, right, bottom; /* not negated */
    float radius;
} trp__core;

/* The first touch of a moving core with another one. */
typedef struct trp__impact {
    float at; /* in lengths of its movement; above its end: never */
    float normal_x;
    float normal_y;
} trp__impact;

/* A checked area. */
typedef struct trp__question {
    trp__edges edges; /* around the whole area */
    trp__core core;   /* its shape, if it differs from its edges; for a sweep at its start */
    float dx;         /* movement of a sweep */
    float dy;
    bool is_sweep;
    bool is_ray;
    bool is_box; /* touching its edges suffices */
} trp__question;

/* space_shape.c */
/* The box as edges; false if it is invalid. */
bool trp__space_edges_of(const trp_box *box, trp__edges *edges);
bool trp__read_other_box(const trp__space_pool *entry, const trp_actor *actor, trp__edges *out);
/* False: the area is invalid. */
bool trp__space_ask(const trp_space *space, const trp_area *area, trp__question *question);
/* Whether a shape whose box touches the question's edges touches its area. */
bool trp__shape_answers(const trp__question *question, const trp__core *core);
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
/* The square root of a number that is 0 or more, exactly rounded; that of infinity is infinity. For
 * machines that have none without an external function. */
float trp__root_by_integers(float square);

TRP__INLINE float trp__root(float square)
{
#if defined(TRP__ROOT)
    return TRP__ROOT(square);
#else
    return trp__root_by_integers(square);
#endif
}

/* Neither infinite nor NaN. */
TRP__INLINE bool trp__is_finite(float value)
{
    return value - value == 0;
}

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

/* Reads an actor's box. False if it is invalid; `out` is then undefined. */
TRP__INLINE bool trp__read_box(const trp__space_pool *entry, const trp_actor *actor,
                               trp__edges *out)
{
    const unsigned char *in_actor;
    trp_box box;

    if (TRP__RARELY(!entry->is_corner))
        return trp__read_other_box(entry, actor, out);
    in_actor = (const unsigned char *)actor + entry->box;
    if (TRP__LIKELY(trp__edges_of_four(in_actor, out) != 0))
        return true; /* a finite sum has two finite parts */
    memcpy(&box, in_actor, sizeof box);
    return trp__space_edges_of(&box, out);
}

TRP__INLINE bool trp__is_round(const trp_space *space, uint32_t number)
{
    uint32_t slot;

    return space->round_pools != 0 && trp__entry_at(space, number, &slot)->is_round;
}

#endif
