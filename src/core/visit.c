/*
 * Walks that call back: those of a tick and trp_for_each. They follow the ledger, so they visit the
 * right actors even if nodes were overwritten; such nodes are repaired on the way.
 */
#include "visit.h"
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

/* Whether visits in this pool need no work around them but the end of lives. */
static bool visit_is_simple(const trp__frame *frame, const trp_pool *pool)
{
    return frame->visit != NULL || (frame->updates && pool->desc.is_expired == NULL &&
                                    !trp__hears(pool, TRP_EVENT_UPDATED));
}

bool trp__is_common(const trp__frame *frame, const trp_pool *pool)
{
    return frame->visit != NULL || (visit_is_simple(frame, pool) && pool->state.every <= 1 &&
                                    (pool->desc.update != NULL || pool->desc.lifetime.use != NULL));
}

/* What a walk calls where lives only end. */
static void visit_nothing(trp_actor *self, const trp_context *in)
{
    (void)self;
    (void)in;
}

void trp__aim(trp__frame *frame, trp_pool *pool)
{
    if (frame->in->pool == pool && frame->function != NULL)
        return;
    frame->in->pool = pool;
    frame->in->user = trp__user_of(pool);
    frame->in->layer = frame->layer;
    frame->in->dt = trp__times(pool->world, frame->dt, pool->state.scale);
    if (frame->tick != NULL && pool->state.every > 1)
        frame->in->dt = pool->turns->dt(pool, frame->in->dt);
    frame->function = frame->visit != NULL        ? frame->visit
                      : pool->desc.update != NULL ? pool->desc.update
                                                  : visit_nothing;
}

/* Whether a tick ends a life because its moment has come. */
static bool visit_is_past(const trp__frame *frame, const trp_pool *pool, trp_actor *actor)
{
    return frame->tick != NULL && pool->desc.lifetime.use != NULL &&
           (frame->updates || pool->desc.lifetime.clock == TRP_CLOCK_WORLD_TICKS) &&
           pool->desc.lifetime.use->is_past(pool, actor);
}

