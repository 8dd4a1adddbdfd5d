/*
 * Walks in age orders that call back.
 *
 * The general code gets one entry after the other from a cursor (order.h), and makes all checks for
 * each. The common step, where a visit needs no work around it, goes along the array itself; joined
 * pools have one in visit_joined.c. All changes that could make it wrong increment
 * segment->changes, so this is all that it checks after a callback. After a change it checks
 * whether its position is still good.
 */
#include "visit_ages.h"

/* From this many bytes on actors are prefetched: the size of a second-level cache. For smaller
 * pools processors hide the latency well enough, since the addresses are known long before. */
#define VISIT_AGES_FAR ((size_t)1 << 20)

static void visit_entry(trp__frame *frame, trp_pool *pool, const trp__entry *entry, uint32_t stamp)
{
    const uint32_t slot = trp__entry_slot(entry);

    if (!trp__is_expired(stamp) && stamp < frame->limit && !trp__is_same_walk(frame, pool, entry))
        return;
    if (!trp__is_intact(pool, slot))
        trp__repair_visited(pool, slot);
    trp__visit_slot(frame, pool, trp__node_at(pool, slot), slot, stamp);
}

/* The common step */

TRP__APART void trp__after_change(trp__frame *frame, trp_pool *pool, uint32_t stamp)
{
    uint32_t slot;

    if (frame->current == NULL) /* it has left */
        return;
    slot = trp__slot_of(pool, frame->current);
    if (frame->visit == NULL && trp__hears(pool, TRP_EVENT_UPDATED))
        trp__notify_updated(frame, pool, frame->current, slot);
    if (frame->current != NULL && trp__cell_of(pool, slot)->stamp != stamp)
        trp__visit_end(frame, pool, frame->current, slot);
    frame->current = NULL;
}

/* Prefetches the actor of a later entry. */
TRP__INLINE void visit_ages_fetch_ahead(const trp_pool *pool, const trp__entry *entry)
{
    const uint32_t slot = trp__entry_slot(entry);

    if (slot < pool->cell_count)
        TRP__PREFETCH_WRITE(trp__actor_at(pool, slot));
}

/* The kinds of pools; each kind has its own loop. */
typedef enum visit_ages_kind
{
    SLOTS,     /* old to young; actors in the slots of one chunk */
    ADDRESSES, /* old to young; actors in the game's memory */
    OTHERS     /* larger than a cache, or grown, or young to old */
} visit_ages_kind;

TRP__INLINE visit_ages_kind visit_ages_kind_of(const trp__cursor *cursor, const trp_pool *pool)
{
    if (!cursor->ages_fall || pool->state.grown != 0 ||
        (size_t)pool->state.capacity * pool->stride > VISIT_AGES_FAR)
        return OTHERS;
    return pool->actors != NULL ? ADDRESSES : SLOTS;
}

TRP__INLINE const trp__entry *visit_ages_end(const trp__cursor *cursor, const trp_pool *pool)
{
    return cursor->ages_fall ? pool->order + pool->state.order_end
                             : pool->order + pool->state.order_begin - 1;
}

/*
 * Something has changed in the callback of this entry. Returns whether the walk can continue along
 * the array. In most cases actors were created and recycled, so entries were added at the end and
 * the others kept their positions. If the array was compacted, either this position has another
 * stamp or nothing before it was dropped. A pool that has grown has another array, or is of another
 * kind: a restored one may keep its array.
 */
TRP__APART static bool visit_ages_stays(trp__frame *frame, const trp__cursor *cursor,
                                        trp_pool *pool, const trp__entry *order, uint32_t index,
                                        visit_ages_kind what)
{
    const trp__pool_state *state = &pool->state;

    trp__after_change(frame, pool, cursor->at);
    return pool->order == order && visit_ages_kind_of(cursor, pool) == what &&
           (cursor->ages_fall
                ? index + 1 - state->order_begin <= state->order_end - state->order_begin
                : index - state->order_begin < state->order_end - state->order_begin) &&
           order[index].stamp == cursor->at && trp__is_common(frame, pool);
}

/*
 * Continues along a pool's entries, from this one on. Returns whether something has changed, so
 * that the next entry must be found again. Otherwise the pool is at its end, or the next entry is
 * for the general code. Few values are needed after a callback, so all of them stay in registers.
 */
