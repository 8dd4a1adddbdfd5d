/*
 * The tick and the drawing: layer by layer, segment by segment.
 */
#include "internal.h"
#include "../base/times.h"

/* What a tick has to do in a segment. */
typedef struct work
{
    bool updates; /* some pool has an update */
    bool expired; /* some actor waits to be pruned */
    bool draws;   /* some pool has a draw */
} work;

static work work_in(const trp_pool *segment)
{
    work all = {false, false, false};

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
    {
        all.updates |= pool->desc.update != NULL;
        all.expired |= pool->expired != 0;
        all.draws |= pool->desc.draw != NULL;
    }
    return all;
}

/* A pool that updates itself: is_expired is asked for every actor before and after. */
static void update_whole_pool(trp__frame *frame, trp_pool *pool)
{
    const bool asks = pool->desc.is_expired != NULL;

    frame->asks = asks;
    if (asks)
        trp__walk_segment(frame, pool);
    frame->segment = pool;
    trp__set_tick_pool(frame, pool);
    pool->desc.update_pool(pool, frame->tick);
    if (asks || pool->expired != 0)
        trp__walk_segment(frame, pool);
    frame->asks = false;
}

static void update_segment(trp__frame *frame, trp_pool *segment)
{
    const work todo = work_in(segment);

    if (frame->updates && segment->desc.update_pool != NULL)
        update_whole_pool(frame, segment);
    else if (todo.expired || (frame->updates && todo.updates))
        trp__walk_segment(frame, segment);
}

/* Goes to the segments where this tick has not yet been. False if one of them was moved, or the layers were, so that
 * others may stand in front now: then all is gone through again. */
static bool update_layers(trp_world *world, trp__frame *frame)
{
    const uint32_t reordered = world->reordered;

    for (uint32_t place = 0; place < world->layer_count; place++)
    {
        const trp__layer *layer = trp__layer_at(world, place);
        for (trp_pool *segment = layer->first; segment != NULL; segment = segment->behind)
        {
            if (segment->ticked == frame->tick->number)
                continue;
            segment->ticked = frame->tick->number;
            frame->tick->layer = world->layers[place].at;
            frame->dt =
                trp__times(trp__times(frame->tick->unscaled_dt, world->scale), layer->scale);
            frame->updates = layer->enabled;
            update_segment(frame, segment);
            if (world->reordered != reordered)
                return false;
        }
    }
    return true;
}

/* One walk through all layers. */
static void update(trp_world *world, trp_tick *tick)
{
    trp__frame frame = {0};

    frame.tick = tick;
    frame.limit = trp__frame_limit(world);
    trp__push_frame(world, &frame);
    while (!update_layers(world, &frame))
    {
    }
    trp__pop_frame(world, &frame);
}

/* The tick as those around it see it: no pool's. */
static void leave_pools(const trp_world *world, trp_tick *tick)
{
    tick->pool = NULL;
    tick->user = NULL;
    tick->layer = 0;
    tick->dt = trp__times(tick->unscaled_dt, world->scale);
}

static void tell_around(trp_world *world, trp_tick *tick, unsigned event)
{
    leave_pools(world, tick);
    world->calls++;
    trp__tell_world(world, tick, event);
    world->calls--;
}

static void call_hooks(const trp_world *world, trp_tick *tick)
{
    leave_pools(world, tick);
    for (trp__tick_hook *hook = world->hooks; hook != NULL; hook = hook->next)
        hook->over(hook, tick);
}

static trp_result refuse(const trp_world *world, const char *call)
{
    return trp__misuse(world, NULL, NULL, call, TRP_BUSY,
                       world->drawing ? TRP__TEXT("the world is being drawn")
                                      : TRP__TEXT("a tick is under way"));
}

trp_result trp_update_all(trp_world *world, float dt)
{
    trp_tick tick = {0};

    if (world == NULL)
        return TRP_ERR_NULL;
    if (world->ticking || world->drawing)
        return refuse(world, TRP__TEXT("trp_update_all"));
    if (!trp__is_time(dt))
        return trp__misuse(world, NULL, NULL, TRP__TEXT("trp_update_all"), TRP_ERR_VALUE,
                           TRP__TEXT("dt must be 0 or more, and finite"));
    world->ticking = true;
    tick.world = world;
    tick.unscaled_dt = dt;
    tick.number = ++world->ticks;
    if (world->frames == NULL)
        world->lost_walks = world->open_walks;
    tell_around(world, &tick, TRP__EVENT_BEFORE);
    update(world, &tick);
    tell_around(world, &tick, TRP__EVENT_AFTER);
    world->ticking = false;
    call_hooks(world, &tick);
    return TRP_OK;
}

static void draw(trp_view *view, const trp_pool *pool, const trp_actor *actor)
{
    if (pool->desc.draw == NULL)
        return;
    view->pool = pool;
    view->user = pool->desc.user;
    pool->desc.draw(actor, view);
}

/* In memory order the bitmap says who is there, whatever has become of a link. */
static void draw_runs(trp_view *view, const trp_pool *pool)
{
    for (trp_run run = trp__run_from(pool, 0); run.count != 0; run = trp__run_from(pool, run.next))
    {
        const unsigned char *node = (const unsigned char *)run.first + pool->node;
        for (uint32_t i = 0; i < run.count; i++, node += pool->stride)
        {
            const trp_actor *actor = (const trp_actor *)(const void *)node;
            if (trp__is_active(actor))
                draw(view, pool, actor);
        }
    }
}

/* In age order the links do, as far as neighbours agree: what was overwritten is mended by the next tick. */
static void draw_links(trp_view *view, const trp_pool *segment)
{
    const trp_pool *pool = segment; /* of the one met last */
    const trp_link *link = &segment->head.hook.link;
    const trp_link *end = &segment->tail.hook.link;

    while (link->next != end)
    {
        const trp_actor *actor = (const trp_actor *)(const void *)link->next;
        const trp_pool *of;
        uint32_t number;
        if (link->next == NULL || link->next->prev != link)
        {
            trp__misuse(view->world, view->world->pools[segment->number], NULL,
                        TRP__TEXT("trp_draw_all"), TRP_ERR_CORRUPT, NULL);
            return;
        }
        link = link->next;
        number = actor->stamp & TRP__POOL_MASK;
        of = number == pool->number ? pool : trp__pool_in(segment, number);
        if (of == NULL || !trp__is_active(actor))
            continue;
        pool = of;
        draw(view, pool, actor);
    }
}

static void draw_segment(trp_view *view, const trp_pool *segment)
{
    if (trp__in_memory_order(segment))
        draw_runs(view, segment);
    else
        draw_links(view, segment);
}

trp_result trp_draw_all(const trp_world *world, void *target, float alpha)
{
    trp_view view = {0};

    if (world == NULL)
        return TRP_ERR_NULL;
    if (world->ticking || world->drawing)
        return refuse(world, TRP__TEXT("trp_draw_all"));
    world->self->drawing = true;
    view.world = world;
    view.target = target;
    view.alpha = alpha;
    for (uint32_t place = 0; place < world->layer_count; place++)
    {
        const trp__layer *layer = trp__layer_at(world, place);
        view.layer = world->layers[place].at;
        if (!layer->visible)
            continue;
        for (const trp_pool *segment = layer->first; segment != NULL; segment = segment->behind)
            if (work_in(segment).draws)
                draw_segment(&view, segment);
    }
    world->self->drawing = false;
    return TRP_OK;
}
