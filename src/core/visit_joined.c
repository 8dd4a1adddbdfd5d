/*
 * The common step of walks over joined pools, from old to young. Each entry stores the place of the
 * pool that has the next entry (merged.c). All changes that could make the walk wrong increment
 * segment->changes. Changes after which the position in the merge must be found again also
 * increment its version.
 */
#include "../base/times.h"
#include "visit_ages.h"

/* What the walk needs of a pool, in one place. All of it is read again after a change. */
typedef struct joined_head
{
    trp_pool *pool;
    const trp__entry *next; /* its next entry */
    const trp__entry *end;
    trp_update_fn *update;  /* NULL: its entries are for the general code */
    const trp__cell *cells; /* NULL: actors are not simply in the slots of one chunk */
    unsigned char *nodes;
    size_t stride;
    void *user;
    float dt;
} joined_head;

typedef struct joined_walk
{
    joined_head heads[TRP__MERGED_POOLS];
    uint32_t place; /* place of the head that is next */
    uint32_t version;
} joined_walk;

/* Reads the pools: which have actors that are only updated, and where those are. */
static void joined_ask(joined_walk *walk, const trp__frame *frame, trp_pool *segment)
{
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        joined_head *head = &walk->heads[pool->place];
        const bool is_plain = pool->actors == NULL && pool->state.grown == 0;
        head->end = pool->order + pool->state.order_end;
        head->update = trp__is_common(frame, pool) ? pool->desc.update : NULL;
        head->cells = is_plain && head->update != NULL ? pool->cells : NULL;
        head->nodes = pool->nodes;
        head->stride = pool->stride;
        head->user = trp__user_of(pool);
        head->dt = trp__times(frame->dt, pool->state.scale);
    }
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
TRP__INLINE void joined_turn_to(trp_context *tick, const joined_head *head)
{
    uint32_t dt[2]; /* as bits, since compilers select integers without a branch */

    memcpy(&dt[0], &head->dt, sizeof dt[0]);
    memcpy(&dt[1], &tick->dt, sizeof dt[1]);
    dt[0] = tick->pool == head->pool ? dt[1] : dt[0];
    memcpy(&tick->dt, &dt[0], sizeof dt[0]);
    tick->pool = head->pool;
    tick->user = head->user;
}

/* Continues from the position in `walk`. Returns whether the position must be found again.
 * Otherwise the walk is at its end, or the next entry is for the general code. */
TRP__APART static bool joined_update(trp__frame *frame, trp__cursor *cursor, trp_pool *segment,
                                     joined_walk *walk)
{
    trp__word before = segment->changes;
    joined_head *head = &walk->heads[walk->place];

    while (head->next != head->end)
    {
        const trp__entry *const entry = head->next;
        const uint32_t slot = trp__entry_slot(entry);
        const uint32_t stamp = entry->stamp;
        const bool is_plain = TRP__LIKELY(head->cells != NULL);
        const uint32_t now =
            is_plain ? head->cells[slot].stamp : trp__cell_of(head->pool, slot)->stamp;
        if (TRP__LIKELY(now == stamp))
        {
            trp_actor *const actor = is_plain
                                         ? (trp_actor *)(void *)(head->nodes + slot * head->stride)
                                         : trp__actor_at(head->pool, slot);
            if (!TRP__LIKELY(actor->stamp == stamp && (is_plain || head->update != NULL)) ||
                (!TRP__LIKELY(stamp >= frame->limit) &&
                 !trp__is_same_walk(frame, head->pool, entry)))
                break;
            joined_turn_to(frame->tick, head);
            frame->current = actor;
            cursor->at = stamp;
            head->update(actor, frame->tick);
            if (!TRP__LIKELY(segment->changes == before))
            {
                trp__after_change(frame, head->pool, cursor->at);
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
