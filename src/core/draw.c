/*
 * The drawing: layer by layer, segment by segment. It changes nothing, so it repairs nothing.
 */
#include "ages.h"

static void draw_actor(trp_view *view, const trp_pool *pool, uint32_t slot)
{
    if (pool->desc.draw == NULL || !trp__is_active(trp__cell_of(pool, slot)->stamp))
        return;
    view->pool = pool;
    view->user = pool->desc.user;
    pool->desc.draw(trp__node_at(pool, slot), view);
}

static void draw_segment(trp_view *view, trp_pool *segment)
{
    const trp__entry *entry;
    trp__position position;
    bool is_drawn = false;

    for (const trp_pool *pool = segment; pool != NULL; pool = pool->joined)
        is_drawn |= pool->desc.draw != NULL;
    if (!is_drawn)
        return;
    if (trp__in_memory_order(segment)) {
        for (trp__slots run = trp__run_from(segment, 0); run.count != 0;
             run = trp__run_from(segment, run.next))
            for (uint32_t slot = run.next - run.count; slot < run.next; slot++)
                draw_actor(view, segment, slot);
        return;
    }
    position = trp__ages_start(segment->ages);
    while ((entry = segment->desc.order->next(segment->ages, &position)) != NULL) {
        const trp__place place = trp__entry_place(segment, entry);
        draw_actor(view, place.pool, place.slot);
    }
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
    for (uint32_t place = 0; place < world->layer_count; place++) {
        const trp__layer_state *layer = &trp__layer_at(world, place)->state;
        view.layer = world->layers[place].state.at;
        for (trp_pool *segment = trp__pool_numbered(world, layer->first);
             layer->visible && segment != NULL;
             segment = trp__pool_numbered(world, segment->state.next))
            draw_segment(&view, segment);
    }
    world->self->drawing = false;
    return TRP_OK;
}
