#include "ages.h"
#include "visit.h"

/* Room for this many slots: a quarter more, so that dropping holes pays off. */
static int32_t ages_room(uint32_t slots)
{
    return (int32_t)(slots + slots / 4 + 8);
}

/* Entries on each side: the stop, and as many as are prefetched. */
static int32_t ages_side(uint32_t slots)
{
    return slots < TRP__FAR ? 1 : (int32_t)(1 + TRP__LEAD);
}

static size_t ages_bytes(uint32_t slots)
{
    return (size_t)(ages_room(slots) + 2 * ages_side(slots)) * sizeof(trp__entry);
}

static void ages_write_stop(trp__entry *entry)
{
    entry->actor = NULL;
    entry->index = TRP__ENTRY_HOLE;
    entry->stamp = 0;
}

static trp__entry *ages_lay_out(void *memory, uint32_t slots)
{
    trp__entry *const all = (trp__entry *)memory;

    for (int32_t i = 0; i < ages_room(slots) + 2 * ages_side(slots); i++)
        ages_write_stop(&all[i]);
    return all + ages_side(slots);
}

static void ages_use(trp__ages *ages, trp__entry *entries, uint32_t slots)
{
    ages->entries = entries;
    ages->room = ages_room(slots);
    ages->lead = slots < TRP__FAR ? 0 : ages->turn * (int32_t)TRP__LEAD;
}

static void ages_init(trp_pool *pool, unsigned char *memory, uint32_t slots)
{
    trp__ages *ages = &pool->own_ages;

    ages->turn = pool->order->turn;
    pool->first_entries = ages_lay_out(memory, slots);
    pool->first_slots = pool->entry_slots = slots;
    ages_use(ages, pool->first_entries, slots);
}

static trp_actor *ages_node(const trp_pool *segment, const trp__entry *entry)
{
    const trp__place place = trp__entry_place(segment, entry);

    return trp__node_at(place.pool, place.slot);
}

static trp__cell *ages_cell(const trp_pool *segment, const trp__entry *entry)
{
    const trp__place place = trp__entry_place(segment, entry);

    return trp__cell_of(place.pool, place.slot);
}

/* Drops the holes; `to` may be another array. Cells are only written: an entry knows their state. */
static void ages_compact_to(trp_pool *segment, trp__entry *to)
{
    trp__ages *ages = segment->ages;
    const trp__entry *const stop = &ages->entries[ages->end];
    const trp_pool *pool = segment;
    int32_t end = 0;

    _Static_assert(TRP__ENTRY_EXPIRED == TRP__ALIVE_BIT, "which what has expired has not");
    for (const trp__entry *entry = &ages->entries[ages->begin]; entry < stop; entry++) {
        const uint32_t index = entry->index;
        if ((index & TRP__ENTRY_HOLE) != 0) {
            entry += (index & TRP__HOLE_LENGTH) - 1;
            continue;
        }
        if (!TRP__LIKELY((index & TRP__ENTRY_INDEX) - pool->base < pool->max_capacity))
            pool = trp__entry_place(segment, entry).pool;
        trp__cell_of(pool, (index & TRP__ENTRY_INDEX) - pool->base)->stamp =
            (TRP__STAMP_ACTIVE ^ (index & TRP__ENTRY_EXPIRED)) | (uint32_t)end;
        to[end++] = *entry;
    }
    ages_write_stop(&to[-1]);
    ages_write_stop(&to[end]);
    ages->begin = 0;
    ages->end = end;
    ages->holes = 0;
    trp__ages_change(segment);
}

static void ages_compact(trp_pool *segment)
{
    ages_compact_to(segment, segment->ages->entries);
}

static trp__entry *ages_begin(trp_pool *segment)
{
    const trp__ages *ages = segment->ages;

    if (TRP__RARELY(ages->holes > (ages->end - ages->begin) / 8 + 8) && !segment->world->drawing)
        ages_compact(segment);
    return &ages->entries[trp__ages_start(ages).at];
}

static void ages_release(const trp_pool *segment)
{
    trp__entry *entries = segment->own_ages.entries;

    if (entries != segment->first_entries)
        trp__release(segment->world, entries - ages_side(segment->entry_slots),
                     ages_bytes(segment->entry_slots));
}

/* Moves the entries, without the holes, into an array for this many slots: that of the pool's own
 * block if it has room, or a new one. False: there is no memory. */
