/* The beginning of lives. */
#include "model.h"

#include "../../../src/base/compiler.h" /* whether spans are filled many at a time */

static void fill(model_world *w, uint32_t actor, model_source source)
{
    model_actor *it = &w->actors[actor];
    const bool has = w->pools[it->pool].plan.has_prototype;

    if (w->pools[it->pool].is_external)
        return; /* the memory is the user's, and does not change */
    if (source.from == FROM_ACTOR) {
        it->tag = w->actors[source.actor].tag;
        it->box = w->actors[source.actor].box;
        it->doomed = w->actors[source.actor].doomed;
        it->until = w->actors[source.actor].until;
        return;
    }
    it->doomed = false;
    it->until = 0;
    it->tag = source.from == FROM_GIVEN ? source.actor : has ? PROTOTYPE_TAG : 0;
    it->box = source.from == FROM_GIVEN ? source.actor * 37 : has ? PROTOTYPE_BOX : 0;
}

/* Whether that life continues; if not, creating has failed. */
static bool goes_on(model_world *w, uint32_t actor, uint32_t generation)
{
    const bool does = w->actors[actor].generation == generation;

    w->last = does ? TRP_OK : TRP_GONE;
    return does;
}

static void enlist(model_world *w, uint32_t actor)
{
    model_pool *pool = model_pool_of(w, actor);

    model_enlist(w, actor);
    pool->created++;
    pool->live++;
    if (pool->live > pool->peak)
        pool->peak = pool->live;
    w->last = TRP_OK;
}

static bool call_back(model_world *w, hook_kind hook, uint32_t actor)
{
    const uint32_t generation = w->actors[actor].generation;

    w->calls++;
    model_call(model_hook(w, hook, actor));
    w->calls--;
    return goes_on(w, actor, generation);
}

static uint32_t begin_life(model_world *w, uint32_t actor, bool init)
{
    const uint32_t pool = w->actors[actor].pool;
    const uint32_t generation = w->actors[actor].generation;

    enlist(w, actor);
    if (init && !call_back(w, HOOK_VISIT, actor))
        return NO_INDEX;
    if (w->pools[pool].plan.on_create && !call_back(w, HOOK_CREATED, actor))
        return NO_INDEX;
    model_tell(w, pool, actor, TRP_EVENT_CREATED, TRP_REASON_NONE);
    return goes_on(w, actor, generation) ? actor : NO_INDEX;
}

static void refuse(model_world *w, uint32_t pool, trp_result result)
{
    w->pools[pool].refused++;
    model_tell(w, pool, NO_INDEX, TRP_EVENT_REFUSED, TRP_REASON_NONE);
    w->last = result;
}

/* Whether creation is refused now, or in this way. */
static bool deny(model_world *w, uint32_t pool, bool adopts)
{
    if (w->drawing)
        w->last = model_misuse(w, pool, TRP_BUSY);
    else if (adopts != w->pools[pool].is_external)
        w->last = model_misuse(w, pool, TRP_ERR_TYPE);
    else if (w->pools[pool].barred != 0)
        w->last = TRP_BUSY;
    else
        return false;
    return true;
}

static uint32_t take(model_world *w, uint32_t pool, bool is_optional, trp_result *why)
{
    const model_pool *from = &w->pools[pool];

    for (;;) {
        const uint32_t there = from->capacity - from->missing - from->retired;
        *why = TRP_ERR_FULL;
        if (is_optional && there - from->live <= from->plan.reserve)
            return NO_INDEX;
        if (from->spare_count != 0)
            return model_take_free(w, pool);
        if (is_optional || (*why = model_make_room(w, pool)) != TRP_OK)
            return NO_INDEX;
    }
}

