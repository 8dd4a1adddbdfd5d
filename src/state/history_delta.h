/*
 * What a snapshot differs in from another one of the same world, as bytes: deltas of histories.
 */
#ifndef TROUPE_SRC_STATE_HISTORY_DELTA_H
#define TROUPE_SRC_STATE_HISTORY_DELTA_H

#include "state.h"

/* Whether there can be a delta between two snapshots: the same was registered at both. */
bool trp__delta_fits(const void *from, const void *image);
/* Writes the delta that makes `image` of `from`. Returns its length; 0: it has no room. */
size_t trp__delta_write(const trp_world *world, const void *from, const void *image, void *memory,
                        size_t room);
/* Makes `image`, which has room for it, of `from` and a delta; the world has the parts of then. Returns how long the image is. */
size_t trp__delta_read(const trp_world *world, const void *from, const void *coded, void *image);

#endif
