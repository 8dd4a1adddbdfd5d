/*
 * Timers: an unsorted list of started ones, which a tick searches for each slot. Queues: an array.
 */
#include "model.h"

static bool runs(const model_world *w, const model_timer *timer)
{
    return model_is_alive(w, timer->actor) &&
           w->actors[timer->actor].generation == timer->generation;
}

const model_timer *model_timer_of(const model_world *w, uint32_t table, uint32_t actor)
{
    const model_timers *of = &w->tables[table];

    for (uint32_t i = 0; i < of->count; i++)
        if (of->timers[i].actor == actor && runs(w, &of->timers[i]))
            return &of->timers[i];
    return NULL;
}

static void take_out(model_timers *of, uint32_t actor)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < of->count; i++)
        if (of->timers[i].actor != actor)
            of->timers[kept++] = of->timers[i];
    of->count = kept;
}

/* Time */

/* Below 2^32 seconds, without double: boards have none. */
static uint64_t units_of(float seconds)
{
    const uint32_t whole = (uint32_t)seconds;
    const float rest = (seconds - (float)whole) * 4294967296.0f; /* exact, below 2^32 */
    const uint32_t units = (uint32_t)rest;

    return ((uint64_t)whole << 32) + units + (rest - (float)units >= 0.5f);
}

static float dt_of(const model_world *w, uint32_t pool, float dt)
{
    const float scaled = dt * w->scale * w->layers[w->pools[pool].layer].scale;

    return scaled * w->pools[pool].scale;
}

static uint64_t reach_of(const model_timers *of)
{
    return of->now + (of->clock == TRP_CLOCK_SECONDS ? 1u << 20 : 0);
}

static void move_clock(model_world *w, model_timers *of, float dt)
{
    const bool enabled = w->layers[w->pools[of->pool].layer].enabled;

    if (of->clock == TRP_CLOCK_WORLD_TICKS)
        of->now++;
    else if (enabled)
        of->now += of->clock == TRP_CLOCK_TICKS ? 1 : units_of(dt_of(w, of->pool, dt));
}

/* Firing */

static bool ends_lives(const model_timers *of)
{
    return of->due == TRP_DUE_EXPIRE || of->due == TRP_DUE_RECYCLE;
}

static int64_t after_now(const model_timers *of, uint64_t due)
{
    return (int64_t)(due - of->now);
}

/* Whether a timer is due after the moment at which the life ends, by the same clock. */
static bool is_beyond(const model_world *w, uint32_t table, uint32_t actor, uint64_t due)
{
    const model_timers *of = &w->tables[table];
    const model_pool *pool = &w->pools[of->pool];
    const uint64_t until = w->actors[actor].until;
    const int64_t at = after_now(of, due) - (int64_t)(reach_of(of) - of->now);

    if (of->due == TRP_DUE_WAKE)
        return false;
    if (pool->plan.has_lifetime && of->clock == TRP_CLOCK_TICKS && until != 0 &&
        until <= pool->clock && at > (int64_t)(until - pool->clock))
        return true;
    for (uint32_t i = 0; i < TABLES; i++) {
        const model_timers *other = &w->tables[i];
        const model_timer *end;
        if (i == table || !other->is_made || !ends_lives(other) || other->pool != of->pool ||
            other->clock != of->clock)
            continue;
        end = model_timer_of(w, i, actor);
        if (end != NULL && end->due <= reach_of(other) && at > after_now(other, end->due))
            return true;
    }
    return false;
}

/* Wakes, calls, and ends. Returns whether the life continues. */
static bool act(model_world *w, uint32_t table, model_frame *frame, uint32_t actor, record at)
{
    const uint32_t generation = w->actors[actor].generation;
    const uint8_t due = w->tables[table].due;
    operation op = {0};

    op.a = model_target(w, actor);
    if (due == TRP_DUE_WAKE && w->actors[actor].state == ASLEEP)
        model_do_activate(w, &op);
    if (w->tables[table].calls && w->actors[actor].generation == generation)
        model_call(at);
    if (frame->current != actor || w->actors[actor].generation != generation ||
        !model_is_alive(w, actor))
        return false;
    if (due == TRP_DUE_EXPIRE)
        model_do_expire(w, &op);
    else if (due == TRP_DUE_RECYCLE)
        model_do_recycle(w, &op);
    return w->actors[actor].generation == generation && model_is_alive(w, actor);
}

static void fire_actor(model_world *w, uint32_t table, model_frame *frame, uint32_t actor,
                       record at)
{
    model_timers *of = &w->tables[table];

    at.actor = model_target(w, actor);
    for (;;) {
        const model_timer *due = model_timer_of(w, table, actor);
        bool beyond;
        if (due == NULL || due->due > reach_of(of))
            return;
        beyond = is_beyond(w, table, actor, due->due);
        if (due->every == 0 || beyond)
            take_out(of, actor);
        else
            of->timers[due - of->timers].due += due->every;
        frame->current = actor;
        if (beyond || !act(w, table, frame, actor, at))
            return;
    }
}

static void fire_table(model_world *w, uint32_t table, float dt)
{
    const model_timers *of = &w->tables[table];
    const model_pool *pool = &w->pools[of->pool];
    record at = model_hook(w, HOOK_DUE, NO_INDEX);
    model_frame frame = {0};

    at.extra = float_bits(dt_of(w, of->pool, dt));
    at.more = (uint32_t)pool->layer << 8 | table;
    frame.only = POOLS;
    frame.segment = POOLS;
    frame.current = NO_INDEX;
    frame.keeps = true;
    model_push(w, &frame);
    for (uint32_t slot = 0; slot < pool->capacity; slot++)
        fire_actor(w, table, &frame, pool->first + slot, at);
    model_pop(w, &frame);
}

