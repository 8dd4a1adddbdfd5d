/*
 * Restores a world from a snapshot. First everything is checked, then everything is written;
 * writing cannot fail.
 */
#include "state.h"

/* Checking */

/* Whether the pool has the memory for these pieces, and so room for the entries, too. */
static bool restore_fits(const trp__pieces *then)
{
    bool fits = true;

    for (uint32_t i = 0; !then->pool->desc.transient && i < then->state->grown; i++)
        fits = fits && (then->chunks[i].memory == NULL ||
                        then->chunks[i].memory == then->pool->chunks[i].memory);
    return fits;
}

/* The first pool that lacks the memory of then; NULL: all have it. */
static trp_pool *restore_unfit_pool(const trp_world *world, const trp__image *image)
{
    trp__pieces then = trp__first_pieces(image, world);

    while (then.pool != NULL && restore_fits(&then))
        then = trp__next_pieces(&then);
    return then.pool;
}

static bool restore_fit_parts(const trp_world *world, const trp__image *image, bool regions)
{
    for (trp__saved_part then = trp__first_part(image, world, regions); then.part != NULL;
         then = trp__next_part(&then))
        if (!trp__part_fits(&then))
            return false;
    return true;
}

static trp_result restore_check(const trp_world *world, const void *memory, size_t size,
                                const char **detail, trp_pool **pool)
{
    const trp__image *image = (const trp__image *)memory;
    trp_result result = trp__image_check(memory, size);

    *detail = NULL;
    *pool = NULL;
    if (result != TRP_OK)
        return result;
    *detail = TRP__TEXT("it is a snapshot of another world. Restore it in the world that saved it");
    if (image->world != world || image->birth != world->birth)
        return TRP_ERR_FOREIGN;
    *detail = TRP__STATE_BUSY;
    if (trp__state_busy(world) != TRP_OK)
        return TRP_BUSY;
    *detail = TRP__TEXT("pools, their descs or fields, or which of them are transient");
    if (image->pool_wiring != trp__pool_wiring(world))
        return TRP_ERR_CHANGED;
    *detail = TRP__TEXT("watchers or systems");
    if (image->watcher_wiring != trp__watcher_wiring(world))
        return TRP_ERR_CHANGED;
    *detail = TRP__TEXT("groups, families, spaces, timers or regions");
    if (image->part_wiring != trp__part_wiring(world))
        return TRP_ERR_CHANGED;
    *detail = TRP__TEXT("a chunk of the pool was given back, see trp_pool_trim");
    if ((*pool = restore_unfit_pool(world, image)) != NULL)
        return TRP_ERR_CHANGED;
    *detail = TRP__TEXT("a group, a family, a space or timers have less room than then");
    if (!restore_fit_parts(world, image, false))
        return TRP_ERR_CHANGED;
    /* regions have the same lengths as then, but no checksum in a snapshot without a seal */
    return restore_fit_parts(world, image, true) ? TRP_OK : TRP_ERR_DAMAGED;
}

trp_result trp_snapshot_check(const trp_world *world, const void *memory, size_t size,
                              uint64_t *tick)
{
    const char *detail;
    trp_pool *pool;
    const trp_result result =
        world != NULL ? restore_check(world, memory, size, &detail, &pool) : TRP_ERR_NULL;

    if (result == TRP_OK && tick != NULL)
        *tick = ((const trp__image *)memory)->state.ticks;
    return result;
}

/* Pools: chunks, ledger, nodes of free slots, payloads. Slots that no life has used since the
 * snapshot, or ever, are not touched. */

/* The node of a slot without a life. */
static void restore_write_vacant(trp_pool *pool, trp_actor *actor, uint32_t slot, uint32_t stamp)
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
static void restore_mark(trp_pool *pool, trp_actor *actor, bool was_taken, bool is_taken)
{
    if (was_taken && !is_taken)
        trp__mark_freed(pool, actor);
    else if (!was_taken && is_taken)
        trp__mark_taken(pool, actor);
}

static trp_actor *restore_node_in(const trp_pool *pool, const trp__extent *extent, uint32_t slot)
{
    return (trp_actor *)(void *)(extent->slots + (slot - extent->first) * pool->stride +
                                 pool->node);
}

/* One slot, whose cell becomes `then`. `is_new`: its memory was not in use. */
static void restore_cell(trp_pool *pool, const trp__extent *extent, uint32_t slot, trp__cell then,
                         bool is_new)
{
    trp__cell *cell = &extent->cells[slot - extent->first];
    const trp__cell now = *cell;
    const bool is_taken = trp__is_taken(then.stamp);

    *cell = then;
    if (pool->actors != NULL)
        return;
    restore_mark(pool, restore_node_in(pool, extent, slot), !is_new && trp__is_taken(now.stamp),
                 is_taken);
    if (is_new && !is_taken)
        trp__mark_vacant(pool, restore_node_in(pool, extent, slot));
    if ((is_new || now.stamp != then.stamp) && !is_taken)
        restore_write_vacant(pool, restore_node_in(pool, extent, slot), slot, then.stamp);
}

/* `used` is a bound: slots above it are as the chunk was created, now and then. */
static void restore_extent(const trp__pieces *then, const trp__extent *extent, uint32_t used)
{
    trp_pool *pool = then->pool;
    const bool is_new = extent->first >= pool->state.capacity;
    const uint32_t end = is_new || used > extent->end ? extent->end : used;

    for (uint32_t slot = extent->first; slot < end; slot++) {
        restore_cell(pool, extent, slot,
                     slot < then->used ? then->cells[slot]
                                       : trp__vacant_cell(pool, extent, slot, extent->generation),
                     is_new);
        if (pool->actors != NULL)
            pool->desc.external->put(pool, slot, slot < then->used ? then->actors[slot] : NULL);
    }
}

