/*
 * The second pass: time, layers, and their pools in order.
 */
#include "load.h"

trp_result trp__read_world(trp__loading *loading, const trp__saved_chunk *chunk,
                           trp__saved_world *world)
{
    trp__reader reader = trp__read_from(loading->bytes, chunk->from, chunk->end);
    trp_result result;

    memset(world, 0, sizeof *world);
    result = trp__read_own(loading, &reader, &trp__saved_world_type, world);
    if (result == TRP_OK && (!trp__is_time(world->scale) || !trp__is_time(world->dt)))
        result = TRP_ERR_DAMAGED;
    return result;
}

trp_result trp__read_layer(trp__loading *loading, const trp__saved_chunk *chunk,
                           trp__saved_layer *layer)
{
    trp_result result;

    memset(layer, 0, sizeof *layer);
    layer->pools = trp__read_from(loading->bytes, chunk->from, chunk->end);
    layer->name = trp__name_now(loading, trp__read_name(&layer->pools));
    result = trp__read_own(loading, &layer->pools, &trp__saved_layer_type, layer);
    if (result == TRP_OK &&
        (!trp__is_time(layer->scale) || (layer->pools.end - layer->pools.at) % 4 != 0))
        result = TRP_ERR_DAMAGED;
    return result;
}

/* A layer of the file has this name. */
static bool load_layer_file_names(const trp__loading *loading, const char *name)
{
    trp__saved_chunk chunk;

    chunk.end = TRP__SAVE_HEAD;
    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_LAYER, &chunk)) {
        trp__reader reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
        if (trp__same_text(trp__name_now(loading, trp__read_name(&reader)), name))
            return true;
    }
    return false;
}

/* The world's layer: by name or, where one of both has no name, by number; each layer at most
 * once. */
static trp__layer *layer_for(const trp__loading *loading, const trp__saved_layer *saved)
{
    const trp_world *world = loading->world;
    const uint32_t number = saved->number;
    const char *name = saved->name;
    trp__layer *layer;

    for (uint32_t i = 0; i < world->layer_count && name[0] != '\0'; i++)
        if (world->layers[i].name != NULL && trp__same_text(world->layers[i].name, name))
            return &world->layers[i];
    if (number >= world->layer_count)
        return NULL;
    layer = &world->layers[number];
    if (layer->name == NULL || layer->name[0] == '\0')
        return layer;
    return name[0] != '\0' || load_layer_file_names(loading, layer->name) ? NULL : layer;
}

static void load_layer_move_segment(trp_world *world, uint32_t layer, trp_pool *segment)
{
    trp__remove_segment(world, segment);
    trp__append_segment(world, layer, segment);
    for (trp_pool *joined = segment; joined != NULL; joined = joined->joined)
        joined->state.layer = layer;
}

static void load_layer_fill(const trp__loading *loading, trp__layer *layer, trp__saved_layer *saved)
{
    layer->state.scale = saved->scale;
    layer->state.enabled = saved->enabled;
    layer->state.visible = saved->visible;
    while (saved->pools.at < saved->pools.end) {
        const uint32_t number = trp__read_32(&saved->pools);
        trp_pool *pool = number < loading->pool_count ? loading->pools[number].named : NULL;
        if (pool != NULL && pool->segment == pool)
            load_layer_move_segment(loading->world, (uint32_t)(layer - loading->world->layers),
                                    pool);
    }
}

/* Layers follow one another as in the file: each one that is read is put last. */
static void load_layer_place_last(trp_world *world, const trp__layer *layer)
{
    const uint32_t last = world->layer_count - 1;

    for (uint32_t at = layer->state.place; at < last; at++) {
        world->layers[at].state.at = world->layers[at + 1].state.at;
        world->layers[world->layers[at].state.at].state.place = at;
    }
    world->layers[last].state.at = (uint32_t)(layer - world->layers);
    world->layers[world->layers[last].state.at].state.place = last;
}

/* Layers that the file lacks come first, unchanged. */
void trp__fill_layers(trp__loading *loading)
{
    trp_world *world = loading->world;
    trp__saved_world numbers;
    trp__saved_chunk chunk;

    (void)trp__chunk_after(loading->bytes, loading->size, TRP__SAVE_HEAD, TRP__SAVE_WORLD, &chunk);
    (void)trp__read_world(loading, &chunk, &numbers);
    world->state.scale = numbers.scale;
    world->state.dt = numbers.dt;
    world->product = trp__product;
    chunk.end = TRP__SAVE_HEAD;
    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_LAYER, &chunk)) {
        trp__saved_layer saved;
        trp__layer *layer;
        (void)trp__read_layer(loading, &chunk, &saved);
        layer = layer_for(loading, &saved);
        if (layer == NULL)
            continue;
        load_layer_fill(loading, layer, &saved);
        load_layer_place_last(world, layer);
    }
}
