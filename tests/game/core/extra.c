#include "extra.h"
#include "state.h"

/* A whole pool at a time: trp_each is as fast as an array. */
static void extra_update(trp_pool *pool, const trp_tick *tick)
{
    trp_each (extra, it, pool)
    {
        it->x += it->dx * tick->dt;
        it->y += it->dy * tick->dt;
        if ((it->x < 0 && it->dx < 0) || (it->x > GAME_WIDTH && it->dx > 0))
            it->dx = -it->dx;
        if ((it->y < 0 && it->dy < 0) || (it->y > GAME_HEIGHT && it->dy > 0))
            it->dy = -it->dy;
    }
}

static void extra_draw(const trp_actor *self, const trp_view *view)
{
    const extra *it = trp_as_const(extra, self);
    game_sprite *sprite = sink_next(view);
    if (!sprite)
        return;
    const float back = 1 - view->alpha;
    *sprite = (game_sprite){.x = it->x - it->dx * back,
                            .y = it->y - it->dy * back,
                            .size = 1.5f,
                            .kind = GAME_EXTRA,
                            .color = 14,
                            .layer = LAYER_EXTRA,
                            .opacity = 140};
}

static void extra_scatter(trp_actor *self, void *user)
{
    game *g = (game *)user;
    extra *it = trp_as(extra, self);
    const angle heading = (angle)random_bits(&g->scatter);
    const float speed = random_between(&g->scatter, 0.3f, 1.6f);
    it->x = random_between(&g->scatter, 0, GAME_WIDTH);
    it->y = random_between(&g->scatter, 0, GAME_HEIGHT);
    it->dx = angle_sine(heading) * speed;
    it->dy = -angle_cosine(heading) * speed;
}

bool extra_init(game *g)
{
    const trp_pool_desc desc = {.name = "extra",
                                .type = TRP_TYPE(extra, actor),
                                .capacity = g->options.extra,
                                .layer = LAYER_EXTRA,
                                .update_pool = extra_update,
                                .draw = extra_draw};
    return g->options.extra == 0 || body_pool(g, POOL_EXTRA, desc);
}

void extra_adjust(game *g)
{
    trp_pool *pool = g->pools[POOL_EXTRA];
    if (!pool)
        return;
    const uint32_t count = trp_pool_count(pool);
    if (count < g->extra)
        trp_create_many(pool, g->extra - count, extra_scatter, g);
    for (uint32_t slot = count; slot > g->extra; --slot) /* all slots below the count are taken */
        trp_recycle(g->world, trp_pool_at(pool, slot - 1));
}
