/* Worlds: the tick, the drawing, the end. */
#include "model.h"

#include <string.h>

void model_reset(model_world *w, uint8_t number)
{
    memset(w, 0, offsetof(model_world, lists));
    w->number = number;
    w->id = number == 0 ? 7 : 255;
    w->scale = 1;
    for (uint8_t k = 0; k < LAYERS; k++) {
        w->places[k] = k;
        w->layers[k].enabled = w->layers[k].visible = true;
        w->layers[k].scale = 1;
    }
    for (uint32_t k = 0; k < GUESTS; k++)
        w->guests[k].actor = NO_INDEX;
    for (uint32_t k = 0; k < WATCHERS; k++)
        w->watching[k] = POOLS + 1;
}

trp_result model_misuse(model_world *w, uint32_t pool, trp_result result)
{
    record *at = driver_record(RECORD_MISUSE);

    at->world = w->number;
    at->actor.pool = (uint8_t)pool;
    at->extra = result;
    w->misuse++;
    if (pool < POOLS)
        w->pools[pool].misuse++;
    return result;
}

target model_target(const model_world *w, uint32_t actor)
{
    target to = {TO_NULL, w->number, 0, 0};

    if (actor == NO_INDEX)
        return to;
    to.pool = w->actors[actor].pool;
    to.kind = w->pools[to.pool].is_external ? TO_GUEST : TO_SLOT;
    to.slot = to.kind == TO_GUEST ? w->actors[actor].guest : w->actors[actor].slot;
    return to;
}

record model_hook(const model_world *w, hook_kind hook, uint32_t actor)
{
    record at = {0};

    at.kind = RECORD_BEGIN;
    at.hook = (uint8_t)hook;
    at.world = w->number;
    at.actor = model_target(w, actor);
    return at;
}

void model_call(record at)
{
    *driver_record(RECORD_BEGIN) = at;
    if (at.hook != HOOK_WATCH ||
        ((at.extra >> 4 & 0xFFFF) != TRP_EVENT_TRIMMED &&
         (at.extra >> 4 & 0xFFFF) != TRP_EVENT_SHUTDOWN)) /* which must change nothing */
        driver_nested();
    driver_record(RECORD_END);
}

/* Handles */

trp_handle model_handle(const model_world *w, uint32_t actor)
{
    trp_handle handle = {0, 0};

    if (actor == NO_INDEX || !model_is_alive(w, actor))
        return handle;
    handle.index = w->id << 24 | (w->pools[w->actors[actor].pool].base + w->actors[actor].slot);
    handle.generation = w->actors[actor].generation;
    return handle;
}

uint32_t model_get(const model_world *w, trp_handle handle)
{
    const uint32_t index = handle.index & (TRP_MAX_SLOTS - 1);

    if (handle.generation == 0 || handle.index >> 24 != w->id)
        return NO_INDEX;
    for (uint32_t i = 0; i < w->pool_count; i++) {
        const model_pool *pool = &w->pools[i];
        const uint32_t slot = index - pool->base;
        if (index < pool->base || slot >= pool->capacity)
            continue;
        if (model_is_alive(w, pool->first + slot) &&
            w->actors[pool->first + slot].generation == handle.generation)
            return pool->first + slot;
    }
    return NO_INDEX;
}

/* Time */

bool model_is_time(float value)
{
    return value >= 0 && value - value == 0;
}

static void update_whole_pool(model_world *w, model_frame *frame, uint32_t pool)
{
    record at = model_hook(w, HOOK_UPDATE_POOL, NO_INDEX);

    model_arrive(w, frame, pool);
    if (w->pools[pool].plan.asks)
        model_walk_here(w, frame);
    frame->tick_pool = pool;
    frame->tick_dt = frame->dt * w->pools[pool].scale;
    at.actor.pool = (uint8_t)pool;
    at.extra = float_bits(frame->tick_dt);
    at.more = frame->layer;
    const model_frame *outer = w->updating;
    w->updating = frame;
    model_call(at);
    w->updating = outer;
    if (w->pools[pool].plan.asks || w->pools[pool].expired != 0)
        model_walk_here(w, frame);
    frame->segment = POOLS;
}

static void update_segment(model_world *w, model_frame *frame, uint32_t segment)
{
    bool updates = false;
    bool expired = false;

    for (uint32_t i = segment; i < w->pool_count; i++)
        if (w->pools[i].segment == segment) {
            updates |= w->pools[i].plan.updates || w->pools[i].plan.asks;
            expired |= w->pools[i].expired != 0;
        }
    if (frame->updates && w->pools[segment].plan.updates_pool)
        update_whole_pool(w, frame, segment);
    else if (expired || (frame->updates && updates))
        model_walk_segment(w, frame, segment);
}

