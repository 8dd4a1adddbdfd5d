/*
 * Swept pairs: boxes are sorted as they extend from their former places to their present ones. A
 * former box is that of the reading before the last one, for all passes until the next reading:
 * swept_to is the box of the last reading, swept_from of the one before it. An actor that has not
 * been read since it entered or woke has no former box: swept_to is then infinite on all sides. A
 * swept pass keeps the ways that there were when it began: its callbacks may move what is met later.
 */
#include "space_pairing.h"

static float swept_least(float a, float b)
{
    return a < b ? a : b;
}

static trp__edges swept_unread(void)
{
    const trp__edges edges = {-TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY};

    return edges;
}

static bool swept_is_unread(const trp_space *space, uint32_t member)
{
    const trp__edges unread = swept_unread();

    return trp__same_edges(&space->swept_to[member], &unread);
}

const trp__edges *trp__swept_former(const trp_space *space, uint32_t member)
{
    return swept_is_unread(space, member) ? &space->edges[member] : &space->swept_from[member];
}

void trp__swept_edges(const trp_space *space, uint32_t member, trp__edges *edges)
{
    const trp__way *way = &space->ways[member];

    edges->left = swept_least(way->from.left, way->to.left);
    edges->top = swept_least(way->from.top, way->to.top);
    edges->right = swept_least(way->from.right, way->to.right);
    edges->bottom = swept_least(way->from.bottom, way->to.bottom);
}

void trp__swept_forget(const trp_space *space, uint32_t member)
{
    if (!space->desc.sweeps)
        return;
    space->swept_from[member] = space->edges[member];
    space->swept_to[member] = swept_unread();
}

void trp__swept_teleport(const trp_space *space, uint32_t member)
{
    if (!space->desc.sweeps)
        return;
    space->swept_from[member] = space->edges[member];
    space->swept_to[member] = space->edges[member];
}

void trp__swept_read(const trp_space *space)
{
    for (uint32_t i = 0; i < space->top && space->desc.sweeps; i++)
    {
        space->swept_from[i] = swept_is_unread(space, i) ? space->edges[i] : space->swept_to[i];
        space->swept_to[i] = space->edges[i];
    }
}

bool trp__swept_has_moved(const trp_space *space, uint32_t member)
{
    return !trp__same_edges(&space->ways[member].from, &space->ways[member].to);
}

/* Boxes that have moved leave the sheets, or come back to them. */
static void swept_loosen(trp_space *space)
{
    for (uint32_t i = 0; i < space->top; i++)
        if (trp__is_found(space, i) && trp__swept_has_moved(space, i))
            trp__space_loosen(space, i);
}

void trp__swept_begin(trp_space *space)
{
    for (uint32_t i = 0; i < space->top; i++)
    {
        space->ways[i].from = *trp__swept_former(space, i);
        space->ways[i].to = space->edges[i];
    }
    swept_loosen(space);
    space->is_swept = true;
    space->is_sweeping = true;
    trp__space_sort(space);
}

void trp__swept_end(trp_space *space)
{
    space->is_swept = false;
    if (space->all_move)
        space->sorted = false;
    else
        swept_loosen(space);
}
