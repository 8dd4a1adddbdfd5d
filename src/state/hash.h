/*
 * Declarations shared by the files of hashes.
 */
#ifndef TROUPE_SRC_STATE_HASH_H
#define TROUPE_SRC_STATE_HASH_H

#include "../../include/troupe/hash.h"
#include "fields.h"
#include "state.h"

/* A weaker step than trp__mix(): it is reversible, so different words always give different
 * results; the final mixing follows at the end. */
TRP__INLINE uint64_t trp__hash_word(uint64_t hash, uint64_t word)
{
    return ((hash << 23 | hash >> 41) ^ word) * 0x9E3779B97F4A7C15u;
}

enum {
    TRP__HASH_ROWS = 16 /* enough to hide the latency of multiplications */
};

/* Structs that are hashed side by side, and their hashes so far. */
typedef struct trp__hash_rows {
    uint32_t count;
    const unsigned char *at[TRP__HASH_ROWS];
    uint64_t hashes[TRP__HASH_ROWS];
} trp__hash_rows;

/* Structs with fields, of this world, that begin `offset` bytes after their rows. */
void trp__fields_hash_rows(const trp_world *world, const struct trp_fields *fields,
                           trp__hash_rows *rows, size_t offset);
/* The same for one struct. */
uint64_t trp__fields_hash(const trp_world *world, const struct trp_fields *fields,
                          const unsigned char *bytes, uint64_t hash);
/* All but the times of the world and its layers, mixed into a hash. */
uint64_t trp__hash_content(const trp_world *world, uint64_t hash);
/* A region, which need not be registered. */
uint64_t trp__hash_region(const trp_region *region);

#endif