/* False: layers or pools have been moved, so unvisited ones may now be before the tick. */
static bool update_layers(model_world *w, model_frame *frame)
{
    const uint32_t reordered = w->reordered;

    for (uint32_t place = 0; place < LAYERS; place++) {
        model_layer *layer = &w->layers[w->places[place]];
        for (uint32_t i = 0; i < layer->count; i++) {
            const uint32_t segment = layer->segments[i];
            if (w->pools[segment].ticked == w->ticks)
                continue;
            w->pools[segment].ticked = w->ticks;
            w->pools[segment].was_updated = layer->enabled;
            frame->layer = w->places[place];
            frame->dt = frame->unscaled_dt * w->scale * layer->scale;
            frame->updates = layer->enabled;
            update_segment(w, frame, segment);
            if (w->reordered != reordered)
                return false;
        }
        layer->passed = true;
    }
    return true;
}

void model_do_update_all(model_world *w, operation *op)
{
    const float dt = time_of(op->n);
    model_frame frame = {0};

    if (w->ticking || w->drawing || model_is_in_pass(w))
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (!model_is_time(dt))
        op->result = model_misuse(w, POOLS, TRP_ERR_VALUE);
    else {
        w->ticking = true;
        w->ticks++;
        if (w->frames == NULL)
            w->lost_walks = w->open_walks;
        model_fire_timers(w, dt);
        frame.is_tick = true;
        frame.only = POOLS;
        frame.unscaled_dt = dt;
        model_push(w, &frame);
        while (!update_layers(w, &frame)) {
        }
        for (uint32_t i = 0; i < LAYERS; i++)
            w->layers[i].passed = false;
        model_pop(w, &frame);
        model_read_spaces(w);
        w->ticking = false;
        model_play_events(w);
        model_after_tick(w, dt);
        model_forget_chunks(w);
        op->result = TRP_OK;
    }
}

void model_do_draw_all(model_world *w, operation *op)
{
    if (w->ticking || w->drawing) {
        op->result = model_misuse(w, POOLS, TRP_BUSY);
        return;
    }
    w->drawing = true;
    for (uint32_t place = 0; place < LAYERS; place++) {
        const model_layer *layer = &w->layers[w->places[place]];
        for (uint32_t i = 0; layer->visible && i < layer->count; i++) {
            const uint32_t open_walks = w->open_walks;
            model_draw_segment(w, layer->segments[i], w->places[place]);
            w->open_walks = open_walks; /* those that callbacks have left are over */
        }
    }
    w->drawing = false;
    op->result = TRP_OK;
}

void model_do_world_scale(model_world *w, operation *op)
{
    const float scale = time_of(op->n);

    if (w->drawing)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else if (!model_is_time(scale))
        op->result = model_misuse(w, POOLS, TRP_ERR_VALUE);
    else {
        w->scale = scale;
        op->result = TRP_OK;
    }
}

/* The end */

/* Only called if it is refused. */
void model_do_destroy(model_world *w, operation *op)
{
    op->result = model_misuse(w, POOLS, TRP_BUSY);
}

void model_end(model_world *w)
{
    w->ending = true;
    for (uint32_t i = 0; i < w->pool_count; i++)
        w->pools[i].barred++;
    for (uint32_t place = 0; place < LAYERS; place++) {
        const model_layer *layer = &w->layers[w->places[place]];
        for (uint32_t i = 0; i < layer->count; i++)
            for (uint32_t k = layer->segments[i]; k < w->pool_count; k++)
                if (w->pools[k].segment == layer->segments[i])
                    model_clear(w, k, TRP_REASON_SHUTDOWN);
    }
    model_tell_end(w);
}

/* Calls without required arguments: they return a result, and no misuse is reported. */
void model_do_nulls(model_world *w, operation *op)
{
    static const trp_result results[] = {TRP_GONE,     TRP_ERR_NULL, TRP_ERR_NULL, TRP_ERR_NULL,
                                         TRP_ERR_NULL, TRP_ERR_NULL, TRP_ERR_NULL, TRP_ERR_NULL,
                                         TRP_ERR_NULL, TRP_ERR_NULL, TRP_GONE,     TRP_ERR_NULL,
                                         TRP_ERR_NULL, TRP_GONE,     TRP_GONE,     TRP_ERR_NULL};

    (void)w;
    op->n %= (uint32_t)(sizeof results / sizeof results[0]);
    op->result = results[op->n];
}
