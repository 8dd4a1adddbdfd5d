/*
 * Deltas of histories: the difference between two snapshots of the same world, as bytes.
 */
#ifndef TROUPE_SRC_STATE_HISTORY_DELTA_H
#define TROUPE_SRC_STATE_HISTORY_DELTA_H

#include "state.h"

/* Whether a delta between two snapshots is possible: the same objects were registered at both. */
bool trp__delta_fits(const void *from, const void *image);
/* Writes the delta that turns `from` into `image`. Returns its length; 0: there is no room. */
size_t trp__delta_write(const trp_world *world, const void *from, const void *image, void *memory,
                        size_t room);
/* Computes `image`, which has enough room, from `from` and a delta; the registered parts must be
 * the same as then. Returns the length of the image. */
size_t trp__delta_read(const trp_world *world, const void *from, const void *coded, void *image);

#endif
