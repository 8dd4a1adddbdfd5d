/*
 * Boxes as they are read from structs, and the areas of queries.
 */
#ifndef TROUPE_SRC_SPACE_SHAPE_H
#define TROUPE_SRC_SPACE_SHAPE_H

#include "space_meet.h"

/* A checked query. */
typedef struct trp__question
{
    trp__edges edges; /* around the whole area */
    trp__core core;   /* its shape, if it differs from its edges; for a sweep at its start */
    float dx;         /* movement of a sweep */
    float dy;
    uint32_t mask;
    uint32_t asker; /* a number that is left out, or TRP__NONE */
    bool is_sweep;
    bool is_ray;
    bool is_box; /* touching its edges suffices */
} trp__question;

/* space_shape.c */
/* The box as edges; false if it is invalid. */
bool trp__space_edges_of(const trp_box *box, trp__edges *edges);
bool trp__read_other_box(const trp__space_pool *entry, const trp_actor *actor, trp__edges *out);
/* False: the area is invalid. */
bool trp__space_ask(const trp_space *space, const trp_query *query, trp__question *question);
/* Whether a shape whose box touches the question's edges touches its area. */
bool trp__shape_answers(const trp__question *question, const trp__core *core);

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