static bool ages_resize(trp_pool *segment, uint32_t slots)
{
    trp__entry *entries = segment->first_entries;

    if (slots <= segment->first_slots)
        slots = segment->first_slots;
    else {
        void *memory = segment->world->allocator.allocate != NULL
                           ? trp__take(segment->world, ages_bytes(slots))
                           : NULL;
        if (memory == NULL)
            return false;
        entries = ages_lay_out(memory, slots);
    }
    ages_compact_to(segment, entries);
    ages_release(segment);
    ages_use(&segment->own_ages, entries, slots);
    segment->entry_slots = slots;
    return true;
}

static bool ages_fit(trp_pool *segment, uint32_t slots)
{
    return slots <= segment->entry_slots || ages_resize(segment, slots);
}

/* The slots of all pools of a segment, and those of chunks that a restored pool has kept. */
static uint32_t ages_slots_in_memory(const trp_pool *segment)
{
    uint32_t slots = trp__segment_slots(segment);

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined) {
        const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);
        for (uint32_t i = pool->state.grown; i < chunks; i++)
            slots += pool->chunks[i].memory != NULL ? pool->chunks[i].count : 0;
    }
    return slots;
}

static void ages_shrink(trp_pool *segment)
{
    (void)ages_resize(segment, ages_slots_in_memory(segment));
}

/* The links of an actor to older and to younger ones. */
static uint32_t *ages_down(const trp__ages *ages, trp_actor *actor)
{
    return ages->turn == 1 ? &actor->prev : &actor->next;
}

static uint32_t *ages_up(const trp__ages *ages, trp_actor *actor)
{
    return ages->turn == 1 ? &actor->next : &actor->prev;
}

/* The actor of the entry beside others; NULL: it is a stop. */
TRP__INLINE trp_actor *ages_actor(const trp_pool *segment, const trp__entry *entry)
{
    if (TRP__LIKELY(entry->actor != NULL))
        return entry->actor;
    return entry->index != TRP__ENTRY_HOLE ? ages_node(segment, entry) : NULL;
}

static void ages_append(trp_pool *pool, uint32_t slot, trp__seat seat)
{
    trp__ages *ages = pool->ages;
    trp__world_state *world = &pool->world->state;
    const uint32_t index = trp__index(pool, slot);
    trp__entry *entry;
    trp_actor *below;
    uint32_t down = TRP_NO_LINK;

    if (TRP__RARELY(ages->end == ages->room))
        ages_compact(pool->segment);
    entry = &ages->entries[ages->end];
    below = ages_actor(pool->segment, &entry[-1]);
    if (TRP__LIKELY(below != NULL)) {
        down = entry[-1].index & TRP__ENTRY_INDEX;
        *ages_up(ages, below) = index;
    }
    if (world->newest_is_used) /* each actor has its own stamp */
        world->newest--;
    world->newest_is_used = true;
    seat.actor->stamp = world->newest;
    seat.actor->index = trp__handle_index(pool, slot);
    *ages_down(ages, seat.actor) = down;
    *ages_up(ages, seat.actor) = TRP_NO_LINK;
    entry->actor = seat.actor;
    entry->index = index;
    entry->stamp = world->newest;
    ages_write_stop(&entry[1]);
    seat.cell->stamp = TRP__STAMP_ACTIVE | (uint32_t)ages->end++;
    trp__raise_used(pool, slot + 1);
}

static void ages_remove(trp_pool *pool, int32_t at)
{
    trp__ages *ages = pool->ages;
    trp__entry *entry = &ages->entries[at];
    trp__entry *low = entry;
    trp__entry *high = entry;
    trp_actor *below;
    trp_actor *above;
    int32_t length;

    entry->actor = NULL;
    if ((low[-1].index & TRP__ENTRY_HOLE) != 0)
        low -= low[-1].index & TRP__HOLE_LENGTH;
    if ((high[1].index & TRP__ENTRY_HOLE) != 0)
        high += high[1].index & TRP__HOLE_LENGTH;
    below = ages_actor(pool->segment, &low[-1]);
    above = ages_actor(pool->segment, &high[1]);
    if (TRP__LIKELY(below != NULL))
        *ages_up(ages, below) =
            TRP__LIKELY(above != NULL) ? high[1].index & TRP__ENTRY_INDEX : TRP_NO_LINK;
    if (TRP__LIKELY(above != NULL))
        *ages_down(ages, above) =
            TRP__LIKELY(below != NULL) ? low[-1].index & TRP__ENTRY_INDEX : TRP_NO_LINK;
    length = (int32_t)(high - low) + 1;
    entry->index = TRP__ENTRY_HOLE; /* within a hole */
    low->index = high->index = TRP__ENTRY_HOLE | (uint32_t)length;
    ages->holes++;
    if (TRP__RARELY(below == NULL)) {
        ages_write_stop(high);
        ages->begin += length;
        ages->holes -= length;
    } else if (TRP__RARELY(above == NULL)) {
        ages_write_stop(low);
        ages->end -= length;
        ages->holes -= length;
        trp__ages_change(pool); /* newborns will take these places, where a walk may be */
    }
}

