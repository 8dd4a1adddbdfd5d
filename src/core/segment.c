/*
 * Segments, and layers, which are lists of them.
 */
#include "core.h"

trp__layer *trp__layer_at(const trp_world *world, uint32_t place)
{
    return &world->layers[world->layers[place].state.at];
}

trp_pool *trp__pool_numbered(const trp_world *world, uint32_t number)
{
    return number != TRP__NONE ? world->pools[number] : NULL;
}

static trp_pool *segment_from(const trp_world *world, uint32_t place)
{
    for (; place < world->layer_count; place++)
        if (trp__layer_at(world, place)->state.first != TRP__NONE)
            return world->pools[trp__layer_at(world, place)->state.first];
    return NULL;
}

trp_pool *trp__first_segment(const trp_world *world)
{
    return segment_from(world, 0);
}

trp_pool *trp__beside_segment(const trp_pool *segment, bool forward)
{
    const trp_world *world = segment->world;
    trp_pool *former = NULL;

    if (forward)
        return segment->state.next != TRP__NONE
                   ? world->pools[segment->state.next]
                   : segment_from(world, world->layers[segment->state.layer].state.place + 1);
    for (trp_pool *at = trp__first_segment(world); at != segment;
         at = trp__beside_segment(at, true))
        former = at;
    return former;
}

uint32_t trp__segment_slots(const trp_pool *segment)
{
    uint32_t slots = 0;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        slots += pool->state.capacity;
    return slots;
}

trp_pool *trp__next_in_layer(const trp_world *world, const trp__layer *layer, const trp_pool *pool)
{
    if (pool == NULL)
        return trp__pool_numbered(world, layer->state.first);
    return pool->joined != NULL ? pool->joined
                                : trp__pool_numbered(world, pool->segment->state.next);
}

void trp__append_segment(trp_world *world, uint32_t layer, trp_pool *segment)
{
    trp__layer_state *state = &world->layers[layer].state;

    segment->state.next = TRP__NONE;
    if (state->last != TRP__NONE)
        world->pools[state->last]->state.next = segment->number;
    else
        state->first = segment->number;
    state->last = segment->number;
}

void trp__remove_segment(trp_world *world, const trp_pool *segment)
{
    trp__layer_state *layer = &world->layers[segment->state.layer].state;
    uint32_t *at = &layer->first;

    layer->last = TRP__NONE;
    while (*at != TRP__NONE) {
        if (*at == segment->number)
            *at = segment->state.next;
        else {
            layer->last = *at;
            at = &world->pools[*at]->state.next;
        }
    }
}
