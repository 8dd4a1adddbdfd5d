/* Walks. */
#include "model.h"

void model_push(model_world *w, model_frame *frame)
{
    frame->start = ++w->clock;
    frame->up = w->frames;
    frame->open_walks = w->open_walks;
    frame->current = NO_INDEX;
    frame->segment = POOLS;
    w->frames = frame;
}

void model_pop(model_world *w, model_frame *frame)
{
    w->frames = frame->up;
    w->open_walks = frame->open_walks;
}

bool model_is_current(const model_frame *frame, uint32_t actor)
{
    for (; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            return true;
    return false;
}

/* A tick: whether is_expired returns true. */
static bool says_over(const model_world *w, const model_frame *frame, uint32_t actor)
{
    return frame->is_tick && w->pools[w->actors[actor].pool].plan.asks &&
           model_is_alive(w, actor) && w->actors[actor].doomed;
}

/* A tick: whether its lifetime is over, which is asked before an update and not after it. */
static bool has_lived(const model_world *w, const model_frame *frame, uint32_t actor)
{
    const model_pool *pool = &w->pools[w->actors[actor].pool];

    return frame->is_tick && pool->plan.has_lifetime && w->actors[actor].until != 0 &&
           w->actors[actor].until <= pool->clock;
}

static void prune_unless_current(model_world *w, const model_frame *frame, uint32_t actor)
{
    if (!model_is_current(frame->up, actor))
        model_leave(w, actor, TRP_REASON_EXPIRED);
}

/* trp_pool_recycle_if() and similar calls: a matching actor ends. */
static void sift(model_world *w, operation *op, uint32_t actor)
{
    if (op->code == DO_layer_expire)
        model_expire_actor(w, actor, TRP_REASON_EXPIRED);
    else if ((w->actors[actor].tag & op->n) == op->m) {
        if (op->code == DO_recycle_if)
            model_leave(w, actor, TRP_REASON_RECYCLED);
        else
            model_expire_actor(w, actor, TRP_REASON_EXPIRED);
        op->result++;
    }
}

static void call_update(model_world *w, const model_frame *frame, uint32_t actor)
{
    record at = model_hook(w, HOOK_UPDATE, actor);
    const model_frame *outer = w->updating;

    at.extra = float_bits(frame->tick_dt);
    at.more = frame->layer;
    w->updating = frame;
    model_call(at);
    w->updating = outer;
}

/* Calls back for an actor; before and after, its life may turn out to be over. */
static void visit(model_world *w, model_frame *frame, uint32_t actor, bool tells)
{
    if ((says_over(w, frame, actor) || has_lived(w, frame, actor)) &&
        !model_is_current(frame->up, actor)) {
        model_leave(w, actor, TRP_REASON_EXPIRED);
        return;
    }
    frame->current = actor;
    if (frame->keeps)
        sift(w, frame->sifts, actor);
    else if (!frame->is_tick)
        model_call(model_hook(w, HOOK_VISIT, actor));
    else {
        call_update(w, frame, actor);
        if (tells && frame->current == actor && model_is_alive(w, actor))
            model_tell(w, w->actors[actor].pool, actor, TRP_EVENT_UPDATED, TRP_REASON_NONE);
    }
    if (frame->current == NO_INDEX)
        return; /* it has left */
    frame->current = NO_INDEX;
    if (!frame->keeps && (w->actors[actor].state == EXPIRED || says_over(w, frame, actor)))
        prune_unless_current(w, frame, actor);
}

static void meet(model_world *w, model_frame *frame, uint32_t actor, bool tells)
{
    const model_actor *it = &w->actors[actor];
    const bool calls = !frame->is_tick || (frame->updates && w->pools[it->pool].plan.updates);

    if (frame->only != POOLS && frame->only != it->pool)
        return;
    if (it->state == EXPIRED) {
        if (!frame->keeps)
            prune_unless_current(w, frame, actor);
    } else if (it->state != ACTIVE || it->since > frame->limit)
        return;
    else if (calls)
        visit(w, frame, actor, tells);
    else if (frame->updates && says_over(w, frame, actor))
        prune_unless_current(w, frame, actor);
}

/* A watcher that subscribes to TRP_EVENT_UPDATED while a pool in memory order is being updated may
 * be notified from the next pool on. */
static bool tells_updated(const model_world *w, const model_frame *frame, uint32_t pool)
{
    return !frame->is_tick || w->pools[pool].plan.asks || model_hears(w, pool, TRP_EVENT_UPDATED);
}

static void walk_slots(model_world *w, model_frame *frame, uint32_t pool)
{
    const model_pool *it = &w->pools[pool];
    const bool tells = tells_updated(w, frame, pool);

    for (uint32_t slot = 0; slot < it->capacity; slot++)
        meet(w, frame, it->first + slot, tells);
}

static void come_to_pool(const model_world *w, model_frame *frame, uint32_t pool)
{
    frame->tick_pool = pool;
    frame->tick_dt = frame->dt * w->pools[pool].scale;
}

/* The first one in list order that entered after or before a moment, depending on the order, or
 * NO_INDEX. */
static uint32_t next_in_list(const model_world *w, uint32_t segment, uint64_t at)
{
    const bool is_oldest_first = w->pools[segment].order == PLAN_ORDER_OLDEST;

    for (uint32_t i = 0; i < w->pools[segment].listed; i++) {
        const uint32_t actor = w->lists[segment][i];
        const uint64_t entered = w->actors[actor].entered;
        if (is_oldest_first ? entered > at : entered < at)
            return actor;
    }
    return NO_INDEX;
}

static void walk_list(model_world *w, model_frame *frame, uint32_t segment)
{
    uint64_t at = w->pools[segment].order == PLAN_ORDER_OLDEST ? 0 : w->clock + 1;
    uint32_t actor;

    while ((actor = next_in_list(w, segment, at)) != NO_INDEX) {
        at = w->actors[actor].entered;
        if (frame->tick_pool != w->actors[actor].pool)
            come_to_pool(w, frame, w->actors[actor].pool);
        meet(w, frame, actor, true);
    }
}

/* The moment up to which a walk in a segment visits what enters the list. */
static uint64_t limit_in(model_world *w, const model_frame *frame, uint32_t segment)
{
    const uint8_t newborns = w->pools[segment].plan.newborns;

    if (frame->keeps)
        return frame->start;
    if (newborns == TRP_NEWBORNS_SAME_WALK)
        return UINT64_MAX;
    return newborns == TRP_NEWBORNS_THIS_TICK && frame->is_tick ? ++w->clock : frame->start;
}

void model_arrive(model_world *w, model_frame *frame, uint32_t segment)
{
    frame->segment = segment;
    frame->limit = limit_in(w, frame, segment);
}

void model_walk_here(model_world *w, model_frame *frame)
{
    const uint32_t segment = frame->segment;

    come_to_pool(w, frame, segment);
    if (w->pools[segment].order == PLAN_ORDER_MEMORY)
        walk_slots(w, frame, segment);
    else
        walk_list(w, frame, segment);
}

void model_walk_segment(model_world *w, model_frame *frame, uint32_t segment)
{
    model_arrive(w, frame, segment);
    model_walk_here(w, frame);
    frame->segment = POOLS;
}

void model_draw_segment(model_world *w, uint32_t segment, uint32_t layer)
{
    for (uint32_t i = 0; i < w->pools[segment].listed; i++) {
        const uint32_t actor = w->lists[segment][i];
        record at = model_hook(w, HOOK_DRAW, actor);
        at.more = layer;
        if (w->actors[actor].state == ACTIVE && w->pools[w->actors[actor].pool].plan.draws)
            model_call(at);
    }
}

void model_do_for_each(model_world *w, operation *op)
{
    model_frame frame = {0};

    if (op->flag)
        op->result = model_misuse(w, op->pool, TRP_ERR_NULL);
    else if (w->drawing)
        op->result = model_misuse(w, op->pool, TRP_BUSY);
    else {
        frame.only = op->pool;
        model_push(w, &frame);
        model_walk_segment(w, &frame, w->pools[op->pool].segment);
        model_pop(w, &frame);
        op->result = TRP_OK;
    }
}

/* Calls for matching actors */

static void end_if(model_world *w, operation *op)
{
    model_frame frame = {0};

    op->result = 0;
    if (op->flag || w->drawing) {
        model_misuse(w, op->pool, w->drawing ? TRP_BUSY : TRP_ERR_NULL);
        return;
    }
    frame.only = op->pool;
    frame.keeps = true;
    frame.sifts = op;
    model_push(w, &frame);
    model_walk_segment(w, &frame, w->pools[op->pool].segment);
    model_pop(w, &frame);
}

void model_do_recycle_if(model_world *w, operation *op)
{
    end_if(w, op);
}

void model_do_expire_if(model_world *w, operation *op)
{
    end_if(w, op);
}

/* trp_each: only a position, without a frame */

bool model_is_in_each(const model_world *w, uint32_t segment)
{
    for (const model_each *each = w->eaches; each != NULL; each = each->up)
        if (w->pools[each->pool].segment == segment)
            return true;
    return false;
}

static void close_each(model_world *w)
{
    if (w->open_walks != 0)
        w->open_walks--;
    if (w->lost_walks > w->open_walks)
        w->lost_walks = w->open_walks;
}

/* The next one in list order, after the one visited last, that had entered before the walk
 * began. */
static uint32_t next_in_each(const model_world *w, uint32_t pool, uint64_t start, uint32_t last,
                             uint64_t entered)
{
    const uint32_t segment = w->pools[pool].segment;

    for (uint32_t i = 0; i < w->pools[segment].listed; i++) {
        const uint32_t actor = w->lists[segment][i];
        const model_actor *it = &w->actors[actor];
        if (it->pool != pool || it->state != ACTIVE || it->entered > start)
            continue;
        if (last == NO_INDEX || (w->pools[pool].order == PLAN_ORDER_MEMORY && actor > last) ||
            (w->pools[pool].order == PLAN_ORDER_OLDEST && it->entered > entered) ||
            (w->pools[pool].order == PLAN_ORDER_NEWEST && it->entered < entered))
            return actor;
    }
    return NO_INDEX;
}

/* mode: 0 to the end, 1 `break`, 2 longjmp() after n visits */
void model_do_each(model_world *w, operation *op)
{
    const bool is_same_walk =
        w->pools[w->pools[op->pool].segment].plan.newborns == TRP_NEWBORNS_SAME_WALK;
    const uint64_t start = is_same_walk ? UINT64_MAX : ++w->clock;
    model_each each = {w->eaches, op->pool};
    uint32_t last = NO_INDEX;
    uint64_t entered = 0;
    uint32_t visits = 0;

    op->result = 0;
    if (op->flag) {
        model_misuse(w, op->pool, TRP_ERR_TYPE);
        return;
    }
    w->eaches = &each;
    w->open_walks++;
    while ((last = next_in_each(w, op->pool, start, last, entered)) != NO_INDEX) {
        entered = w->actors[last].entered;
        model_call(model_hook(w, HOOK_VISIT, last));
        if (op->mode != 0 && ++visits >= op->n)
            break;
    }
    if (last == NO_INDEX || op->mode == 1)
        close_each(w);
    w->eaches = each.up;
    op->result = visits;
}
