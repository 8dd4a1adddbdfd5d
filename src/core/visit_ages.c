/*
 * Walks in age orders that call back.
 *
 * The general code gets one entry after the other from a cursor (order.h), and asks anything of each. Where actors are only
 * updated, the fast path goes along the arrays themselves: one pool's, or those of all pools that share the segment, of
 * which the earliest entry is next. Whatever could make it wrong counts in segment->changes, so after a callback that is all
 * that it asks; if something has changed, it finds its place again.
 */
#include "../base/times.h"
#include "order.h"
#include "visit.h"

/* The most pools in a segment that have a fast path together. */
#define HEADS 16

/* From so many bytes on actors are fetched ahead: what a second-level cache holds. Up to there processors hide the way well
 * enough, since the addresses are known long before. */
#define FAR ((size_t)1 << 20)

/* Whether a walk visits an entry that is younger than it: a newborn of the same-walk kind, created while this walk or an
 * outer one is in the segment. */
static bool is_same_walk(const trp__frame *frame, const trp_pool *pool, const trp__entry *entry)
{
    return pool->desc.newborns == TRP_NEWBORNS_SAME_WALK && entry->stamp < frame->since &&
           (entry->slot & TRP__WOKEN) == 0;
}

static void visit_entry(trp__frame *frame, trp_pool *pool, const trp__entry *entry, uint32_t stamp)
{
    const uint32_t slot = trp__entry_slot(entry);

    if (!trp__is_expired(stamp) && stamp < frame->limit && !is_same_walk(frame, pool, entry))
        return;
    if (trp__is_intact(pool, slot) || trp__is_repaired(pool, slot, stamp))
        trp__visit_slot(frame, pool, trp__node_at(pool, slot), slot, stamp);
}

/* The fast path */

/* The callback has changed something: maybe the actor's own life, or who hears of the update. */
static void after_change(trp__frame *frame, trp_pool *pool, const trp__cell *cell, uint32_t slot,
                         uint32_t stamp)
{
    if (frame->current != NULL && trp__hears(pool, TRP_EVENT_UPDATED))
        trp__notify_updated(frame, pool, frame->current, slot);
    if (frame->current != NULL && cell->stamp != stamp)
        trp__visit_end(frame, pool, frame->current, slot);
    frame->current = NULL;
}

/* How many entries there are from this one on. */
TRP__INLINE uint32_t entries_from(const trp__cursor *cursor, const trp_pool *pool, uint32_t index)
{
    return cursor->ages_fall ? pool->state.order_end - index : index - pool->state.order_begin + 1;
}

TRP__INLINE trp_actor *actor_at(const trp_pool *pool, uint32_t slot)
{
    return pool->actors != NULL ? pool->actors[slot] : trp__node_at(pool, slot);
}

/* Fetches the actor of an entry further on. */
TRP__INLINE void fetch_ahead(const trp_pool *pool, const trp__entry *entry)
{
    const uint32_t slot = trp__entry_slot(entry);

    if (slot < pool->cell_count)
        TRP__PREFETCH_WRITE(actor_at(pool, slot));
}

/* Which pools there are, so that each kind has a loop of its own. */
typedef enum kind
{
    SLOTS,     /* its actors are in the slots of one chunk */
    ADDRESSES, /* they are where the game has them */
    OTHERS     /* larger than a cache, or it has grown */
} kind;

/*
 * Goes on along a pool's entries, from this one on. Whether something has changed, so that the next one is to be found again;
 * else the pool is at its end, or the next entry is for the general code.
 */
