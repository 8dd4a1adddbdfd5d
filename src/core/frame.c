/*
 * Walks that call back: the tick's, and trp_for_each. Whatever a callback does, it does it to
 * actors and frames that know of each other: who leaves mends the frames that stand at it (life.c).
 */
#include "internal.h"
#include "../base/times.h"

/*
 * One that begins in another has a limit of its own: newborns of the same-walk kind are as old as the outermost walk that
 * stands in their segment, but not as old as one that began earlier and comes there later.
 */
uint32_t trp__frame_limit(trp_world *world)
{
    if (world->frames != NULL)
        world->serial_is_used = true;
    return trp__limit_now(world);
}

void trp__push_frame(trp_world *world, trp__frame *frame)
{
    frame->up = world->frames;
    frame->open_walks = world->open_walks;
    world->frames = frame;
}

void trp__pop_frame(trp_world *world, trp__frame *frame)
{
    world->frames = frame->up;
    world->open_walks = frame->open_walks; /* what callbacks left by `return` is closed as well */
}

static bool asks_is_over(const trp__frame *frame, const trp_pool *pool, const trp_actor *actor)
{
    return frame->tick != NULL && pool->desc.is_expired != NULL && trp__is_alive(actor) &&
           pool->desc.is_expired(actor);
}

/* Comes by an expired actor: prunes it, unless its own callback is still running further up. */
static void meet_expired(trp__frame *frame, trp_pool *pool, trp_actor *actor)
{
    if (frame->keeps || trp__is_current(frame->up, actor))
        return;
    frame->current = NULL; /* the last one's callback has returned */
    trp__prune(pool, actor);
}

void trp__set_tick_pool(const trp__frame *frame, trp_pool *pool)
{
    frame->tick->pool = pool;
    frame->tick->user = pool->desc.user;
    frame->tick->dt = trp__times(frame->dt, pool->scale);
}

/* Calls back for an actor, between two questions whether its life is over. */
static void visit(trp__frame *frame, trp_pool *pool, trp_actor *actor)
{
    if (asks_is_over(frame, pool, actor) && !trp__is_current(frame->up, actor))
    {
        trp__prune(pool, actor);
        return;
    }
    frame->current = actor;
    if (frame->visit != NULL)
        frame->visit(actor, frame->user);
    else
    {
        pool->desc.update(actor, frame->tick);
        if (trp__hears(pool, TRP_EVENT_UPDATED) && frame->current == actor && trp__is_alive(actor))
            trp__tell(pool, actor, TRP_EVENT_UPDATED, TRP_REASON_NONE);
    }
    if (frame->current == NULL)
        return; /* it has left; its slot may have a new tenant */
    frame->current = NULL;
    if (frame->keeps)
        return;
    if ((trp__is_expired(actor) || asks_is_over(frame, pool, actor)) &&
        !trp__is_current(frame->up, actor))
        trp__prune(pool, actor);
}

/* Asks is_expired outside of an update: around an update_pool. */
static void ask(const trp__frame *frame, trp_pool *pool, trp_actor *actor)
{
    if (asks_is_over(frame, pool, actor) && !trp__is_current(frame->up, actor))
        trp__prune(pool, actor);
}

/* Whether this frame calls back for that pool's actors, or only prunes. */
static bool calls_back(const trp__frame *frame, const trp_pool *pool)
{
    return frame->visit != NULL || (frame->updates && pool->desc.update != NULL);
}

/* An actor whose node was zeroed. (A free slot's may be, too: creating sees that.) It is mended, and met by the next
 * walk. */
TRP__COLD static void meet_zeroed(trp_pool *pool, trp_actor *actor)
{
    const uint32_t slot = trp__slot_of(pool, actor);

    if (!trp__bitmap_has(&pool->map, TRP__ACTIVE, slot))
        return;
    trp__heal(pool, slot);
    trp__misuse(pool->world, pool, actor, TRP__TEXT("(the walk)"), TRP_ERR_CORRUPT, NULL);
}

/*
 * The same as visit() for an update without is_expired: what most actors of most games get. An actor that is still there
 * and was not born since needs no further look, so its stamp is looked at before `current`.
 */
TRP__INLINE void update_one(trp__frame *frame, trp_pool *pool, trp_update_fn *update,
                            const trp_tick *tick, trp_actor *actor)
{
    if (TRP__LIKELY(actor->stamp >= frame->limit))
    {
        frame->current = actor;
        update(actor, tick);
        if (!TRP__LIKELY(actor->stamp >= frame->limit) && frame->current == actor &&
            trp__is_expired(actor) && !trp__is_current(frame->up, actor))
            trp__prune(pool, actor);
    }
    else if (trp__is_expired(actor))
    {
        frame->current = NULL; /* the last one's update has returned */
        meet_expired(frame, pool, actor);
    }
    else if (trp__is_zeroed(&actor->hook.link))
        meet_zeroed(pool, actor);
}

