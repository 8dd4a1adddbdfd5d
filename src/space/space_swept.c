/*
 * Swept pairs: boxes are sorted as they extend from their places in the last swept pass to their
 * present places.
 */
#include "space_pairing.h"

static float swept_least(float a, float b)
{
    return a < b ? a : b;
}

void trp__swept_edges(const trp_space *space, uint32_t member, trp__edges *edges)
{
    const trp__edges *from = &space->swept_from[member];
    const trp__edges *to = &space->swept_to[member];

    edges->left = swept_least(from->left, to->left);
    edges->top = swept_least(from->top, to->top);
    edges->right = swept_least(from->right, to->right);
    edges->bottom = swept_least(from->bottom, to->bottom);
}

void trp__swept_forget(const trp_space *space, uint32_t member)
{
    if (!space->desc.sweeps)
        return;
    space->swept_from[member] = space->edges[member];
    space->swept_to[member] = space->edges[member];
}

/* Whether a member has moved between the last two swept passes. */
static bool swept_has_moved(const trp_space *space, uint32_t member)
{
    return trp__is_found(space, member) &&
           !trp__same_edges(&space->swept_from[member], &space->swept_to[member]);
}

void trp__swept_begin(trp_space *space)
{
    for (uint32_t i = 0; i < space->top; i++)
    {
        space->swept_from[i] = space->swept_to[i];
        space->swept_to[i] = space->edges[i];
        if (swept_has_moved(space, i))
            trp__space_loosen(space, i);
    }
    space->is_swept = true;
    space->is_sweeping = true;
    trp__space_sort(space);
}

void trp__swept_end(trp_space *space)
{
    space->is_swept = false;
    if (space->all_move)
    {
        space->sorted = false;
        return;
    }
    for (uint32_t i = 0; i < space->top; i++)
        if (swept_has_moved(space, i))
            trp__space_loosen(space, i);
}
