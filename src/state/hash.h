/*
 * What the files of hashes share.
 */
#ifndef TROUPE_SRC_STATE_HASH_H
#define TROUPE_SRC_STATE_HASH_H

#include "../../include/troupe/hash.h"
#include "fields.h"
#include "state.h"

/* Bytes that nothing is known of. */
uint64_t trp__hash_bytes(uint64_t hash, const unsigned char *bytes, size_t count);
/* The payload of a slot that is taken: all but the node, or the fields. `slot` is its first byte. */
uint64_t trp__hash_payload(const trp_pool *pool, const unsigned char *slot, uint64_t hash);
/* A struct with fields, of this world. */
uint64_t trp__fields_hash(const trp_world *world, const struct trp_fields *fields,
                          const unsigned char *bytes, uint64_t hash);
/* A module's part, a region. */
uint64_t trp__hash_part(const trp__part *part);

#endif