TRP__INLINE bool update_along(trp__frame *frame, trp__cursor *cursor, trp_pool *pool,
                              uint32_t index, kind what)
{
    const trp__word *const changes = &pool->segment->changes;
    const trp__word before = *changes;
    const trp__entry *const order = pool->order;
    const size_t turn = cursor->ages_fall ? 1 : SIZE_MAX;
    uint32_t left = entries_from(cursor, pool, index);
    size_t at = index;
    bool is_changed = false;

    for (; left > 0; left--, at += turn)
    {
        const uint32_t slot = trp__entry_slot(&order[at]);
        const uint32_t stamp = order[at].stamp;
        const trp__cell *const cell =
            what == OTHERS ? trp__cell_of(pool, slot) : &pool->cells[slot];
        trp_actor *actor;
        if (!TRP__LIKELY(cell->stamp == stamp))
        {
            if (trp__is_expired(cell->stamp))
                break;
            continue; /* it has left */
        }
        actor = what == SLOTS       ? (trp_actor *)(void *)(pool->nodes + slot * pool->stride)
                : what == ADDRESSES ? pool->actors[slot]
                                    : actor_at(pool, slot);
        if (!TRP__LIKELY(actor->stamp == stamp))
            break; /* its node was overwritten */
        if (!TRP__LIKELY(stamp >= frame->limit) && !is_same_walk(frame, pool, &order[at]))
            break;
        if (what == OTHERS && left > TRP__LEAD)
            fetch_ahead(pool, &order[at + TRP__LEAD * turn]);
        frame->current = actor;
        frame->update(actor, frame->tick);
        if (TRP__LIKELY(*changes == before))
            continue;
        cursor->at = stamp;
        after_change(frame, pool, cell, slot, stamp);
        is_changed = true;
        break;
    }
    if (!is_changed && at != index)
        cursor->at = order[at - turn].stamp;
    frame->current = NULL;
    pool->order_hint = (uint32_t)at;
    return is_changed;
}

TRP__APART static bool update_along_slots(trp__frame *frame, trp__cursor *cursor, trp_pool *pool,
                                          uint32_t index)
{
    return update_along(frame, cursor, pool, index, SLOTS);
}

TRP__APART static bool update_along_addresses(trp__frame *frame, trp__cursor *cursor,
                                              trp_pool *pool, uint32_t index)
{
    return update_along(frame, cursor, pool, index, ADDRESSES);
}

TRP__APART static bool update_along_others(trp__frame *frame, trp__cursor *cursor, trp_pool *pool,
                                           uint32_t index)
{
    return update_along(frame, cursor, pool, index, OTHERS);
}

/* From where the cursor is, as long as there is nothing to be done but updating. */
static void update_pool(trp__frame *frame, trp__cursor *cursor, trp_pool *pool)
{
    bool is_changed = true;

    while (is_changed && trp__is_update_only(frame, pool))
    {
        const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);
        if (index == TRP__NONE)
            return;
        frame->update = pool->desc.update;
        if (pool->state.grown != 0 || (size_t)pool->state.capacity * pool->stride > FAR)
            is_changed = update_along_others(frame, cursor, pool, index);
        else if (pool->actors != NULL)
            is_changed = update_along_addresses(frame, cursor, pool, index);
        else
            is_changed = update_along_slots(frame, cursor, pool, index);
    }
}

/* A pool of a segment, and its next entry. */
typedef struct head
{
    const trp__entry *entry;
    trp_pool *pool;
    trp_update_fn *update; /* NULL: its entries are for the general code */
    uint32_t left;
} head;

/* The pools of a segment that have entries left. */
typedef struct front
{
    uint32_t keys[HEADS]; /* the larger, the earlier the head's entry is; 0: it has none left */
    head heads[HEADS];
    uint32_t count;
} front;

/* Stamps fall from old to young. */
TRP__INLINE uint32_t key_of(bool ages_fall, uint32_t stamp)
{
    return ages_fall ? stamp : ~stamp;
}

