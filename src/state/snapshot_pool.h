/*
 * Restoring a pool.
 */
#ifndef TROUPE_SRC_STATE_SNAPSHOT_POOL_H
#define TROUPE_SRC_STATE_SNAPSHOT_POOL_H

#include "state.h"

/* Whether the pool has the memory for these pieces. */
bool trp__pool_fits(const trp__pieces *pieces);
void trp__pool_restore(const trp__pieces *pieces);

#endif
