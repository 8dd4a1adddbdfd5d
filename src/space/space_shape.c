/*
 * The checks of a box do not depend on how it was found, so all kinds of space give the same
 * answers: the box around the query must touch it, then the shape itself.
 *
 * Two rounded boxes touch if the distance of their inner boxes is at most the sum of their radii.
 * So one can be treated as a point and the other as a box with rounded corners. The only data
 * needed of each are the distances between their edges.
 *
 * All computations are in floats, with each operation rounded separately, so that all machines
 * agree: each result is assigned to a variable, since x87 rounds only variables. Before squaring,
 * numbers are scaled near 1 by powers of two: this changes no digit and prevents overflow.
 */
#include "space_shape.h"

#define SHAPE_EXPONENTS 0x7F800000u

/* Boxes */

/* A corner plus a size; a box that begins at minus infinity and has infinite size has no other
 * end. */
static float shape_far_edge(float corner, float size)
{
    return trp__is_finite(size) ? corner + size : size;
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

    if (entry->bounds != NULL) {
        const trp_context in = trp__context(entry->pool->world, entry->pool, NULL, NULL);
        const bool has_begun = trp__begin_reading(in.world);
        box = entry->bounds(actor, &in);
        trp__end_reading(in.world, has_begun);
        return trp__space_edges_of(&box, out);
    }
    if (entry->floats == 3) {
        memcpy(&box, (const unsigned char *)actor + entry->box, 3 * sizeof(float));
        box.height = box.width;
    } else
        memcpy(&box, (const unsigned char *)actor + entry->box, sizeof box);
    return shape_edges_around(&box, out);
}

/* Lengths */

/* The mantissa of a root is the root of the mantissa, with 23 more digits, and possibly one more to
 * make the exponent even. Digit by digit, as on paper. */
float trp__root_by_integers(float square)
{
    uint32_t bits;
    int32_t exponent;
    uint64_t rest;
    uint64_t root = 0;
    float out;

    memcpy(&bits, &square, sizeof bits);
    exponent = (int32_t)(bits >> 23);
    if (bits == 0 || exponent == 255)
        return square;
    rest = bits & 0x7FFFFFu;
    if (exponent == 0)
        for (exponent = 1; rest < 0x800000u; exponent--)
            rest *= 2;
    else
        rest |= 0x800000u;
    exponent -= 127;
    rest <<= (exponent & 1) != 0 ? 24 : 23;
    for (uint64_t digit = (uint64_t)1 << 46; digit != 0; digit >>= 2) {
        if (rest >= root + digit) {
            rest -= root + digit;
            root = (root >> 1) + digit;
        } else
            root >>= 1;
    }
    root += rest > root; /* to nearest; a tie is impossible */
    exponent = (exponent - (exponent & 1)) / 2 + 127;
    bits = ((uint32_t)exponent << 23) + ((uint32_t)root - 0x800000u);
    memcpy(&out, &bits, sizeof out);
    return out;
}

trp__core trp__core_of_circle(const trp__edges *edges)
{
    trp__core out = {edges->left, edges->top, -edges->right, -edges->bottom, 0};
    const float width = out.right - out.left;
    const float height = out.bottom - out.top;
    const float half_width = width * 0.5f;
    const float half_height = height * 0.5f;

    if (!trp__is_finite(width) || !trp__is_finite(height))
        return out;
    out.left = out.right = out.left + half_width;
    out.top = out.bottom = out.top + half_height;
    out.radius = trp__least(half_width, half_height);
    return out;
}

