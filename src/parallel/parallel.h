/*
 * What the files of parallel updates share.
 *
 * While parts are being updated the world is `in_parts`, and `drawing`: all that changes something is refused, as while
 * drawing, and refusals write nothing. What an update gives its part stands in the part's own memory, and so do its mistakes.
 */
#ifndef TROUPE_SRC_PARALLEL_PARALLEL_H
#define TROUPE_SRC_PARALLEL_PARALLEL_H

#include "../../include/troupe/parallel.h"
#include "../core/core.h"

/* A pool's parts. */
typedef struct trp__parallel
{
    trp_pool *pool;
    trp_update_part_fn *update;
    trp_parallel_for_fn *parallel_for; /* or NULL */
    void *context;
    unsigned char *
        parts; /* a trp_part each, TRP__PARALLEL_PART bytes apart; after them their room for commands */
    const trp_tick *tick;    /* of the update in progress */
    uint32_t slots_per_part; /* a multiple of 64 */
    uint32_t part_bytes;     /* room for commands in a part */
    uint32_t count;          /* parts that are updated in this tick */
    uint32_t disorder;       /* of a synctest: in which other order parts are updated; 0: none */
    trp_parallel_stats stats;
} trp__parallel;

/* A disorder: whether every two parts change places, which one is the first, and that there is one. */
#define TRP__MOST_SHIFT 15u
#define TRP__IS_DISORDER (2 * TRP__MOST_SHIFT + 2)

/* What a part is told to do later. Each command begins with 8 bytes: its kind and a number of 24 bits, then 32 bits. */
enum
{
    TRP__LATER_RECYCLE, /* an index, and the generation */
    TRP__LATER_EXPIRE,  /* the same */
    TRP__LATER_CREATE,  /* a pool's number, and the bytes of the struct that follows; 0: none */
    TRP__LATER_CALL     /* nothing, and the bytes of the data that follow the function */
};

/* A command with what follows it, rounded up. */
TRP__INLINE size_t trp__later_bytes(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

TRP__INLINE trp_part *trp__part_numbered(const trp__parallel *parallel, uint32_t number)
{
    return (trp_part *)(void *)(parallel->parts + (size_t)number * TRP__PARALLEL_PART);
}

/* parallel_update.c: the update_pool of parallel pools */
void trp__update_parts(trp_pool *pool, const trp_tick *tick);
/* A misuse in a part, which is reported when all parts have been updated. */
TRP__COLD trp_result trp__part_misuse(trp_part *part, const trp_actor *actor, const char *call,
                                      trp_result result, const char *detail);
/* TRP_OK: the part's update is in progress; otherwise what the call answers. */
trp_result trp__part_check(trp_part *part, const char *call);

/* parallel_commands.c */
void trp__play_commands(const trp_part *part);

#endif
