/**
 * @file snapshot.h
 * Snapshots: the state of a world as bytes in the game's memory, which can be restored. For
 * rollback, rewind, look-ahead (try a branch, then return) and save points of this run. A snapshot
 * is valid within one process, for one world, at one address: all pointers of the game into the
 * world stay valid, and none is translated. A snapshot is not a file format; for files see save.h.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[1 << 16];
 *     size_t bytes;
 *     trp_snapshot_save(world, memory, sizeof memory, &bytes);
 *     ...                                          // ticks, births, ends
 *     trp_snapshot_restore(world, memory, bytes);  // the world is as it was at the save
 *
 * **Contained in a snapshot**: every pool that is not transient (slots, orders, generations, the
 * order of free slots, quarantine, growth, the reasons of expired actors); the time, scales, layers
 * and their order; the data of families, groups and spaces, contacts included; timers; every
 * registered region. **Not contained**, and unchanged by a restore: callbacks, watchers, systems,
 * user pointers, shrinking rules, names, misuse counts, the black box (it keeps its records and
 * adds one for the restore). Caches are rebuilt.
 *
 * A *transient* pool (desc.transient) is left out of snapshots, hashes and saves, besides its place
 * in its layer: sparks, stars, an interface. A restore does not change its actors or their handles.
 * It must be in no family and no space. Groups may have its actors as members; those whose memory
 * the pool has given back are dead after a restore.
 *
 * The same objects must be registered at the restore as at the save: pools and their descs,
 * watchers, systems, groups, families, spaces, timers, regions. Otherwise the result is
 * TRP_ERR_CHANGED, and nothing has changed. A system that the game switches on and off stays
 * registered: its roles return at once while a flag says so, which lies in a region.
 *
 * **After a restore** the world is as it was: the same calls give the same slots, orders, handles
 * and refusals. Generations go back, too. A handle to a life that began after the snapshot is dead
 * after the restore, and *may refer to another actor once the slot is taken again*. (If generations
 * never fell, handles would differ from those of a peer that did not restore.) So code that keeps
 * handles or pointers to actors outside of the world and its regions must drop them at a restore. A
 * watcher of TRP_EVENT_RESTORED (watch.h) is notified, and trp_world_info().timeline changes.
 *
 * A growing pool keeps the memory of chunks that a restored state does not have. So actors there
 * have the same addresses when the pool grows again. trp_pool_trim() gives this memory back. A
 * restore allocates nothing.
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
 * Memory of the game that belongs to the state: its struct, its random numbers, its player. The
 * trp_region itself lies in the user's memory. It is kept, not copied: it stays there until
 * trp_region_remove() or the end of the world, so it is no local variable or compound literal of a
 * function that returns. Zero the members that you do not set. Set either the memory or `ids`:
 *
 *     static trp_region game_region = {.name = "game", .start = &game, .bytes = sizeof game};
 *     trp_region_add(world, &game_region);
 */
typedef struct trp_region {
    const char *name; /**< public: for reports and saves, which match by it; NULL: "region" */
    void *start;      /**< public: the memory; NULL with ids */
    size_t bytes;     /**< public: size of `start`, 1 or more; 0 with ids */
    trp_ids *ids;     /**< public: instead of `start`: a range of ids (ids.h) with its memory */
    /** public: describes the struct there, or each struct of an array (fields.h); NULL: bytes */
    const struct trp_fields *fields;
    trp_world *world; /**< read-only: the world in which it is registered; NULL: none */
    trp__part part;   /**< private */
} trp_region;

/**
 * Registers a region, as the last one. The struct is kept, not copied. Regions must not overlap
 * each other or slots of pools. When a snapshot is taken, each actor of an external pool must lie
 * in one region with its whole struct. O(regions + pools). On failure nothing has changed:
 * TRP_ERR_NULL; TRP_ERR_LINKED (it is registered already); TRP_ERR_DESC (both memory and ids, or
 * neither); TRP_ERR_VALUE (it overlaps; it has no bytes; its size is no multiple of the fields'
 * struct); TRP_BUSY while drawing or shutting down.
 */
trp_result trp_region_add(trp_world *world, trp_region *region);

