/*
 * A ring of states in the memory of a history, each with a record before it. A state that does not
 * fit before the end starts at the beginning again. The oldest states are dropped where the next
 * one is written.
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

TRP__INLINE trp__kept *trp__kept_at(const trp_history *history, size_t place)
{
    return (trp__kept *)(void *)((unsigned char *)history->desc.memory + place);
}

/* history_ring.c */

void trp__history_drop_oldest(trp_history *history);
void trp__history_drop_newest(trp_history *history);
/* Makes room after the newest state; an empty ring has enough. Returns the place. */
size_t trp__history_make_room(trp_history *history, size_t bytes);
/* Appends a state at a place with room. */
void trp__history_append(trp_history *history, size_t place, const trp__kept *kept);
/* The place of the state of a tick, or TRP__NOWHERE. */
size_t trp__history_find(const trp_history *history, uint64_t tick);

/* Copies padded bytes to a lower address, which they may overlap. */
void trp__history_move_down(void *to, const void *from, size_t bytes);
/* Moves the states to the beginning of a ring with fewer bytes; drops the oldest that have no room. */
void trp__history_shrink(trp_history *history, size_t bytes);

#define TRP__NOWHERE ((size_t)-1)

/* history_delta.c: the difference between two snapshots of the same world, as bytes */

/* Writes the delta that turns `from` into `image`. Returns its length; 0: there is no room. */
size_t trp__delta_write(const trp__image *from, const trp__image *image, unsigned char *coded,
                        size_t room);
/* Computes `image`, which has enough room. */
void trp__delta_read(const trp__image *from, const unsigned char *coded, trp__image *image);

/* history_image.c */

/* Gives each image this room, from the end of the ring. */
void trp__history_grow(trp_history *history, size_t room);
/* Whether there is room for a state of so many bytes; with `grows` the images get it. */
bool trp__history_has_room(trp_history *history, size_t bytes);

/* The snapshot of a state. */
const trp__image *trp__history_snapshot(trp_history *history, size_t place);
/* Saves the present state, of so many bytes. */
trp_result trp__history_keep(trp_history *history, size_t bytes);

#endif
