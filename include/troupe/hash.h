/**
 * @file hash.h
 * Hashes: one number for all state that decides what happens next, the same on all machines for the
 * same calls. For desync detection between peers, tests of determinism, replays. All calls only
 * read, and may be made anywhere, in a tick too, to find the point at which two runs diverge. Not
 * cryptographic.
 *
 * **In it**: of each pool that is not transient which slots live, sleep or have expired, in which
 * order, with which generations, the generations and the order of the free ones, quarantine,
 * growth; payloads; ticks, scales, layers and their order; relations of families, live members of
 * rosters in order, members, boxes and contacts of spaces; regions. **Not in it**: links, serials
 * of walks, statistics, caches, addresses, names, what is only seen (whether a layer is visible).
 *
 * Of a pool or region with fields (fields.h) these count, in their order: the number is then equal
 * on 32 and 64 bits and in either byte order, whatever padding contains. Of one without, all bytes
 * of the struct but the node count, padding and pointers as well: good within one process as long
 * as games write whole structs with memset or trp_create().
 *
 * Floats count by their bits: -0 is not 0; every NaN counts as the same one.
 */
#ifndef TROUPE_HASH_H
#define TROUPE_HASH_H

#include "roster.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The whole world; 0 for NULL, as below. O(slots up to the peaks + regions), about a memcpy of the
 * live actors. */
uint64_t trp_hash_world(const trp_world *world);

/** One pool, its order and free slots too. A transient one has one as well. */
uint64_t trp_hash_pool(const trp_pool *pool);

/** The lives, payloads and generations in the slots first .. first + count - 1, without their
 * order: sums of disjoint groups add up, so that a difference can be searched by halves. A slot
 * that was never used adds 0. */
uint64_t trp_hash_slots(const trp_pool *pool, uint32_t first, uint32_t count);

/** One actor: its slot, generation, state and payload. The same as trp_hash_slots() of its slot
 * alone; 0 for one that is dead or of another world. */
uint64_t trp_hash_actor(const trp_world *world, const trp_actor *actor);

/** A region's content, registered or not. */
uint64_t trp_hash_region(const trp_region *region);

/** The live members of a roster, in order. */
uint64_t trp_hash_roster(const trp_roster *roster);

/** What all layers, scales and ticks come to. */
uint64_t trp_hash_time(const trp_world *world);

/** For the game's own additions, in any order of its choice: a number mixed into a hash. */
uint64_t trp_hash_mix(uint64_t hash, uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
