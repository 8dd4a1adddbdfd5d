/**
 * @file snapshot.h
 * Snapshots: the state of a world as bytes in the game's memory, and back. For rollback, rewind,
 * branches (look ahead, then return), save points of this run. Within one process, one world and
 * one place: every pointer of the game into the world stays valid, none is translated. For files
 * see the fields (fields.h): a snapshot is none.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 16];
 *     size_t bytes;
 *     trp_snapshot_save(world, memory, sizeof memory, &bytes);
 *     ...                                          // ticks, births, ends
 *     trp_snapshot_restore(world, memory, bytes);  // the world is as it was at the save
 *
 * **In a snapshot**: every pool that is not transient (slots, orders, generations, free order,
 * quarantine, growth), time, scales, layers and their order; what families, rosters and spaces
 * know, contacts too; timers; every registered region. **Not in it**, and left as it is by a
 * restore: callbacks, watchers, systems, user pointers, rules of shrinking, names, counts of
 * misuse, the black box (which keeps its records and gets one that says so). Caches are rebuilt.
 *
 * What is registered must be the same at the restore as it was at the save: pools and their descs,
 * watchers, systems, rosters, families, spaces, timers, regions. If it is not, the answer is
 * TRP_ERR_CHANGED and nothing has changed. A system that play switches on and off stays registered,
 * has an `active`, and a flag in a region.
 *
 * **After a restore** the world is what it was: the same calls give the same slots, orders, handles
 * and refusals. So generations go back, too. A handle to a life that began after the snapshot is
 * dead after the restore, and *may name another actor once the slot is taken again*. (A floor below
 * which generations never fall would make handles differ from those of a peer that was not
 * restored.) So code that keeps handles or pointers to actors outside of the world and its regions
 * must drop them at a restore: a watcher of TRP_EVENT_RESTORED (watch.h) is notified, and
 * trp_world_timeline() has changed.
 *
 * Growing pools keep the memory of chunks that a restored state does not have, so actors there have
 * the same addresses when the pool grows again; trp_pool_trim() gives it back. A restore allocates
 * nothing.
 */
#ifndef TROUPE_SNAPSHOT_H
#define TROUPE_SNAPSHOT_H

#include "ids.h"
#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trp_fields;

/**
 * Memory of the game's own that is state: its struct, its random numbers, its player. The
 * trp_region is the user's memory, stays where it is until trp_region_remove() or the end of the
 * world, and must be zero where nothing is said. Either memory or ids:
 *
 *     static trp_region game_region = {.name = "game", .start = &game, .bytes = sizeof game};
 *     trp_region_add(world, &game_region);
 */
typedef struct trp_region
{
    const char *name; /**< public: for reports; NULL: "region" */
    void *start;      /**< public: the memory; NULL with ids */
    size_t bytes;     /**< public: how much, 1 or more; 0 with ids */
    trp_ids *ids;     /**< public: a range of ids (ids.h) with its memory, instead of `start` */
    /** public: of the struct there, or of each one in an array of them (fields.h); NULL: bytes */
    const struct trp_fields *fields;
    trp_world *world; /**< read-only: where it is registered; NULL: nowhere */
    trp__part part;   /**< private */
} trp_region;

/**
 * Registers a region, as the last. Regions do not overlap each other or slots of pools. An actor of
 * an external pool must lie in one, whole struct and all, where a snapshot is taken. O(regions +
 * pools). TRP_ERR_NULL; TRP_ERR_LINKED (it is registered); TRP_ERR_DESC (memory and ids, or none);
 * TRP_ERR_VALUE (it overlaps; no bytes; the size is no multiple of the fields' struct); TRP_BUSY
 * while drawing. Nothing has changed then.
 */
trp_result trp_region_add(trp_world *world, trp_region *region);

/** Takes it out; its memory may go. O(parts). TRP_ERR_UNLINKED if it is not registered there;
 * TRP_ERR_NULL; TRP_BUSY while drawing. */
trp_result trp_region_remove(trp_world *world, trp_region *region);