/* Finds the heads after what was visited last. False: there are none, or too many. */
static bool front_find(front *all, const trp__cursor *cursor, trp__frame *frame, trp_pool *segment)
{
    memset(all->keys, 0, sizeof all->keys);
    all->count = 0;
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        const uint32_t index = trp__order_next(pool, cursor->at, cursor->ages_fall);
        head *it = &all->heads[all->count];
        if (index == TRP__NONE)
            continue;
        if (all->count == HEADS)
            return false;
        it->entry = &pool->order[index];
        it->pool = pool;
        it->update = trp__is_update_only(frame, pool) ? pool->desc.update : NULL;
        it->left = entries_from(cursor, pool, index);
        all->keys[all->count++] = key_of(cursor->ages_fall, it->entry->stamp);
    }
    return all->count != 0;
}

TRP__INLINE void front_look(const front *all, uint32_t i, uint32_t *earliest, uint32_t *key)
{
    const bool is_earlier = all->keys[i] > *key;

    *earliest = is_earlier ? i : *earliest;
    *key = is_earlier ? all->keys[i] : *key;
}

/* Four at a time, without branches: which one comes next is a matter of chance. */
TRP__INLINE uint32_t front_earliest(const front *all)
{
    uint32_t earliest = 0;
    uint32_t key = 0;

    for (uint32_t i = 0; i < all->count; i += 4)
    {
        front_look(all, i, &earliest, &key);
        front_look(all, i + 1, &earliest, &key);
        front_look(all, i + 2, &earliest, &key);
        front_look(all, i + 3, &earliest, &key);
    }
    return earliest;
}

/* So that the general code, or the next front, finds where this one was. */
static void front_leave(const front *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        all->heads[i].pool->order_hint =
            (uint32_t)(all->heads[i].entry - all->heads[i].pool->order);
}

/* The same as update_along() for all pools of a segment. */
TRP__APART static bool update_front(trp__frame *frame, trp__cursor *cursor, front *all,
                                    const trp_pool *segment)
{
    const trp__word *const changes = &segment->changes;
    const trp__word before = *changes;
    const bool ages_fall = cursor->ages_fall;
    trp_tick *const tick = frame->tick;
    uint32_t earliest;

    while (all->keys[earliest = front_earliest(all)] != 0)
    {
        head *const it = &all->heads[earliest];
        trp_pool *const pool = it->pool;
        const uint32_t slot = trp__entry_slot(it->entry);
        const uint32_t stamp = it->entry->stamp;
        const trp__cell *const cell = trp__cell_of(pool, slot);
        if (TRP__LIKELY(cell->stamp == stamp))
        {
            trp_actor *const actor = actor_at(pool, slot);
            if (!TRP__LIKELY(it->update != NULL && actor->stamp == stamp))
                break;
            if (!TRP__LIKELY(stamp >= frame->limit) && !is_same_walk(frame, pool, it->entry))
                break;
            if (tick->pool !=
                pool) /* a scale that has changed counts when the walk comes to the pool again */
            {
                tick->pool = pool;
                tick->user = pool->desc.user;
                tick->dt = trp__times(frame->dt, pool->state.scale);
            }
            frame->current = actor;
            it->update(actor, tick);
            if (!TRP__LIKELY(*changes == before))
            {
                cursor->at = stamp;
                after_change(frame, pool, cell, slot, stamp);
                front_leave(all);
                return true;
            }
        }
        else if (trp__is_expired(cell->stamp))
            break;
        cursor->at = stamp;
        it->entry += ages_fall ? 1 : -1;
        all->keys[earliest] = --it->left != 0 ? key_of(ages_fall, it->entry->stamp) : 0;
    }
    frame->current = NULL;
    front_leave(all);
    return false;
}

static void update_segment(trp__frame *frame, trp__cursor *cursor, trp_pool *segment)
{
    front all;

    while (front_find(&all, cursor, frame, segment) && update_front(frame, cursor, &all, segment))
        continue;
    cursor->pool = NULL; /* where the others are, is to be found again */
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
                update_pool(frame, &cursor, segment);
            else
                update_segment(frame, &cursor, segment);
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
