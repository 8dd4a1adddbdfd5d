/*
 * The second pass: time, layers, and their pools in order.
 */
#include "load.h"

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
static trp__layer *layer_for(const trp__loading *loading, const char *name, uint32_t number)
{
    const trp_world *world = loading->world;
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

/* Layers that the file lacks come first, unchanged. */
static void fill_layer(const trp__loading *loading, trp__reader reader)
{
    trp_world *world = loading->world;
    const char *name = trp__name_now(loading, trp__read_name(&reader));
    trp__layer *layer = layer_for(loading, name, trp__read_32(&reader));

    if (layer == NULL)
        return;
    layer->state.scale = trp__read_float(&reader);
    layer->state.enabled = trp__read_8(&reader) != 0;
    layer->state.visible = trp__read_8(&reader) != 0;
    while (reader.at < reader.end) {
        const uint32_t number = trp__read_32(&reader);
        trp_pool *pool = number < loading->pool_count ? loading->pools[number].named : NULL;
        if (pool != NULL && pool->segment == pool)
            load_layer_move_segment(world, (uint32_t)(layer - world->layers), pool);
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

void trp__fill_layers(trp__loading *loading)
{
    trp_world *world = loading->world;
    trp__saved_chunk chunk;
    trp__reader reader;

    (void)trp__chunk_after(loading->bytes, loading->size, TRP__SAVE_HEAD, TRP__SAVE_WORLD, &chunk);
    reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
    world->state.scale = trp__read_float(&reader);
    world->state.dt = trp__read_float(&reader);
    world->product = trp__product;
    chunk.end = TRP__SAVE_HEAD;
    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_LAYER, &chunk)) {
        const char *name;
        const trp__layer *layer;
        reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
        fill_layer(loading, reader);
        name = trp__name_now(loading, trp__read_name(&reader));
        layer = layer_for(loading, name, trp__read_32(&reader));
        if (layer != NULL)
            load_layer_place_last(world, layer);
    }
}