/**
 * Whether a pool stays out of snapshots, restores and hashes: sparks, stars, an interface. A
 * restore leaves it as it is, with its handles. It applies to all pools that share the segment
 * (desc.joins). Such a pool can be in no family and no space (trp_snapshot_save() answers
 * TRP_ERR_DESC); rosters may have its actors as members. O(joined pools). TRP_ERR_NULL; TRP_BUSY
 * while drawing.
 */
trp_result trp_pool_set_transient(trp_pool *pool, bool transient);
/** See trp_pool_set_transient(). */
bool trp_pool_is_transient(const trp_pool *pool);

/** Bytes that a snapshot would take now; 0 for NULL. Lives in memory order O(slots / 64), in age
 * orders O(slots), up to the peak. */
size_t trp_snapshot_bytes(const trp_world *world);

/** A bound of what a snapshot can ever take with the pools, at their most, and the regions of now;
 * what families, rosters, spaces and others take is counted as it is now. O(pools + parts). */
size_t trp_snapshot_most_bytes(const trp_world *world);

/**
 * Writes the state to `memory`, aligned to TRP_ALIGNMENT, and its length to `used`, which may be
 * NULL. The world is not changed. O(slots up to the peaks): about a memcpy of the live actors. The
 * structure (all but payloads and regions) gets a checksum.
 *
 * TRP_ERR_MEMORY: it is too small, nothing useful was written, and `used` says what is needed.
 * TRP_BUSY, a misuse: in a tick, a walk, a drawing or a callback, and while the world ends.
 * TRP_ERR_NULL; TRP_ERR_ALIGN; TRP_ERR_UNLINKED: an external actor lies in no region. TRP_ERR_DESC:
 * a transient pool is in a family or a space.
 */
trp_result trp_snapshot_save(const trp_world *world, void *memory, size_t size, size_t *used);

/** Adds a checksum of payloads and regions to a snapshot, so that any damaged byte is found.
 * Another read of all its bytes when it is made and when it is checked: for snapshots that are kept
 * for long or go through other hands. A library compiled with TRP_DEBUG seals every one.
 * Idempotent. TRP_ERR_DAMAGED: these bytes are none; TRP_ERR_NULL; TRP_ERR_ALIGN. */
trp_result trp_snapshot_seal(void *memory, size_t size);

/**
 * What trp_snapshot_restore() would answer; changes nothing, is never a misuse. O(structure),
 * sealed ones O(bytes).
 *
 * TRP_ERR_DAMAGED: the bytes are no snapshot, were cut off, or the structure was changed; in a
 * sealed one, any byte. TRP_ERR_FOREIGN: another world's. TRP_ERR_CHANGED: what is registered
 * differs (above), an array has shrunk since, or a chunk of a pool has been given back. TRP_BUSY:
 * as for saving. TRP_ERR_NULL; TRP_ERR_ALIGN.
 */
trp_result trp_snapshot_check(const trp_world *world, const void *memory, size_t size);

/**
 * Makes the world what it was when the snapshot was taken. All or nothing: everything is checked
 * before the first byte is written, with the results of trp_snapshot_check(), which are reported as
 * misuse here. Payload bytes that were damaged in a snapshot without a seal come back as they are;
 * the world is valid in any case. The same snapshot can be restored any number of times, earlier
 * and later ones in any order.
 *
 * No callback is called for actors that are gone or back. Walks over rosters that are in progress
 * are over. Afterwards trp_world_timeline() is one more, and watchers of TRP_EVENT_RESTORED have
 * been notified. Costs as saving does.
 */
trp_result trp_snapshot_restore(trp_world *world, const void *memory, size_t size);

/** The tick at which a snapshot was taken: trp_world_ticks() then. Of what is no snapshot:
 * UINT64_MAX. O(1). */
uint64_t trp_snapshot_tick(const void *memory, size_t size);

/** How many times the world was restored; 0 for NULL. */
uint32_t trp_world_timeline(const trp_world *world);

/** Whether the last tick, or the one in progress, has a number that was reached before a restore:
 * be silent (sounds, rumble, statistics). */
bool trp_world_is_again(const trp_world *world);

#ifdef __cplusplus
}
#endif

#endif
