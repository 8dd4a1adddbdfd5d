/**
 * @file diff.h
 * What differs between two snapshots of a world, in words, the first difference first: "tick 1205:
 * enemy slot 7 (generation 3): x: 3.25 and 3.2500002". For desyncs, for tests, and to see what a
 * tick has changed.
 *
 * Of a pool or region with fields (fields.h) these are compared and named; of one without, bytes.
 * State that no future depends on is no difference: links, serials, statistics, addresses of
 * chunks, bytes of the dead.
 */
#ifndef TROUPE_DIFF_H
#define TROUPE_DIFF_H

#include "fields.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a difference. */
typedef enum trp_difference_kind
{
    TRP_DIFFERS_TIME,  /**< ticks or a scale */
    TRP_DIFFERS_LAYER, /**< a layer's settings or place, or which pools are in it */
    TRP_DIFFERS_POOL,  /**< a pool's growth, quarantine, scale, or how far its stealing has come */
    TRP_DIFFERS_LIFE,  /**< one has an actor in the slot, and the other none */
    TRP_DIFFERS_GENERATION, /**< another life, or another number of lives that were in the slot */
    TRP_DIFFERS_STATE,      /**< active, asleep or expired */
    TRP_DIFFERS_FIELD,      /**< a field */
    TRP_DIFFERS_BYTES,      /**< bytes of a struct without fields */
    TRP_DIFFERS_ORDER,      /**< the order of an age-ordered pool */
    TRP_DIFFERS_FREE,       /**< the order in which free slots will be taken */
    TRP_DIFFERS_PART,       /**< a roster, family, space or timers */
    TRP_DIFFERS_REGION      /**< a region, in bytes or a field */
} trp_difference_kind;

/** A difference. All fields read-only, valid during the call. */
typedef struct trp_difference
{
    trp_difference_kind kind; /**< what differs */
    const trp_pool *pool;     /**< or NULL */
    const trp_region *region; /**< or NULL */
    uint32_t slot;            /**< of an actor; TRP_NO_SLOT */
    uint32_t generation_a;    /**< of that slot */
    uint32_t generation_b;    /**< likewise, in the other snapshot */
    const trp_field *field;   /**< the field that differs, in a struct or one inside it; NULL: not
                                 described */
    uint32_t element;         /**< of an array */
    size_t offset;            /**< of the first byte that differs, in the struct or region */
    const char *text;         /**< one line, "" in a library without words (world.h) */
} trp_difference;

/** Called for a difference. It must change nothing. */
typedef void trp_on_difference_fn(const trp_difference *difference, void *user);

/**
 * Compares two snapshots of this world, in the order of time, layers, pools and their slots,
 * modules, regions. Calls `on_difference`, which may be NULL, for the first `most` differences. Returns how many there are; 0
 * also for bytes that are no snapshots of this world as it is registered now (trp_snapshot_check()
 * says why). O(bytes).
 */
uint32_t trp_snapshot_diff(const trp_world *world, const void *a, size_t a_bytes, const void *b,
                           size_t b_bytes, uint32_t most, trp_on_difference_fn *on_difference, void *user);

/** Compares a snapshot with the world as it is, for which a snapshot is taken in `scratch`, aligned
 * to TRP_ALIGNMENT. 0 too if that is refused: see trp_snapshot_save(). */
uint32_t trp_snapshot_diff_now(const trp_world *world, const void *a, size_t a_bytes, void *scratch,
                               size_t scratch_bytes, uint32_t most, trp_on_difference_fn *on_difference,
                               void *user);

#ifdef __cplusplus
}
#endif

#endif