uint32_t model_create(model_world *w, uint32_t pool, model_source source, bool is_optional,
                      bool init, bool *born)
{
    trp_result why;
    uint32_t actor;

    *born = false;
    if (deny(w, pool, false))
        return NO_INDEX;
    actor = take(w, pool, is_optional, &why);
    if (actor == NO_INDEX) {
        refuse(w, pool, why);
        return NO_INDEX;
    }
    *born = true;
    fill(w, actor, source);
    return begin_life(w, actor, init);
}

static void create(model_world *w, operation *op, model_source source, bool is_optional)
{
    bool born;

    op->is_actor = true;
    op->actor = model_target(w, model_create(w, op->pool, source, is_optional, false, &born));
    op->last = w->last;
}

void model_do_create(model_world *w, operation *op)
{
    const model_source source = {FROM_POOL, 0};

    create(w, op, source, false);
}

void model_do_create_optional(model_world *w, operation *op)
{
    const model_source source = {FROM_POOL, 0};

    create(w, op, source, true);
}

void model_do_create_from(model_world *w, operation *op)
{
    model_source source = {FROM_GIVEN, op->n};

    if (op->a.kind != TO_NULL) {
        source.from = FROM_ACTOR;
        source.actor = model_locate(w, op->a).actor;
    }
    create(w, op, source, false);
}

/* An entry for a guest, whose struct the user has just zeroed. */
static uint32_t invite(model_world *w, const operation *op)
{
    const uint32_t actor = model_take_free(w, op->pool);
    model_actor *it = &w->actors[actor];

    for (uint32_t i = 0; i < GUESTS; i++)
        if (w->guests[i].last == actor)
            w->guests[i].has_left = false; /* the library knows only the last one of a slot */
    w->guests[op->a.slot].last = actor;
    it->guest = op->a.slot;
    it->tag = 0;
    it->box = 0;
    it->doomed = false;
    w->guests[op->a.slot].actor = actor;
    w->guests[op->a.slot].pool = op->pool;
    w->guests[op->a.slot].has_left = false;
    return actor;
}

static bool is_over(const model_world *w, uint32_t actor)
{
    return w->actors[actor].state == FREE || w->actors[actor].state == RETIRED;
}

void model_do_adopt(model_world *w, operation *op)
{
    const model_place_found place = model_locate(w, op->a);
    uint32_t actor = NO_INDEX;

    op->is_actor = true;
    op->m = op->a.kind == TO_GUEST && w->guests[op->a.slot].actor == NO_INDEX;
    if (deny(w, op->pool, true))
        ;
    else if (op->a.kind == TO_NULL)
        w->last = model_misuse(w, op->pool, TRP_ERR_NULL);
    else if (op->a.kind == TO_MISALIGNED)
        w->last = model_misuse(w, op->pool, TRP_ERR_TYPE);
    else if (place.result == TRP_OK && !is_over(w, place.actor))
        w->last = model_misuse(w, place.pool, TRP_ERR_ACTIVE);
    else if (op->a.kind == TO_INSIDE || op->a.kind == TO_SLOT)
        w->last = model_misuse(w, place.pool, TRP_ERR_FOREIGN);
    else if (w->pools[op->pool].spare_count == 0)
        refuse(w, op->pool, TRP_ERR_FULL);
    else {
        actor = begin_life(w, invite(w, op), false);
    }
    op->actor = model_target(w, actor);
    op->last = w->last;
}

/* Spans */

void model_do_create_many(model_world *w, operation *op)
{
    const model_source source = {FROM_POOL, 0};
    const model_pool *pool = &w->pools[op->pool];
    uint32_t n = op->n;
    bool born = true;

    if (pool->plan.when_full >= PLAN_FULL_STEAL_OLDEST && n > pool->capacity)
        n = pool->capacity;
    op->result = 0;
    while (op->result < n && born) {
        model_create(w, op->pool, source, false, op->flag, &born);
        op->result += born;
    }
    if (born && n != 0)
        w->last = TRP_OK;
    op->last = n != 0 ? (uint32_t)w->last : CALL_CODES;
}
