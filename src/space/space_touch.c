/*
 * How two members touch.
 */
#include "space_shape.h"

static float touch_size(const trp__core *core)
{
    const float width = core->right - core->left;
    const float height = core->bottom - core->top;
    const float sum = width + height;

    return sum + 2 * core->radius;
}

static float touch_most(float a, float b)
{
    return a > b ? a : b;
}

/* Core `b` moved along a normal. */
static trp__core touch_moved(const trp__core *b, float x, float y)
{
    const trp__core out = {b->left + x, b->top + y, b->right + x, b->bottom + y, b->radius};

    return out;
}

/* How far `b` must move along a normal until it barely touches `a`: computed from far outside, on
 * its way back. */
static float touch_depth_along(const trp__core *a, const trp__core *b, float x, float y)
{
    const float radius = a->radius + b->radius;
    float far_x;
    float far_y;
    float far;
    float way = 0;
    trp__core out;

    if (y == 0)
        way = x > 0 ? a->right - b->left : b->right - a->left;
    if (x == 0)
        way = y > 0 ? a->bottom - b->top : b->bottom - a->top;
    if (x == 0 || y == 0)
        return way + radius;
    trp__core_gaps(a, b, &far_x, &far_y);
    far = touch_size(a) + touch_size(b);
    far += far_x;
    far += far_y;
    far *= 2;
    out = touch_moved(b, x * far, y * far);
    way = 1 - trp__core_sweep(&out, -x * far, -y * far, false, a).at;
    return far * way;
}

static float touch_step(float from, float to)
{
    const float step = to - from;

    return step - step == 0 ? step : 0; /* an infinite box does not move */
}

trp__ways trp__ways_of(const trp_space *space, uint32_t a, uint32_t b)
{
    uint32_t a_slot;
    uint32_t b_slot;
    const trp__space_pool *a_entry = trp__entry_at(space, a, &a_slot);
    const trp__space_pool *b_entry = trp__entry_at(space, b, &b_slot);
    const trp__edges *a_now = &a_entry->edges[a_slot];
    const trp__edges *b_now = &b_entry->edges[b_slot];
    const trp__edges *a_from = a_now;
    const trp__edges *b_from = b_now;
    trp__ways out;

    if (space->desc.sweeps) {
        a_from = trp__former(a_entry, a_slot);
        b_from = trp__former(b_entry, b_slot);
    }
    out.a = trp__core_of_box(a_now, a_entry->is_round);
    out.b = trp__core_of_box(b_now, b_entry->is_round);
    out.a_from = trp__core_of_box(a_from, a_entry->is_round);
    out.b_from = trp__core_of_box(b_from, b_entry->is_round);
    out.dx = touch_step(b_from->left, b_now->left) - touch_step(a_from->left, a_now->left);
    out.dy = touch_step(b_from->top, b_now->top) - touch_step(a_from->top, a_now->top);
    return out;
}

trp__impact trp__first_touch(const trp__ways *ways)
{
    return trp__core_sweep(&ways->b_from, ways->dx, ways->dy, false, &ways->a_from);
}

/* Whether they touch now or did during their movements. */
static bool touch_find(const trp_space *space, const trp__ways *both, trp_touch *out)
{
    const bool touch = trp__cores_touch(&both->a, &both->b);
    trp__impact impact;

    out->at = 1;
    if (space->desc.sweeps) {
        impact = trp__first_touch(both);
        if (impact.at <= 1)
            out->at = impact.at;
        if (impact.at > 0 && impact.at <= 1) {
            out->normal_x = impact.normal_x;
            out->normal_y = impact.normal_y;
            out->depth =
                touch_most(touch_depth_along(&both->a, &both->b, out->normal_x, out->normal_y), 0);
            return true;
        }
        if (!touch && !(impact.at <= 1))
            return false;
    } else if (!touch)
        return false;
    if (touch)
        out->depth = trp__core_depth(&both->a, &both->b, &out->normal_x, &out->normal_y);
    return true;
}

bool trp_space_touch(const trp_space *space, const trp_actor *a, const trp_actor *b,
                     trp_touch *touch)
{
    const trp_touch none = {0, 0, 0, 0};
    trp_touch out = none;
    uint32_t first;
    uint32_t second;
    trp__ways both;
    bool found = false;

    if (touch != NULL)
        *touch = none;
    if (space == NULL || a == NULL || b == NULL || a == b)
        return false;
    first = trp__space_number_of(space, a);
    second = trp__space_number_of(space, b);
    if (first != TRP__NONE && second != TRP__NONE && trp__number_is_found(space, first) &&
        trp__number_is_found(space, second)) {
        both = trp__ways_of(space, first, second);
        found = touch_find(space, &both, &out);
    }
    if (touch != NULL && found)
        *touch = out;
    return found;
}