static void ages_expire(trp_pool *pool, uint32_t slot)
{
    trp__cell *cell = trp__cell_of(pool, slot);
    trp__entry *entry = &pool->ages->entries[trp__entry_of(cell)];

    entry->actor = NULL;
    entry->index &= TRP__ENTRY_INDEX;
    trp__look_again(pool->world, NULL);
    entry->index |= TRP__ENTRY_EXPIRED | (trp__is_odd(pool->world) ? TRP__ENTRY_ODD : 0);
    cell->stamp &= ~TRP__ALIVE_BIT;
    trp__node_at(pool, slot)->stamp = entry->stamp & ~TRP__ALIVE_BIT;
}

static void ages_clear(trp_pool *segment)
{
    trp__ages *ages = segment->ages;

    ages->begin = ages->end = ages->holes = 0;
    ages_write_stop(&ages->entries[-1]);
    ages_write_stop(&ages->entries[0]);
    trp__ages_change(segment);
}

static uint32_t ages_renumber(trp_pool *segment, uint32_t stamp)
{
    trp__ages *ages = segment->ages;

    ages_compact(segment);
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        pool->oldest = UINT32_MAX;
    for (int32_t i = 0; i < ages->end; i++) {
        const trp__place place = trp__entry_place(segment, &ages->entries[i]);
        ages->entries[i].stamp = stamp--;
        trp__node_at(place.pool, place.slot)->stamp =
            trp__stamp(place.pool, trp__cell_of(place.pool, place.slot));
    }
    return stamp;
}

static void ages_restore(trp_pool *segment, const trp__listing *from, uint32_t count)
{
    trp__ages *ages = segment->ages;

    ages_clear(segment);
    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        pool->oldest = UINT32_MAX;
    for (; count > 0; count--, from++) {
        trp__entry *entry = &ages->entries[ages->end];
        trp__cell *cell;
        entry->index = from->index;
        entry->stamp = from->stamp;
        cell = ages_cell(segment, entry);
        if (trp__is_expired(cell->stamp))
            entry->index |= TRP__ENTRY_EXPIRED;
        entry->actor = entry->index > TRP__ENTRY_INDEX ? NULL : ages_node(segment, entry);
        cell->stamp = (cell->stamp & TRP__STAMP_ACTIVE) | (uint32_t)ages->end++;
    }
    ages_write_stop(&ages->entries[ages->end]);
}

/* Positions */

static bool ages_is_hole(const trp__ages *ages, int32_t at)
{
    return (ages->entries[at].index & TRP__ENTRY_HOLE) != 0;
}

/* Moves an index that is before the first entry, in list order, to it. Whether it is that of an
 * entry. */
static bool ages_is_inside(const trp__ages *ages, int32_t *at)
{
    if (ages->turn == 1 && *at < ages->begin)
        *at = ages->begin;
    return *at >= ages->begin && *at < ages->end;
}

static int32_t ages_from(const trp__ages *ages, uint32_t stamp)
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
static int32_t ages_seek(const trp__ages *ages, uint32_t stamp)
{
    return ages->turn == 1 ? ages_from(ages, stamp - 1) : ages_from(ages, stamp) - 1;
}

TRP__INLINE const trp__entry *ages_next(const trp__ages *ages, trp__position *position)
{
    int32_t at = position->version == ages->version ? position->at + ages->turn
                                                    : ages_seek(ages, position->stamp);

    for (; ages_is_inside(ages, &at); at += ages->turn) {
        if (ages_is_hole(ages, at))
            continue;
        position->at = at;
        position->version = ages->version;
        position->stamp = ages->entries[at].stamp;
        return &ages->entries[at];
    }
    return NULL;
}