/** Unregisters a region; its memory may then be reused. O(parts). TRP_ERR_UNLINKED: it is not
 * registered there. TRP_ERR_NULL. TRP_BUSY while drawing. */
trp_result trp_region_remove(trp_world *world, trp_region *region);

/**
 * The bytes that a snapshot would take now; 0 for NULL, and where trp_snapshot_save() is TRP_BUSY.
 * `most`, which may be NULL, gets an upper bound of the bytes that a snapshot can ever take, with
 * the present pools, families, spaces, timers and queues at their largest, and the present regions.
 * A group without desc.max counts at its present capacity: it may grow without a limit. O(slots /
 * 64) in memory order, O(slots) in age orders, for slots that were ever used.
 */
size_t trp_snapshot_bytes(const trp_world *world, size_t *most);

/**
 * Writes the state to `memory`, aligned to TRP_ALIGNMENT, and its length to `used`, which may be
 * NULL. The world is not changed. O(slots ever used), about a memcpy of the live actors. It takes the
 * bytes of the living actors, and 8 bytes per slot ever used, until trp_pool_trim(). The structure (everything but payloads and regions) gets a checksum.
 *
 * TRP_ERR_MEMORY, a misuse: `memory` is too small (trp_snapshot_bytes() gives the size). Only a
 * mark was written, by which a restore names the failed save, and `used` is the size that is
 * needed. With any other failure `memory` and `used` stay as they were. TRP_BUSY, a misuse: in a
 * tick, a walk, a drawing or a callback, and while the world ends. TRP_ERR_NULL. TRP_ERR_ALIGN.
 * TRP_ERR_UNLINKED: an external actor lies in no region. TRP_ERR_DESC: a transient pool is in a
 * family or a space.
 */
trp_result trp_snapshot_save(const trp_world *world, void *memory, size_t size, size_t *used);

/** Adds a checksum of payloads and regions to a snapshot, so that any damaged byte is found. All
 * bytes are read once more when the snapshot is sealed and when it is checked. For snapshots that
 * are kept for a long time or are transferred. A library compiled with TRP_DEBUG seals every
 * snapshot. Idempotent. TRP_ERR_DAMAGED: the bytes are not a snapshot. TRP_ERR_NULL.
 * TRP_ERR_ALIGN. */
trp_result trp_snapshot_seal(void *memory, size_t size);

/**
 * Returns what trp_snapshot_restore() would return, and changes nothing. It is never a misuse. If
 * it is TRP_OK, `tick`, which may be NULL, gets trp_world_ticks() of then. O(structure); for sealed
 * snapshots O(bytes).
 *
 * TRP_ERR_DAMAGED: the bytes are not a snapshot, were cut off, or the structure was changed; in a
 * sealed snapshot, any byte was changed. TRP_ERR_FOREIGN: it is another world's, or that of
 * a former world in the same memory (which a freestanding library cannot know). TRP_ERR_CHANGED:
 * the registered objects differ (see above), an array has shrunk since, or a chunk of a pool has
 * been given back. TRP_BUSY: as for trp_snapshot_save(). TRP_ERR_NULL. TRP_ERR_ALIGN.
 */
trp_result trp_snapshot_check(const trp_world *world, const void *memory, size_t size,
                              uint64_t *tick);

/**
 * Makes the world what it was when the snapshot was taken. All or nothing: everything is checked
 * before the first byte is written. The results are those of trp_snapshot_check(), here reported as
 * misuse. Payload bytes that were damaged in a snapshot without a seal are restored as they are. A
 * damaged node among them is as if the game had overwritten it: it is repaired and reported at the
 * next call that changes the actor (actor.h). A snapshot can be restored any number of times, and snapshots in
 * any order.
 *
 * No callback is called for actors that vanish or reappear. Walks over groups that are in progress
 * end. Afterwards trp_world_info().timeline is one more, and watchers of TRP_EVENT_RESTORED have
 * been notified. Costs as trp_snapshot_save(), and more with a black box (inspect.h).
 */
trp_result trp_snapshot_restore(trp_world *world, const void *memory, size_t size);

#ifdef __cplusplus
}
#endif

#endif
