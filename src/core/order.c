#include "order.h"

static bool order_holds(const trp_pool *pool, const trp__entry *entry)
{
    return trp__entry_holds(entry, trp__stamp_at(pool, trp__entry_slot(entry)));
}

static bool order_has_entries(const trp_pool *pool)
{
    return pool->state.order_begin != pool->state.order_end;
}

static uint32_t order_last_stamp(const trp_pool *pool)
{
    return order_has_entries(pool) ? pool->order[pool->state.order_end - 1].stamp : UINT32_MAX;
}

/* The pool with the youngest last entry of a segment has lost this entry. */
static void order_find_youngest(trp_pool *segment)
{
    const trp_pool *youngest = segment;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        if (order_last_stamp(pool) < order_last_stamp(youngest))
            youngest = pool;
    segment->state.youngest = youngest->number;
}

void trp__order_clear(trp_pool *pool)
{
    pool->state.order_begin = 0;
    pool->state.order_end = 0;
    trp__merged_discard(pool);
    pool->segment->changes++;
    order_find_youngest(pool->segment);
}

void trp__order_compact(trp_pool *pool)
{
    const trp__entry *end = pool->order + pool->state.order_end;
    trp__entry *kept = pool->order;

    for (const trp__entry *entry = pool->order + pool->state.order_begin; entry != end; entry++)
    {
        *kept = *entry; /* without a branch: which actors have left is not predictable */
        kept += order_holds(pool, entry);
    }
    pool->state.order_begin = 0;
    pool->state.order_end = (uint32_t)(kept - pool->order);
    trp__merged_discard(pool);
    pool->segment->changes++;
}

bool trp__order_is_untidy(const trp_pool *pool)
{
    const uint32_t entries = pool->state.order_end - pool->state.order_begin;
    const uint32_t listed = trp__listed(pool);

    return entries > listed + listed / 8 + 4;
}

void trp__order_tidy(trp_pool *pool)
{
    if (trp__order_is_untidy(pool))
        trp__order_compact(pool);
}

void trp__order_append(trp_pool *pool, uint32_t slot, uint32_t flags)
{
    trp__entry *entry;

    if (pool->state.order_end == pool->order_room)
        trp__order_compact(pool);
    trp__merged_push(pool);
    entry = &pool->order[pool->state.order_end++];
    entry->slot = slot | flags;
    entry->stamp = trp__cell_of(pool, slot)->stamp;
    trp__raise_used(pool, slot + 1);
    pool->segment->state.youngest = pool->number;
}

void trp__order_left(trp_pool *pool, uint32_t slot)
{
    trp__pool_state *state = &pool->state;
    const trp__entry *order = pool->order;

    if (trp__entry_slot(&order[state->order_end - 1]) == slot)
    {
        const uint32_t end = state->order_end;
        while (order_has_entries(pool) && !order_holds(pool, &order[state->order_end - 1]))
            state->order_end--;
        trp__merged_pop(pool, end - state->order_end);
        if (pool->segment->state.youngest == pool->number && pool->segment->joined != NULL)
            order_find_youngest(pool->segment);
    }
    while (order_has_entries(pool) && !order_holds(pool, &order[state->order_begin]))
        state->order_begin++;
    if (!order_has_entries(pool) && pool->segment->joined == NULL)
    {
        state->order_begin = 0;
        state->order_end = 0;
    }
}

