/*
 * Restores a pool: chunks, ledger, nodes of free slots, payloads. Slots that no life has used since
 * the snapshot, or ever, are not touched.
 */
#include "state.h"

bool trp__pool_fits(const trp__pieces *pieces)
{
    bool fits = true;

    for (uint32_t i = 0; i < pieces->state->grown; i++)
        fits = fits && (pieces->chunks[i].memory == NULL ||
                        pieces->chunks[i].memory == pieces->pool->chunks[i].memory);
    return fits; /* so there is room for the entries, too */
}

/* The node of a slot without a life. */
static void snapshot_pool_write_vacant(trp_pool *pool, trp_actor *actor, uint32_t slot,
                                       uint32_t stamp)
{
    const uint32_t next = stamp & TRP__CHAIN;
    const bool is_chained =
        !trp__in_memory_order(pool) && !trp__is_quarantined(stamp) && next < TRP__LAST;

    actor->stamp = stamp;
    actor->index = trp__handle_index(pool, slot);
    actor->prev = TRP_NO_LINK;
    actor->next = is_chained ? trp__index(pool, next) : TRP_NO_LINK;
}

/* Notifies tools that watch memory of the state of a slot. */
static void snapshot_pool_mark(trp_pool *pool, trp_actor *actor, bool was_taken, bool is_taken)
{
    if (was_taken && !is_taken)
        trp__mark_freed(pool, actor);
    else if (!was_taken && is_taken)
        trp__mark_taken(pool, actor);
}

static trp_actor *snapshot_pool_node_in(const trp_pool *pool, const trp__extent *extent,
                                        uint32_t slot)
{
    return (trp_actor *)(void *)(extent->slots + (slot - extent->first) * pool->stride +
                                 pool->node);
}

/* One slot, whose cell becomes `then`. `is_new`: its memory was not in use. */
static void snapshot_pool_restore_cell(trp_pool *pool, const trp__extent *extent, uint32_t slot,
                                       trp__cell then, bool is_new)
{
    trp__cell *cell = &extent->cells[slot - extent->first];
    const trp__cell now = *cell;
    const bool is_taken = trp__is_taken(then.stamp);

    *cell = then;
    if (pool->actors != NULL)
        return;
    snapshot_pool_mark(pool, snapshot_pool_node_in(pool, extent, slot),
                       !is_new && trp__is_taken(now.stamp), is_taken);
    if (is_new && !is_taken)
        trp__mark_vacant(pool, snapshot_pool_node_in(pool, extent, slot));
    if ((is_new || now.stamp != then.stamp) && !is_taken)
        snapshot_pool_write_vacant(pool, snapshot_pool_node_in(pool, extent, slot), slot,
                                   then.stamp);
}

/* `used` is a bound: slots above it are as the chunk was created, now and then. */
static void snapshot_pool_restore_extent(const trp__pieces *then, const trp__extent *extent,
                                         uint32_t used)
{
    trp_pool *pool = then->pool;
    const bool is_new = extent->first >= pool->state.capacity;
    const uint32_t end = is_new || used > extent->end ? extent->end : used;

    for (uint32_t slot = extent->first; slot < end; slot++) {
        snapshot_pool_restore_cell(pool, extent, slot,
                                   slot < then->used
                                       ? then->cells[slot]
                                       : trp__vacant_cell(pool, extent, slot, extent->generation),
                                   is_new);
        if (pool->actors != NULL)
            pool->desc.external->put(pool, slot, slot < then->used ? then->actors[slot] : NULL);
    }
}

/* The sets of memory order follow from the cells. Slots above those of the snapshot are free, up to
 * its capacity. */
static void snapshot_pool_restore_bitmap(const trp__pieces *then)
{
    trp__bitmap *map = &then->pool->map;
    const uint32_t capacity = then->state->capacity;
    const uint32_t now = then->pool->state.capacity;
    uint32_t reach = capacity > now ? capacity : now;

    reach = (reach + TRP__WORD_BITS - 1) / TRP__WORD_BITS;
    for (uint32_t index = 0; index < reach; index++) {
        const uint32_t first = index * TRP__WORD_BITS;
        trp__word free = 0;
        trp__word listed = 0;
        uint32_t i = 0;
        for (; i < TRP__WORD_BITS && first + i < then->used; i++) {
            const uint32_t stamp = then->cells[first + i].stamp;
            free |= (trp__word)(stamp == TRP__STAMP_FREE) << i;
            listed |= (trp__word)trp__is_listed(stamp) << i;
        }
        for (; i < TRP__WORD_BITS && first + i < capacity; i++)
            free |= (trp__word)1 << i;
        *trp__bitmap_word(map, TRP__FREE, index) = free;
        *trp__bitmap_word(map, TRP__ACTIVE, index) = listed;
    }
    for (uint32_t level = 1; level < map->depth; level++) {
        reach = (reach + TRP__WORD_BITS - 1) / TRP__WORD_BITS;
        for (uint32_t index = 0; index < reach; index++)
            trp__bitmap_summarize(map, level, index);
    }
}

/* Chunks: one that was added after the snapshot keeps its memory, unless the pool had others above
 * it then. */
static void snapshot_pool_restore_chunks(const trp__pieces *then)
{
    trp_pool *pool = then->pool;
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);

    for (uint32_t i = 0; i < chunks; i++) {
        const trp__chunk *old = &then->chunks[i];
        trp__chunk *now = &pool->chunks[i];
        if (i < then->state->grown && old->memory == NULL && now->memory != NULL) {
            trp__release(pool->world, now->memory, now->bytes);
            now->memory = NULL;
            now->slots = NULL;
            now->cells = NULL;
        } else if (i >= then->state->grown && i < pool->state.grown && now->memory != NULL)
            trp__leave_chunk(pool, now);
        now->generation = old->generation;
    }
}

static const unsigned char *snapshot_pool_restore_payload(const trp__pieces *then,
                                                          const unsigned char *at)
{
    trp__spans spans = trp__spans_of(then->pool, then);

    while (trp__next_span(&spans)) {
        const size_t bytes = trp__span_bytes(&spans);
        memcpy(trp__span_slots(&spans), trp__take_page(&at, bytes), bytes);
    }
    return at;
}

const unsigned char *trp__pool_restore(const trp__pieces *then, const unsigned char *payloads)
{
    trp_pool *pool = then->pool;
    const uint32_t now = trp__slots_used(pool);
    trp__extent extent;

    snapshot_pool_restore_chunks(then);
    for (uint32_t slot = 0; slot < then->state->capacity; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        if (extent.cells != NULL)
            snapshot_pool_restore_extent(then, &extent, now > then->used ? now : then->used);
    }
    if (trp__in_memory_order(pool))
        snapshot_pool_restore_bitmap(then);
    if (pool->ends != NULL)
        memcpy(pool->ends, then->ends, then->used * sizeof(trp__end));
    pool->state = *then->state;
    return snapshot_pool_restore_payload(then, payloads);
}