/* Four at a time: processors follow calls from several places faster than as many calls from one. */
static void update_run(trp__frame *frame, trp_pool *pool, unsigned char *node, uint32_t count)
{
    trp_update_fn *update = pool->desc.update;
    const trp_tick *tick = frame->tick;
    const size_t stride = pool->stride;

    for (; TRP__FAST_PATHS && count >= 4; count -= 4, node += 4 * stride)
    {
        update_one(frame, pool, update, tick, (trp_actor *)(void *)node);
        update_one(frame, pool, update, tick, (trp_actor *)(void *)(node + stride));
        update_one(frame, pool, update, tick, (trp_actor *)(void *)(node + 2 * stride));
        update_one(frame, pool, update, tick, (trp_actor *)(void *)(node + 3 * stride));
    }
    for (; count > 0; count--, node += stride)
        update_one(frame, pool, update, tick, (trp_actor *)(void *)node);
    frame->current = NULL;
}

static void visit_run(trp__frame *frame, trp_pool *pool, unsigned char *node, uint32_t count)
{
    const bool calls = calls_back(frame, pool);

    for (; count > 0; count--, node += pool->stride)
    {
        trp_actor *actor = (trp_actor *)(void *)node;
        if (trp__is_expired(actor))
            meet_expired(frame, pool, actor);
        else if (trp__is_zeroed(&actor->hook.link))
            meet_zeroed(pool, actor);
        else if (actor->stamp < frame->limit)
            continue;
        else if (calls)
            visit(frame, pool, actor);
        else if (frame->asks)
            ask(frame, pool, actor);
    }
}

static void walk_runs(trp__frame *frame, trp_pool *pool)
{
    const bool is_plain = calls_back(frame, pool) && frame->visit == NULL &&
                          pool->desc.is_expired == NULL && !trp__hears(pool, TRP_EVENT_UPDATED);

    for (trp_run run = trp__run_from(pool, 0); run.count != 0; run = trp__run_from(pool, run.next))
    {
        unsigned char *node = (unsigned char *)run.first + pool->node;
        if (is_plain)
            update_run(frame, pool, node, run.count);
        else
            visit_run(frame, pool, node, run.count);
    }
}

trp_pool *trp__pool_in(const trp_pool *segment, uint32_t number)
{
    const trp_world *world = segment->world;

    if (number >= world->pool_count || world->pools[number]->segment != segment)
        return NULL;
    return world->pools[number];
}

void trp__meet_stranger(const trp_world *world, trp_actor *actor)
{
    trp__place place;

    if (!trp__find_by_address(world, actor, &place))
        return;
    trp__heal(place.pool, place.slot);
    trp__misuse(world, place.pool, actor, TRP__TEXT("(the walk)"), TRP_ERR_CORRUPT, NULL);
}

static void walk_links(trp__frame *frame, trp_pool *segment)
{
    const trp_link *end = &segment->tail.hook.link;
    trp_pool *pool = segment; /* of the one met last */
    trp_link *link;

    frame->cursor = &segment->head.hook.link;
    while ((link = trp__step(segment, frame->cursor)) != end)
    {
        trp_actor *actor = (trp_actor *)(void *)link;
        const uint32_t number = actor->stamp & TRP__POOL_MASK;
        frame->cursor = link;
        if (number != pool->number)
        {
            trp_pool *other = trp__pool_in(segment, number);
            if (other == NULL)
            {
                trp__meet_stranger(segment->world, actor);
                continue;
            }
            pool = other;
            if (frame->tick != NULL)
                trp__set_tick_pool(frame, pool);
        }
        if (frame->only != NULL && frame->only != pool)
            continue;
        if (trp__is_expired(actor))
            meet_expired(frame, pool, actor);
        else if (actor->stamp < frame->limit)
            continue;
        else if (calls_back(frame, pool))
            visit(frame, pool, actor);
        else if (frame->asks)
            ask(frame, pool, actor);
    }
    frame->cursor = NULL;
}

void trp__walk_segment(trp__frame *frame, trp_pool *segment)
{
    frame->segment = segment;
    if (frame->tick != NULL)
        trp__set_tick_pool(frame, segment);
    if (trp__in_memory_order(segment))
        walk_runs(frame, segment);
    else
        walk_links(frame, segment);
    frame->segment = NULL;
}

trp_result trp_for_each(trp_pool *pool, trp_visit_fn *visit_fn, void *user)
{
    trp__frame frame = {0};
    trp_world *world;

    if (pool == NULL)
        return TRP_ERR_NULL;
    world = pool->world;
    if (visit_fn == NULL)
        return trp__misuse(world, pool, NULL, TRP__TEXT("trp_for_each"), TRP_ERR_NULL,
                           TRP__TEXT("visit is NULL"));
    if (world->drawing)
        return trp__misuse(world, pool, NULL, TRP__TEXT("trp_for_each"), TRP_BUSY,
                           TRP__TEXT("the world is being drawn"));
    frame.limit = trp__frame_limit(world);
    frame.only = pool;
    frame.visit = visit_fn;
    frame.user = user;
    trp__push_frame(world, &frame);
    trp__walk_segment(&frame, pool->segment);
    trp__pop_frame(world, &frame);
    return TRP_OK;
}
