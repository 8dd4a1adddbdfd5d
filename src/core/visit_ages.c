/*
 * Walks in age orders that call back.
 *
 * The general code gets one entry after the other from a cursor (order.h), and makes all checks for
 * each. Where actors are only updated, the fast path goes along the arrays themselves: one pool's
 * array, or those of all pools that share the segment, where the earliest entry is next. All
 * changes that could make it wrong increment segment->changes, so this is all that it checks after
 * a callback. After a change it finds its position again.
 */
#include "../base/times.h"
#include "order.h"
#include "visit.h"

/* The most pools in a segment for which there is a fast path. */
#define VISIT_AGES_HEADS 16

/* From this many bytes on actors are prefetched: the size of a second-level cache. For smaller
 * pools processors hide the latency well enough, since the addresses are known long before. */
#define VISIT_AGES_FAR ((size_t)1 << 20)

/* Whether a walk visits an entry that is younger than the walk: a newborn with
 * TRP_NEWBORNS_SAME_WALK, created while this walk or an outer one is in the segment. */
static bool visit_ages_is_same_walk(const trp__frame *frame, const trp_pool *pool,
                                    const trp__entry *entry)
{
    return pool->desc.newborns == TRP_NEWBORNS_SAME_WALK && entry->stamp < frame->since &&
           (entry->slot & TRP__WOKEN) == 0;
}

static void visit_entry(trp__frame *frame, trp_pool *pool, const trp__entry *entry, uint32_t stamp)
{
    const uint32_t slot = trp__entry_slot(entry);

    if (!trp__is_expired(stamp) && stamp < frame->limit &&
        !visit_ages_is_same_walk(frame, pool, entry))
        return;
    if (trp__is_intact(pool, slot) || trp__is_repaired(pool, slot, stamp))
        trp__visit_slot(frame, pool, trp__node_at(pool, slot), slot, stamp);
}

/* The fast path */

/* The callback has changed something: perhaps the life of the actor with that stamp, or the
 * watchers of its update. */
TRP__APART static void visit_ages_after_change(trp__frame *frame, trp_pool *pool, uint32_t stamp)
{
    uint32_t slot;

    if (frame->current == NULL) /* it has left */
        return;
    slot = trp__slot_of(pool, frame->current);
    if (trp__hears(pool, TRP_EVENT_UPDATED))
        trp__notify_updated(frame, pool, frame->current, slot);
    if (frame->current != NULL && trp__cell_of(pool, slot)->stamp != stamp)
        trp__visit_end(frame, pool, frame->current, slot);
    frame->current = NULL;
}

/* The number of entries from this one on. */
TRP__INLINE uint32_t visit_ages_entries_from(const trp__cursor *cursor, const trp_pool *pool,
                                             uint32_t index)
{
    return cursor->ages_fall ? pool->state.order_end - index : index - pool->state.order_begin + 1;
}

TRP__INLINE trp_actor *visit_ages_actor_at(const trp_pool *pool, uint32_t slot)
{
    return pool->actors != NULL ? pool->actors[slot] : trp__node_at(pool, slot);
}

/* Prefetches the actor of a later entry. */
TRP__INLINE void visit_ages_fetch_ahead(const trp_pool *pool, const trp__entry *entry)
{
    const uint32_t slot = trp__entry_slot(entry);

    if (slot < pool->cell_count)
        TRP__PREFETCH_WRITE(visit_ages_actor_at(pool, slot));
}

/* The kinds of pools; each kind has its own loop. */
typedef enum visit_ages_kind
{
    SLOTS,     /* old to young; actors in the slots of one chunk */
    ADDRESSES, /* old to young; actors in the game's memory */
    OTHERS     /* larger than a cache, or grown, or young to old */
} visit_ages_kind;

/*
 * Continues along a pool's entries, from this one on. Returns whether something has changed, so
 * that the next entry must be found again. Otherwise the pool is at its end, or the next entry is
 * for the general code. Few values are needed after a callback, so all of them stay in registers.
 */
