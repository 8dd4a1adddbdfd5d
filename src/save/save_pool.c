/*
 * Pools of a save: their ledgers, and the structs of their actors.
 */
#include "load.h"

static uint32_t save_pool_state_of(uint32_t stamp)
{
    if (TRP__LIKELY(trp__is_active(stamp)))
        return TRP__SAVED_ACTIVE;
    if (trp__is_asleep(stamp))
        return TRP__SAVED_ASLEEP;
    if (trp__is_expired(stamp))
        return TRP__SAVED_EXPIRED;
    if (trp__is_quarantined(stamp))
        return TRP__SAVED_QUARANTINED;
    return stamp == TRP__STAMP_RETIRED ? TRP__SAVED_RETIRED : TRP__SAVED_FREE;
}

/* Numbers */

static const trp_field save_pool_state_fields[] = {
    TRP_FIELD(trp__pool_state, peak),      TRP_FIELD(trp__pool_state, created),
    TRP_FIELD(trp__pool_state, woken),     TRP_FIELD(trp__pool_state, refused),
    TRP_FIELD(trp__pool_state, stolen),    TRP_FIELD(trp__pool_state, scale),
    TRP_FIELD(trp__pool_state, low_for),   TRP_FIELD(trp__pool_state, clock),
    TRP_FIELD(trp__pool_state, ticked),    TRP_FIELD(trp__pool_state, every),
    TRP_FIELD(trp__pool_state, wanted),    TRP_FIELD(trp__pool_state, turn),
    TRP_FIELD(trp__pool_state, staggered), TRP_FIELD(trp__pool_state, wants_staggered),
    TRP_FIELD(trp__pool_state, hand),      TRP_FIELDS_END};
static const trp_fields save_pool_state = {
    "state", sizeof(trp__pool_state), 0, save_pool_state_fields, NULL, 0};
static const trp_field save_pool_fields[] = {
    TRP_FIELD(trp__saved_pool, room),
    TRP_FIELD(trp__saved_pool, used),
    TRP_FIELD(trp__saved_pool, first_count),
    TRP_FIELD(trp__saved_pool, grown),
    TRP_FIELD_STRUCT(trp__saved_pool, state, &save_pool_state),
    TRP_FIELDS_END};
const trp_fields trp__saved_pool_type = {"pool", sizeof(trp__saved_pool), 0, save_pool_fields, NULL,
                                         0};

/* The chunks beyond the first, including returned ones. */
static void save_chunks(trp__saver *saver, const trp_pool *pool)
{
    const uint32_t count = trp__chunks_to(pool->desc.capacity, pool->max_capacity);

    trp__save_32(saver, count);
    for (uint32_t i = 0; i < count; i++) {
        trp__save_32(saver, pool->chunks[i].generation);
        trp__save_8(saver, i < pool->state.grown && pool->chunks[i].memory != NULL);
    }
}

static void save_pool_numbers(trp__saver *saver, const trp_pool *pool)
{
    trp__saved_pool numbers;

    memset(&numbers, 0, sizeof numbers);
    numbers.room = pool->max_capacity;
    numbers.used = pool->state.used;
    numbers.first_count = pool->desc.capacity;
    numbers.grown = pool->state.grown;
    numbers.state = pool->state;
    trp__save_own(saver, &trp__saved_pool_type, &numbers);
    save_chunks(saver, pool);
}

/* A number of slots from this one on that fit into a piece. */
static uint32_t save_pool_slots_in(uint32_t slot, uint32_t used, uint32_t bytes)
{
    return used - slot < TRP__SAVE_PIECE / bytes ? used - slot : TRP__SAVE_PIECE / bytes;
}

/* A column of the ledger: generations of 4 bytes, or states of 1 byte. */
static void save_column(trp__saver *saver, const trp_pool *pool, uint32_t used, uint32_t bytes)
{
    for (uint32_t slot = 0, count; slot < used; slot += count) {
        const trp__extent extent = trp__extent_at(pool, slot);
        unsigned char *at;
        count = save_pool_slots_in(slot, used < extent.end ? used : extent.end, bytes);
        at = trp__save_reserve(saver, count * bytes);
        if (extent.cells == NULL)
            memset(at, bytes == 1 ? TRP__SAVED_ABSENT : 0, (size_t)count * bytes);
        for (uint32_t i = 0; extent.cells != NULL && i < count; i++) {
            const trp__cell *cell = &extent.cells[slot - extent.first + i];
            if (bytes == 1)
                at[i] = (unsigned char)save_pool_state_of(cell->stamp);
            else
                trp__set32(at + (size_t)i * 4, cell->generation);
        }
    }
}

/* Lists of slots: their number, then each */

