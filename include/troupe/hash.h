/**
 * @file hash.h
 * Hashes: one number for all state that decides future behaviour. The same calls give the same
 * number on all machines. For desync detection between peers, tests of determinism, replays. All
 * calls only read. They may be made anywhere, in a tick too, to find the point at which two runs
 * diverge. Not cryptographic.
 *
 *     if (trp_hash_world(world) != hash_of_peer)
 *         desync(trp_world_ticks(world));
 *
 * **Included**: of each pool that is not transient: which slots live, sleep or have expired, and
 * why, their order, their generations, the generations and the order of free slots, quarantine,
 * growth, payloads. Also ticks, the dt of the last one, scales, layers and their order, relations
 * of families, entries of groups in order (dead ones until they are pruned, and not those in
 * transient pools), members, boxes and contacts of spaces, timers, regions. So two worlds with
 * equal hashes have the same future, whatever their pasts are. **Not included**: links, serials of
 * walks, statistics, caches, addresses, names, and what affects only the picture (whether a layer
 * is visible).
 *
 * In a pool or region with fields (fields.h) the fields count, in the order of the table. The
 * number is then equal on 32 and 64 bits and in either byte order, whatever the padding contains.
 * Without fields all bytes of the struct except the node count, including padding and pointers.
 * That is enough within one process if the game fills whole structs with memset or trp_create().
 * (In a region, the node of an actor that is in a pool does not count, unless the game has
 * overwritten it. That of an actor that trp_pool_forget_all() has forgotten does: it is the game's
 * memory again. Clear it.)
 *
 * Floats count by their bits: -0 differs from 0. All NaNs count as the same one.
 */
#ifndef TROUPE_HASH_H
#define TROUPE_HASH_H

#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The hash of the whole world. Returns 0 for NULL, as the calls below do. O(slots ever used
 * + regions), about a memcpy of the live actors. */
uint64_t trp_hash_world(const trp_world *world);

/** The hash of one pool, its order and free slots included. Works for transient pools too. */
uint64_t trp_hash_pool(const trp_pool *pool);

/** Mixes a number into a hash, for data of the game: in an order that the game chooses. */
uint64_t trp_hash_mix(uint64_t hash, uint64_t number);

#ifdef __cplusplus
}
#endif

#endif