TRP__INLINE bool visit_ages_along(trp__frame *frame, trp__cursor *cursor, trp_pool *pool,
                                  uint32_t index, visit_ages_kind what)
{
    const trp__word *const changes = &pool->segment->changes;
    trp__word before = *changes;
    const ptrdiff_t turn = what != OTHERS || cursor->ages_fall ? 1 : -1;
    const trp__entry *const order = pool->order;
    const trp__entry *entry = &order[index];
    const trp__entry *end = visit_ages_end(cursor, pool);

    for (; entry != end; entry += turn)
    {
        const uint32_t slot = trp__entry_slot(entry);
        const uint32_t stamp = entry->stamp;
        const trp__cell *const cell =
            what == OTHERS ? trp__cell_of(pool, slot) : &pool->cells[slot];
        trp_actor *actor;
        if (!TRP__LIKELY(cell->stamp == stamp))
        {
            if (trp__is_expired(cell->stamp))
                break;
            cursor->at = stamp;
            continue; /* it has left */
        }
        actor = what == SLOTS       ? (trp_actor *)(void *)(pool->nodes + slot * pool->stride)
                : what == ADDRESSES ? pool->actors[slot]
                                    : trp__actor_at(pool, slot);
        if (!TRP__LIKELY(actor->stamp == stamp))
            break; /* its node was overwritten */
        if (!TRP__LIKELY(stamp >= frame->limit) && !trp__is_same_walk(frame, pool, entry))
            break;
        if (what == OTHERS && (end - entry) * turn > (ptrdiff_t)TRP__LEAD)
            visit_ages_fetch_ahead(pool, entry + turn * (ptrdiff_t)TRP__LEAD);
        frame->current = actor;
        cursor->at = stamp;
        frame->function(actor, frame->with);
        if (!TRP__LIKELY(*changes == before))
        {
            if (!visit_ages_stays(frame, cursor, pool, order, trp__entry_index(order, entry), what))
                break;
            before = *changes;
            end = visit_ages_end(cursor, pool);
        }
    }
    frame->current = NULL;
    pool->order_hint = trp__entry_index(order, entry);
    return *changes != before;
}

TRP__APART static bool visit_ages_along_slots(trp__frame *frame, trp__cursor *cursor,
                                              trp_pool *pool, uint32_t index)
{
    return visit_ages_along(frame, cursor, pool, index, SLOTS);
}

TRP__APART static bool visit_ages_along_addresses(trp__frame *frame, trp__cursor *cursor,
                                                  trp_pool *pool, uint32_t index)
{
    return visit_ages_along(frame, cursor, pool, index, ADDRESSES);
}

TRP__APART static bool visit_ages_along_others(trp__frame *frame, trp__cursor *cursor,
                                               trp_pool *pool, uint32_t index)
{
    return visit_ages_along(frame, cursor, pool, index, OTHERS);
}

/* Continues from the cursor as long as the common step does. */
static void visit_ages_common(trp__frame *frame, trp__cursor *cursor, trp_pool *pool)
{
    bool is_changed = true;

    while (is_changed && trp__is_common(frame, pool))
    {
        const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);
        if (index == TRP__NONE)
            return;
        trp__aim(frame, pool);
        switch (visit_ages_kind_of(cursor, pool))
        {
        case SLOTS:
            is_changed = visit_ages_along_slots(frame, cursor, pool, index);
            break;
        case ADDRESSES:
            is_changed = visit_ages_along_addresses(frame, cursor, pool, index);
            break;
        default:
            is_changed = visit_ages_along_others(frame, cursor, pool, index);
            break;
        }
    }
}

/* The walk */

void trp__walk_ages(trp__frame *frame, trp_pool *segment)
{
    trp__cursor cursor = trp__cursor_start(segment);
    const trp__entry *entry;

    if (segment->joined != NULL)
        trp__merged_tidy(segment);
    else
        for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
            trp__order_tidy(pool);
    for (;;)
    {
        uint32_t stamp;
        if (segment->joined == NULL)
            visit_ages_common(frame, &cursor, segment);
        else if (frame->tick != NULL)
            trp__update_joined(frame, &cursor, segment);
        entry = frame->only != NULL ? trp__cursor_next_of(&cursor, frame->only)
                                    : trp__cursor_next(&cursor, segment);
        if (entry == NULL)
            return;
        stamp = trp__stamp_at(cursor.pool, trp__entry_slot(entry));
        if (!trp__entry_holds(entry, stamp))
            continue;
        if (frame->tick != NULL && cursor.pool != frame->tick->pool)
            trp__set_tick_pool(frame, cursor.pool);
        visit_entry(frame, cursor.pool, entry, stamp);
    }
}
