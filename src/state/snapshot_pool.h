/*
 * Restoring a pool.
 */
#ifndef TROUPE_SRC_STATE_SNAPSHOT_POOL_H
#define TROUPE_SRC_STATE_SNAPSHOT_POOL_H

#include "state.h"

/* Whether the pool has the memory for these pieces. */
bool trp__pool_fits(const trp_pool *pool, const trp__pieces *pieces);
/* Restores the pool from these pieces. */
void trp__pool_restore(trp_pool *pool, const trp__pieces *pieces);

#endif
