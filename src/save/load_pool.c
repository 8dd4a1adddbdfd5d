/*
 * The second pass: the ledger of a pool. Nothing here can fail.
 */
#include "../../include/troupe/interval.h"
#include "load.h"

/* A pool in progress. */
typedef struct load_pool_filling {
    trp_pool *pool;
    const trp__saved_pool *saved; /* NULL: the pool becomes empty */
    uint32_t serial;              /* serial of actors that are active in memory order, or asleep */
    uint32_t last;                /* age orders: the last free slot, or TRP__NONE */
    bool is_ordered;              /* the pool is in memory order */
    uint32_t prev;                /* memory order: the last listed index ... */
    trp_actor *prev_actor;        /* ... and the actor in its slot; NULL: none */
    uint32_t ends;                /* number of expired actors below this slot */
    uint32_t generation;          /* the lowest one of slots that the file does not list */
} load_pool_filling;

static uint32_t load_pool_state_at(const load_pool_filling *in, uint32_t slot)
{
    return in->saved != NULL ? trp__saved_state(in->saved, slot) : TRP__SAVED_FREE;
}

static uint32_t load_pool_next_of(const load_pool_filling *in, uint32_t slot)
{
    return trp__get32(in->saved->next + (size_t)slot * 4);
}

/* The stamp of a slot; those of free slots, of slots in quarantine, and of age orders
 * are set later. */
static uint32_t load_pool_stamp_for(const load_pool_filling *in, uint32_t state)
{
    switch (state) {
    case TRP__SAVED_ACTIVE:
        return TRP__STAMP_ACTIVE | in->serial;
    case TRP__SAVED_ASLEEP:
        return TRP__STAMP_ASLEEP | in->serial;
    case TRP__SAVED_EXPIRED:
        return trp__expired_stamp(in->pool->world);
    case TRP__SAVED_RETIRED:
        return TRP__STAMP_RETIRED;
    default:
        return TRP__STAMP_FREE;
    }
}

/* Links of the node of a slot that is listed in memory order, and of the one before it. */
TRP__UNWATCHED static inline void load_pool_link_after(load_pool_filling *in, trp_actor *actor,
                                                       uint32_t index)
{
    if (in->prev_actor != NULL) {
        in->prev_actor->next = index;
        actor->prev = in->prev;
    }
    in->prev = index;
    in->prev_actor = actor;
}

TRP__UNWATCHED static inline void load_pool_write_node(load_pool_filling *in, trp_actor *actor,
                                                       uint32_t slot, uint32_t state,
                                                       uint32_t stamp)
{
    actor->stamp = stamp;
    actor->index = trp__handle_index(in->pool, slot);
    actor->prev = TRP_NO_LINK;
    actor->next = TRP_NO_LINK;
    if (in->is_ordered && state == TRP__SAVED_EXPIRED) /* active ones are filled in runs */
        load_pool_link_after(in, actor, trp__index(in->pool, slot));
}

/* The reason why it has expired; a file may have none. */
static void load_pool_fill_end(trp__loading *loading, load_pool_filling *in, uint32_t slot)
{
    const unsigned char *at;
    trp__end *end;

    if (in->pool->ends == NULL)
        return;
    end = &in->pool->ends[slot];
    memset(end, 0, sizeof *end);
    end->reason = TRP_REASON_EXPIRED;
    if (in->saved->ends == NULL)
        return;
    at = in->saved->ends + (size_t)in->ends++ * 12;
    end->reason = trp__get32(at);
    end->culprit = trp__load_handle(loading, at + 4);
}

static void load_pool_clear_bitmap(const trp__bitmap *map)
{
    for (uint32_t index = 0; index < map->words[0]; index++) {
        *trp__bitmap_word(map, TRP__FREE, index) = 0;
        *trp__bitmap_word(map, TRP__ACTIVE, index) = 0;
    }
}

/* Bits of slots of one word of the bitmap, in memory order. */
typedef struct load_pool_bits {
    trp__word active;
    trp__word free;
} load_pool_bits;

