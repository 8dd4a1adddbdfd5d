/*
 * Whether, where and when rounded boxes touch. Two of them touch if the distance of their inner
 * boxes is at most the sum of their radii. So one can be treated as a point and the other as a box
 * with rounded corners. The only data needed of each are the distances between their edges.
 *
 * All computations are in floats, with each operation rounded separately, so that all machines
 * agree: each result is assigned to a variable, since x87 rounds only variables. Before squaring,
 * numbers are scaled near 1 by powers of two: this changes no digit and prevents overflow.
 */
#include "space_meet.h"

#include "space_root.h"

#define MEET_EXPONENTS 0x7F800000u

static float meet_most(float a, float b)
{
    return a > b ? a : b;
}

static float meet_least(float a, float b)
{
    return a < b ? a : b;
}

static bool meet_is_infinite(float value)
{
    return value - value != 0;
}

trp__core trp__core_of_circle(const trp__edges *edges)
{
    trp__core out = {edges->left, edges->top, -edges->right, -edges->bottom, 0};
    const float width = out.right - out.left;
    const float height = out.bottom - out.top;
    const float half_width = width * 0.5f;
    const float half_height = height * 0.5f;

    if (meet_is_infinite(width) || meet_is_infinite(height))
        return out;
    out.left = out.right = out.left + half_width;
    out.top = out.bottom = out.top + half_height;
    out.radius = meet_least(half_width, half_height);
    return out;
}

/* A power of two that scales a number near 1. For 0 and infinity: 1. */
static float meet_scale(float value)
{
    uint32_t bits;
    float scale;

    memcpy(&bits, &value, sizeof bits);
    bits &= MEET_EXPONENTS;
    if (bits == 0 || bits == MEET_EXPONENTS)
        return bits == 0 ? 8.5070592e37f : 1; /* 2^126: subnormal numbers come near 1 from below */
    bits = 0x7F000000u - bits;                /* 254 minus the exponent */
    bits = bits == 0 ? 0x00800000u : bits;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

/* The sum of two squares. */
static float meet_square(float x, float y)
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

    if (x == 0 || y == 0 || meet_is_infinite(x) || meet_is_infinite(y))
        return x + y;
    scale = meet_scale(meet_most(x, y));
    root = trp__root(meet_square(x * scale, y * scale));
    return root / scale;
}

bool trp__cores_touch(const trp__core *a, const trp__core *b)
{
    const float radius = a->radius + b->radius;
    float gap_x;
    float gap_y;
    float scale;

    if (a->left > b->right || b->left > a->right || a->top > b->bottom || b->top > a->bottom)
    {
        if (radius == 0)
            return false;
    }
    else
        return true;
    trp__core_gaps(a, b, &gap_x, &gap_y);
    if (gap_x > radius || gap_y > radius)
        return false;
    if (gap_x == 0 || gap_y == 0 || meet_is_infinite(radius))
        return true;
    scale = meet_scale(radius);
    return meet_square(gap_x * scale, gap_y * scale) <= meet_square(radius * scale, 0);
}

/* The interval in which a sweep touches along one axis: narrows the time from `in` to `out`. `near`
 * and `far` are the distances to the first and to the last touch. Returns whether `in` was
 * narrowed. */
static bool meet_narrow(float near, float far, float step, float *in, float *out)
{
    const float last = *in;

    if (step == 0)
    {
        if (near > 0 || far < 0)
            *out = -1;
        return false;
    }
    near /= step;
    far /= step;
    *in = meet_most(*in, meet_least(near, far));
    *out = meet_least(*out, meet_most(near, far));
    return *in > last;
}

/* The distance at which a point that moves in a direction of length about 1 meets a circle of
 * radius about 1 with the middle (x, y). Below 0: never. */
static float meet_corner(float dx, float dy, float x, float y, float radius)
{
    const float square = meet_square(dx, dy);
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
    return along < 0 ? -1 : meet_most(step, 0);
}

/* The remaining distance from the square around a rounded corner, whose middle is at (x, y) from
 * there. */
static trp__impact meet_at_corner(float at, float dx, float dy, float x, float y, float radius)
{
    const float scale = meet_scale(radius);
    const float pace = meet_scale(meet_most(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy));
    const float way_x = dx * pace;
    const float way_y = dy * pace;
    const float middle_x = x * scale;
    const float middle_y = y * scale;
    const float step = meet_corner(way_x, way_y, middle_x, middle_y, radius * scale);
    trp__impact out = {at, 0, 0};
    float length;
    float rest;

    if (step < 0)
    {
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
    length = trp__root(meet_square(out.normal_x, out.normal_y));
    out.normal_x /= length;
    out.normal_y /= length;
    return out;
}

/* The distance from a place to the interval between two others; 0: it is inside. */
static float meet_beyond(float place, float low, float high)
{
    return place < low ? low - place : place > high ? high - place : 0;
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
    is_x = meet_narrow(left - radius, right + radius, dx, &out.at, &end);
    is_y = meet_narrow(top - radius, bottom + radius, dy, &out.at, &end);
    if (!(out.at <= end))
    {
        out.at = TRP_INFINITY;
        return out;
    }
    x = meet_beyond(out.at * dx, left, right);
    y = meet_beyond(out.at * dy, top, bottom);
    if (radius != 0 && x != 0 && y != 0)
        return meet_at_corner(out.at, dx, dy, x, y, radius);
    if (is_y)
        out.normal_y = dy > 0 ? -1.0f : 1.0f;
    else if (is_x)
        out.normal_x = dx > 0 ? -1.0f : 1.0f;
    return out;
}

/* The distance from core to core along an axis: with a sign, 0 if they overlap. */
static float meet_way(float a_low, float a_high, float b_low, float b_high)
{
    if (b_low > a_high)
        return b_low - a_high;
    return a_low > b_high ? b_high - a_low : 0;
}

/* Gives (x, y) the length 1, except for 0 and infinity: then 0. Returns its former length. */
static float meet_normalize(float *x, float *y)
{
    const float length = trp__length(*x < 0 ? -*x : *x, *y < 0 ? -*y : *y);

    *x = length == 0 || meet_is_infinite(length) ? 0 : *x / length;
    *y = length == 0 || meet_is_infinite(length) ? 0 : *y / length;
    return length;
}

float trp__core_distance(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y)
{
    const float radius = a->radius + b->radius;

    *normal_x = meet_way(a->left, a->right, b->left, b->right);
    *normal_y = meet_way(a->top, a->bottom, b->top, b->bottom);
    return meet_normalize(normal_x, normal_y) - radius;
}

float trp__core_depth(const trp__core *a, const trp__core *b, float *normal_x, float *normal_y)
{
    const float distance = trp__core_distance(a, b, normal_x, normal_y);
    const float radius = a->radius + b->radius;
    const float ways[4] = {a->right - b->left, b->right - a->left, a->bottom - b->top,
                           b->bottom - a->top};
    uint32_t least = 0;

    if (*normal_x != 0 || *normal_y != 0)
        return meet_most(-distance, 0);
    for (uint32_t i = 1; i < 4; i++)
        if (ways[i] < ways[least])
            least = i;
    *normal_x = least == 0 ? 1.0f : least == 1 ? -1.0f : 0;
    *normal_y = least == 2 ? 1.0f : least == 3 ? -1.0f : 0;
    return ways[least] + radius;
}
