/*
 * Walks that call back: those of a tick and trp_for_each. They follow the ledger, so they visit the
 * right actors even if nodes were overwritten; such nodes are repaired on the way.
 */
#include "visit.h"
#include "../base/times.h"
#include "ages.h"

void trp__push_frame(trp_world *world, trp__frame *frame)
{
    frame->up = world->frames;
    frame->open_walks = world->open_walks;
    world->frames = frame;
}

void trp__pop_frame(trp_world *world, trp__frame *frame)
{
    world->frames = frame->up;
    world->open_walks = frame->open_walks; /* also closes walks that callbacks left by `return` */
}

void trp__set_tick_pool(const trp__frame *frame, trp_pool *pool)
{
    frame->tick->pool = pool;
    frame->tick->user = trp__user_of(pool);
    frame->tick->dt = trp__times(frame->dt, pool->state.scale);
    if (pool->pace.update != NULL)
        frame->tick->dt = pool->pace.dt(pool, frame->tick->dt);
}

/* Whether this frame calls back for that pool's actors, or only prunes. */
static bool visit_calls_back(const trp__frame *frame, const trp_pool *pool)
{
    return frame->visit != NULL || (frame->updates && pool->desc.update != NULL);
}

bool trp__is_common(const trp__frame *frame, const trp_pool *pool)
{
    return frame->visit != NULL ||
           (frame->updates && pool->desc.update != NULL && pool->desc.is_expired == NULL &&
            pool->pace.update == NULL && !trp__hears(pool, TRP_EVENT_UPDATED));
}

void trp__aim(trp__frame *frame, trp_pool *pool)
{
    if (frame->visit != NULL)
        trp__set_context_pool(frame->in, pool);
    frame->function = frame->visit != NULL ? frame->visit : pool->desc.update;
    frame->with = frame->visit != NULL ? frame->in : frame->tick;
}

/* The same in a pool with a lifetime or an interval, which may have an update or only lives that
 * end. */
static bool visit_is_paced(const trp__frame *frame, const trp_pool *pool)
{
    return pool->pace.update != NULL && frame->tick != NULL && frame->updates &&
           pool->desc.is_expired == NULL && !trp__hears(pool, TRP_EVENT_UPDATED);
}

/* Whether the life of an actor that has not expired is over. */
static bool visit_is_over(const trp__frame *frame, const trp_pool *pool, const trp_actor *actor)
{
    return frame->tick != NULL && pool->desc.is_expired != NULL &&
           pool->desc.is_expired(actor, frame->tick);
}

/* TRP_PRUNE_NEXT_TICK: whether an expired actor waits for another walk. */
static bool visit_waits(const trp__frame *frame, const trp_pool *pool, uint32_t slot)
{
    const uint32_t stamp = trp__cell_of(pool, slot)->stamp;
    bool is_odd;

    if (pool->desc.prunes != TRP_PRUNE_NEXT_TICK || !trp__is_expired(stamp))
        return false;
    is_odd = trp__in_memory_order(pool)
                 ? (stamp & 1) != 0
                 : (pool->ages->entries[stamp & ~TRP__STAMP_ACTIVE].index & TRP__ENTRY_ODD) != 0;
    return frame->tick == NULL || is_odd == trp__is_odd(pool->world);
}

/* Prunes an actor whose life is over, unless its own callback is in progress in an outer walk. */
void trp__prune(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (frame->keeps || trp__is_current(frame->up, actor) || visit_waits(frame, pool, slot))
        return;
    frame->current = NULL; /* the callback of the last actor has returned */
    trp__leave(pool, slot, TRP_REASON_EXPIRED);
}

/* Called after a callback in which the actor did not leave. */
void trp__visit_end(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    frame->current = NULL;
    if (trp__is_expired(trp__cell_of(pool, slot)->stamp) || visit_is_over(frame, pool, actor))
        trp__prune(frame, pool, actor, slot);
}

void trp__notify_updated(const trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (frame->current == actor && trp__is_alive(trp__cell_of(pool, slot)->stamp))
        trp__tell(pool, actor, TRP_EVENT_UPDATED, TRP_REASON_NONE);
}

/* Calls back for an actor; before and after, its life may turn out to be over. */
static void visit_actor(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (visit_is_over(frame, pool, actor) && !trp__is_current(frame->up, actor))
    {
        trp__prune(frame, pool, actor, slot);
        return;
    }
    frame->current = actor;
    if (frame->visit != NULL)
    {
        trp__set_context_pool(frame->in, pool);
        frame->visit(actor, frame->in);
    }
    else
    {
        pool->desc.update(actor, frame->tick);
        if (trp__hears(pool, TRP_EVENT_UPDATED))
            trp__notify_updated(frame, pool, actor, slot);
    }
    if (frame->current == actor) /* otherwise it has left; its slot may have a new actor */
        trp__visit_end(frame, pool, actor, slot);
    frame->current = NULL;
}

#if defined(TRP_DEBUG) && TRP_DEBUG
void trp__repair_nodes(trp_pool *pool, const char *call)
{
    if (pool->world->drawing)
        return;
    for (uint32_t slot = 0; slot < pool->state.capacity; slot++)
        if (trp__is_present(pool, slot) && trp__is_taken(trp__stamp_at(pool, slot)) &&
            trp__stamp_at(pool, slot) != TRP__STAMP_LEAVING && !trp__is_intact(pool, slot))
            trp__repair(pool, slot, call);
}
#endif

