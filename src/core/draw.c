/*
 * The drawing: layer by layer, segment by segment. It changes nothing, so it repairs nothing.
 */
#include "core.h"

static void draw_actor(trp_actor *actor, const trp_context *in)
{
    trp_view *view = (trp_view *)in->arg;

    if (in->pool->desc.draw == NULL)
        return;
    view->pool = in->pool;
    view->user = in->pool->desc.user;
    in->pool->desc.draw(actor, view);
}

static void draw_segment(trp_view *view, trp_pool *segment)
{
    trp__frame frame = {.begun = TRP__STAMP_ACTIVE, .visit = draw_actor, .keeps = true};
    bool is_drawn = false;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        is_drawn |= pool->desc.draw != NULL;
    if (is_drawn)
        trp__walk_alone(&frame, segment, view);
}

trp_result trp_draw_all(const trp_world *world, void *target, float alpha)
{
    trp_view view = {0};

    if (!trp__has_world(world, TRP__TEXT("trp_draw_all")))
        return TRP_ERR_NULL;
    TRP__USE(world, TRP__TEXT("trp_draw_all"), TRP_ERR_THREAD);
    if (world->ticking || world->drawing)
        return trp__misuse(world, NULL, NULL, TRP__TEXT("trp_draw_all"), TRP_BUSY,
                           world->drawing ? trp__drawn_text(world)
                                          : TRP__TEXT("a tick is in progress"));
    world->self->drawing = true;
    view.world = world;
    view.target = target;
    view.alpha = alpha;
    for (trp_pool *segment = trp__first_segment(world); segment != NULL;
         segment = trp__beside_segment(segment, true)) {
        view.layer = segment->state.layer;
        if (world->layers[view.layer].state.visible)
            draw_segment(&view, segment);
    }
    world->self->drawing = false;
    return TRP_OK;
}
