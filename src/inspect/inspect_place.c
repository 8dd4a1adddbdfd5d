#include "inspect_internal.h"

const char *trp_set_tag(trp_world *world, const char *tag)
{
    const char *before;

    if (world == NULL)
        return NULL;
    before = world->tag;
    if (!world->in_parts)
        world->tag = tag;
    return before;
}

trp_place trp__set_place(trp_world *world, trp_place place)
{
    trp_place before = {NULL, 0, 0};

    if (world == NULL)
        return before;
    before = world->place;
    if (place.depth == 0)
        place.depth = trp__depth(world) + 1;
    if (!world->in_parts)
        world->place = place;
    return before;
}
