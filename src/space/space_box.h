/*
 * Reading an actor's box.
 */
#ifndef TROUPE_SRC_SPACE_BOX_H
#define TROUPE_SRC_SPACE_BOX_H

#include "space_internal.h"

/* space_shape.c */
/* The same for a pool with `center` or `bounds`. */
bool trp__read_other_box(const trp__space_pool *entry, const trp_actor *actor, trp__edges *out);

/* False if the box is invalid; `out` is then undefined. */
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

TRP__INLINE bool trp__same_edges(const trp__edges *a, const trp__edges *b)
{
    return trp__four_equal(a, b) != 0;
}

#endif