/* A chain of slots through their stamps. */
static void save_pool_chain(trp__saver *saver, const trp_pool *pool, uint32_t slot, uint32_t count)
{
    trp__save_32(saver, count);
    for (; count > 0; count--, slot = trp__stamp_at(pool, slot) & TRP__CHAIN)
        trp__save_32(saver, slot);
}

/* The segment's actors, oldest first, as indices in the file. */
static void save_pool_order(trp__saver *saver, const trp_pool *segment)
{
    const trp__ages *ages = segment->ages;

    trp__save_32(saver, (uint32_t)(ages->end - ages->begin - ages->holes));
    for (int32_t at = ages->begin; at < ages->end; at++) {
        const trp__place place = trp__entry_place(segment, &ages->entries[at]);
        uint32_t generation = 1;
        if ((ages->entries[at].index & TRP__ENTRY_HOLE) != 0)
            continue;
        trp__save_32(
            saver, trp__save_index(saver, trp__handle_index(place.pool, place.slot), &generation));
    }
}

static uint32_t save_pool_free_slots(const trp_pool *pool)
{
    const trp__pool_state *state = &pool->state;

    return state->used - state->live - state->quarantined - state->retired - state->missing;
}

/* In memory order there is no chain of free slots. In the others, those that were never used come
 * last. */
static void save_pool_lists(trp__saver *saver, const trp_pool *pool)
{
    const bool is_ordered = trp__in_memory_order(pool);

    save_pool_chain(saver, pool, pool->state.spare, is_ordered ? 0 : save_pool_free_slots(pool));
    save_pool_chain(saver, pool, pool->state.freed_first, pool->state.quarantined);
    if (!is_ordered && pool->segment == pool)
        save_pool_order(saver, pool);
    else
        trp__save_32(saver, 0);
}

/* Reasons of expired actors. */
static void save_ends(trp__saver *saver, const trp_pool *pool, uint32_t used)
{
    for (uint32_t slot = 0; slot < used; slot++) {
        trp_handle culprit;
        uint32_t index;
        if (!trp__is_expired(trp__stamp_at(pool, slot)))
            continue;
        culprit = pool->ends[slot].culprit;
        index = trp__save_index(saver, culprit.index, &culprit.generation);
        trp__save_32(saver, pool->ends[slot].reason);
        trp__save_32(saver, index);
        trp__save_32(saver, culprit.generation);
    }
}

/* The structs of all taken slots, some at a time. Whether a slot is taken decides without a branch,
 * since holes are not predictable. */
static void save_extent(trp__saver *saver, const trp_pool *pool, const trp__extent *extent,
                        uint32_t end)
{
    const unsigned char *structs[TRP__SAVE_ROWS];
    const unsigned char *at = extent->slots;
    const trp__cell *cell = extent->cells;

    for (uint32_t left = end - extent->first, slots; left > 0; left -= slots) {
        uint32_t count = 0;
        slots = left < TRP__SAVE_ROWS ? left : TRP__SAVE_ROWS;
        for (uint32_t i = 0; i < slots; i++, cell++, at += pool->stride) {
            structs[count] = at;
            count += trp__is_taken(cell->stamp);
        }
        trp__save_records(saver, pool->desc.fields, structs, count);
    }
}

static void save_actors(trp__saver *saver, const trp_pool *pool, uint32_t used)
{
    trp__extent extent;

    for (uint32_t slot = 0; slot < used; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        if (extent.cells != NULL)
            save_extent(saver, pool, &extent, extent.end < used ? extent.end : used);
    }
}

static void save_pool_slots(trp__saver *saver, const trp_pool *pool, uint32_t used, uint32_t flags)
{
    if (saver->write == NULL) /* all of it has a known size */ {
        saver->bytes += (uint64_t)used * 5 +
                        ((flags & TRP__SAVED_ENDS) != 0 ? 12 * pool->state.expired : 0) +
                        pool->state.live * trp__record_bytes(pool->desc.fields);
        return;
    }
    save_column(saver, pool, used, 4);
    save_column(saver, pool, used, 1);
    if ((flags & TRP__SAVED_ENDS) != 0)
        save_ends(saver, pool, used);
    save_actors(saver, pool, used);
}

void trp__put_pool(trp__saver *saver, const void *subject)
{
    const trp_pool *pool = (const trp_pool *)subject;
    const uint32_t used = pool->state.used;
    uint32_t flags = pool->desc.transient ? TRP__SAVED_TRANSIENT : 0;

    trp__save_name(saver, pool->desc.name);
    if (!pool->desc.transient && pool->ends != NULL)
        flags |= TRP__SAVED_ENDS;
    flags |= trp__saved_lifetime(pool);
    trp__save_8(saver, flags);
    trp__save_32(saver, pool->segment->number);
    if (pool->desc.transient)
        return;
    trp__save_type(saver, pool->desc.fields);
    save_pool_numbers(saver, pool);
    save_pool_lists(saver, pool);
    save_pool_slots(saver, pool, used, flags);
}
