/**
 * @file ids.h
 * Ids: numbers for seats, network objects, sound channels, or rows of the game's own arrays. Usable
 * alone, without a world.
 *
 * An id of the range is *free* or *taken*. The lowest free id is taken first, so taken ids stay
 * dense: arrays indexed by id stay short, and the same calls give the same ids on every machine.
 *
 *     static _Alignas(TRP_ALIGNMENT) unsigned char memory[TRP_IDS_BYTES(64)];
 *     static trp_ids ids;
 *     trp_ids_init(&ids, memory, sizeof memory, 1, 64);
 *     uint32_t id = trp_ids_take(&ids);
 *     trp_ids_give_back(&ids, id);
 *
 * All state is in the caller's trp_ids and memory: nothing is allocated, and nothing must be freed.
 * Unless stated otherwise a call is O(1), independent of the number of ids: it reads at most one
 * word per level on the way up and one on the way down, in at most 4 levels (5 with 32-bit words).
 * Ids belong to no world, so all calls may be made at any time: in a tick, in callbacks and while
 * drawing. One trp_ids is used by one thread at a time. A misuse changes nothing and is reported
 * only by its result, since there is no world to count it. A NULL or all-zero trp_ids has no ids.
 *
 * An id that was given back is reused. It does not distinguish its former owner from the new one; a
 * handle does (actor.h).
 */
#ifndef TROUPE_IDS_H
#define TROUPE_IDS_H

#include "block.h"
#include "result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** No id: the result when there is none. Never in a range. */
#define TRP_NO_ID UINT32_MAX

/** The most ids that a range can have: 2^24. */
#define TRP_MAX_IDS (1u << 24)

/** A range of ids. Zero: no ids. It may be moved in memory, but only one copy
 * may be used. */
typedef struct trp_ids {
    struct trp__bitmap *map; /**< private: the free ids, in the caller's memory */
    uint32_t first;          /**< read-only: the first id of the range */
    uint32_t capacity;       /**< read-only: number of ids in the range */
    uint32_t count;          /**< read-only: number of taken ids */
} trp_ids;

/** private: an upper bound of the bytes before the bitmap's words; the source asserts it */
#define TRP__IDS_BASE (5 * sizeof(void *) + 32)

/** Bytes of memory for n ids, in any range: a little over 2 bits per id. Constant. */
#define TRP_IDS_BYTES(n) (TRP__IDS_BASE + TRP__CELLS(n) * 2 * sizeof(void *))

/**
 * Makes `ids` the range first .. first + count - 1, all free, whatever it was before. `memory` must
 * be aligned to TRP_ALIGNMENT, and must not be changed while the ids are used; its former content
 * is ignored.
 *
 * On failure `ids` is unchanged: TRP_ERR_NULL; TRP_ERR_ALIGN; TRP_ERR_VALUE (count is 0 or above
 * TRP_MAX_IDS, or the range would reach TRP_NO_ID); TRP_ERR_MEMORY (`size` is too small;
 * TRP_IDS_BYTES(count) is enough). O(count / 64).
 */
trp_result trp_ids_init(trp_ids *ids, void *memory, size_t size, uint32_t first, uint32_t count);

/** Takes the lowest free id and returns it. TRP_NO_ID if all are taken. */
uint32_t trp_ids_take(trp_ids *ids);

/** Gives an id back. Afterwards it is free, and is taken again before all higher ones.
 * TRP_ERR_FREE: it is free already (given back twice, or never taken). TRP_ERR_VALUE: it is not in
 * the range. TRP_ERR_NULL. */
trp_result trp_ids_give_back(trp_ids *ids, uint32_t id);

/** Whether the id is taken; false if it is not in the range. Changes nothing, like the calls
 * below. */
bool trp_ids_is_taken(const trp_ids *ids, uint32_t id);

/**
 * The lowest taken id that is `from` or above it, or TRP_NO_ID. `from` is any number, taken or not.
 * So a loop over all taken ids in ascending order may give back and take any ids:
 *
 *     for (uint32_t id = trp_ids_next(&ids, 0); id != TRP_NO_ID; id = trp_ids_next(&ids, id + 1))
 *         if (is_over(id))
 *             trp_ids_give_back(&ids, id);
 *
 * The loop visits every id that is taken when it gets there, including higher ids that are taken
 * during the loop.
 */
uint32_t trp_ids_next(const trp_ids *ids, uint32_t from);

/** private: takes this id, for loads; false: it is taken, or not in the range */
bool trp__ids_take_this(trp_ids *ids, uint32_t id);

#ifdef __cplusplus
}
#endif

#endif
