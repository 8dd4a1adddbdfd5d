/*
 * The record of a state in the ring of a history, and deltas.
 */
#ifndef TROUPE_SRC_STATE_HISTORY_RING_H
#define TROUPE_SRC_STATE_HISTORY_RING_H

#include "../../include/troupe/history.h"
#include "state.h"

/* The record before a state. */
typedef struct trp__kept {
    uint64_t tick;
    uint64_t hash;
    size_t bytes;          /* bytes that follow; 0: the newest one of a kind with deltas */
    size_t prev;           /* the state saved before, if any */
    size_t next;           /* the state saved after */
    unsigned number : 31;  /* states since the last keyframe */
    unsigned is_delta : 1; /* the bytes are a delta relative to the state after, not a snapshot */
} trp__kept;

_Static_assert(sizeof(trp__kept) % TRP__IMAGE_ALIGNMENT == 0, "what follows is aligned");

/* history_delta.c: the difference between two snapshots of the same world, as bytes */

/* Writes the delta that turns `from` into `image`. Returns its length; 0: there is no room. */
size_t trp__delta_write(const trp__image *from, const trp__image *image, unsigned char *coded,
                        size_t room);
/* Computes `image`, which has enough room. */
void trp__delta_read(const trp__image *from, const unsigned char *coded, trp__image *image);

#endif