/* The first entry whose stamp is at most this one, or the end. */
static uint32_t order_seek(const trp_pool *pool, uint32_t stamp)
{
    uint32_t low = pool->state.order_begin;
    uint32_t high = pool->state.order_end;

    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        if (pool->order[middle].stamp > stamp)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool order_is_entry(const trp_pool *pool, uint32_t index)
{
    return index - pool->state.order_begin < pool->state.order_end - pool->state.order_begin;
}

static void order_fetch(const trp_pool *pool, uint32_t index)
{
    uint32_t slot;

    if (!order_is_entry(pool, index))
        return;
    slot = trp__entry_slot(&pool->order[index]);
    TRP__PREFETCH_READ(trp__cell_of(pool, slot));
    TRP__PREFETCH_WRITE(trp__node_at(pool, slot));
}

/* Whether this entry is the next one after `at`. */
static bool order_is_next(const trp_pool *pool, uint32_t index, uint32_t at, bool ages_fall)
{
    const trp__entry *entry = &pool->order[index];

    if (ages_fall)
        return entry->stamp < at && (index == pool->state.order_begin || entry[-1].stamp >= at);
    return entry->stamp > at && (index + 1 == pool->state.order_end || entry[1].stamp <= at);
}

/* The index of the next entry after `at`, or one outside of the array. */
TRP__INLINE uint32_t order_find_next(const trp_pool *pool, uint32_t at, bool ages_fall)
{
    const uint32_t hint = pool->order_hint;

    if (TRP__LIKELY(order_is_entry(pool, hint)))
    {
        if (TRP__LIKELY(pool->order[hint].stamp == at))
            return ages_fall ? hint + 1 : hint - 1;
        if (order_is_next(pool, hint, at, ages_fall))
            return hint;
    }
    return ages_fall ? order_seek(pool, at - 1) : order_seek(pool, at) - 1;
}

uint32_t trp__order_next(trp_pool *pool, uint32_t at, bool ages_fall)
{
    const uint32_t index = order_find_next(pool, at, ages_fall);

    if (!order_is_entry(pool, index))
        return TRP__NONE;
    if (pool->prefetches)
        order_fetch(pool, ages_fall ? index + TRP__LEAD : index - TRP__LEAD);
    if (!TRP__RARELY(pool->world->in_parts))
        pool->order_hint = index;
    return index;
}

trp__cursor trp__cursor_at(const trp_pool *segment, uint32_t stamp, bool forward)
{
    trp__cursor cursor = {0, 0, NULL, false};

    cursor.at = stamp;
    cursor.ages_fall = (segment->desc.order == TRP_ORDER_OLDEST) == forward;
    cursor.bound = cursor.ages_fall ? UINT32_MAX : 0; /* nothing comes before it: merge first */
    return cursor;
}

trp__cursor trp__cursor_start(const trp_pool *segment)
{
    /* newest first: starts at the present actors; later ones have lower stamps */
    const bool is_oldest_first = segment->desc.order == TRP_ORDER_OLDEST;

    return trp__cursor_at(segment, is_oldest_first ? UINT32_MAX : segment->world->state.newest - 1,
                          true);
}

/* Whether for this cursor the entry with the first stamp comes before the entry with the second. */
static bool order_comes_before(const trp__cursor *cursor, uint32_t first, uint32_t second)
{
    return cursor->ages_fall ? first > second : first < second;
}

/*
 * Finds the pool with the first of all next entries, and the bound up to which its following
 * entries also come first. The bound is the next entry of another pool or, from old to young, any
 * actor that enters from now on.
 */
static const trp__entry *order_merge(trp__cursor *cursor, trp_pool *segment)
{
    const trp__entry *first = NULL;

    cursor->bound = cursor->ages_fall ? segment->world->state.newest - 1 : UINT32_MAX;
    cursor->pool = NULL;
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);
        const trp__entry *later;
        if (index == TRP__NONE)
            continue;
        later = &pool->order[index];
        if (first == NULL || order_comes_before(cursor, later->stamp, first->stamp))
        {
            const trp__entry *before = first;
            first = later;
            later = before;
            cursor->pool = pool;
        }
        if (later != NULL && order_comes_before(cursor, later->stamp, cursor->bound))
            cursor->bound = later->stamp;
    }
    return first;
}

const trp__entry *trp__cursor_next_of(trp__cursor *cursor, trp_pool *pool)
{
    const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);

    if (index == TRP__NONE)
        return NULL;
    cursor->pool = pool;
    cursor->at = pool->order[index].stamp;
    return &pool->order[index];
}

const trp__entry *trp__cursor_next(trp__cursor *cursor, trp_pool *segment)
{
    const trp__entry *entry = NULL;
    uint32_t index;

    if (segment->joined == NULL)
        return trp__cursor_next_of(cursor, segment);
    if (cursor->pool != NULL)
    {
        index = trp__order_next(cursor->pool, cursor->at, cursor->ages_fall);
        if (index != TRP__NONE)
            entry = &cursor->pool->order[index];
    }
    if (entry == NULL || !order_comes_before(cursor, entry->stamp, cursor->bound))
        entry = order_merge(cursor, segment);
    if (entry != NULL)
        cursor->at = entry->stamp;
    return entry;
}

trp__place trp__youngest(const trp_pool *segment)
{
    trp__place place;

    place.pool = segment->world->pools[segment->state.youngest];
    place.slot = trp__entry_slot(&place.pool->order[place.pool->state.order_end - 1]);
    return place;
}
