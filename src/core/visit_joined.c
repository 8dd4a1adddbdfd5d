/*
 * The fast path of walks over joined pools, from old to young. Each entry stores the place of the
 * pool that has the next entry (merged.c). All changes that could make the walk wrong increment
 * segment->changes. Changes after which the position in the merge must be found again also
 * increment its version.
 */
#include "../base/times.h"
#include "visit_ages.h"

typedef struct joined_head
{
    trp_pool *pool;
    trp_update_fn *update;  /* NULL: its entries are for the general code */
    const trp__entry *next; /* its next entry */
} joined_head;

typedef struct joined_walk
{
    joined_head heads[TRP__MERGED_POOLS];
    uint32_t place; /* place of the head that is next */
    uint32_t version;
} joined_walk;

/* Finds the pools whose actors are only updated. */
static void joined_ask(joined_walk *walk, const trp__frame *frame, trp_pool *segment)
{
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        walk->heads[pool->place].update =
            trp__is_update_only(frame, pool) ? pool->desc.update : NULL;
}

/* Finds the position of the cursor. False: there is no valid merge. */
static bool joined_find(joined_walk *walk, const trp__cursor *cursor, const trp__frame *frame,
                        trp_pool *segment)
{
    uint32_t next[TRP__MERGED_POOLS];

    if (!segment->merged_is_good)
        return false;
    walk->place = trp__merged_find(segment, cursor->at, next);
    walk->version = segment->merged_version;
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        walk->heads[pool->place].pool = pool;
        walk->heads[pool->place].next = &pool->order[next[pool->place]];
    }
    joined_ask(walk, frame, segment);
    return true;
}

/* Without a branch, because the pool of the next entry is not predictable. A changed scale takes
 * effect when the walk reaches the pool again. */
TRP__INLINE void joined_turn_to(const trp__frame *frame, trp_tick *tick, trp_pool *pool)
{
    const float dt[2] = {trp__times(frame->dt, pool->state.scale), tick->dt};

    tick->dt = dt[tick->pool == pool];
    tick->pool = pool;
    tick->user = pool->desc.user;
}

/* Continues from the position in `walk`. Returns whether the position must be found again.
 * Otherwise the walk is at its end, or the next entry is for the general code. */
TRP__APART static bool joined_update(trp__frame *frame, trp__cursor *cursor, trp_pool *segment,
                                     joined_walk *walk)
{
    trp__word before = segment->changes;
    joined_head *head = &walk->heads[walk->place];

    while (head->next != head->pool->order + head->pool->state.order_end)
    {
        trp_pool *const pool = head->pool;
        const trp__entry *const entry = head->next;
        const uint32_t slot = trp__entry_slot(entry);
        const uint32_t stamp = entry->stamp;
        const uint32_t now = trp__cell_of(pool, slot)->stamp;
        if (TRP__LIKELY(now == stamp))
        {
            trp_actor *const actor = trp__actor_at(pool, slot);
            if (!TRP__LIKELY(head->update != NULL && actor->stamp == stamp) ||
                (!TRP__LIKELY(stamp >= frame->limit) && !trp__is_same_walk(frame, pool, entry)))
                break;
            joined_turn_to(frame, frame->tick, pool);
            frame->current = actor;
            cursor->at = stamp;
            head->update(actor, frame->tick);
            if (!TRP__LIKELY(segment->changes == before))
            {
                trp__after_change(frame, pool, cursor->at);
                if (segment->merged_version != walk->version)
                    return true;
                joined_ask(walk, frame, segment);
                before = segment->changes;
            }
        }
        else if (trp__is_expired(now))
            break;
        else
            cursor->at = stamp; /* it has left */
        head->next++;
        head = &walk->heads[trp__entry_place(entry)]; /* this may be the head of a newborn */
    }
    frame->current = NULL;
    return false;
}

void trp__update_joined(trp__frame *frame, trp__cursor *cursor, trp_pool *segment)
{
    joined_walk walk;

    while (joined_find(&walk, cursor, frame, segment) &&
           joined_update(frame, cursor, segment, &walk))
        continue;
    cursor->pool = NULL; /* the position of the others must be found again */
}