void trp__repair_visited(trp_pool *pool, uint32_t slot)
{
    trp__repair(pool, slot, pool->world->frames->call);
}

/* Memory order */

/* Four at a time: processors predict calls from several places better than as many calls from
 * one. */
static void visit_common_run(trp__frame *frame, trp_pool *pool, unsigned char *node,
                             const trp__cell *cell, uint32_t count)
{
    const size_t stride = pool->stride;
    uint32_t limit = frame->limit;

    for (; count >= 4; count -= 4, node += stride, cell += 4)
    {
        limit = trp__visit_one(frame, pool, (trp_actor *)(void *)node, cell, limit);
        node += stride;
        limit = trp__visit_one(frame, pool, (trp_actor *)(void *)node, cell + 1, limit);
        node += stride;
        limit = trp__visit_one(frame, pool, (trp_actor *)(void *)node, cell + 2, limit);
        node += stride;
        limit = trp__visit_one(frame, pool, (trp_actor *)(void *)node, cell + 3, limit);
    }
    for (; count > 0; count--, node += stride, cell++)
        limit = trp__visit_one(frame, pool, (trp_actor *)(void *)node, cell, limit);
    frame->current = NULL;
}

void trp__visit_slot(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot,
                     uint32_t stamp)
{
    if (trp__is_expired(stamp))
        trp__prune(frame, pool, actor, slot);
    else if (pool->pace.update != NULL && frame->tick != NULL &&
             !pool->pace.admits(frame, pool, actor, slot))
        return;
    else if (visit_calls_back(frame, pool))
        visit_actor(frame, pool, actor, slot);
    else if (frame->asks && visit_is_over(frame, pool, actor))
        trp__prune(frame, pool, actor, slot);
}

static void visit_run(trp__frame *frame, trp_pool *pool, uint32_t slot, uint32_t end)
{
    for (; slot < end; slot++)
    {
        const uint32_t stamp = trp__cell_of(pool, slot)->stamp;
        if (stamp < frame->limit && !trp__is_expired(stamp))
            continue;
        if (!trp__is_intact(pool, slot))
            trp__repair_visited(pool, slot);
        trp__visit_slot(frame, pool, trp__node_at(pool, slot), slot, stamp);
    }
}

static void visit_walk_slots(trp__frame *frame, trp_pool *pool)
{
    for (trp__slots run = trp__run_from(pool, 0); run.count != 0;
         run = trp__run_from(pool, run.next))
        visit_run(frame, pool, run.next - run.count, run.next);
}

/* A separate function, so that compilers keep the values of its loop in registers. */
TRP__APART static void visit_common_slots(trp__frame *frame, trp_pool *pool)
{
    trp__aim(frame, pool);
    for (trp__slots run = trp__run_from(pool, 0); run.count != 0;
         run = trp__run_from(pool, run.next))
        visit_common_run(frame, pool, (unsigned char *)run.first + pool->node,
                         trp__cell_of(pool, run.next - run.count), run.count);
}

/* A walk that keeps what has expired ends lives, which may create others: it has the limit with
 * which it began. */
void trp__arrive(trp__frame *frame, trp_pool *segment)
{
    const trp_newborns newborns = segment->desc.newborns;

    frame->segment = segment;
    frame->limit = frame->begun;
    if (!frame->keeps && (newborns == TRP_NEWBORNS_SAME_WALK ||
                          (newborns == TRP_NEWBORNS_THIS_TICK && frame->tick != NULL)))
        frame->limit = trp__limit_in(segment);
}

void trp__walk_here(trp__frame *frame)
{
    if (frame->tick != NULL)
        trp__set_tick_pool(frame, frame->segment);
    if (!trp__in_memory_order(frame->segment))
        frame->segment->desc.order->walk(frame, frame->segment);
    else if (visit_is_paced(frame, frame->segment))
        frame->segment->pace.update(frame, frame->segment);
    else if (trp__is_common(frame, frame->segment))
        visit_common_slots(frame, frame->segment);
    else
        visit_walk_slots(frame, frame->segment);
}

void trp__walk_segment(trp__frame *frame, trp_pool *segment)
{
    trp__arrive(frame, segment);
    trp__walk_here(frame);
    frame->segment = NULL;
}

trp_result trp_for_each(trp_pool *pool, trp_visit_fn *visit, void *arg)
{
    trp__frame frame = {0};
    trp_context in;
    trp_world *world;

    if (!trp__has_pool(pool, TRP__TEXT("trp_for_each")))
        return TRP_ERR_NULL;
    TRP__USE(pool->world, TRP__TEXT("trp_for_each"), TRP_ERR_THREAD);
    world = pool->world;
    if (visit == NULL)
        return trp__misuse(world, pool, NULL, TRP__TEXT("trp_for_each"), TRP_ERR_NULL,
                           TRP__TEXT("visit is NULL"));
    if (trp__is_drawn(world, pool, TRP__TEXT("trp_for_each")))
        return TRP_BUSY;
    frame.begun = trp__limit_now(world);
    frame.only = pool;
    frame.visit = visit;
    in = trp__context(world, pool, NULL, arg);
    frame.in = &in;
    frame.call = TRP__TEXT("trp_for_each");
    trp__push_frame(world, &frame);
    trp__walk_segment(&frame, pool->segment);
    trp__pop_frame(world, &frame);
    return TRP_OK;
}
