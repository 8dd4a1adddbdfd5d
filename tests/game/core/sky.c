#include "core.h"

static void star_update(trp_actor *self, const trp_context *in)
{
    star *it = body_as(star, self);
    game *g = core_game_of(in->user);
    body_move(&it->body, 0, it->speed * in->dt);
    if (it->body.y > GAME_HEIGHT + 2)
        body_place(&it->body, random_between(&g->now.glitter, 0, GAME_WIDTH), -2);
}

static void star_draw(const trp_actor *self, const trp_view *view)
{
    const star *it = body_as(star, self);
    body_draw_as(&it->body, view, it->body.radius, (uint32_t)(90 + it->speed * 34));
}

static const trp_field star_table[] = {BODY_FIELDS(star), TRP_FIELD(star, speed), TRP_FIELDS_END};
static const trp_fields star_fields = TRP_FIELDS(star, 0, star_table);

bool sky_init(game *g)
{
    static const uint8_t colors[4] = {1, 3, 2, 10};
    const trp_pool_desc desc = {.name = "stars",
                                .type = BODY_TYPE(star),
                                .capacity = SKY_STARS,
                                .layer = LAYER_SKY,
                                .update = star_update,
                                .draw = star_draw};
    if (!body_pool(g, POOL_STARS, desc, &star_fields))
        return false;
    for (uint32_t i = 0; i < SKY_STARS; ++i) {
        const float x = random_between(&g->now.glitter, 0, GAME_WIDTH);
        const float y = random_between(&g->now.glitter, 0, GAME_HEIGHT);
        const uint32_t depth = i % 20 == 0 ? 4 : i % 6 == 0 ? 3 : i % 3 == 0 ? 2 : 1;
        star init = {.body = {.kind = GAME_STAR, .color = colors[i % 4]}};
        init.body.radius = 0.35f + 0.22f * (float)depth;
        init.speed = 0.28f * (float)(depth * depth);
        body_place(&init.body, x, y);
        trp_create(g->pools[POOL_STARS], &init);
    }
    return true;
}
