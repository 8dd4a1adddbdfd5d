/*
 * Positions in age orders, and walks that call back.
 */
#include "ages.h"
#include "visit.h"

/* Positions */

static bool walk_is_hole(const trp__ages *ages, int32_t at)
{
    return (ages->entries[at].index & TRP__ENTRY_HOLE) != 0;
}

/* Moves an index that is before the first entry, in list order, to it. Whether it is that of an
 * entry. */
static bool walk_is_inside(const trp__ages *ages, int32_t *at)
{
    if (ages->turn == 1 && *at < ages->begin)
        *at = ages->begin;
    return *at >= ages->begin && *at < ages->end;
}

int32_t trp__ages_from(const trp__ages *ages, uint32_t stamp)
{
    int32_t low = ages->begin;
    int32_t high = ages->end;

    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (ages->entries[middle].stamp <= stamp)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The index after that of the entry with this stamp, in list order. */
static int32_t walk_seek(const trp__ages *ages, uint32_t stamp)
{
    return ages->turn == 1 ? trp__ages_from(ages, stamp - 1) : trp__ages_from(ages, stamp) - 1;
}

/* The index of the listed entry after a position; -1: there is none. */
static int32_t walk_after(const trp__ages *ages, const trp__position *from)
{
    int32_t at;

    if (TRP__LIKELY(from->version == ages->version) && TRP__LIKELY(!walk_is_hole(ages, from->at))) {
        at = from->at + ages->turn;
        if (!walk_is_inside(ages, &at))
            return -1;
        if (walk_is_hole(ages, at))
            at += ages->turn * (int32_t)(ages->entries[at].index & TRP__HOLE_LENGTH);
        return at;
    }
    at = from->version == ages->version ? from->at + ages->turn : walk_seek(ages, from->stamp);
    while (walk_is_inside(ages, &at)) /* perhaps in the middle of a hole */ {
        if (!walk_is_hole(ages, at))
            return at;
        at += ages->turn;
    }
    return -1;
}

const trp__entry *trp__ages_next(const trp__ages *ages, trp__position *position)
{
    const int32_t at = walk_after(ages, position);

    if (at < 0)
        return NULL;
    position->at = at;
    position->version = ages->version;
    position->stamp = ages->entries[at].stamp;
    return &ages->entries[at];
}

/* trp_each */

trp_actor *trp__ages_active(trp__position *position, trp_pool *segment, const trp_pool *only,
                            uint32_t limit)
{
    const trp__entry *entry;

    while ((entry = trp__ages_next(segment->ages, position)) != NULL && entry->stamp >= limit) {
        trp__place at;
        trp_actor *actor;
        if ((entry->index & TRP__ENTRY_EXPIRED) != 0 ||
            (only != NULL && entry->index - only->base >= only->max_capacity))
            continue;
        at = trp__entry_place(segment, entry);
        actor = trp__node_at(at.pool, at.slot);
        if (!TRP__LIKELY(actor->stamp == entry->stamp))
            trp__repair(at.pool, at.slot,
                        only != NULL ? TRP__TEXT("trp_each") : TRP__TEXT("trp_each_joined"));
        return actor;
    }
    return NULL; /* after a newborn, all are */
}

/* Walks that call back */

static bool walk_is_due(const trp__frame *frame, const trp_pool *pool, const trp__entry *entry)
{
    return (frame->only == NULL || frame->only == pool) &&
           (entry->stamp >= frame->limit || (entry->index & TRP__ENTRY_EXPIRED) != 0);
}

static void walk_turn_to(trp__frame *frame, trp_pool *pool)
{
    if (frame->tick != NULL && frame->tick->pool != pool)
        trp__set_tick_pool(frame, pool);
}

/* The general step: to the next entry, whatever it is. False: the walk is at its end. */
TRP__APART static bool walk_step(trp__frame *frame, trp__position *position, trp_pool *segment)
{
    const trp__entry *entry = trp__ages_next(segment->ages, position);
    trp__place at;

    if (entry == NULL)
        return false;
    at = trp__entry_place(segment, entry);
    if (!walk_is_due(frame, at.pool, entry))
        return true;
    walk_turn_to(frame, at.pool);
    if (!trp__is_intact(at.pool, at.slot))
        trp__repair_visited(at.pool, at.slot);
    trp__visit_slot(frame, at.pool, trp__node_at(at.pool, at.slot), at.slot,
                    trp__cell_of(at.pool, at.slot)->stamp);
    return true;
}

/* A callback has changed something: perhaps the life of its actor, or the watchers of updates. */
TRP__APART static void walk_changed(trp__frame *frame, trp_pool *pool)
{
    uint32_t slot;

    if (frame->current == NULL) /* it has left */
        return;
    slot = trp__slot_of(pool, frame->current);
    if (frame->visit == NULL && trp__hears(pool, TRP_EVENT_UPDATED))
        trp__notify_updated(frame, pool, frame->current, slot);
    if (frame->current != NULL && trp__is_expired(trp__cell_of(pool, slot)->stamp))
        trp__visit_end(frame, pool, frame->current, slot);
    frame->current = NULL;
}

/*
 * The common step, from this entry on: as long as entries have not moved, actors are active and no
 * newborns, their pool only calls back for them, and their lives go on. Returns the entry after
 * which the general step continues, or NULL: entries have moved.
 */
TRP__INLINE const trp__entry *walk_along(trp__frame *frame, const trp__ages *ages, trp_pool *pool,
                                         const trp__entry *entry, ptrdiff_t turn)
{
    const uint32_t version = ages->version;
    const ptrdiff_t lead = ages->lead;
    bool lives_end = frame->visit == NULL && pool->desc.lifetime.use != NULL;

    for (;;) {
        trp_actor *const actor = entry->actor;
        const uint32_t stamp = entry->stamp;
        if (TRP__LIKELY(actor != NULL && stamp >= frame->limit) &&
            TRP__LIKELY(actor->stamp == stamp)) {
            if (!TRP__LIKELY(entry->index - pool->base < pool->max_capacity)) {
                if (frame->only != NULL) {
                    entry += turn;
                    continue;
                }
                pool = trp__entry_place(pool, entry).pool;
                if (!trp__is_common(frame, pool))
                    return entry - turn;
                walk_turn_to(frame, pool);
                trp__aim(frame, pool);
                lives_end = frame->visit == NULL && pool->desc.lifetime.use != NULL;
            }
            if (lives_end && trp__time_has_come(*trp__life_end(pool, actor), trp__life_now(pool)))
                return entry - turn;
            TRP__PREFETCH_WRITE(entry[lead].actor);
            frame->current = actor;
            frame->stamp = stamp;
            frame->function(actor, frame->with);
            if (!TRP__LIKELY(ages->version == version && entry->actor == actor)) {
                walk_changed(frame, pool);
                if (ages->version != version)
                    return NULL;
                if (entry[turn].actor == NULL)
                    return entry;
            }
            entry += turn;
        } else if (entry->index > TRP__ENTRY_HOLE) /* a hole */
            entry += turn * (ptrdiff_t)(entry->index & TRP__HOLE_LENGTH);
        else
            return entry - turn;
    }
}

TRP__APART static const trp__entry *walk_along_upward(trp__frame *frame, const trp__ages *ages,
                                                      trp_pool *pool, const trp__entry *entry)
{
    return walk_along(frame, ages, pool, entry, 1);
}

TRP__APART static const trp__entry *walk_along_downward(trp__frame *frame, const trp__ages *ages,
                                                        trp_pool *pool, const trp__entry *entry)
{
    return walk_along(frame, ages, pool, entry, -1);
}

/* Common steps from a position on, as long as there are any. */
static void walk_common(trp__frame *frame, trp__position *position, trp_pool *segment)
{
    const trp__ages *ages = segment->ages;
    trp_pool *pool = frame->only != NULL ? frame->only : segment;
    const bool is_one = frame->only != NULL || segment->joined == NULL;
    int32_t at;

    while ((!is_one || trp__is_common(frame, pool)) && (at = walk_after(ages, position)) >= 0) {
        const trp__entry *entry = &ages->entries[at];
        if (!is_one && !trp__is_common(frame, pool = trp__entry_place(segment, entry).pool))
            return;
        walk_turn_to(frame, pool);
        trp__aim(frame, pool);
        frame->stamp = position->stamp;
        entry =
            (ages->turn == 1 ? walk_along_upward : walk_along_downward)(frame, ages, pool, entry);
        frame->current = NULL;
        position->stamp = frame->stamp;
        position->version = 0;
        if (entry == NULL)
            continue;
        position->at = (int32_t)(entry - ages->entries);
        position->version = ages->version;
        return;
    }
}

void trp__walk_ages(trp__frame *frame, trp_pool *segment)
{
    trp__position position;

    segment->desc.order->tidy(segment);
    position = trp__ages_start(segment->ages);
    do
        walk_common(frame, &position, segment);
    while (walk_step(frame, &position, segment));
}
