/* Layers. */
#include "model.h"

/* Whether a layer exists and may be changed now. */
static trp_result find(model_world *w, uint32_t pool, uint32_t layer)
{
    if (w->drawing)
        return model_misuse(w, pool, TRP_BUSY);
    return layer >= LAYERS ? model_misuse(w, pool, TRP_ERR_VALUE) : TRP_OK;
}

void model_do_layer_enabled(model_world *w, operation *op)
{
    op->result = find(w, POOLS, op->noun);
    if (op->result == TRP_OK)
        w->layers[op->noun].enabled = op->flag;
}

void model_do_layer_visible(model_world *w, operation *op)
{
    op->result = find(w, POOLS, op->noun);
    if (op->result == TRP_OK)
        w->layers[op->noun].visible = op->flag;
}

void model_do_layer_scale(model_world *w, operation *op)
{
    const float scale = time_of(op->n);

    op->result = find(w, POOLS, op->noun);
    if (op->result != TRP_OK)
        return;
    if (!model_is_time(scale))
        op->result = model_misuse(w, POOLS, TRP_ERR_VALUE);
    else
        w->layers[op->noun].scale = scale;
}

/* A tick that has not updated it visits it again. */
static void move(model_world *w, uint32_t segment)
{
    if (!w->pools[segment].was_updated)
        w->pools[segment].ticked = 0;
}

void model_do_layer_place(model_world *w, operation *op)
{
    const uint32_t place = op->n & 3;
    uint32_t at = 0;

    op->result = find(w, POOLS, op->noun);
    if (op->result != TRP_OK)
        return;
    if (place >= LAYERS)
        op->result = model_misuse(w, POOLS, TRP_ERR_VALUE);
    else if (w->layer_walks != 0 || w->ending)
        op->result = model_misuse(w, POOLS, TRP_BUSY);
    else {
        while (w->places[at] != op->noun)
            at++;
        for (; at < place; at++)
            w->places[at] = w->places[at + 1];
        for (; at > place; at--)
            w->places[at] = w->places[at - 1];
        w->places[place] = op->noun;
        w->layers[op->noun].passed = false;
        for (uint32_t i = 0; i < w->layers[op->noun].count; i++)
            move(w, w->layers[op->noun].segments[i]);
        w->reordered++;
    }
}

void model_do_pool_layer(model_world *w, operation *op)
{
    const uint8_t segment = w->pools[op->pool].segment;
    model_layer *from = &w->layers[w->pools[op->pool].layer];
    uint32_t kept = 0;

    op->result = find(w, op->pool, op->noun);
    if (op->result != TRP_OK)
        return;
    if (w->layer_walks != 0 || w->ending) {
        op->result = model_misuse(w, op->pool, TRP_BUSY);
        return;
    }
    for (uint32_t i = 0; i < from->count; i++)
        if (from->segments[i] != segment)
            from->segments[kept++] = from->segments[i];
    from->count = kept;
    w->layers[op->noun].segments[w->layers[op->noun].count++] = segment;
    for (uint32_t i = 0; i < w->pool_count; i++)
        if (w->pools[i].segment == segment)
            w->pools[i].layer = op->noun;
    move(w, segment);
    w->reordered++;
}

static void walk(model_world *w, operation *op, bool keeps)
{
    const model_layer *layer = &w->layers[op->noun];
    model_frame frame = {0};

    frame.only = POOLS;
    frame.keeps = keeps;
    frame.sifts = op;
    model_push(w, &frame);
    w->layer_walks++;
    for (uint32_t i = 0; i < layer->count; i++)
        model_walk_segment(w, &frame, layer->segments[i]);
    w->layer_walks--;
    model_pop(w, &frame);
}

void model_do_layer_each(model_world *w, operation *op)
{
    op->result = find(w, POOLS, op->noun);
    if (op->result != TRP_OK)
        return;
    if (op->flag)
        op->result = model_misuse(w, POOLS, TRP_ERR_NULL);
    else
        walk(w, op, false);
}

/* Pools created during the call, with numbers from `count` up, are left out. */
static void bar(model_world *w, uint32_t layer, uint32_t count, uint32_t by)
{
    for (uint32_t i = 0; i < count; i++)
        if (w->pools[i].layer == layer)
            w->pools[i].barred += by;
}

void model_do_layer_clear(model_world *w, operation *op)
{
    const uint32_t count = w->pool_count;

    op->result = find(w, POOLS, op->noun);
    if (op->result != TRP_OK)
        return;
    w->layer_walks++;
    bar(w, op->noun, count, 1);
    for (uint32_t i = 0; i < w->layers[op->noun].count; i++)
        for (uint32_t pool = w->layers[op->noun].segments[i]; pool < count; pool++)
            if (w->pools[pool].segment == w->layers[op->noun].segments[i])
                model_clear(w, pool, TRP_REASON_CLEARED);
    bar(w, op->noun, count, ~0u);
    w->layer_walks--;
}

/* Those that were last active before that time. */
static void expire_sleepers(model_world *w, uint32_t pool, uint64_t start)
{
    const model_pool *it = &w->pools[pool];

    for (uint32_t slot = 0; slot < it->capacity; slot++)
        if (w->actors[it->first + slot].state == ASLEEP &&
            w->actors[it->first + slot].since <= start)
            model_expire_actor(w, it->first + slot, TRP_REASON_EXPIRED);
}

void model_do_layer_expire(model_world *w, operation *op)
{
    uint64_t start;

    op->result = find(w, POOLS, op->noun);
    if (op->result != TRP_OK)
        return;
    start = ++w->clock;
    w->layer_walks++;
    walk(w, op, true);
    for (uint32_t i = 0; i < w->layers[op->noun].count; i++)
        for (uint32_t pool = w->layers[op->noun].segments[i]; pool < w->pool_count; pool++)
            if (w->pools[pool].segment == w->layers[op->noun].segments[i])
                expire_sleepers(w, pool, start);
    w->layer_walks--;
}
