/* The common part of all actors: position, overlap, drawing. */
#include "core.h"

static const trp_field body_table[] = {
    TRP_FIELD(body, x),     TRP_FIELD(body, y),      TRP_FIELD(body, old_x),
    TRP_FIELD(body, old_y), TRP_FIELD(body, radius), TRP_FIELD(body, heading),
    TRP_FIELD(body, kind),  TRP_FIELD(body, color),  TRP_FIELDS_END};
const trp_fields body_fields = TRP_FIELDS(body, 0, body_table);

void body_place(body *b, float x, float y)
{
    b->x = b->old_x = x;
    b->y = b->old_y = y;
}

bool body_is_outside(const body *b, float margin)
{
    return b->x < -margin || b->x > GAME_WIDTH + margin || b->y < -margin ||
           b->y > GAME_HEIGHT + margin;
}

bool body_touches(const body *a, const body *b)
{
    const float dx = a->x - b->x;
    const float dy = a->y - b->y;
    const float reach = a->radius + b->radius;
    return dx * dx + dy * dy <= reach * reach;
}

angle body_direction(const body *from, const body *to)
{
    return angle_of(to->x - from->x, to->y - from->y);
}

static void call_update(trp_actor *self, const trp_context *in)
{
    const pool_calls *calls = (const pool_calls *)in->user;
    if (!calls->g->muted)
        calls->update(self, in);
}

bool body_pool(game *g, pool_id id, trp_pool_desc desc, const trp_fields *fields)
{
    g->calls[id] = (pool_calls){.g = g, .update = desc.update};
    desc.fields = fields;
    desc.user = &g->calls[id];
    desc.update = desc.update ? call_update : NULL;
    g->pools[id] = trp_pool_create(g->world, &desc);
    return g->pools[id] != NULL;
}

bool body_timers(game *g, timers_id id, trp_timers_desc desc, pool_id of)
{
    desc.user = g;
    g->timers[id] = trp_timers_create(g->pools[of], &desc);
    return g->timers[id] != NULL;
}

static trp_box bounds(const trp_actor *self, const trp_context *in)
{
    (void)in;
    const body *b = trp_as(body, self);
    return (trp_box){b->x - b->radius, b->y - b->radius, 2 * b->radius, 2 * b->radius};
}

bool body_enters_space(game *g, pool_id id, uint32_t what, uint32_t meets)
{
    const trp_space_pool_desc desc = {.bounds = bounds, .category = what, .mask = meets};
    return trp_space_add_pool(g->space, g->pools[id], &desc) == TRP_OK;
}

/* The next sprite to fill in; NULL if the array is full. */
static game_sprite *sink_next(const trp_view *view)
{
    sink *out = (sink *)view->target;
    return out->count < out->max ? &out->sprites[out->count++] : NULL;
}

void body_draw_as(const body *b, const trp_view *view, float size, uint32_t opacity)
{
    game_sprite *sprite = sink_next(view);
    if (!sprite)
        return;
    /* in a paused layer there is no motion to interpolate */
    const float alpha = trp_layer_enabled(view->world, view->layer) ? view->alpha : 1;
    sprite->x = b->old_x + (b->x - b->old_x) * alpha;
    sprite->y = b->old_y + (b->y - b->old_y) * alpha;
    sprite->size = size;
    sprite->angle = angle_radians(b->heading);
    sprite->kind = b->kind;
    sprite->color = b->color;
    sprite->layer = (uint8_t)view->layer;
    sprite->opacity = (uint8_t)opacity;
}
