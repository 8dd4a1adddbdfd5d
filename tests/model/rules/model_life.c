/* The end of lives, and the sleep of actors. */
#include "model.h"

bool model_is_alive(const model_world *w, uint32_t actor)
{
    return w->actors[actor].state == ACTIVE || w->actors[actor].state == ASLEEP;
}

/* The actor at a pointer. */

static model_place_found found(trp_result result, uint32_t actor, uint32_t pool)
{
    const model_place_found place = {result, actor, pool};

    return place;
}

model_place_found model_locate(const model_world *w, target to)
{
    if (to.world != w->number)
        return found(TRP_ERR_FOREIGN, NO_INDEX, POOLS);
    switch (to.kind) {
    case TO_SLOT:
        return found(TRP_OK, w->pools[to.pool].first + to.slot, to.pool);
    case TO_GUEST:
        if (w->guests[to.slot].actor != NO_INDEX)
            return found(TRP_OK, w->guests[to.slot].actor,
                         w->actors[w->guests[to.slot].actor].pool);
        if (w->guests[to.slot].has_left)
            return found(TRP_OK, w->guests[to.slot].last, w->guests[to.slot].pool);
        return found(TRP_ERR_FOREIGN, NO_INDEX, POOLS);
    case TO_INSIDE:
    case TO_MISALIGNED:
        return found(TRP_ERR_FOREIGN, NO_INDEX, to.pool);
    default:
        return found(TRP_ERR_FOREIGN, NO_INDEX, POOLS);
    }
}

trp_result model_enter(model_world *w, target to, uint32_t *actor)
{
    const model_place_found place = model_locate(w, to);
    trp_result result = place.result;

    *actor = place.actor;
    if (to.kind == TO_NULL)
        return TRP_GONE;
    if (result == TRP_OK) {
        const slot_state state = (slot_state)w->actors[place.actor].state;
        if (w->drawing || state == LEAVING)
            result = TRP_BUSY;
        else if (state == FREE || state == RETIRED)
            result = TRP_ERR_FREE;
    }
    return result == TRP_OK ? TRP_OK : model_misuse(w, place.pool, result);
}

/* The end */

static void leave_table(model_world *w, uint32_t actor)
{
    const uint32_t guest = w->actors[actor].guest;

    w->guests[guest].actor = NO_INDEX;
    w->guests[guest].has_left = GUESTS_ARE_SPOILED == 0 || !model_pool_of(w, actor)->plan.on_end;
    w->actors[actor].guest = NO_INDEX;
}

void model_depart(model_world *w, uint32_t actor, trp_reason reason)
{
    model_pool *pool = model_pool_of(w, actor);
    model_actor *it = &w->actors[actor];

    if (it->state == EXPIRED)
        pool->expired--;
    else
        it->generation++;
    if (it->state == ASLEEP)
        pool->sleepers--;
    else
        model_unlist(w, actor);
    for (model_frame *frame = w->frames; frame != NULL; frame = frame->up)
        if (frame->current == actor)
            frame->current = NO_INDEX;
    it->state = LEAVING;
    model_tell(w, it->pool, actor, TRP_EVENT_RECYCLED, reason);
    if (pool->plan.on_end) {
        record at = model_hook(w, HOOK_RECYCLED, actor);
        at.extra = reason;
        w->calls++;
        model_call(at);
        w->calls--;
    }
    pool->live--;
}

void model_leave(model_world *w, uint32_t actor, trp_reason reason)
{
    model_depart(w, actor, reason);
    if (model_pool_of(w, actor)->is_external)
        leave_table(w, actor);
    model_give_free(w, actor);
}

trp_result model_recycle(model_world *w, target to)
{
    uint32_t actor;
    const trp_result result = model_enter(w, to, &actor);

    if (result == TRP_OK)
        model_leave(w, actor, TRP_REASON_RECYCLED);
    return result;
}

trp_result model_expire_actor(model_world *w, uint32_t actor, trp_reason reason)
{
    model_actor *it = &w->actors[actor];

    if (it->state == ASLEEP)
        model_leave(w, actor, reason);
    else if (it->state == ACTIVE) {
        it->generation++;
        it->state = EXPIRED;
        w->pools[it->pool].expired++;
        model_tell(w, it->pool, actor, TRP_EVENT_EXPIRED, reason);
    }
    return TRP_OK;
}

trp_result model_expire(model_world *w, target to)
{
    uint32_t actor;
    const trp_result result = model_enter(w, to, &actor);

    return result == TRP_OK ? model_expire_actor(w, actor, TRP_REASON_EXPIRED) : result;
}

