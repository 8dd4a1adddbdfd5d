/*
 * A pool's bitmap without the pool: the set FREE has the free ids, ACTIVE the taken ones. The
 * bitmap's struct is at the start of the caller's memory, followed by its words.
 */
#include "../../include/troupe/ids.h"
#include "../base/bitmap.h"

_Static_assert(sizeof(trp__bitmap) <= TRP__IDS_BASE, "TRP_IDS_BYTES has room for the bitmap");
_Static_assert(sizeof(trp__word) == sizeof(void *), "TRP_IDS_BYTES counts words as pointers");
_Static_assert(TRP_NO_ID == TRP__NONE, "what a search does not find is no id");

/* The id's place in the bitmap; an id below the range wraps to a place beyond the end. */
static bool ids_is_of_range(const trp_ids *ids, uint32_t id, uint32_t *slot)
{
    *slot = id - ids->first;
    return *slot < ids->capacity;
}

static uint32_t id_of(const trp_ids *ids, uint32_t slot)
{
    return slot == TRP__NONE ? TRP_NO_ID : ids->first + slot;
}

static void ids_take(trp_ids *ids, uint32_t slot)
{
    trp__bitmap_remove(ids->map, TRP__FREE, slot);
    trp__bitmap_add(ids->map, TRP__ACTIVE, slot);
    ids->count++;
}

trp_result trp_ids_init(trp_ids *ids, void *memory, size_t size, uint32_t first, uint32_t count)
{
    if (ids == NULL || memory == NULL)
        return TRP_ERR_NULL;
    if ((uintptr_t)memory % TRP_ALIGNMENT != 0)
        return TRP_ERR_ALIGN;
    if (count == 0 || count > TRP_MAX_IDS || count > TRP_NO_ID - first)
        return TRP_ERR_VALUE;
    if (size < sizeof *ids->map + trp__bitmap_words(count) * sizeof(trp__word))
        return TRP_ERR_MEMORY;
    ids->map = (trp__bitmap *)memory;
    ids->first = first;
    ids->capacity = count;
    ids->count = 0;
    trp__bitmap_init(ids->map, (trp__word *)(void *)(ids->map + 1), count);
    for (uint32_t slot = 0; slot < count; slot++)
        trp__bitmap_add(ids->map, TRP__FREE, slot);
    return TRP_OK;
}

uint32_t trp_ids_take(trp_ids *ids)
{
    uint32_t slot;

    if (ids == NULL || ids->count == ids->capacity)
        return TRP_NO_ID;
    slot = trp__bitmap_first(ids->map, TRP__FREE);
    ids_take(ids, slot);
    return id_of(ids, slot);
}

bool trp__ids_take_this(trp_ids *ids, uint32_t id)
{
    uint32_t slot;

    if (!ids_is_of_range(ids, id, &slot) || !trp__bitmap_has(ids->map, TRP__FREE, slot))
        return false;
    ids_take(ids, slot);
    return true;
}

trp_result trp_ids_give_back(trp_ids *ids, uint32_t id)
{
    uint32_t slot;

    if (ids == NULL)
        return TRP_ERR_NULL;
    if (!ids_is_of_range(ids, id, &slot))
        return TRP_ERR_VALUE;
    if (!trp__bitmap_has(ids->map, TRP__ACTIVE, slot))
        return TRP_ERR_FREE;
    trp__bitmap_remove(ids->map, TRP__ACTIVE, slot);
    trp__bitmap_add(ids->map, TRP__FREE, slot);
    ids->count--;
    return TRP_OK;
}

bool trp_ids_is_taken(const trp_ids *ids, uint32_t id)
{
    uint32_t slot;

    return ids != NULL && ids_is_of_range(ids, id, &slot) &&
           trp__bitmap_has(ids->map, TRP__ACTIVE, slot);
}

uint32_t trp_ids_next(const trp_ids *ids, uint32_t from)
{
    uint32_t slot;

    if (ids == NULL || ids->count == 0)
        return TRP_NO_ID;
    if (from < ids->first)
        from = ids->first;
    if (!ids_is_of_range(ids, from, &slot))
        return TRP_NO_ID;
    return id_of(ids, trp__bitmap_next(ids->map, TRP__ACTIVE, slot));
}
