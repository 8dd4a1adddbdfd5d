/* What all actors have in common: where they are, and how they are drawn. */
#include "core.h"

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

game_sprite *sink_next(const trp_view *view)
{
    sink *out = (sink *)view->target;
    return out->count < out->max ? &out->sprites[out->count++] : NULL;
}

void body_draw_as(const body *b, const trp_view *view, float size, uint32_t opacity)
{
    game_sprite *sprite = sink_next(view);
    if (!sprite)
        return;
    /* what stands still in a disabled layer is not between two ticks */
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

void body_draw(const trp_actor *self, const trp_view *view)
{
    const body *b = trp_as_const(body, self);
    body_draw_as(b, view, b->radius, 255);
}