TRP__INLINE bool visit_ages_update_along(trp__frame *frame, trp__cursor *cursor, trp_pool *pool,
                                         uint32_t index, visit_ages_kind what)
{
    const trp__word *const changes = &pool->segment->changes;
    const trp__word before = *changes;
    const ptrdiff_t turn = what != OTHERS || cursor->ages_fall ? 1 : -1;
    const trp__entry *const order = pool->order;
    const trp__entry *entry = &order[index];
    const trp__entry *const end =
        entry + turn * (ptrdiff_t)visit_ages_entries_from(cursor, pool, index);

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
                                    : visit_ages_actor_at(pool, slot);
        if (!TRP__LIKELY(actor->stamp == stamp))
            break; /* its node was overwritten */
        if (!TRP__LIKELY(stamp >= frame->limit) && !visit_ages_is_same_walk(frame, pool, entry))
            break;
        if (what == OTHERS && (end - entry) * turn > (ptrdiff_t)TRP__LEAD)
            visit_ages_fetch_ahead(pool, entry + turn * (ptrdiff_t)TRP__LEAD);
        frame->current = actor;
        cursor->at = stamp;
        frame->update(actor, frame->tick);
        if (!TRP__LIKELY(*changes == before))
        {
            visit_ages_after_change(frame, pool, cursor->at);
            break;
        }
    }
    frame->current = NULL;
    pool->order_hint = (uint32_t)(((uintptr_t)entry - (uintptr_t)order) / sizeof *entry);
    return *changes != before;
}

TRP__APART static bool visit_ages_update_along_slots(trp__frame *frame, trp__cursor *cursor,
                                                     trp_pool *pool, uint32_t index)
{
    return visit_ages_update_along(frame, cursor, pool, index, SLOTS);
}

TRP__APART static bool visit_ages_update_along_addresses(trp__frame *frame, trp__cursor *cursor,
                                                         trp_pool *pool, uint32_t index)
{
    return visit_ages_update_along(frame, cursor, pool, index, ADDRESSES);
}

TRP__APART static bool visit_ages_update_along_others(trp__frame *frame, trp__cursor *cursor,
                                                      trp_pool *pool, uint32_t index)
{
    return visit_ages_update_along(frame, cursor, pool, index, OTHERS);
}

/* Continues from the cursor as long as actors are only updated. */
static void visit_ages_update_pool(trp__frame *frame, trp__cursor *cursor, trp_pool *pool)
{
    bool is_changed = true;

    while (is_changed && trp__is_update_only(frame, pool))
    {
        const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);
        if (index == TRP__NONE)
            return;
        frame->update = pool->desc.update;
        if (!cursor->ages_fall || pool->state.grown != 0 ||
            (size_t)pool->state.capacity * pool->stride > VISIT_AGES_FAR)
            is_changed = visit_ages_update_along_others(frame, cursor, pool, index);
        else if (pool->actors != NULL)
            is_changed = visit_ages_update_along_addresses(frame, cursor, pool, index);
        else
            is_changed = visit_ages_update_along_slots(frame, cursor, pool, index);
    }
}

/* A pool of a segment, and its next entry. */
typedef struct visit_ages_head
{
    uint64_t key; /* larger for earlier entries; low bits: number of the head. 0: no entry left */
    const trp__entry *entry;
    const trp__entry *end;
    trp_pool *pool;
    trp_update_fn *update; /* NULL: its entries are for the general code */
} visit_ages_head;

/* The pools of a segment that have entries left. */
typedef struct visit_ages_front
{
    visit_ages_head heads[VISIT_AGES_HEADS];
    uint32_t count;
    /* stamps decrease from old to young; the other direction flips the bits of keys */
    uint32_t flip;
    ptrdiff_t turn;
} visit_ages_front;

TRP__INLINE uint64_t visit_ages_front_key(const visit_ages_front *all, const visit_ages_head *it,
                                          uint32_t number)
{
    return it->entry != it->end ? (uint64_t)(it->entry->stamp ^ all->flip) << 32 | number : 0;
}

/* Finds the heads after the entry visited last. False: there are none, or too many. */
static bool visit_ages_front_find(visit_ages_front *all, const trp__cursor *cursor,
                                  trp__frame *frame, trp_pool *segment)
{
    all->count = 0;
    all->flip = cursor->ages_fall ? 0 : UINT32_MAX;
    all->turn = cursor->ages_fall ? 1 : -1;
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);
        visit_ages_head *it = &all->heads[all->count];
        if (index == TRP__NONE)
            continue;
        if (all->count == VISIT_AGES_HEADS)
            return false;
        it->entry = &pool->order[index];
        it->end = it->entry + all->turn * (ptrdiff_t)visit_ages_entries_from(cursor, pool, index);
        it->pool = pool;
        it->update = trp__is_update_only(frame, pool) ? pool->desc.update : NULL;
        it->key = visit_ages_front_key(all, it, all->count++);
    }
    for (uint32_t i = all->count; i % 4 != 0; i++)
        all->heads[i].key = 0;
    return all->count != 0;
}

