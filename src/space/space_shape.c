/*
 * The shapes of questions. What is asked of a box does not depend on how it was found, so all kinds of space answer
 * alike: the box around the shape must touch it, then the shape itself.
 */
#include "space_internal.h"

static bool shape_is_infinite(float value)
{
    return value - value != 0; /* or not a number */
}

/* A corner plus a size; what begins at minus infinity and is infinite has no other end. */
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

static bool is_finite(float value)
{
    return value - value == 0;
}

static float least(float a, float b)
{
    return a < b ? a : b;
}

static float most(float a, float b)
{
    return a > b ? a : b;
}

/* Makes edges reach as far as others. */
static void include(trp__edges *edges, const trp__edges *other)
{
    edges->left = least(edges->left, other->left);
    edges->top = least(edges->top, other->top);
    edges->right = least(edges->right, other->right);
    edges->bottom = least(edges->bottom, other->bottom);
}

static bool ask_circle(const trp_area *area, trp__edges *edges)
{
    const trp_box *box = &area->box;

    if (!is_finite(box->x) || !is_finite(box->y) || !(box->width >= 0))
        return false;
    edges->left = box->x - box->width;
    edges->top = box->y - box->width;
    edges->right = -(box->x + box->width);
    edges->bottom = -(box->y + box->width);
    return true;
}

static bool ask_sweep(const trp_area *area, trp__edges *edges)
{
    trp_box box = area->box;
    trp__edges end = {0, 0, 0, 0};

    if (!trp__space_edges_of(&box, edges) || !is_finite(edges->left) || !is_finite(edges->top) ||
        !is_finite(edges->right) || !is_finite(edges->bottom) || !is_finite(area->dx) ||
        !is_finite(area->dy))
        return false;
    box.x += area->dx;
    box.y += area->dy;
    (void)trp__space_edges_of(&box, &end); /* the sum of two finite numbers is a number */
    include(edges, &end);
    return true;
}

bool trp__space_ask(trp_area area, uint32_t mask, trp__question *question)
{
    question->area = area;
    question->mask = mask != 0 ? mask : UINT32_MAX;
    question->is_box = area.shape == TRP_SHAPE_BOX;
    question->is_plain = question->is_box && question->mask == UINT32_MAX;
    switch (area.shape)
    {
    case TRP_SHAPE_BOX:
        return trp__space_edges_of(&area.box, &question->edges);
    case TRP_SHAPE_CIRCLE:
        return ask_circle(&area, &question->edges);
    case TRP_SHAPE_SWEEP:
        return ask_sweep(&area, &question->edges);
    default:
        return false;
    }
}

/* How far x is from the stretch between two edges, of which the second is negated. */
static float beyond(float x, float near, float negated_far)
{
    return most(most(near - x, x + negated_far), 0);
}

float trp__distance(float x, float y, const trp__edges *edges)
{
    const float dx = beyond(x, edges->left, edges->right);
    const float dy = beyond(y, edges->top, edges->bottom);
    const float xx = dx * dx;
    const float yy = dy * dy;
    const float sum = xx + yy;

    return sum;
}

/* While it lasts that the sweep touches along one axis: narrows the time from `in` to `out`. `near` and `far` are how far
 * it is to the first and to the last touch. Along an axis without a step it touches all the time: the edges around the
 * question have left out all others. */
static void narrow(float near, float far, float step, float *in, float *out)
{
    if (step == 0)
        return;
    near /= step;
    far /= step;
    *in = most(*in, least(near, far));
    *out = least(*out, most(near, far));
}

float trp__sweep_at(const trp_area *area, const trp__edges *edges)
{
    const trp_box *box = &area->box;
    const float right = box->x + box->width;
    const float bottom = box->y + box->height;
    float in = 0;
    float out = 1;

    narrow(edges->left - right, -edges->right - box->x, area->dx, &in, &out);
    narrow(edges->top - bottom, -edges->bottom - box->y, area->dy, &in, &out);
    return in <= out ? in : 2;
}

bool trp__answers(const trp__question *question, const trp__edges *edges)
{
    const trp_area *area = &question->area;
    const float square = area->box.width * area->box.width;

    switch (area->shape)
    {
    case TRP_SHAPE_CIRCLE:
        return trp__distance(area->box.x, area->box.y, edges) <= square;
    case TRP_SHAPE_SWEEP:
        return trp__sweep_at(area, edges) <= 1;
    default:
        return true;
    }
}