/* Adds the bits to the empty bitmap, and clears them. */
static inline void load_pool_put_bits(const load_pool_filling *in, load_pool_bits *bits,
                                      uint32_t slot)
{
    const trp__bitmap *map = &in->pool->map;

    *trp__bitmap_word(map, TRP__ACTIVE, slot / TRP__WORD_BITS) |= bits->active;
    *trp__bitmap_word(map, TRP__FREE, slot / TRP__WORD_BITS) |= bits->free;
    bits->active = 0;
    bits->free = 0;
}

/* Slots for the quarantine are not free. */
static inline void load_pool_mark_slot(const load_pool_filling *in, load_pool_bits *bits,
                                       uint32_t slot, uint32_t stamp)
{
    if (TRP__LIKELY(trp__is_listed(stamp)))
        bits->active |= trp__bit(slot);
    else if (stamp == TRP__STAMP_FREE && (in->pool->quarantine == NULL ||
                                          load_pool_state_at(in, slot) != TRP__SAVED_QUARANTINED))
        bits->free |= trp__bit(slot);
}

static inline void load_pool_fill_slot(trp__loading *loading, load_pool_filling *in,
                                       trp__cell *cell, trp_actor *actor, uint32_t slot,
                                       uint32_t generation)
{
    const uint32_t state = load_pool_state_at(in, slot);
    const uint32_t stamp = load_pool_stamp_for(in, state);
    const bool was_taken = trp__is_taken(cell->stamp);

    cell->stamp = stamp;
    cell->generation = generation > in->generation ? generation : in->generation;
    if (in->saved != NULL && slot < in->saved->used && state != TRP__SAVED_ABSENT)
        cell->generation = trp__get32(in->saved->generations + (size_t)slot * 4);
    if (was_taken && state < TRP__SAVED_ASLEEP)
        trp__mark_freed(in->pool, actor);
    if (!was_taken && state >= TRP__SAVED_ASLEEP)
        trp__mark_taken(in->pool, actor);
    load_pool_write_node(in, actor, slot, state, stamp);
    if (state == TRP__SAVED_EXPIRED)
        load_pool_fill_end(loading, in, slot);
}

/* The end of the active slots that follow, within one word of the bitmap; memory order. */
static uint32_t load_pool_active_end(const load_pool_filling *in, uint32_t slot, uint32_t end)
{
    const uint32_t word_end = slot - slot % TRP__WORD_BITS + TRP__WORD_BITS;

    if (!in->is_ordered || in->saved == NULL)
        return slot;
    end = end < word_end ? end : word_end;
    end = end < in->saved->used ? end : in->saved->used;
    while (slot < end && in->saved->states[slot] == TRP__SAVED_ACTIVE)
        slot++;
    return slot;
}

/* The same as load_pool_fill_slot() for a run of active slots, of which most saves consist: within
 * a run the neighbours in the list are the slots beside. */
TRP__UNWATCHED static void load_pool_fill_active(load_pool_filling *in, trp__cell *cells,
                                                 unsigned char *nodes, uint32_t slot, uint32_t end)
{
    const uint32_t stamp = load_pool_stamp_for(in, TRP__SAVED_ACTIVE);
    const uint32_t index = trp__index(in->pool, slot);
    const uint32_t handle_index = trp__handle_index(in->pool, slot);
    const unsigned char *generations = in->saved->generations + (size_t)slot * 4;
    const size_t stride = in->pool->stride;
    const uint32_t count = end - slot;

    for (uint32_t i = 0; i < count; i++) {
        trp_actor *actor = (trp_actor *)(void *)(nodes + i * stride);
        if (!trp__is_taken(cells[i].stamp))
            trp__mark_taken(in->pool, actor);
        cells[i].stamp = stamp;
        cells[i].generation = trp__get32(generations + (size_t)i * 4);
        actor->stamp = stamp;
        actor->index = handle_index + i;
        actor->prev = index + i - 1;
        actor->next = index + i + 1;
    }
    ((trp_actor *)(void *)nodes)->prev = TRP_NO_LINK;
    load_pool_link_after(in, (trp_actor *)(void *)nodes, index);
    in->prev = index + count - 1;
    in->prev_actor = (trp_actor *)(void *)(nodes + (count - 1) * stride);
    in->prev_actor->next = TRP_NO_LINK;
}

