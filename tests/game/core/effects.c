#include "effects.h"
#include "state.h"

static void particle_update(trp_actor *self, const trp_tick *tick)
{
    particle *p = body_as(particle, self);
    body_move(&p->body, p->dx * tick->dt, p->dy * tick->dt);
    p->dx *= p->drag;
    p->dy *= p->drag;
    p->body.radius += p->grow * tick->dt;
    if (++p->age >= p->life)
        trp_recycle(tick->world, self);
}

static void particle_draw(const trp_actor *self, const trp_view *view)
{
    const particle *p = body_as_const(particle, self);
    const uint32_t most = p->body.kind == GAME_SMOKE ? 90 : 255;
    body_draw_as(&p->body, view, p->body.radius, most * (p->life - p->age) / p->life);
}

bool effects_init(game *g)
{
    const trp_pool_desc desc = {.name = "particles",
                                .type = BODY_TYPE(particle),
                                .capacity = EFFECTS_MAX,
                                .reserve = EFFECTS_RESERVE,
                                .when_full = TRP_FULL_STEAL_NEXT,
                                .layer = LAYER_EFFECTS,
                                .update = particle_update,
                                .draw = particle_draw};
    return body_pool(g, POOL_PARTICLES, desc);
}

static void spark(game *g, float x, float y, float fastest, uint32_t color)
{
    const angle heading = (angle)random_bits(&g->glitter);
    const float speed = random_between(&g->glitter, 0.2f * fastest, fastest);
    const float length = random_between(&g->glitter, 1.5f, 3.5f);
    const uint32_t life = 14 + random_below(&g->glitter, 26);
    particle init = {
        .body = {.kind = GAME_SPARK, .color = (uint8_t)color, .heading = heading, .radius = length},
        .dx = angle_sine(heading) * speed,
        .dy = -angle_cosine(heading) * speed,
        .drag = 0.95f,
        .life = life};
    body_place(&init.body, x, y);
    trp_create_from(g->pools[POOL_PARTICLES], &init);
}

void effects_explosion(game *g, float x, float y, uint32_t sparks, uint32_t color)
{
    for (uint32_t i = 0; i < sparks; ++i)
        spark(g, x, y, 2 + (float)sparks * 0.06f, i % 3 == 0 ? 8 : color);
    effects_ring(g, x, y, 0.5f + (float)sparks * 0.05f, color);
}

void effects_ring(game *g, float x, float y, float grow, uint32_t color)
{
    particle init = {.body = {.kind = GAME_RING, .color = (uint8_t)color, .radius = 4},
                     .grow = grow,
                     .life = 26};
    body_place(&init.body, x, y);
    trp_create_from(g->pools[POOL_PARTICLES], &init);
}

void effects_hit(game *g, float x, float y, uint32_t color)
{
    spark(g, x, y, 2.5f, color);
    spark(g, x, y, 1.5f, 1);
}

void effects_smoke(game *g, float x, float y)
{
    particle *p = body_as(particle, trp_create_optional(g->pools[POOL_PARTICLES]));
    if (!p)
        return;
    body_place(&p->body, x, y);
    p->body.kind = GAME_SMOKE;
    p->body.color = 2;
    p->body.radius = 2;
    p->grow = 0.1f;
    p->life = 24;
}