static trp__place ages_beside(trp_pool *pool, uint32_t slot, bool forward)
{
    const trp__ages *ages = pool->ages;
    const int32_t turn = forward ? ages->turn : -ages->turn;
    const trp__place nowhere = {NULL, TRP__NONE};
    int32_t at = turn == 1 ? ages->begin - 1 : ages->end;

    if (slot != TRP__NONE)
        at = trp__entry_of(trp__cell_of(pool, slot));
    at += turn;
    if (at < ages->begin || at >= ages->end)
        return nowhere;
    if (ages_is_hole(ages, at))
        at += turn * (int32_t)(ages->entries[at].index & TRP__HOLE_LENGTH);
    return trp__entry_place(pool->segment, &ages->entries[at]);
}

/* trp_each */

static trp_actor *ages_active(trp__position *position, trp_pool *segment, const trp_pool *only,
                              uint32_t limit)
{
    const trp__entry *entry;

    while ((entry = ages_next(segment->ages, position)) != NULL && entry->stamp >= limit) {
        trp_actor *const actor = entry->actor;
        if (actor == NULL || (only != NULL && entry->index - only->base >= only->max_capacity))
            continue;
        if (!TRP__LIKELY(actor->stamp == entry->stamp)) {
            const trp__place at = trp__entry_place(segment, entry);
            trp__repair(at.pool, at.slot,
                        only != NULL ? TRP__TEXT("trp_each") : TRP__TEXT("trp_each_joined"));
        }
        return actor;
    }
    return NULL; /* after a newborn, all are */
}

/* Walks that call back */

/* The slots of a pool at which the common step only calls back: none if lives end there. */
static uint32_t ages_simple(const trp__frame *frame, const trp_pool *pool)
{
    return frame->visit == NULL && pool->desc.lifetime.use != NULL ? 0 : pool->max_capacity;
}

/*
 * The common step, from this entry on: as long as entries have not moved, actors are active and no
 * newborns, their pool only calls back for them, and their lives go on. Returns the entry after
 * which the general step continues, or NULL: entries have moved. `is_simple`: all actors are of one
 * pool, where no lives end.
 */
TRP__INLINE const trp__entry *ages_along(trp__frame *frame, trp_pool *pool, const trp__entry *entry,
                                         bool is_simple)
{
    const trp__ages *ages = pool->ages;
    const uint32_t version = ages->version;
    const uint32_t limit = frame->limit;
    const ptrdiff_t turn = ages->turn;
    const ptrdiff_t lead = ages->lead;
    trp_actor_fn *function = frame->function;
    trp_context *in = frame->in;
    uint32_t simple = ages_simple(frame, pool);

    frame->changed = false;
    for (;;) {
        trp_actor *const actor = entry->actor;
        const uint32_t stamp = entry->stamp;
        if (TRP__LIKELY(actor != NULL && stamp >= limit) && TRP__LIKELY(actor->stamp == stamp)) {
            if (!is_simple && !TRP__LIKELY(entry->index - pool->base < simple)) {
                if (entry->index - pool->base >= pool->max_capacity) {
                    if (frame->only != NULL) {
                        entry += turn;
                        continue;
                    }
                    pool = trp__entry_place(pool, entry).pool;
                    if (!trp__is_common(frame, pool))
                        return entry - turn;
                    trp__aim(frame, pool);
                    function = frame->function;
                    simple = ages_simple(frame, pool);
                }
                if (simple == 0 &&
                    trp__time_has_come(*trp__life_end(pool, actor), trp__life_now(pool)))
                    return entry - turn;
            }
            TRP__PREFETCH_WRITE(entry[lead].actor);
            frame->current = actor;
            frame->stamp = stamp;
            function(actor, in);
            if (!TRP__LIKELY(!frame->changed)) {
                const bool stays = ages->version == version && entry->actor != NULL;
                if (!stays && frame->current != NULL) /* it has not left, but expired, perhaps */
                    trp__after_visit(frame, pool, frame->current,
                                     trp__slot_of(pool, frame->current));
                frame->changed = false;
                if (ages->version != version)
                    return NULL;
                if (!stays && entry[turn].actor == NULL)
                    return entry;
            }
            entry += turn;
        } else if (entry->index > TRP__ENTRY_HOLE) /* a hole */
            entry += turn * (ptrdiff_t)(entry->index & TRP__HOLE_LENGTH);
        else
            return entry - turn;
    }
}

