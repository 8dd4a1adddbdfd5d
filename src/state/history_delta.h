/*
 * Deltas of histories: the difference between two snapshots of the same world, as bytes.
 */
#ifndef TROUPE_SRC_STATE_HISTORY_DELTA_H
#define TROUPE_SRC_STATE_HISTORY_DELTA_H

#include "state.h"

/* Writes the delta that turns `from` into `image`. Returns its length; 0: there is no room. */
size_t trp__delta_write(const trp__image *from, const trp__image *image, unsigned char *coded,
                        size_t room);
/* Computes `image`, which has enough room. */
void trp__delta_read(const trp__image *from, const unsigned char *coded, trp__image *image);

#endif
