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

/* A struct with fields, of this world. */
uint64_t trp__fields_hash(const trp_world *world, const struct trp_fields *fields,
                          const unsigned char *bytes, uint64_t hash);
/* A module's part, a region. */
uint64_t trp__hash_part(const trp__part *part);

#endif