void model_do_recycle(model_world *w, operation *op)
{
    op->result = model_recycle(w, op->a);
}

void model_do_expire(model_world *w, operation *op)
{
    op->result = model_expire(w, op->a);
}

void model_do_get(model_world *w, operation *op)
{
    const uint32_t actor = model_get(w, op->handle);

    op->is_actor = true;
    op->actor = model_target(w, actor);
    op->result = actor != NO_INDEX && w->actors[actor].pool == op->pool;
}

void model_do_recycle_handle(model_world *w, operation *op)
{
    op->result = model_recycle(w, model_target(w, model_get(w, op->handle)));
}

/* Sleep */

void model_do_activate(model_world *w, operation *op)
{
    uint32_t actor;

    op->result = model_enter(w, op->a, &actor);
    if (op->result != TRP_OK)
        return;
    const model_actor *it = &w->actors[actor];
    if (it->state == EXPIRED)
        op->result = model_misuse(w, it->pool, TRP_ERR_EXPIRED);
    else if (it->state == ACTIVE)
        op->result = model_misuse(w, it->pool, TRP_ERR_ACTIVE);
    else {
        w->pools[it->pool].sleepers--;
        model_enlist(w, actor);
        model_tell(w, it->pool, actor, TRP_EVENT_ACTIVATED, TRP_REASON_NONE);
    }
}

void model_do_deactivate(model_world *w, operation *op)
{
    uint32_t actor;

    op->result = model_enter(w, op->a, &actor);
    if (op->result != TRP_OK)
        return;
    model_actor *it = &w->actors[actor];
    if (it->state == EXPIRED)
        op->result = model_misuse(w, it->pool, TRP_ERR_EXPIRED);
    else if (it->state == ASLEEP)
        op->result = model_misuse(w, it->pool, TRP_ERR_ASLEEP);
    else {
        model_unlist(w, actor);
        it->state = ASLEEP;
        w->pools[it->pool].sleepers++;
        model_tell(w, it->pool, actor, TRP_EVENT_DEACTIVATED, TRP_REASON_NONE);
    }
}

void model_do_mark_changed(model_world *w, operation *op)
{
    uint32_t actor;

    op->result = model_enter(w, op->a, &actor);
    if (op->result != TRP_OK)
        return;
    if (w->actors[actor].state == EXPIRED)
        op->result = model_misuse(w, w->actors[actor].pool, TRP_ERR_EXPIRED);
    else
        model_tell(w, w->actors[actor].pool, actor, TRP_EVENT_CHANGED, TRP_REASON_NONE);
}

/* The user writes into its struct. */
void model_do_set(model_world *w, operation *op)
{
    model_actor *it = &w->actors[model_locate(w, op->a).actor];

    it->tag = op->n & 7;
    it->doomed = (op->n >> 3 & 7) == 0;
    if ((op->n & 64) != 0)
        it->box = op->m;
    op->result = 0;
}

/* A free slot has used nearly all its lives. */
void model_do_age(model_world *w, operation *op)
{
    w->actors[model_locate(w, op->a).actor].generation = UINT32_MAX - (op->n & 1);
    op->result = 0;
}

/* The serials of walks are nearly used up: this has no visible effect. */
void model_do_age_world(model_world *w, operation *op)
{
    (void)w;
    op->result = 0;
}

/* All at once */

static void clear_listed(model_world *w, uint32_t pool, trp_reason reason)
{
    const uint32_t segment = w->pools[pool].segment;

    for (uint32_t i = 0; i < w->pools[segment].listed;) {
        const uint32_t actor = w->lists[segment][i];
        if (w->actors[actor].pool != pool)
            i++;
        else {
            model_leave(w, actor, reason);
            i = 0;
        }
    }
}

void model_clear(model_world *w, uint32_t pool, trp_reason reason)
{
    model_pool *it = &w->pools[pool];
    model_frame frame = {0};
    uint32_t live;

    model_push(w, &frame);
    it->barred++;
    do /* repeat if an on_end woke a sleeper or put an actor to sleep */
    {
        live = it->live;
        clear_listed(w, pool, reason);
        for (uint32_t slot = 0; it->live != 0 && slot < it->capacity; slot++)
            if (w->actors[it->first + slot].state == ASLEEP)
                model_leave(w, it->first + slot, reason);
    } while (it->live != 0 && it->live < live);
    it->barred--;
    model_pop(w, &frame);
}

void model_do_pool_clear(model_world *w, operation *op)
{
    if (w->drawing) {
        op->result = model_misuse(w, op->pool, TRP_BUSY);
        return;
    }
    model_clear(w, op->pool, TRP_REASON_CLEARED);
    op->result = TRP_OK;
}
