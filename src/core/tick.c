/*
 * The tick: layer by layer, segment by segment.
 */
#include "core.h"
#include "visit.h"

/* Whether a tick has more to do in a pool than to prune. In a disabled layer only lives by
 * TRP_CLOCK_WORLD_TICKS end. */
static bool tick_visits(const trp__frame *frame, trp_pool *pool)
{
    const trp_lifetime *lifetime = &pool->desc.lifetime;
    const bool updates =
        pool->turns != NULL ? pool->turns->arrive(pool, frame->updates) : frame->updates;

    if (lifetime->use == NULL)
        return updates && (pool->desc.update != NULL || pool->desc.update_pool != NULL ||
                           pool->desc.is_expired != NULL);
    return updates || (lifetime->clock == TRP_CLOCK_WORLD_TICKS && pool->state.every <= 1);
}

/* A pool with update_pool: lives end before it; is_expired is called for every actor before and
 * after. */
static void tick_update_whole_pool(trp__frame *frame, trp_pool *pool)
{
    const bool asks = pool->desc.is_expired != NULL;

    trp__arrive(frame, pool);
    if (asks || pool->desc.lifetime.use != NULL)
        trp__walk_here(frame, pool);
    trp__aim(frame, pool);
    trp__repair_nodes(pool, TRP__TEXT("trp_update_all"));
    pool->desc.update_pool(pool, frame->tick);
    if (asks || pool->state.expired != 0)
        trp__walk_here(frame, pool);
}

static void tick_update_segment(trp__frame *frame, trp_pool *segment)
{
    bool updates = false; /* some pool is updated, or lives in it may end */
    bool prunes = false;  /* some actor waits to be pruned */

    for (trp_pool *pool = segment; pool != NULL; pool = pool->joined) {
        updates |= tick_visits(frame, pool);
        prunes |= pool->state.expired != 0;
    }
    if (updates && frame->updates && segment->desc.update_pool != NULL)
        tick_update_whole_pool(frame, segment);
    else if (prunes || updates)
        trp__walk_segment(frame, segment);
}

/* Visits the segments where this tick has not been yet. False if a segment or the layers were
 * moved, so that unvisited segments may now be before it: then the caller starts again. A segment
 * that was passed without an update is visited again only if it was moved itself (layer.c). A
 * segment that is created where the tick has been counts as passed (pool.c). */
static bool tick_update_layers(trp_world *world, trp__frame *frame)
{
    const uint32_t reordered = world->reordered;

    for (uint32_t place = 0; place < world->layer_count; place++) {
        trp__layer_state *layer = &trp__layer_at(world, place)->state;
        for (trp_pool *segment = trp__pool_numbered(world, layer->first); segment != NULL;
             segment = trp__pool_numbered(world, segment->state.next)) {
            if (segment->state.ticked / 2 == frame->tick->tick)
                continue;
            segment->state.ticked = 2 * frame->tick->tick + layer->enabled;
            frame->updates = layer->enabled;
            tick_update_segment(frame, segment);
            if (world->reordered != reordered)
                return false;
        }
        layer->passed = true;
    }
    return true;
}

/* One walk through all layers. */
static void tick_update(trp_world *world, trp_context *tick)
{
    trp__frame frame = {0};

    frame.tick = frame.in = tick;
    frame.begun = trp__limit_now(world);
    frame.call = TRP__TEXT("trp_update_all");
    trp__push_frame(world, &frame);
    while (!tick_update_layers(world, &frame)) {
    }
    for (uint32_t i = 0; i < world->layer_count; i++)
        world->layers[i].state.passed = false;
    trp__pop_frame(world, &frame);
}

/* Around pools a tick is that of the world. */
static void tick_tell_around(trp_world *world, trp_context *tick, unsigned event)
{
    *tick = trp__context(world, NULL, NULL, NULL);
    world->calls++;
    trp__tell_world(world, tick, event);
    world->calls--;
}

static void tick_call_hooks(trp_world *world, trp_context *tick, unsigned moment)
{
    if (world->hooks != NULL)
        *tick = trp__context(world, NULL, NULL, NULL);
    for (trp__hook *hook = world->hooks; hook != NULL; hook = hook->next)
        if (hook->calls->tick[moment] != NULL)
            hook->calls->tick[moment](hook, tick);
}

static trp_result tick_refuse(const trp_world *world, const char *call)
{
    return trp__misuse(world, NULL, NULL, call, TRP_BUSY,
                       world->drawing   ? trp__drawn_text(world)
                       : world->ticking ? TRP__TEXT("a tick is in progress")
                                        : TRP__TEXT("a pass through a space is in progress, and "
                                                    "a tick would read its boxes"));
}

trp_result trp_update_all(trp_world *world, float dt)
{
    trp_context tick;

    if (!trp__has_world(world, TRP__TEXT("trp_update_all")))
        return TRP_ERR_NULL;
    TRP__USE(world, TRP__TEXT("trp_update_all"), TRP_ERR_THREAD);
    if (world->ticking || world->drawing || world->passes != 0)
        return tick_refuse(world, TRP__TEXT("trp_update_all"));
    if (!trp__is_time(dt))
        return trp__misuse(world, NULL, NULL, TRP__TEXT("trp_update_all"), TRP_ERR_VALUE,
                           TRP__TEXT("dt must be 0 or more, and finite"));
    trp__look_for_lost_actors(world, "trp_update_all");
    trp__look_for_lost_regions(world);
    world->ticking = true;
    world->state.ticks++;
    world->state.dt = dt;
    if (world->frames == NULL)
        world->lost_walks = world->open_walks;
    world->clocks_wait = true;
    tick_tell_around(world, &tick, TRP__EVENT_BEFORE);
    world->clocks_wait = false;
    /* All clocks advance before any timer fires, so a timer that a callback starts counts from this
     * tick, in every pool. */
    tick_call_hooks(world, &tick, TRP__TICK_ADVANCES);
    tick_call_hooks(world, &tick, TRP__TICK_FIRES);
    tick_update(world, &tick);
    tick_tell_around(world, &tick, TRP__EVENT_AFTER);
    tick_call_hooks(world, &tick, TRP__TICK_READS);
    world->ticking = false;
    world->rounds++;
    world->playing++; /* no hook is removed meanwhile */
    tick_call_hooks(world, &tick, TRP__TICK_IS_OVER);
    world->playing--;
    return TRP_OK;
}
