/**
 * @file diff.h
 * Differences between two snapshots of a world, as text, the first one first: "tick 1205: enemy
 * slot 7 (generation 3): x: 3.25 and 3.2500002". For desyncs, for tests, and to see what a tick has
 * changed.
 *
 *     static void tell(const trp_difference *difference, void *user)
 *     {
 *         puts(difference->text);
 *     }
 *     ...
 *     trp_snapshot_diff(world, mine, my_bytes, theirs, their_bytes, 10, tell, NULL);
 *
 * In a pool or region with fields (fields.h) the fields are compared and named; in one without,
 * bytes are compared. State that no later behaviour depends on is not compared: links, serials,
 * statistics, addresses of chunks, bytes of free slots.
 */
#ifndef TROUPE_DIFF_H
#define TROUPE_DIFF_H

#include "fields.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The kind of a difference. */
typedef enum trp_difference_kind {
    TRP_DIFFERS_TIME,       /**< ticks or a scale */
    TRP_DIFFERS_LAYER,      /**< a layer's settings or place, or the pools in it */
    TRP_DIFFERS_POOL,       /**< a pool's growth, scale, or its position for stealing */
    TRP_DIFFERS_LIFE,       /**< only one of the two has an actor in the slot */
    TRP_DIFFERS_GENERATION, /**< the generations of the slot differ */
    TRP_DIFFERS_STATE,      /**< active, asleep or expired */
    TRP_DIFFERS_FIELD,      /**< a field of a struct */
    TRP_DIFFERS_BYTES,      /**< bytes of a struct without fields */
    TRP_DIFFERS_ORDER,      /**< the order of an age-ordered pool */
    TRP_DIFFERS_FREE,       /**< the order in which free slots will be taken */
    TRP_DIFFERS_PART,       /**< a group, family, space or timers */
    TRP_DIFFERS_REGION      /**< a region, in bytes or a field */
} trp_difference_kind;

/** A difference. All fields read-only, valid during the call. */
typedef struct trp_difference {
    trp_difference_kind kind; /**< what differs */
    const trp_pool *pool;     /**< the pool, or NULL */
    const trp_region *region; /**< the region, or NULL */
    uint32_t slot;            /**< the slot of an actor, or TRP_NO_SLOT */
    uint32_t generation_a;    /**< generation of that slot in `a` */
    uint32_t generation_b;    /**< generation of that slot in `b` */
    /** the field that differs, in the struct or in one inside it; NULL: not described */
    const trp_field *field;
    uint32_t element; /**< index in an array */
    size_t offset;    /**< offset of the first byte that differs, in the struct or region */
    const char *text; /**< one line; "" with TRP_NO_MESSAGES */
} trp_difference;

/** Called for each difference. It must change nothing (TRP_BUSY). */
typedef void trp_on_difference_fn(const trp_difference *difference, void *user);

/**
 * Compares two snapshots of this world: first time, then layers, pools and their slots, modules,
 * regions. Calls `on_difference`, which may be NULL, for the first `most` differences. Returns the
 * number of all differences. 0 also if the bytes are not snapshots of this world as it is
 * registered now (trp_snapshot_check() gives the reason). To compare with the present state, take
 * a snapshot of it. O(bytes).
 */
uint32_t trp_snapshot_diff(const trp_world *world, const void *a, size_t a_bytes, const void *b,
                           size_t b_bytes, uint32_t most, trp_on_difference_fn *on_difference,
                           void *user);

#ifdef __cplusplus
}
#endif

#endif
