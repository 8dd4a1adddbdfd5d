/*
 * Restores a world from a snapshot. First everything is checked, then everything is written;
 * writing cannot fail.
 */
#include "state.h"

/* Checking */

/* The first pool that lacks the memory of then; NULL: all have it. */
static trp_pool *snapshot_restore_unfit_pool(const trp_world *world, const trp__image *image)
{
    trp__pieces then = trp__first_pieces(image, world);

    while (then.pool != NULL && (then.pool->desc.transient || trp__pool_fits(&then)))
        then = trp__next_pieces(&then);
    return then.pool;
}

static bool snapshot_restore_fit_parts(const trp_world *world, const trp__image *image,
                                       bool regions)
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
    if ((*pool = snapshot_restore_unfit_pool(world, image)) != NULL)
        return TRP_ERR_CHANGED;
    *detail = TRP__TEXT("a group, a family, a space or timers have less room than then");
    if (!snapshot_restore_fit_parts(world, image, false))
        return TRP_ERR_CHANGED;
    /* regions have the same lengths as then, but no checksum in a snapshot without a seal */
    return snapshot_restore_fit_parts(world, image, true) ? TRP_OK : TRP_ERR_DAMAGED;
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

/* Writing */

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
        trp__pool_state *state = &then.pool->state;
        if (!then.pool->desc.transient)
            payloads = trp__pool_restore(&then, payloads);
        else {
            state->layer = then.state->layer;
            state->next = then.state->next;
            state->ticked = then.state->ticked;
            has_transient = true;
        }
    }
    return has_transient;
}

/* The orders, which need the cells of all joined pools. */
static void restore_orders(const trp_world *world, const trp__image *image)
{
    for (trp__pieces then = trp__first_pieces(image, world); then.pool != NULL;
         then = trp__next_pieces(&then)) {
        trp_pool *pool = then.pool;
        if (!pool->desc.transient && !trp__in_memory_order(pool) && pool->segment == pool)
            pool->order->restore(pool, then.order, then.entries);
    }
}

/* Nodes of external actors, which are zero in regions, and of those in transient pools. */
static void restore_external_nodes(const trp_world *world)
{
    for (uint32_t i = 0; i < world->pool_count; i++) {
        trp_pool *pool = world->pools[i];
        for (uint32_t slot = 0; pool->actors != NULL && slot < trp__slots_used(pool); slot++)
            if (trp__is_taken(trp__cell_of(pool, slot)->stamp))
                (void)trp__write_node(pool, slot);
    }
}

static void snapshot_restore_tell_restored(trp_world *world)
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
    restore_orders(world, image);
    restore_parts(world, image, true);
    restore_external_nodes(world);
    world->timeline++;
    trp__jumped(world, false);
    snapshot_restore_tell_restored(world);
    return TRP_OK;
}