static void load_pool_fill_extent(trp__loading *loading, load_pool_filling *in,
                                  const trp__extent *extent)
{
    unsigned char *nodes = extent->slots + in->pool->node;
    load_pool_bits bits = {0, 0};

    for (uint32_t slot = extent->first; slot < extent->end; slot++) {
        const uint32_t begin = slot;
        const uint32_t offset = slot - extent->first;
        trp__cell *cell = &extent->cells[offset];
        unsigned char *node = nodes + offset * in->pool->stride;
        const uint32_t active_end = load_pool_active_end(in, slot, extent->end);
        if (active_end != slot) {
            slot = active_end - 1;
            load_pool_fill_active(in, cell, node, begin, active_end);
            bits.active |= trp__bit(slot) | (trp__bit(slot) - trp__bit(begin)); /* begin to slot */
        } else {
            load_pool_fill_slot(loading, in, cell, (trp_actor *)(void *)node, slot,
                                extent->generation);
            if (in->is_ordered)
                load_pool_mark_slot(in, &bits, slot, cell->stamp);
        }
        if (in->is_ordered && ((slot + 1) % TRP__WORD_BITS == 0 || slot + 1 == extent->end))
            load_pool_put_bits(in, &bits, slot);
    }
}

static void load_pool_fill_slots(trp__loading *loading, load_pool_filling *in)
{
    trp__extent extent;

    for (uint32_t slot = 0; slot < in->pool->state.capacity; slot = extent.end) {
        extent = trp__extent_at(in->pool, slot);
        if (extent.cells != NULL)
            load_pool_fill_extent(loading, in, &extent);
    }
}

/* Free slots */

TRP__UNWATCHED static void load_pool_write_stamp(trp_pool *pool, uint32_t slot, uint32_t stamp)
{
    trp_actor *actor = trp__node_at(pool, slot);

    trp__cell_of(pool, slot)->stamp = stamp;
    actor->stamp = stamp;
    actor->next = (stamp & TRP__CHAIN) < TRP__LAST && !trp__is_quarantined(stamp)
                      ? trp__index(pool, stamp & TRP__CHAIN)
                      : TRP_NO_LINK;
}

/* Appends a slot to the free ones in an age order. */
static void load_pool_append_free(load_pool_filling *in, uint32_t slot)
{
    if (in->last == TRP__NONE)
        in->pool->state.spare = slot;
    else
        load_pool_write_stamp(in->pool, in->last, TRP__STAMP_FREE + slot);
    load_pool_write_stamp(in->pool, slot, TRP__STAMP_FREE + TRP__LAST);
    in->last = slot;
}

/* Free slots that are in no chain of the file. */
static bool load_pool_is_loose(const load_pool_filling *in, uint32_t slot)
{
    const uint32_t state = load_pool_state_at(in, slot);

    if (in->saved != NULL && slot < in->saved->used && state == TRP__SAVED_FREE)
        return in->saved->free == TRP__NONE;
    return state == TRP__SAVED_FREE || state == TRP__SAVED_ABSENT ||
           (state == TRP__SAVED_QUARANTINED && in->pool->quarantine == NULL);
}

static void load_pool_fill_freelist(load_pool_filling *in)
{
    const trp_pool *pool = in->pool;
    uint32_t slot = in->saved != NULL ? in->saved->free : TRP__NONE;

    for (; slot != TRP__NONE; slot = load_pool_next_of(in, slot))
        load_pool_append_free(in, slot);
    for (slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_present(pool, slot) && load_pool_is_loose(in, slot))
            load_pool_append_free(in, slot);
}

/* If today's quarantine is smaller, the slots freed first leave it. */
static void load_pool_fill_quarantine(load_pool_filling *in)
{
    trp_pool *pool = in->pool;
    uint32_t slot = in->saved != NULL ? in->saved->quarantined : TRP__NONE;

    if (pool->quarantine == NULL)
        return;
    for (; slot != TRP__NONE; slot = load_pool_next_of(in, slot)) {
        if (pool->state.freed_last == TRP__LAST)
            pool->state.freed_first = slot;
        else
            load_pool_write_stamp(pool, pool->state.freed_last, TRP__STAMP_QUARANTINED + slot);
        load_pool_write_stamp(pool, slot, TRP__STAMP_QUARANTINED + TRP__LAST);
        pool->state.freed_last = slot;
        pool->state.quarantined++;
    }
    while (pool->state.quarantined > trp__quarantine_slots(pool))
        (void)pool->quarantine(pool, TRP__NONE, NULL);
}

