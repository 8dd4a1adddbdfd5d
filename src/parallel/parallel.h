/*
 * Declarations shared by the files of parallel updates.
 *
 * While parts are being updated the world is `in_parts` and `drawing`: all calls that change
 * something are refused, as while drawing, and refusals write nothing. The commands and the misuse
 * of an update are in the memory of its part.
 */
#ifndef TROUPE_SRC_PARALLEL_PARALLEL_H
#define TROUPE_SRC_PARALLEL_PARALLEL_H

#include "../../include/troupe/parallel.h"
#include "../core/core.h"

/* A pool's parts. */
typedef struct trp__parallel {
    trp_pool *pool;
    trp_update_part_fn *update;
    trp_parallel_for_fn *parallel_for; /* may be NULL */
    void *context;
    /* one trp_part each, TRP__PARALLEL_PART bytes apart, followed by their room for commands */
    unsigned char *parts;
    const trp_context *tick; /* tick of the update in progress */
    uint32_t slots_per_part; /* a multiple of 64 */
    uint32_t part_bytes;     /* room for commands in a part */
    uint32_t count;          /* parts that are updated in this tick */
    uint32_t disorder;       /* another order of the parts, for a synctest; 0: none */
    trp_parallel_facts facts;
} trp__parallel;

/* Bits of a disorder: pairs of parts are swapped; the number of the first part; there is a
 * disorder. */
#define TRP__MOST_SHIFT 15u
#define TRP__IS_DISORDER (2 * TRP__MOST_SHIFT + 2)

/* Commands of a part. Each begins with 8 bytes: its kind and a number of 24 bits, then 32 bits. */
enum {
    TRP__LATER_RECYCLE, /* an index, and the generation */
    TRP__LATER_EXPIRE,  /* the same */
    TRP__LATER_END,     /* the same, and a trp_ending */
    TRP__LATER_CREATE,  /* a pool's number, and the bytes of the struct that follows; 0: none */
    TRP__LATER_CALL     /* unused, and the bytes of the data after the function */
};

/* Bytes of a command with the data that follows it, rounded up. */
TRP__INLINE size_t trp__later_bytes(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

TRP__INLINE trp_part *trp__part_numbered(const trp__parallel *parallel, uint32_t number)
{
    return (trp_part *)(void *)(parallel->parts + (size_t)number * TRP__PARALLEL_PART);
}

/* parallel_update.c: the update_pool of parallel pools */
void trp__update_parts(trp_pool *pool, const trp_context *in);

/* parallel_part.c */

/* A misuse in a part, which is reported after all parts have been updated. */
TRP__COLD trp_result trp__part_misuse(trp_part *part, const trp_actor *actor, const char *call,
                                      trp_result result, const char *detail);
/* TRP_OK: the part's update is in progress; otherwise the result of the call. */
trp_result trp__part_check(trp_part *part, const char *call);

/* parallel_commands.c */
void trp__play_commands(const trp_part *part);

#endif
