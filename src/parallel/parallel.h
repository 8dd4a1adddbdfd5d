/*
 * A pool's parts.
 *
 * While parts are being updated the world is `in_parts` and `drawing`: all calls that change
 * something are refused, as while drawing, and refusals write nothing. The commands and the misuse
 * of an update are in the memory of its part.
 */
#ifndef TROUPE_SRC_PARALLEL_PARALLEL_H
#define TROUPE_SRC_PARALLEL_PARALLEL_H

#include "../../include/troupe/parallel.h"
#include "../core/core.h"

typedef struct trp__parallel {
    trp_pool *pool;
    trp_update_part_fn *update;
    trp_parallel_for_fn *parallel_for; /* may be NULL */
    void *user;
    /* one trp_part each, TRP__PARALLEL_PART bytes apart, followed by their room for commands */
    unsigned char *parts;
    const trp_context *tick; /* tick of the update in progress */
    uint32_t slots_per_part; /* a multiple of 64 */
    uint32_t part_bytes;     /* room for commands in a part */
    uint32_t most;           /* parts of a pool that is as large as it can be */
    uint32_t count;          /* parts that are updated in this tick */
    uint32_t disorder;       /* another order of the parts, for a synctest; 0: none */
    trp_parallel_facts facts;
} trp__parallel;

/* A disorder is this number or more. */
#define TRP__IS_DISORDER 32u

#endif
