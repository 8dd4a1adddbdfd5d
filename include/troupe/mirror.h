/**
 * @file mirror.h
 * Mirrors: for what a program keeps outside of the world for each actor, such as sprites, voices
 * and lights. A mirror reports which lives of a pool have begun and ended since its last report: by
 * births, ends, restores and loads alike. A life that began and ended in between is not reported.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_MIRROR_BYTES(MONSTERS)];
 *     static trp_mirror mirror;
 *     trp_mirror_init(&mirror, monsters, memory, sizeof memory);
 *     ...                                          // once per frame, after ticks and restores:
 *     trp_mirror_sync(&mirror, add_sprite, remove_sprite, &game);
 *
 * Each user of a pool has a mirror of its own, and calls it at any time. A mirror is no state: no
 * snapshot, hash or save contains it, and it may be made and freed between a snapshot and its
 * restore.
 *
 * A restore makes generations fall, so after it another life may have the handle of one that is
 * gone. A mirror distinguishes these: a life that the restored state does not have is reported as
 * gone, even if another one has its handle by the time of the call. After a restore to a state of
 * another branch, which had the same handle for another life, call trp_mirror_forget() first. After
 * a load all lives are others, except in a transient pool, which loads and restores leave
 * unchanged.
 */
#ifndef TROUPE_MIRROR_H
#define TROUPE_MIRROR_H

#include "context.h"
#include "pool.h"
#include "watch.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A mirror, in the user's memory. It must not be moved or copied until trp_mirror_free() or the
 * end of its world. Zero it before the first trp_mirror_init(). */
typedef struct trp_mirror {
    trp_pool *pool;  /**< read-only: the pool; NULL: none */
    uint32_t *seen;  /**< private: the generation that was reported last, by slot; 0: none */
    uint32_t *stale; /**< private: a bit for each that a restored state did not have */
    uint32_t slots;  /**< private: slots for which there is room */
    trp__hook hook;  /**< private */
} trp_mirror;

/** Bytes that the mirror of a pool of n slots needs: of its max_capacity, if it grows. Constant. */
#define TRP_MIRROR_BYTES(n) ((TRP__CEIL((size_t)(n), 32) + (size_t)(n)) * 4)

/**
 * Begins a mirror that has reported nothing. `memory`, aligned as a uint32_t, must stay until
 * trp_mirror_free() or the end of the world. O(slots). TRP_ERR_NULL. TRP_ERR_LINKED: it is a mirror
 * already. TRP_ERR_ALIGN. TRP_ERR_MEMORY: see TRP_MIRROR_BYTES(). TRP_BUSY while the world ends.
 */
trp_result trp_mirror_init(trp_mirror *mirror, trp_pool *pool, void *memory, size_t bytes);

/** Ends a mirror, without a call of `vanished`. O(mirrors). TRP_GONE: it is NULL or none. */
trp_result trp_mirror_free(trp_mirror *mirror);

/**
 * Calls `vanished` for each life that was reported and is gone, then `appeared` for each active or
 * sleeping actor that was not reported; either may be NULL. Both go by slots, and get `arg` in
 * their context. They may do anything but restore and load; what begins and ends meanwhile
 * may be reported by the next call. Not for parts of a parallel update (parallel.h). O(slots).
 * TRP_ERR_NULL: no mirror, or one that is free.
 */
trp_result trp_mirror_sync(trp_mirror *mirror, trp_actor_fn *appeared, trp_handle_fn *vanished,
                           void *arg);

/** All that was reported counts as gone: the next call reports it so, and then all lives. O(slots).
 * TRP_ERR_NULL. */
trp_result trp_mirror_forget(trp_mirror *mirror);

#ifdef __cplusplus
}
#endif

#endif
