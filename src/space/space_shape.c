/*
 * Queries. The checks of a box do not depend on how it was found, so all kinds of space give the
 * same answers: the box around the query must touch it, then the shape itself.
 */
#include "space_shape.h"

static bool shape_is_infinite(float value)
{
    return value - value != 0; /* infinite, or NaN */
}

/* A corner plus a size; a box that begins at minus infinity and has infinite size has no other
 * end. */
static float shape_far_edge(float corner, float size)
{
    return shape_is_infinite(size) ? size : corner + size;
}

bool trp__space_edges_of(const trp_box *box, trp__edges *edges)
{
    if (!(box->width >= 0 && box->height >= 0 && box->x == box->x && box->y == box->y))
        return false;
    edges->left = box->x;
    edges->top = box->y;
    edges->right = -shape_far_edge(box->x, box->width);
    edges->bottom = -shape_far_edge(box->y, box->height);
    return true;
}

/* A middle and half a size. A box that is infinite to both sides has a finite middle. */
static bool shape_edges_around(const trp_box *middle, trp__edges *edges)
{
    edges->left = middle->x - middle->width;
    edges->top = middle->y - middle->height;
    edges->right = -(middle->x + middle->width);
    edges->bottom = -(middle->y + middle->height);
    return middle->width >= 0 && middle->height >= 0 && edges->left == edges->left &&
           edges->top == edges->top && edges->right == edges->right &&
           edges->bottom == edges->bottom;
}

bool trp__read_other_box(const trp__space_pool *entry, const trp_actor *actor, trp__edges *out)
{
    trp_box box;

    if (entry->bounds != NULL)
    {
        box = entry->bounds(entry->pool->world, actor);
        return trp__space_edges_of(&box, out);
    }
    if (entry->floats == 3)
    {
        memcpy(&box, (const unsigned char *)actor + entry->box, 3 * sizeof(float));
        box.height = box.width;
    }
    else
        memcpy(&box, (const unsigned char *)actor + entry->box, sizeof box);
    return shape_edges_around(&box, out);
}

static bool shape_is_finite(const trp__edges *edges)
{
    return !shape_is_infinite(edges->left) && !shape_is_infinite(edges->top) &&
           !shape_is_infinite(edges->right) && !shape_is_infinite(edges->bottom);
}

/* Extends edges in a direction. */
static void shape_stretch(float step, float *low, float *negated_high, bool is_ray)
{
    if (is_ray)
        step = step > 0 ? TRP_INFINITY : step < 0 ? -TRP_INFINITY : 0;
    if (step < 0)
        *low += step;
    else
        *negated_high -= step;
}

static bool shape_ask_way(const trp_area *area, trp__question *question)
{
    trp__edges *edges = &question->edges;
    const bool is_ray = area->shape == TRP_SHAPE_RAY;

    if (!shape_is_finite(edges) || shape_is_infinite(area->dx) || shape_is_infinite(area->dy) ||
        (is_ray && area->dx == 0 && area->dy == 0))
        return false;
    question->is_ray = is_ray;
    question->dx = area->dx;
    question->dy = area->dy;
    shape_stretch(area->dx, &edges->left, &edges->right, is_ray);
    shape_stretch(area->dy, &edges->top, &edges->bottom, is_ray);
    return true;
}

static bool shape_ask_area(const trp_area *area, trp__question *question)
{
    trp__edges *edges = &question->edges;

    if (area->shape == TRP_SHAPE_ALL)
    {
        const trp__edges all = {-TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY, -TRP_INFINITY};
        *edges = all;
        question->core = trp__core_of_box(edges, false);
        return true;
    }
    if ((unsigned)area->shape > TRP_SHAPE_RAY || !trp__space_edges_of(&area->box, edges) ||
        !(area->radius >= 0))
        return false;
    question->core = trp__core_of_box(edges, false);
    question->core.radius = area->radius;
    if (area->shape == TRP_SHAPE_BOX)
        return true;
    if (!shape_is_finite(edges))
        return false;
    edges->left -= area->radius;
    edges->top -= area->radius;
    edges->right -= area->radius;
    edges->bottom -= area->radius;
    question->is_sweep = area->shape >= TRP_SHAPE_SWEEP;
    return !question->is_sweep || shape_ask_way(area, question);
}

bool trp__space_ask(const trp_space *space, const trp_query *query, trp__question *question)
{
    const trp_shape shape = query->area.shape;

    memset(question, 0, sizeof *question);
    question->mask = query->mask != 0 ? query->mask : UINT32_MAX;
    question->asker = TRP__NONE;
    if (query->asker != NULL)
        question->asker = trp__space_number_of(space, query->asker);
    question->is_box = shape == TRP_SHAPE_ALL ||
                       (shape == TRP_SHAPE_BOX && space->round_pools == 0) ||
                       (shape == TRP_SHAPE_CIRCLE && query->area.radius == TRP_INFINITY);
    return shape_ask_area(&query->area, question);
}

bool trp__shape_answers(const trp__question *question, const trp__core *core)
{
    trp__impact impact;

    if (!question->is_sweep)
        return trp__cores_touch(&question->core, core);
    impact = trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, core);
    return question->is_ray ? impact.at < TRP_INFINITY : impact.at <= 1;
}
