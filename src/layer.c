#include "internal.h"

/* The layer, or NULL after a report. */
static trp__layer *find(trp_world *world, uint32_t layer, const char *call)
{
    if (layer < world->layer_count)
        return &world->layers[layer];
    trp__misuse(world, NULL, NULL, call, TRP_ERR_VALUE, "no such layer");
    return NULL;
}

uint32_t trp_layer_count(const trp_world *world)
{
    return world != NULL ? world->layer_count : 0;
}

trp_result trp_layer_set_enabled(trp_world *world, uint32_t layer, bool enabled)
{
    trp__layer *found;

    if (world == NULL)
        return TRP_ERR_NULL;
    found = find(world, layer, "trp_layer_set_enabled");
    if (found == NULL)
        return TRP_ERR_VALUE;
    found->enabled = enabled;
    return TRP_OK;
}

trp_result trp_layer_set_visible(trp_world *world, uint32_t layer, bool visible)
{
    trp__layer *found;

    if (world == NULL)
        return TRP_ERR_NULL;
    found = find(world, layer, "trp_layer_set_visible");
    if (found == NULL)
        return TRP_ERR_VALUE;
    found->visible = visible;
    return TRP_OK;
}

trp_result trp_layer_set_time_scale(trp_world *world, uint32_t layer, float scale)
{
    trp__layer *found;

    if (world == NULL)
        return TRP_ERR_NULL;
    found = find(world, layer, "trp_layer_set_time_scale");
    if (found == NULL)
        return TRP_ERR_VALUE;
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