TRP__INLINE uint64_t visit_ages_front_larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Four at a time, without branches: the next one is not predictable. */
TRP__INLINE uint64_t visit_ages_front_earliest(const visit_ages_front *all)
{
    const visit_ages_head *it = all->heads;
    uint64_t key = 0;

    do
    {
        key = visit_ages_front_larger(
            key, visit_ages_front_larger(visit_ages_front_larger(it[0].key, it[1].key),
                                         visit_ages_front_larger(it[2].key, it[3].key)));
        it += 4;
    } while (it < &all->heads[all->count]);
    return key;
}

/* Lets the general code, or the next front, find the position of this one. */
static void visit_ages_front_leave(const visit_ages_front *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        all->heads[i].pool->order_hint =
            (uint32_t)(((uintptr_t)all->heads[i].entry - (uintptr_t)all->heads[i].pool->order) /
                       sizeof(trp__entry));
}

/* A changed scale takes effect when the walk reaches the pool again. */
TRP__INLINE void visit_ages_front_turn_to(const trp__frame *frame, trp_tick *tick, trp_pool *pool)
{
    if (tick->pool == pool)
        return;
    tick->pool = pool;
    tick->user = pool->desc.user;
    tick->dt = trp__times(frame->dt, pool->state.scale);
}

/* update_along() for all pools of a segment. */
TRP__APART static bool visit_ages_update_front(trp__frame *frame, trp__cursor *cursor,
                                               visit_ages_front *all, const trp_pool *segment)
{
    const trp__word *const changes = &segment->changes;
    const trp__word before = *changes;
    uint64_t key;

    while ((key = visit_ages_front_earliest(all)) != 0)
    {
        visit_ages_head *const it = &all->heads[(uint32_t)key];
        trp_pool *const pool = it->pool;
        trp_update_fn *const update = it->update;
        const uint32_t slot = trp__entry_slot(it->entry);
        const uint32_t stamp = it->entry->stamp;
        const uint32_t now = trp__cell_of(pool, slot)->stamp;
        if (TRP__LIKELY(now == stamp))
        {
            trp_actor *const actor = visit_ages_actor_at(pool, slot);
            if (!TRP__LIKELY(update != NULL && actor->stamp == stamp))
                break;
            if (!TRP__LIKELY(stamp >= frame->limit) &&
                !visit_ages_is_same_walk(frame, pool, it->entry))
                break;
            visit_ages_front_turn_to(frame, frame->tick, pool);
            frame->current = actor;
            cursor->at = stamp;
            update(actor, frame->tick);
            if (!TRP__LIKELY(*changes == before))
            {
                visit_ages_after_change(frame, it->pool, cursor->at);
                break;
            }
        }
        else if (trp__is_expired(now))
            break;
        else
            cursor->at = stamp;
        it->entry += all->turn;
        it->key = visit_ages_front_key(all, it, (uint32_t)it->key);
    }
    frame->current = NULL;
    visit_ages_front_leave(all);
    return *changes != before;
}

static void visit_ages_update_segment(trp__frame *frame, trp__cursor *cursor, trp_pool *segment)
{
    visit_ages_front all;

    while (visit_ages_front_find(&all, cursor, frame, segment) &&
           visit_ages_update_front(frame, cursor, &all, segment))
        continue;
    cursor->pool = NULL; /* the position of the others must be found again */
}

/* The walk */

void trp__walk_ages(trp__frame *frame, trp_pool *segment)
{
    trp__cursor cursor = trp__cursor_start(segment);
    const trp__entry *entry;

    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        trp__order_tidy(pool);
    for (;;)
    {
        uint32_t stamp;
        if (TRP__FAST_PATHS && frame->tick != NULL)
        {
            if (segment->joined == NULL)
                visit_ages_update_pool(frame, &cursor, segment);
            else
                visit_ages_update_segment(frame, &cursor, segment);
        }
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
