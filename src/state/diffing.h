/*
 * Declarations shared by the files of differences.
 */
#ifndef TROUPE_SRC_STATE_DIFFING_H
#define TROUPE_SRC_STATE_DIFFING_H

#include "../../include/troupe/diff.h"
#include "diff_text.h"
#include "state.h"

/* A comparison in progress. */
typedef struct trp__diffing {
    const trp_world *world;
    const trp__image *a;
    const trp__image *b;
    uint32_t most;
    trp_on_difference_fn *tell;
    void *user;
    uint32_t count;
    trp_difference now;
    trp__text text;
    char line[240];
} trp__diffing;

/* The place of a difference: an actor, or a struct in a region. */
typedef struct trp__diff_at {
    trp_difference_kind kind;
    const trp_pool *pool;
    const trp_region *region;
    uint32_t slot;
    uint32_t generation;
    size_t base; /* offset of the struct in the region */
} trp__diff_at;

/* diff_struct.c: reports, and structs */

/* Counts a difference. True: it is to be reported; then its line has been begun, and
 * trp__diff_end() reports it. */
bool trp__diff_begin(trp__diffing *in, trp_difference_kind kind, const trp_pool *pool,
                     uint32_t slot);
void trp__diff_end(trp__diffing *in);
/* "what", and both numbers. */
void trp__diff_put_both(trp__diffing *in, const char *what, uint64_t a, uint64_t b);
/* The name of an element of a field, and both values. */
void trp__diff_put_field(trp__diffing *in, const trp_field *field, uint32_t element,
                         const unsigned char *a, const unsigned char *b);
/* Reports the numbers that differ. */
void trp__diff_numbers(trp__diffing *in, trp_difference_kind kind, const trp_pool *pool,
                       trp__numbers a, trp__numbers b);
/* The fields of a struct that is `base` bytes into the reported one. */
void trp__diff_fields(trp__diffing *in, const trp__diff_at *at, const trp_fields *fields,
                      const unsigned char *a, const unsigned char *b, size_t base);
void trp__diff_bytes(trp__diffing *in, const trp__diff_at *at, const unsigned char *a,
                     const unsigned char *b, size_t base, size_t size);
/* An actor's struct without its node. */
void trp__diff_payload(trp__diffing *in, const trp_pool *pool, uint32_t slot, uint32_t generation,
                       const unsigned char *a, const unsigned char *b);

/* diff_pool.c */

/* `payloads` are those of both snapshots, and move on to the next pool's. */
void trp__diff_pool(trp__diffing *in, const trp__pieces *a, const trp__pieces *b,
                    const unsigned char **payloads);

#endif