/* The summaries above the words of slots. */
static void load_pool_fill_bitmap(const load_pool_filling *in)
{
    trp_pool *pool = in->pool;
    trp__bitmap *map = &pool->map;

    for (uint32_t level = 1; level < map->depth; level++)
        for (uint32_t index = 0; index < map->words[level]; index++)
            trp__bitmap_summarize(map, level, index);
    pool->state.top = in->prev_actor != NULL ? in->prev - pool->base + 1 : 0;
    pool->state.first_free = 0;
}

/* The settings of a pool that the file lacks. */
static trp__pool_state load_pool_settings(const trp_pool *pool)
{
    trp__pool_state state;

    memset(&state, 0, sizeof state);
    state.scale = pool->state.scale;
    state.every = pool->state.every;
    state.wanted = pool->state.wanted;
    state.turn = pool->state.turn;
    state.staggered = pool->state.staggered;
    state.wants_staggered = pool->state.wants_staggered;
    return state;
}

/* The members of a pool's state that stay, besides the numbers of the file. */
static void load_pool_fill_state(const load_pool_filling *in)
{
    trp_pool *pool = in->pool;
    trp__pool_state state;

    state = in->saved != NULL ? in->saved->state : load_pool_settings(pool);
    state.capacity = pool->state.capacity;
    state.missing = pool->state.missing;
    state.grown = pool->state.grown;
    state.layer = pool->state.layer;
    state.next = pool->state.next;
    state.retired = in->saved != NULL ? in->saved->counts[TRP__SAVED_RETIRED] : 0;
    state.sleepers = in->saved != NULL ? in->saved->counts[TRP__SAVED_ASLEEP] : 0;
    state.expired = in->saved != NULL ? in->saved->counts[TRP__SAVED_EXPIRED] : 0;
    state.live = state.sleepers + state.expired;
    state.live += in->saved != NULL ? in->saved->counts[TRP__SAVED_ACTIVE] : 0;
    state.peak = state.peak > state.live ? state.peak : state.live;
    state.used = in->saved != NULL ? in->saved->used : 0;
    if (in->generation != 1) /* not as a new pool has it */
        state.used = state.capacity;
    state.spare = TRP__LAST;
    state.freed_first = TRP__LAST;
    state.freed_last = TRP__LAST;
    pool->state = state;
}

static void load_pool_fill_interval(trp_pool *pool)
{
    const trp__pool_state state = pool->state;

    if (pool->turns == NULL && (state.every > 1 || state.wanted > 1))
        (void)trp_pool_set_interval(pool, 2, TRP_INTERVAL_TOGETHER);
    pool->state = state;
    if (pool->desc.update_pool != NULL) /* it is called once for all */ {
        pool->state.staggered = false;
        pool->state.wants_staggered = false;
    }
}

void trp__fill_pool(trp__loading *loading, trp_pool *pool, const trp__saved_pool *saved)
{
    load_pool_filling in = {NULL, NULL, 0, TRP__NONE, false, 0, NULL, 0, 0};

    in.pool = pool;
    in.saved = saved;
    in.serial = loading->world->state.newest & ~TRP__STAMP_ACTIVE;
    in.is_ordered = trp__in_memory_order(pool);
    in.generation = trp__first_generation(pool, saved);
    load_pool_fill_state(&in);
    if (in.is_ordered)
        load_pool_clear_bitmap(&pool->map);
    load_pool_fill_slots(loading, &in);
    if (in.is_ordered)
        load_pool_fill_bitmap(&in);
    else
        load_pool_fill_freelist(&in);
    load_pool_fill_quarantine(&in);
    load_pool_fill_interval(pool);
    pool->oldest = UINT32_MAX;
    pool->ahead = 0;
    pool->lead = 0;
}