/* The sets of memory order follow from the cells. Slots above those of the snapshot are free, up to
 * its capacity. */
static void restore_bitmap(const trp__pieces *then)
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
static void restore_chunks(const trp__pieces *then)
{
    trp_pool *pool = then->pool;
    const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);

    for (uint32_t i = 0; i < chunks; i++) {
        const trp__chunk *old = &then->chunks[i];
        trp__chunk *now = &pool->chunks[i];
        if (i < then->state->grown && old->memory == NULL)
            trp__chunk_release(pool, now);
        else if (i >= then->state->grown && i < pool->state.grown && now->memory != NULL)
            trp__leave_chunk(pool, now);
        now->generation = old->generation;
    }
}

static const unsigned char *restore_payload(const trp__pieces *then, const unsigned char *at)
{
    trp__spans spans = trp__spans_of(then->pool, then);

    while (trp__next_span(&spans)) {
        const size_t bytes = trp__span_bytes(&spans);
        memcpy(trp__span_slots(&spans), trp__take_page(&at, bytes), bytes);
    }
    return at;
}

/* Returns the page after its payloads. */
static const unsigned char *restore_pool(const trp__pieces *then, const unsigned char *payloads)
{
    trp_pool *pool = then->pool;
    const uint32_t now = pool->state.used;
    trp__extent extent;

    restore_chunks(then);
    for (uint32_t slot = 0; slot < then->state->capacity; slot = extent.end) {
        extent = trp__extent_at(pool, slot);
        if (extent.cells != NULL)
            restore_extent(then, &extent, now > then->used ? now : then->used);
    }
    if (trp__in_memory_order(pool))
        restore_bitmap(then);
    if (pool->ends != NULL)
        memcpy(pool->ends, then->ends, then->used * sizeof(trp__end));
    pool->state = *then->state;
    return restore_payload(then, payloads);
}

/* The world */

static void restore_parts(const trp_world *world, const trp__image *image, bool regions)
{
    for (trp__saved_part then = trp__first_part(image, world, regions); then.part != NULL;
         then = trp__next_part(&then))
        trp__restore_part(&then);
}

static void restore_layers(trp_world *world, const trp__image *image)
{
    const trp__layer_state *layers = trp__image_layers(image);

    for (uint32_t i = 0; i < world->layer_count; i++)
        world->layers[i].state = layers[i];
}

/* Serials only decrease, so those of actors that are not restored must count as given out. This has
 * no visible effect. */
static void restore_time(trp_world *world, const trp__world_state *state, bool has_transient)
{
    const trp__world_state now = world->state;

    world->state = *state;
    if (has_transient && now.newest <= state->newest) {
        world->state.newest = now.newest;
        world->state.newest_is_used = true;
    }
}

static bool restore_pools(const trp_world *world, const trp__image *image)
{
    const unsigned char *payloads = (const unsigned char *)image + image->structure;
    bool has_transient = false;

    for (trp__pieces then = trp__first_pieces(image, world); then.pool != NULL;
         then = trp__next_pieces(&then)) {
        trp_pool *pool = then.pool;
        if (pool->desc.transient) {
            pool->state.layer = then.state->layer;
            pool->state.next = then.state->next;
            pool->state.ticked = then.state->ticked;
            has_transient = true;
            continue;
        }
        payloads = restore_pool(&then, payloads);
        if (!trp__in_memory_order(pool) && pool->joined == NULL) /* all cells are restored */
            pool->order->restore(pool->segment, then.order, then.entries);
    }
    return has_transient;
}

/* Nodes of external actors, which are zero in regions, and of those in transient pools. */
static void restore_external_nodes(const trp_world *world)
{
    for (uint32_t i = 0; i < world->pool_count; i++) {
        trp_pool *pool = world->pools[i];
        for (uint32_t slot = 0; pool->actors != NULL && slot < pool->state.used; slot++)
            if (trp__is_taken(trp__cell_of(pool, slot)->stamp))
                (void)trp__write_node(pool, slot);
    }
}

static void restore_tell(trp_world *world)
{
    if (world->record != NULL)
        world->record(world, NULL, TRP__NONE, TRP_EVENT_RESTORED, 0);
    trp__tell_world(world, NULL, TRP_EVENT_RESTORED);
}

trp_result trp_snapshot_restore(trp_world *world, const void *memory, size_t size)
{
    const trp__image *image = (const trp__image *)memory;
    char text[TRP__BYTES_TEXT];
    const char *detail;
    trp_pool *pool;
    trp_result result;

    if (!trp__has_world(world, TRP__TEXT("trp_snapshot_restore")))
        return TRP_ERR_NULL;
    result = restore_check(world, memory, size, &detail, &pool);
    if (result == TRP_ERR_DAMAGED)
        detail = trp__image_failure(text, memory, size);
    if (result != TRP_OK)
        return trp__misuse(world, pool, NULL, TRP__TEXT("trp_snapshot_restore"), result, detail);
    if (world->state.ticks > world->furthest)
        world->furthest = world->state.ticks;
    restore_parts(world, image, false);
    restore_layers(world, image);
    restore_time(world, &image->state, restore_pools(world, image));
    restore_parts(world, image, true);
    restore_external_nodes(world);
    world->timeline++;
    trp__jumped(world, false);
    restore_tell(world);
    return TRP_OK;
}
