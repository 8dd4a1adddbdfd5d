/*
 * Layers: their settings, their order, and calls for all actors of a layer.
 */
#include "../core/core.h"

/* Whether a call is refused on this layer, which it would change. */
static bool layer_is_refused(trp__call *call, uint32_t layer)
{
    return trp__is_shut(call) ||
           trp__refuses(call, layer >= call->world->layer_count, TRP_ERR_VALUE,
                        TRP__TEXT("the world has no such layer: see desc.layers of the world"));
}

/* Whether layers must not move. */
static bool layer_is_held(trp__call *call)
{
    return trp__refuses(call, call->world->layer_walks != 0 || call->world->ending, TRP_BUSY,
                        TRP__TEXT("all actors of a layer are being visited"));
}

static const trp__layer *layer_look(const trp_world *world, uint32_t layer)
{
    return world != NULL && layer < world->layer_count ? &world->layers[layer] : NULL;
}

trp_result trp_layer_set_enabled(trp_world *world, uint32_t layer, bool enabled)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_layer_set_enabled"));

    if (!layer_is_refused(&call, layer))
        world->layers[layer].state.enabled = enabled;
    return call.result;
}

bool trp_layer_enabled(const trp_world *world, uint32_t layer)
{
    const trp__layer *found = layer_look(world, layer);

    return found != NULL && found->state.enabled;
}

trp_result trp_layer_set_visible(trp_world *world, uint32_t layer, bool visible)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_layer_set_visible"));

    if (!layer_is_refused(&call, layer))
        world->layers[layer].state.visible = visible;
    return call.result;
}

bool trp_layer_visible(const trp_world *world, uint32_t layer)
{
    const trp__layer *found = layer_look(world, layer);

    return found != NULL && found->state.visible;
}

trp_result trp_layer_set_time_scale(trp_world *world, uint32_t layer, float scale)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_layer_set_time_scale"));

    return layer_is_refused(&call, layer)
               ? call.result
               : trp__set_scale(&call, &world->layers[layer].state.scale, scale);
}

/* The order */

/* A segment is moved: a tick that has not updated it visits it again. */
static void layer_untick(trp_pool *segment)
{
    if (segment->state.ticked % 2 == 0)
        segment->state.ticked = 0;
}

trp_result trp_layer_set_place(trp_world *world, uint32_t layer, uint32_t place)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_layer_set_place"));
    trp__layer *found;
    uint32_t at;

    if (layer_is_refused(&call, layer) ||
        trp__refuses(&call, place >= world->layer_count, TRP_ERR_VALUE,
                     TRP__TEXT("place must be below the number of layers")) ||
        layer_is_held(&call))
        return call.result;
    found = &world->layers[layer];
    for (at = found->state.place; at != place; at = at < place ? at + 1 : at - 1) {
        const uint32_t next = at < place ? at + 1 : at - 1;
        world->layers[at].state.at = world->layers[next].state.at;
        world->layers[world->layers[at].state.at].state.place = at;
    }
    world->layers[place].state.at = layer;
    found->state.place = place;
    found->state.passed = false;
    for (trp_pool *segment = trp__pool_numbered(world, found->state.first); segment != NULL;
         segment = trp__pool_numbered(world, segment->state.next))
        layer_untick(segment);
    world->reordered++;
    return TRP_OK;
}

trp_result trp_pool_set_layer(trp_pool *pool, uint32_t layer)
{
    trp__call call = trp__call_on_pool(pool, TRP__TEXT("trp_pool_set_layer"));

    if (layer_is_refused(&call, layer) || layer_is_held(&call))
        return call.result;
    trp__remove_segment(pool->world, pool->segment);
    trp__append_segment(pool->world, layer, pool->segment);
    layer_untick(pool->segment);
    for (trp_pool *joined = pool->segment; joined != NULL; joined = joined->joined)
        joined->state.layer = layer;
    pool->world->reordered++;
    return TRP_OK;
}

/* Calls for a whole layer */

