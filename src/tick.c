/*
 * The tick and the drawing: layer by layer, segment by segment.
 */
#include "internal.h"

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
    frame->tick->pool = pool;
    frame->tick->user = pool->desc.user;
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

static void update_layers(trp_world *world, float dt, trp__frame *frame)
{
    for (uint32_t i = 0; i < world->layer_count; i++)
    {
        const trp__layer *layer = &world->layers[i];
        for (trp_pool *segment = layer->first; segment != NULL; segment = segment->behind)
        {
            frame->tick->layer = i;
            frame->tick->dt = dt * layer->scale;
            frame->updates = layer->enabled;
            update_segment(frame, segment);
        }
    }
}

static trp_result refuse(const trp_world *world, const char *call)
{
    return trp__misuse(world, NULL, NULL, call, TRP_BUSY,
                       world->drawing ? "the world is being drawn" : "a tick is under way");
}

trp_result trp_update_all(trp_world *world, float dt)
{
    trp__frame frame = {0};
    trp_tick tick = {0};

    if (world == NULL)
        return TRP_ERR_NULL;
    if (world->ticking || world->drawing)
        return refuse(world, "trp_update_all");
    if (!trp__is_time(dt))
        return trp__misuse(world, NULL, NULL, "trp_update_all", TRP_ERR_VALUE,
                           "dt must be 0 or more, and finite");
    world->ticking = true;
    tick.world = world;
    tick.unscaled_dt = dt;
    tick.number = ++world->ticks;
    frame.tick = &tick;
    frame.limit = trp__limit_now(world);
    trp__push_frame(world, &frame);
    update_layers(world, dt, &frame);
    trp__pop_frame(world, &frame);
    world->ticking = false;
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

/* Nothing changes while a world is drawn, so following the links is all there is to it. */
static void draw_segment(trp_view *view, const trp_pool *segment)
{
    const trp_link *end = &segment->tail.hook.link;

    for (const trp_link *link = segment->head.hook.link.next; link != end && link != NULL;
         link = link->next)
    {
        const trp_actor *actor = (const trp_actor *)(const void *)link;
        if (trp__is_active(actor))
            draw(view, view->world->pools[actor->stamp & TRP__POOL_MASK], actor);
    }
}

trp_result trp_draw_all(const trp_world *world, void *target, float alpha)
{
    trp_view view = {0};

    if (world == NULL)
        return TRP_ERR_NULL;
    if (world->ticking || world->drawing)
        return refuse(world, "trp_draw_all");
    world->self->drawing = true;
    view.world = world;
    view.target = target;
    view.alpha = alpha;
    for (view.layer = 0; view.layer < world->layer_count; view.layer++)
    {
        const trp__layer *layer = &world->layers[view.layer];
        if (!layer->visible)
            continue;
        for (const trp_pool *segment = layer->first; segment != NULL; segment = segment->behind)
            if (work_in(segment).draws)
                draw_segment(&view, segment);
    }
    world->self->drawing = false;
    return TRP_OK;
}
