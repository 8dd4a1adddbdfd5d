/* Boxes and shapes. */
#include "model.h"

#include <float.h>
#include <math.h>

bool model_edges_of(trp_box box, model_edges *edges)
{
    if (isnan(box.x) || isnan(box.y) || !(box.width >= 0) || !(box.height >= 0))
        return false;
    edges->left = box.x;
    edges->top = box.y;
    edges->right = isinf(box.width) ? box.width : box.x + box.width;
    edges->bottom = isinf(box.height) ? box.height : box.y + box.height;
    return true;
}

static bool overlap(const model_edges *a, const model_edges *b)
{
    return a->left <= b->right && b->left <= a->right && a->top <= b->bottom && b->top <= a->bottom;
}

bool model_touch(trp_box a, trp_box b)
{
    model_edges edges;
    model_edges others;

    return model_edges_of(a, &edges) && model_edges_of(b, &others) && overlap(&edges, &others);
}

static bool is_finite_box(const model_edges *edges)
{
    return isfinite(edges->left) && isfinite(edges->top) && isfinite(edges->right) &&
           isfinite(edges->bottom);
}

static bool can_sweep(trp_area area, model_edges *edges)
{
    if (!model_edges_of(area.box, edges) || !is_finite_box(edges) || !isfinite(area.dx) ||
        !isfinite(area.dy))
        return false;
    edges->left += area.dx < 0 ? area.dx : 0;
    edges->top += area.dy < 0 ? area.dy : 0;
    edges->right += area.dx > 0 ? area.dx : 0;
    edges->bottom += area.dy > 0 ? area.dy : 0;
    return true;
}

bool model_can_ask(trp_area area, model_edges *edges)
{
    const trp_box *box = &area.box;

    if (area.shape == TRP_SHAPE_BOX)
        return model_edges_of(area.box, edges);
    if (area.shape == TRP_SHAPE_SWEEP)
        return can_sweep(area, edges);
    if (!isfinite(box->x) || !isfinite(box->y) || !(area.radius >= 0))
        return false;
    edges->left = box->x - area.radius;
    edges->top = box->y - area.radius;
    edges->right = box->x + area.radius;
    edges->bottom = box->y + area.radius;
    return true;
}

static float beyond(float x, float near, float far)
{
    if (near - x > 0)
        return near - x;
    return x - far > 0 ? x - far : 0;
}

/* Rounded to 24 bits, at any magnitude. */
static double rounded(double value)
{
    double unit = 1;

    if (value > DBL_MAX || value < -DBL_MAX) /* not isinf(): a macro, which mingw warns about */
        return value;
    for (; value >= 2; value /= 2)
        unit *= 2;
    for (; value > 0 && value < 1; value *= 2)
        unit /= 2;
    return (double)(float)value * unit;
}

/* The square of a distance, with unlimited exponents. */
double model_distance(float x, float y, trp_box box)
{
    model_edges edges = {0};

    (void)model_edges_of(box, &edges);
    const double dx = (double)beyond(x, edges.left, edges.right);
    const double dy = (double)beyond(y, edges.top, edges.bottom);
    return rounded(rounded(dx * dx) + rounded(dy * dy));
}

/* The interval in which a sweep touches along one axis. */
static void narrow(float first, float last, float step, float *in, float *out)
{
    if (step == 0 && (first > 0 || last < 0))
        *in = 2;
    else if (step != 0) {
        const float begin = step > 0 ? first / step : last / step;
        const float end = step > 0 ? last / step : first / step;
        *in = begin > *in ? begin : *in;
        *out = end < *out ? end : *out;
    }
}

float model_sweep_at(trp_area sweep, trp_box box)
{
    const trp_box *moves = &sweep.box;
    float in = 0;
    float out = 1;
    model_edges edges = {0};

    (void)model_edges_of(box, &edges);
    narrow(edges.left - (moves->x + moves->width), edges.right - moves->x, sweep.dx, &in, &out);
    narrow(edges.top - (moves->y + moves->height), edges.bottom - moves->y, sweep.dy, &in, &out);
    return in <= out ? in : 2;
}

bool model_answers(trp_area area, const model_edges *around, trp_box box)
{
    model_edges edges;

    if (!model_edges_of(box, &edges) || !overlap(&edges, around))
        return false;
    if (area.shape == TRP_SHAPE_CIRCLE)
        return model_distance(area.box.x, area.box.y, box) <=
               rounded((double)area.radius * (double)area.radius);
    return area.shape != TRP_SHAPE_SWEEP || model_sweep_at(area, box) <= 1;
}