void model_fire_timers(model_world *w, float dt)
{
    for (uint32_t pool = 0; pool < w->pool_count; pool++)
        w->pools[pool].clock +=
            w->pools[pool].plan.has_lifetime && w->layers[w->pools[pool].layer].enabled;
    for (uint32_t i = 0; i < TABLES; i++)
        if (w->tables[i].is_made)
            move_clock(w, &w->tables[i], dt);
    for (uint32_t n = 0; n < 2 * w->pool_count; n++) /* in each pool those that end lives last */
        for (uint32_t serial = 1; serial <= w->tables_made; serial++)
            for (uint32_t i = 0; i < TABLES; i++)
                if (w->tables[i].is_made && w->tables[i].pool == n / 2 &&
                    ends_lives(&w->tables[i]) == (n % 2 != 0) && w->tables[i].serial == serial)
                    fire_table(w, i, dt);
}

/* The calls */

void model_do_timers_create(model_world *w, operation *op)
{
    model_timers *of = &w->tables[op->noun];
    const uint8_t clock = op->n & 3;

    op->result = TRP_OK;
    if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (clock == 3)
        op->result = model_misuse(w, POOLS, TRP_ERR_VALUE);
    else if (w->starves)
        op->result = model_misuse(w, POOLS, TRP_ERR_MEMORY);
    op->last = op->result;
    if (op->result != TRP_OK)
        return;
    of->is_made = true;
    of->pool = op->pool;
    of->clock = clock;
    of->due = op->n >> 2 & 3;
    of->calls = (op->n >> 4 & 3) != 0;
    of->serial = ++w->tables_made;
    of->room = w->pools[op->pool].capacity;
    of->now = 0;
    of->count = 0;
    w->block_pieces += 2;
}

void model_do_timers_destroy(model_world *w, operation *op)
{
    model_timers *of = &w->tables[op->noun];

    if (!of->is_made)
        op->result = TRP_GONE;
    else if (w->drawing || w->ticking)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else {
        of->is_made = false;
        of->count = 0;
        op->result = TRP_OK;
    }
}

/* The checks at the start of every call on an actor's timer. */
static trp_result enter(model_world *w, const model_timers *of, target to, uint32_t *actor)
{
    const trp_result result = model_enter(w, to, actor);

    if (result != TRP_OK)
        return result;
    if (!model_is_alive(w, *actor))
        return model_misuse(w, w->actors[*actor].pool, TRP_ERR_EXPIRED);
    if (w->actors[*actor].pool != of->pool)
        return model_misuse(w, w->actors[*actor].pool, TRP_ERR_FOREIGN);
    return TRP_OK;
}

static trp_result start(model_world *w, const operation *op, model_timers *of, uint32_t actor)
{
    const bool repeats = op->mode == 1;
    const float seconds = time_of(op->n);
    const bool is_time =
        op->flag ? seconds >= (repeats ? 1.0f / 1024 : 0) && seconds <= TRP_MAX_TIMER_SECONDS
                 : (!repeats || op->n != 0) && op->n <= TRP_MAX_TIMER_TICKS;
    const uint64_t units = op->flag ? (is_time ? units_of(seconds) : 0) : op->n;
    const uint32_t slot = w->actors[actor].slot;
    model_timer timer = {actor, w->actors[actor].generation, of->now + units, repeats ? units : 0};

    if (op->flag != (of->clock == TRP_CLOCK_SECONDS) || (op->mode == 2 && of->due != TRP_DUE_WAKE))
        return model_misuse(w, of->pool, TRP_ERR_DESC);
    if (!is_time)
        return model_misuse(w, of->pool, TRP_ERR_VALUE);
    if (slot >= of->room && w->starves)
        return model_misuse(w, of->pool, TRP_ERR_MEMORY);
    if (slot >= of->room)
        of->room = w->pools[of->pool].capacity;
    if (timer.due <= reach_of(of))
        timer.due = reach_of(of) + 1;
    take_out(of, actor);
    of->timers[of->count++] = timer;
    return TRP_OK;
}

void model_do_timer_start(model_world *w, operation *op)
{
    model_timers *of = &w->tables[op->noun];
    uint32_t actor;

    op->result = TRP_ERR_NULL;
    if (!of->is_made)
        return;
    op->result = enter(w, of, op->a, &actor);
    if (op->result == TRP_OK)
        op->result = start(w, op, of, actor);
    if (op->result == TRP_OK && op->mode == 2 && w->actors[actor].state == ACTIVE)
        model_do_deactivate(w, op);
}

void model_do_timer_stop(model_world *w, operation *op)
{
    model_timers *of = &w->tables[op->noun];
    uint32_t actor;

    op->result = TRP_ERR_NULL;
    if (!of->is_made)
        return;
    op->result = enter(w, of, op->a, &actor);
    if (op->result != TRP_OK)
        return;
    if (model_timer_of(w, op->noun, actor) == NULL)
        op->result = TRP_GONE;
    take_out(of, actor);
}

/* A queue */

void model_do_post(model_world *w, operation *op)
{
    if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (w->event_count == EVENTS)
        op->result = TRP_ERR_FULL;
    else {
        w->posted[w->event_count++] = op->n;
        op->result = TRP_OK;
    }
}

void model_play_events(model_world *w)
{
    if (w->playing)
        return;
    w->playing = true;
    w->calls++;
    for (uint32_t left = w->event_count; left > 0; left--) {
        record at = model_hook(w, HOOK_PLAY, NO_INDEX);
        at.extra = w->posted[0];
        model_call(at);
        w->event_count--;
        for (uint32_t i = 0; i < w->event_count; i++)
            w->posted[i] = w->posted[i + 1];
    }
    w->calls--;
    w->playing = false;
}
