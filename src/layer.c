#include "internal.h"

/* The layer, if it may be changed now. */
static trp_result find(trp_world *world, uint32_t layer, const char *call, trp__layer **found)
{
    if (world == NULL)
        return TRP_ERR_NULL;
    if (world->drawing)
        return trp__misuse(world, NULL, NULL, call, TRP_BUSY, "the world is being drawn");
    if (layer >= world->layer_count)
        return trp__misuse(world, NULL, NULL, call, TRP_ERR_VALUE, "the world has no such layer");
    *found = &world->layers[layer];
    return TRP_OK;
}

uint32_t trp_layer_count(const trp_world *world)
{
    return world != NULL ? world->layer_count : 0;
}

trp_result trp_layer_set_enabled(trp_world *world, uint32_t layer, bool enabled)
{
    trp__layer *found = NULL;
    const trp_result result = find(world, layer, "trp_layer_set_enabled", &found);

    if (result == TRP_OK)
        found->enabled = enabled;
    return result;
}

trp_result trp_layer_set_visible(trp_world *world, uint32_t layer, bool visible)
{
    trp__layer *found = NULL;
    const trp_result result = find(world, layer, "trp_layer_set_visible", &found);

    if (result == TRP_OK)
        found->visible = visible;
    return result;
}

trp_result trp_layer_set_time_scale(trp_world *world, uint32_t layer, float scale)
{
    trp__layer *found = NULL;
    const trp_result result = find(world, layer, "trp_layer_set_time_scale", &found);

    if (result != TRP_OK)
        return result;
    if (!trp__is_time(scale))
        return trp__misuse(world, NULL, NULL, "trp_layer_set_time_scale", TRP_ERR_VALUE,
                           "the scale must be 0 or more, and finite");
    found->scale = scale;
    return TRP_OK;
}

bool trp_layer_enabled(const trp_world *world, uint32_t layer)
{
    return world != NULL && layer < world->layer_count && world->layers[layer].enabled;
}

bool trp_layer_visible(const trp_world *world, uint32_t layer)
{
    return world != NULL && layer < world->layer_count && world->layers[layer].visible;
}

float trp_layer_time_scale(const trp_world *world, uint32_t layer)
{
    return world != NULL && layer < world->layer_count ? world->layers[layer].scale : 0;
}