/* Each has constants and registers of its own. */
TRP__APART static const trp__entry *ages_call(trp__frame *frame, trp_pool *pool,
                                              const trp__entry *entry)
{
    return ages_along(frame, pool, entry, true);
}

TRP__APART static const trp__entry *ages_call_or_end(trp__frame *frame, trp_pool *pool,
                                                     const trp__entry *entry)
{
    return ages_along(frame, pool, entry, false);
}

/* Common steps from an entry on, as far as they go. False: there is none. */
static bool ages_common(trp__frame *frame, trp__position *position, trp_pool *pool,
                        const trp__entry *entry)
{
    const trp__ages *ages = pool->ages;
    const trp__entry *last;

    if (!trp__is_common(frame, pool))
        return false;
    trp__aim(frame, pool);
    frame->stamp = position->stamp;
    last = pool->segment->joined == NULL && ages_simple(frame, pool) != 0
               ? ages_call(frame, pool, entry)
               : ages_call_or_end(frame, pool, entry);
    frame->current = NULL;
    if (last != NULL && last + ages->turn == entry)
        return false;
    position->at = (int32_t)(last != NULL ? last - ages->entries : 0);
    position->version = last != NULL ? ages->version : 0;
    position->stamp = frame->stamp;
    return true;
}

/* The general step at an entry, whatever it is. */
static void ages_step(trp__frame *frame, trp__place at, const trp__entry *entry)
{
    if ((frame->only != NULL && frame->only != at.pool) ||
        (entry->stamp < frame->limit && (entry->index & TRP__ENTRY_EXPIRED) == 0))
        return;
    trp__aim(frame, at.pool);
    trp__mend(at.pool, at.slot, frame->call);
    trp__visit_slot(frame, at.pool, trp__node_at(at.pool, at.slot), at.slot,
                    trp__cell_of(at.pool, at.slot)->stamp);
}

static void ages_walk(trp__frame *frame, trp_pool *segment)
{
    const trp__entry *entry;
    trp__position position;

    (void)ages_begin(segment);
    position = trp__ages_start(segment->ages);
    while ((entry = ages_next(segment->ages, &position)) != NULL) {
        const trp__place at = trp__entry_place(segment, entry);
        if (!ages_common(frame, &position, frame->only != NULL ? frame->only : at.pool, entry))
            ages_step(frame, at, entry);
    }
}

void trp__ages_forget(trp_pool *pool)
{
    trp__ages *ages = pool->ages;

    for (int32_t i = ages->begin; i < ages->end; i++) {
        trp__entry *entry = &ages->entries[i];
        if ((entry->index & TRP__ENTRY_HOLE) != 0)
            i += (int32_t)(entry->index & TRP__HOLE_LENGTH) - 1;
        else if ((entry->index & TRP__ENTRY_INDEX) - pool->base < pool->max_capacity)
            entry->index = TRP__ENTRY_HOLE | 1;
    }
    ages_compact(pool->segment);
    for (int32_t i = 0; i < ages->end; i++) {
        trp_actor *actor = ages_node(pool->segment, &ages->entries[i]);
        *ages_down(ages, actor) =
            i > 0 ? ages->entries[i - 1].index & TRP__ENTRY_INDEX : TRP_NO_LINK;
        *ages_up(ages, actor) =
            i + 1 < ages->end ? ages->entries[i + 1].index & TRP__ENTRY_INDEX : TRP_NO_LINK;
    }
}

/* The two orders differ in the direction of walks only. */
#define AGES_FUNCTIONS                                                                             \
    .bytes = ages_bytes, .init = ages_init, .check_join = trp__check_join,                         \
    .take = trp__take_joined, .join = trp__join, .fit = ages_fit, .shrink = ages_shrink,           \
    .release = ages_release, .append = ages_append, .remove = ages_remove, .expire = ages_expire,  \
    .begin = ages_begin, .renumber = ages_renumber, .restore = ages_restore, .next = ages_next,    \
    .beside = ages_beside, .from = ages_from, .walk = ages_walk, .active = ages_active

const struct trp__order trp__order_oldest = {.turn = 1, AGES_FUNCTIONS};
const struct trp__order trp__order_newest = {.turn = -1, AGES_FUNCTIONS};