/* One walk over the segments of a layer, which do not move meanwhile. */
static void layer_walk(trp_world *world, const trp__layer *layer, trp_actor_fn *visit, void *arg,
                       const char *call)
{
    trp_context in = trp__context(world, NULL, NULL, arg);
    trp__frame frame = {0};

    frame.begun = trp__limit_now(world);
    frame.visit = visit;
    frame.in = &in;
    frame.call = call;
    trp__push_frame(world, &frame);
    world->layer_walks++;
    for (trp_pool *segment = trp__pool_numbered(world, layer->state.first); segment != NULL;
         segment = trp__pool_numbered(world, segment->state.next))
        trp__walk_segment(&frame, segment);
    world->layer_walks--;
    trp__pop_frame(world, &frame);
}

trp_result trp_layer_for_each(trp_world *world, uint32_t layer, trp_actor_fn *visit, void *arg)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_layer_for_each"));

    if (!layer_is_refused(&call, layer) &&
        !trp__refuses(&call, visit == NULL, TRP_ERR_NULL, TRP__TEXT("visit is NULL")))
        layer_walk(world, &world->layers[layer], visit, arg, call.name);
    return call.result;
}

/* Pools created during the call, with numbers from `count` up, are left out. */
static void layer_bar(const trp_world *world, const trp__layer *layer, uint32_t count, bool on)
{
    for (trp_pool *pool = NULL; (pool = trp__next_in_layer(world, layer, pool)) != NULL;)
        if (pool->number < count)
            pool->barred += on ? 1u : ~0u;
}

/* Whether the ending is possible in all pools of the layer. */
static trp_result layer_check_ending(const trp_world *world, const trp__layer *layer,
                                     const char *call, const trp_ending *ending)
{
    trp_result result = TRP_OK;

    for (trp_pool *pool = NULL;
         result == TRP_OK && (pool = trp__next_in_layer(world, layer, pool)) != NULL;)
        result = trp__check_ending(pool, NULL, call, ending, TRP_REASON_CLEARED);
    return result;
}

static void layer_clear(trp_world *world, const trp__layer *layer, const trp_ending *ending,
                        const char *call)
{
    const uint32_t count = world->pool_count;

    layer_bar(world, layer, count, true);
    for (trp_pool *pool = NULL; (pool = trp__next_in_layer(world, layer, pool)) != NULL;)
        if (pool->number < count)
            trp__clear(pool, ending, TRP_REASON_CLEARED, call);
    layer_bar(world, layer, count, false);
}

static void layer_expire(trp_world *world, const trp__layer *layer, const trp_ending *ending,
                         const char *call)
{
    const uint32_t limit = trp__limit_now(world);

    for (trp_pool *segment = trp__pool_numbered(world, layer->state.first); segment != NULL;
         segment = trp__pool_numbered(world, segment->state.next))
        trp__expire_active(segment, NULL, ending, limit, call);
    for (trp_pool *pool = NULL; (pool = trp__next_in_layer(world, layer, pool)) != NULL;)
        trp__expire_sleepers(pool, ending, limit, call);
}

trp_result trp_layer_clear(trp_world *world, uint32_t layer, const trp_ending *ending)
{
    trp__call call = trp__call_on_world(world, TRP__TEXT("trp_layer_clear"));
    const trp__layer *found;
    trp_result result;

    if (layer_is_refused(&call, layer))
        return call.result;
    found = &world->layers[layer];
    result = layer_check_ending(world, found, call.name, ending);
    if (result != TRP_OK)
        return result;
    world->layer_walks++;
    if (ending != NULL && ending->later)
        layer_expire(world, found, ending, call.name);
    else
        layer_clear(world, found, ending, call.name);
    world->layer_walks--;
    return TRP_OK;
}

trp_layer_facts trp_layer_info(const trp_world *world, uint32_t layer)
{
    const trp__layer *found = layer_look(world, layer);
    trp_layer_facts facts = {0};

    facts.place = TRP_MAX_LAYERS;
    if (found == NULL)
        return facts;
    facts.name = found->name;
    facts.place = found->state.place;
    facts.time_scale = found->state.scale;
    facts.enabled = found->state.enabled;
    facts.visible = found->state.visible;
    for (const trp_pool *pool = NULL; (pool = trp__next_in_layer(world, found, pool)) != NULL;)
        facts.live += pool->state.live;
    return facts;
}