/* A power of two that scales a number near 1. For 0 and infinity: 1. */
static float shape_scale(float value)
{
    uint32_t bits;
    float scale;

    memcpy(&bits, &value, sizeof bits);
    bits &= SHAPE_EXPONENTS;
    if (bits == 0 || bits == SHAPE_EXPONENTS)
        return bits == 0 ? 8.5070592e37f : 1; /* 2^126: subnormal numbers come near 1 from below */
    bits = 0x7F000000u - bits;                /* 254 minus the exponent */
    bits = bits == 0 ? 0x00800000u : bits;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/* The sum of two squares. */
static float shape_square(float x, float y)
{
    const float xx = x * x;
    const float yy = y * y;
    const float sum = xx + yy;

    return sum;
}

float trp__length(float x, float y)
{
    float scale;
    float root;

    if (x == 0 || y == 0 || !trp__is_finite(x) || !trp__is_finite(y))
        return x + y;
    scale = shape_scale(trp__most(x, y));
    root = trp__root(shape_square(x * scale, y * scale));
    return root / scale;
}

bool trp__cores_touch(const trp__core *a, const trp__core *b)
{
    const float radius = a->radius + b->radius;
    float gap_x;
    float gap_y;
    float scale;

    if (a->left > b->right || b->left > a->right || a->top > b->bottom || b->top > a->bottom) {
        if (radius == 0)
            return false;
    } else
        return true;
    trp__core_gaps(a, b, &gap_x, &gap_y);
    if (gap_x > radius || gap_y > radius)
        return false;
    if (gap_x == 0 || gap_y == 0 || !trp__is_finite(radius))
        return true;
    scale = shape_scale(radius);
    return shape_square(gap_x * scale, gap_y * scale) <= shape_square(radius * scale, 0);
}

/* The interval in which a sweep touches along one axis: narrows the time from `in` to `out`. `near`
 * and `far` are the distances to the first and to the last touch. Returns whether `in` was
 * narrowed. */
static bool shape_narrow(float near, float far, float step, float *in, float *out)
{
    const float last = *in;

    if (step == 0) {
        if (near > 0 || far < 0)
            *out = -1;
        return false;
    }
    near /= step;
    far /= step;
    *in = trp__most(*in, trp__least(near, far));
    *out = trp__least(*out, trp__most(near, far));
    return *in > last;
}

/* The distance at which a point that moves in a direction of length about 1 meets a circle of
 * radius about 1 with the middle (x, y). Below 0: never. */
static float shape_corner(float dx, float dy, float x, float y, float radius)
{
    const float square = shape_square(dx, dy);
    const float xy = dx * y;
    const float yx = dy * x;
    const float across = xy - yx;
    const float xx = dx * x;
    const float yy = dy * y;
    const float along = xx + yy;
    const float radius_square = radius * radius;
    const float reach = radius_square * square;
    const float across_square = across * across;
    const float rest = reach - across_square;
    float step;

    if (!(rest >= 0))
        return -1;
    step = along - trp__root(rest);
    step /= square;
    return along < 0 ? -1 : trp__most(step, 0);
}

/* The remaining distance from the square around a rounded corner, whose middle is at (x, y) from
 * there. */
static trp__impact shape_at_corner(float at, float dx, float dy, float x, float y, float radius)
{
    const float scale = shape_scale(radius);
    const float pace = shape_scale(trp__most(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy));
    const float way_x = dx * pace;
    const float way_y = dy * pace;
    const float middle_x = x * scale;
    const float middle_y = y * scale;
    const float step = shape_corner(way_x, way_y, middle_x, middle_y, radius * scale);
    trp__impact out = {at, 0, 0};
    float length;
    float rest;

    if (step < 0) {
        out.at = TRP_INFINITY;
        return out;
    }
    rest = step / scale;
    rest *= pace;
    out.at += rest;
    out.normal_x = step * way_x;
    out.normal_x -= middle_x;
    out.normal_y = step * way_y;
    out.normal_y -= middle_y;
    length = trp__root(shape_square(out.normal_x, out.normal_y));
    out.normal_x /= length;
    out.normal_y /= length;
    return out;
}

/* The distance from a place to the interval between two others; 0: it is inside. It is below
 * `most`, but for the rounding of a place far away. */
static float shape_beyond(float place, float low, float high, float most)
{
    return place < low    ? -trp__most(place - low, -most)
           : place > high ? trp__most(high - place, -most)
                          : 0;
}

trp__impact trp__core_sweep(const trp__core *a, float dx, float dy, bool is_ray, const trp__core *b)
{
    /* the point at 0 moves into this box, which has rounded corners */
    const float radius = a->radius + b->radius;
    const float left = b->left - a->right;
    const float top = b->top - a->bottom;
    const float right = b->right - a->left;
    const float bottom = b->bottom - a->top;
    trp__impact out = {0, 0, 0};
    float end = is_ray ? TRP_INFINITY : 1;
    bool is_x;
    bool is_y;
    float x;
    float y;

    if (trp__cores_touch(a, b))
        return out;
    is_x = shape_narrow(left - radius, right + radius, dx, &out.at, &end);
    is_y = shape_narrow(top - radius, bottom + radius, dy, &out.at, &end);
    if (!(out.at <= end)) {
        out.at = TRP_INFINITY;
        return out;
    }
    x = shape_beyond(out.at * dx, left, right, 2 * radius);
    y = shape_beyond(out.at * dy, top, bottom, 2 * radius);
    if (radius != 0 && x != 0 && y != 0)
        return shape_at_corner(out.at, dx, dy, x, y, radius);
    if (is_y)
        out.normal_y = dy > 0 ? -1.0f : 1.0f;
    else if (is_x)
        out.normal_x = dx > 0 ? -1.0f : 1.0f;
    return out;
}

/* The distance from core to core along an axis: with a sign, 0 if they overlap. */
static float shape_way(float a_low, float a_high, float b_low, float b_high)
{
    if (b_low > a_high)
        return b_low - a_high;
    return a_low > b_high ? b_high - a_low : 0;
}

/* Gives (x, y) the length 1, except for 0 and infinity: then 0. Returns its former length. */
static float shape_normalize(float *x, float *y)
{
    const float length = trp__length(*x < 0 ? -*x : *x, *y < 0 ? -*y : *y);

    *x = length == 0 || !trp__is_finite(length) ? 0 : *x / length;
    *y = length == 0 || !trp__is_finite(length) ? 0 : *y / length;
    return length;
}

float trp__core_distance(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y)
{
    const float radius = a->radius + b->radius;

    *normal_x = shape_way(a->left, a->right, b->left, b->right);
    *normal_y = shape_way(a->top, a->bottom, b->top, b->bottom);
    return shape_normalize(normal_x, normal_y) - radius;
}

float trp__core_depth(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y)
{
    const float distance = trp__core_distance(a, b, normal_x, normal_y);
    const float radius = a->radius + b->radius;
    const float ways[4] = {a->right - b->left, b->right - a->left, a->bottom - b->top,
                           b->bottom - a->top};
    uint32_t least = 0;

    if (*normal_x != 0 || *normal_y != 0)
        return trp__most(-distance, 0);
    for (uint32_t i = 1; i < 4; i++)
        if (ways[i] < ways[least])
            least = i;
    *normal_x = least == 0 ? 1.0f : least == 1 ? -1.0f : 0;
    *normal_y = least == 2 ? 1.0f : least == 3 ? -1.0f : 0;
    return ways[least] + radius;
}

/* Areas */

static bool shape_is_finite(const trp__edges *edges)
{
    return trp__is_finite(edges->left) && trp__is_finite(edges->top) &&
           trp__is_finite(edges->right) && trp__is_finite(edges->bottom);
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

    if (!shape_is_finite(edges) || !trp__is_finite(area->dx) || !trp__is_finite(area->dy) ||
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

    if (area->shape == TRP_SHAPE_ALL) {
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

bool trp__space_ask(const trp_space *space, const trp_area *area, trp__question *question)
{
    const trp_shape shape = area->shape;

    memset(question, 0, sizeof *question);
    question->is_box = shape == TRP_SHAPE_ALL ||
                       (shape == TRP_SHAPE_BOX && space->round_pools == 0) ||
                       (shape == TRP_SHAPE_CIRCLE && area->radius == TRP_INFINITY);
    return shape_ask_area(area, question);
}

bool trp__shape_answers(const trp__question *question, const trp__core *core)
{
    trp__impact impact;

    if (!question->is_sweep)
        return trp__cores_touch(&question->core, core);
    impact = trp__core_sweep(&question->core, question->dx, question->dy, question->is_ray, core);
    return question->is_ray ? impact.at < TRP_INFINITY : impact.at <= 1;
}