/* Whether the life of an actor that has not expired is over. */
static bool visit_is_over(const trp__frame *frame, const trp_pool *pool, const trp_actor *actor)
{
    return frame->tick != NULL && pool->desc.is_expired != NULL &&
           trp__ask(pool->desc.is_expired, actor, frame->tick);
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
static void visit_prune(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    const trp_handle none = {0, 0};

    if (frame->keeps || trp__is_current(frame->up, actor) || visit_waits(frame, pool, slot))
        return;
    frame->current = NULL; /* the callback of the last actor has returned */
    trp__end_now(pool, slot, TRP_REASON_EXPIRED, none);
}

/* After a callback for this actor: it may have left, or its life may be over. */
static void visit_end(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (frame->current == actor && /* otherwise it has left; its slot may have a new actor */
        (trp__is_expired(trp__cell_of(pool, slot)->stamp) || visit_is_over(frame, pool, actor)))
        visit_prune(frame, pool, actor, slot);
    frame->current = NULL;
}

void trp__after_visit(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot)
{
    if (frame->current == actor && frame->visit == NULL && trp__hears(pool, TRP_EVENT_UPDATED) &&
        trp__is_alive(trp__cell_of(pool, slot)->stamp))
        trp__tell(pool, actor, TRP_EVENT_UPDATED, TRP_REASON_NONE);
    visit_end(frame, pool, actor, slot);
}

void trp__visit_slot(trp__frame *frame, trp_pool *pool, trp_actor *actor, uint32_t slot,
                     uint32_t stamp)
{
    const bool calls = frame->visit != NULL || (frame->updates && pool->desc.update != NULL);
    bool ends;

    if (frame->tick != NULL && !trp__is_expired(stamp) && pool->state.every > 1 &&
        !pool->turns->has(pool, slot, frame->updates))
        return; /* it is not its turn */
    ends =
        trp__is_expired(stamp) || visit_is_past(frame, pool, actor) ||
        (frame->updates && visit_is_over(frame, pool, actor) && !trp__is_current(frame->up, actor));
    if (ends)
        visit_prune(frame, pool, actor, slot);
    else if (calls) {
        frame->current = actor;
        frame->function(actor, frame->in);
        trp__after_visit(frame, pool, actor, slot);
    }
}

/* Memory order */

enum {
    VISIT_FETCH_AHEAD = 16 /* slots whose turn it is */
};

/*
 * The common step at a slot. The cell is read again after the callback: an actor that left, sleeps,
 * has expired or began another life then has a stamp below the limit. All values are read from the
 * frame, where a callback may change them; compilers would keep copies on the stack. `limit` is
 * frame->limit, and so is the result.
 */
TRP__INLINE uint32_t visit_one(trp__frame *frame, trp_pool *pool, trp_actor *actor,
                               const trp__cell *cell, uint32_t limit)
{
    const uint32_t stamp = cell->stamp;

    if (!TRP__LIKELY(stamp >= limit)) {
        if (trp__is_expired(stamp))
            visit_prune(frame, pool, actor, trp__slot_of(pool, actor));
        return frame->limit;
    }
    if (!TRP__LIKELY(actor->stamp == stamp))
        trp__mend(pool, trp__slot_of(pool, actor), frame->call);
    frame->current = actor;
    frame->function(actor, frame->in);
    limit = frame->limit;
    if (TRP__LIKELY(cell->stamp >= limit))
        return limit;
    if (frame->current != NULL) /* the actor has not left */
        visit_end(frame, pool, frame->current, trp__slot_of(pool, frame->current));
    return frame->limit;
}

/* The common step, also where lives end at a moment. */
TRP__INLINE uint32_t visit_or_end(trp__frame *frame, trp_pool *pool, trp_actor *actor,
                                  const trp__cell *cell, uint32_t limit, bool lives_end,
                                  uint32_t now)
{
    if (!lives_end || !TRP__LIKELY(cell->stamp >= limit) ||
        !trp__time_has_come(*trp__life_end(pool, actor), now))
        return visit_one(frame, pool, actor, cell, limit);
    visit_prune(frame, pool, actor, trp__slot_of(pool, actor));
    return frame->limit;
}

void trp__visit_mortals(trp__frame *frame, trp_pool *pool, unsigned char *node,
                        const trp__cell *cell, uint32_t count)
{
    const uint32_t now = trp__life_now(pool);
    uint32_t limit = frame->limit;

    for (; count > 0; count--, node += pool->stride, cell++)
        limit = visit_or_end(frame, pool, (trp_actor *)(void *)node, cell, limit, true, now);
    frame->current = NULL;
}

/* Four at a time: processors predict calls from several places better than as many calls from
 * one. */
static void visit_common_run(trp__frame *frame, trp_pool *pool, unsigned char *node,
                             const trp__cell *cell, uint32_t count)
{
    const size_t stride = pool->stride;
    uint32_t limit = frame->limit;

    if (frame->visit == NULL && pool->desc.lifetime.use != NULL) {
        pool->desc.lifetime.use->run(frame, pool, node, cell, count);
        return;
    }
    for (; count >= 4; count -= 4, node += stride, cell += 4) {
        limit = visit_one(frame, pool, (trp_actor *)(void *)node, cell, limit);
        node += stride;
        limit = visit_one(frame, pool, (trp_actor *)(void *)node, cell + 1, limit);
        node += stride;
        limit = visit_one(frame, pool, (trp_actor *)(void *)node, cell + 2, limit);
        node += stride;
        limit = visit_one(frame, pool, (trp_actor *)(void *)node, cell + 3, limit);
    }
    for (; count > 0; count--, node += stride, cell++)
        limit = visit_one(frame, pool, (trp_actor *)(void *)node, cell, limit);
    frame->current = NULL;
}

static void visit_walk_slots(trp__frame *frame, trp_pool *pool)
{
    for (trp__slots run = trp__run_from(pool, 0); run.count != 0;
         run = trp__run_from(pool, run.next))
        for (uint32_t slot = run.next - run.count; slot < run.next; slot++) {
            const uint32_t stamp = trp__cell_of(pool, slot)->stamp;
            if (stamp < frame->limit && !trp__is_expired(stamp))
                continue;
            trp__mend(pool, slot, frame->call);
            trp__visit_slot(frame, pool, trp__node_at(pool, slot), slot, stamp);
        }
}

/* Processors do not foresee such steps through memory, so nodes are prefetched. */
void trp__visit_turn(trp__frame *frame, trp_pool *pool)
{
    const uint32_t every = pool->state.every;
    const bool lives_end = pool->desc.lifetime.use != NULL;
    const uint32_t now = trp__life_now(pool);
    const uint32_t end = trp__list_end(pool);
    uint32_t limit = frame->limit;

    for (uint32_t slot = pool->state.turn; slot < end; slot += every) {
        const uint32_t later = slot + VISIT_FETCH_AHEAD * every;
        if (later < pool->slot_count)
            TRP__PREFETCH_WRITE(pool->nodes + later * pool->stride);
        if (!trp__bitmap_has(&pool->map, TRP__ACTIVE, slot))
            continue;
        limit = visit_or_end(frame, pool, trp__node_at(pool, slot), trp__cell_of(pool, slot), limit,
                             lives_end, now);
    }
    frame->current = NULL;
}

/* A separate function, so that compilers keep the values of its loop in registers. */
TRP__APART static void visit_common_slots(trp__frame *frame, trp_pool *pool)
{
    for (trp__slots run = trp__run_from(pool, 0); run.count != 0;
         run = trp__run_from(pool, run.next))
        visit_common_run(frame, pool, (unsigned char *)run.first + pool->node,
                         trp__cell_of(pool, run.next - run.count), run.count);
}

/* A walk that keeps what has expired ends lives, which may create others: it has the limit with
 * which it began. The layer and its scale are those of this moment, whatever callbacks change. */
void trp__arrive(trp__frame *frame, const trp_pool *segment)
{
    const trp_newborns newborns = segment->desc.newborns;
    const trp_world *world = segment->world;

    frame->layer = segment->state.layer;
    frame->dt = trp__times(world, frame->in->unscaled_dt, world->state.scale);
    frame->dt = trp__times(world, frame->dt, world->layers[frame->layer].state.scale);
    frame->limit = frame->begun;
    if (!frame->keeps && (newborns == TRP_NEWBORNS_SAME_WALK ||
                          (newborns == TRP_NEWBORNS_THIS_TICK && frame->tick != NULL)))
        frame->limit = trp__limit_in(segment);
}

void trp__walk_here(trp__frame *frame, trp_pool *segment)
{
    const bool has_turns = frame->visit == NULL && segment->state.every > 1;

    if (!trp__in_memory_order(segment)) {
        segment->order->walk(frame, segment);
        return;
    }
    trp__aim(frame, segment);
    /* With turns, a tick takes the general step if actors wait to be pruned, whether it is their turn
     * or not. */
    if (!visit_is_simple(frame, segment) || (has_turns && segment->state.expired != 0))
        visit_walk_slots(frame, segment);
    else if (has_turns && segment->state.staggered)
        segment->turns->visit(frame, segment);
    else
        visit_common_slots(frame, segment);
}

void trp__walk_segment(trp__frame *frame, trp_pool *segment)
{
    trp__arrive(frame, segment);
    trp__walk_here(frame, segment);
}

void trp__walk_alone(trp__frame *frame, trp_pool *segment, void *arg)
{
    trp_context in = trp__context(segment->world, NULL, NULL, arg);

    frame->in = &in;
    trp__push_frame(segment->world, frame);
    trp__walk_segment(frame, segment);
    trp__pop_frame(segment->world, frame);
}

trp_result trp_for_each(trp_pool *pool, trp_actor_fn *visit, void *arg)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_for_each"));
    trp__frame frame = {.only = pool, .visit = visit, .call = call.name};

    TRP__USE(call.world, call.name, TRP_ERR_THREAD);
    if (trp__is_void(&call) ||
        trp__refuses(&call, visit == NULL, TRP_ERR_NULL, TRP__TEXT("visit is NULL")) ||
        trp__is_shut(&call))
        return call.result;
    frame.begun = trp__limit_now(pool->world);
    trp__walk_alone(&frame, pool->segment, arg);
    return TRP_OK;
}
