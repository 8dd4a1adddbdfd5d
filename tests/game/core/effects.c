#include "core.h"

static void particle_update(trp_actor *self, const trp_context *in)
{
    particle *p = body_as(particle, self);
    body_move(&p->body, p->dx * in->dt, p->dy * in->dt);
    p->dx *= p->drag;
    p->dy *= p->drag;
    p->body.radius += p->grow * in->dt;
    p->body.heading = (angle)(p->body.heading + p->spin);
}

static void particle_draw(const trp_actor *self, const trp_view *view)
{
    const particle *p = body_as(particle, self);
    const uint32_t left = trp_time_left(view->world, self).ticks;
    uint32_t opacity = p->opacity * left / p->life;
    if (p->is_quick)
        opacity = opacity * left / p->life;
    body_draw_as(&p->body, view, p->body.radius, opacity);
}

static const trp_field particle_table[] = {BODY_FIELDS(particle),
                                           TRP_FIELD(particle, dx),
                                           TRP_FIELD(particle, dy),
                                           TRP_FIELD(particle, drag),
                                           TRP_FIELD(particle, grow),
                                           TRP_FIELD(particle, until),
                                           TRP_FIELD(particle, spin),
                                           TRP_FIELD(particle, life),
                                           TRP_FIELD(particle, opacity),
                                           TRP_FIELD(particle, is_quick),
                                           TRP_FIELDS_END};
static const trp_fields particle_fields = TRP_FIELDS(particle, 0, particle_table);

bool effects_init(game *g)
{
    const trp_pool_desc desc = {.name = "particles",
                                .type = BODY_TYPE(particle),
                                .capacity = EFFECTS_MAX,
                                .reserve = EFFECTS_RESERVE,
                                .when_full = TRP_FULL_STEAL_NEXT,
                                .layer = LAYER_EFFECTS,
                                .lifetime = TRP_LIFETIME_BY(particle, until, TRP_CLOCK_TICKS),
                                .update = particle_update,
                                .draw = particle_draw};
    return body_pool(g, POOL_PARTICLES, desc, &particle_fields);
}

/* One that is `optional` steals no slot, and leaves the reserve. */
static void add_particle(game *g, const particle *wanted, float x, float y, bool optional)
{
    particle init = *wanted;
    init.opacity = init.opacity > 0 ? init.opacity : 255;
    init.drag = init.drag > 0 ? init.drag : 1;
    init.until = trp_time_in(g->pools[POOL_PARTICLES], trp_ticks(init.life));
    body_place(&init.body, x, y);
    trp_create_with(g->pools[POOL_PARTICLES], &(trp_birth){.from = &init, .optional = optional});
}

static void add(game *g, const particle *wanted, float x, float y)
{
    add_particle(g, wanted, x, y, false);
}

/* Gives the particle a random direction and a random speed up to `fastest`. */
static void throw_out(game *g, particle *p, float fastest)
{
    const angle way = (angle)random_bits(&g->now.glitter);
    const float speed = random_between(&g->now.glitter, 0.15f * fastest, fastest);
    p->dx = angle_sine(way) * speed;
    p->dy = -angle_cosine(way) * speed;
    p->body.heading = way;
}

static void spark(game *g, float x, float y, float fastest, uint32_t color)
{
    particle p = {.body = {.kind = GAME_SPARK, .color = (uint8_t)color}, .drag = 0.93f};
    throw_out(g, &p, fastest);
    p.body.radius = random_between(&g->now.glitter, 2.5f, 6.5f);
    p.grow = -0.06f;
    p.life = (uint16_t)(16 + random_below(&g->now.glitter, 26));
    add(g, &p, x, y);
}

static void debris(game *g, float x, float y, float fastest, uint32_t color)
{
    particle p = {.body = {.kind = GAME_DEBRIS, .color = (uint8_t)color}, .drag = 0.975f};
    throw_out(g, &p, fastest);
    p.body.radius = random_between(&g->now.glitter, 2, 4.5f);
    p.spin = (int16_t)(random_below(&g->now.glitter, 5000) - 2500);
    p.life = (uint16_t)(30 + random_below(&g->now.glitter, 40));
    add(g, &p, x, y);
}

static void cloud(game *g, float x, float y, float reach)
{
    particle p = {.body = {.kind = GAME_SMOKE, .color = 13}, .drag = 0.96f, .opacity = 120};
    throw_out(g, &p, reach * 0.05f);
    p.body.radius = reach * random_between(&g->now.glitter, 0.3f, 0.6f);
    p.grow = 0.25f;
    p.life = (uint16_t)(34 + random_below(&g->now.glitter, 26));
    add(g, &p, x, y);
}

void effects_explosion(game *g, float x, float y, uint32_t size, uint32_t color)
{
    const float reach = 8 + (float)size * 0.6f;
    for (uint32_t i = 0; i < 2 + size / 8; ++i)
        cloud(g, x, y, reach);
    for (uint32_t i = 0; i < 3 + size / 3; ++i)
        debris(g, x, y, 1.6f + (float)size * 0.03f, color);
    for (uint32_t i = 0; i < size + size / 2; ++i)
        spark(g, x, y, 3 + (float)size * 0.07f, i % 3 == 0 ? 8 : i % 3 == 1 ? 7 : color);
    effects_flash(g, x, y, reach, 8);
    effects_ring(g, x, y, 0.7f + (float)size * 0.06f, color);
}

void effects_ring(game *g, float x, float y, float grow, uint32_t color)
{
    const particle p = {.body = {.kind = GAME_RING, .color = (uint8_t)color, .radius = 4},
                        .grow = grow,
                        .life = 28,
                        .is_quick = true};
    add(g, &p, x, y);
}

void effects_flash(game *g, float x, float y, float radius, uint32_t color)
{
    const particle p = {.body = {.kind = GAME_FLASH, .color = (uint8_t)color, .radius = radius},
                        .grow = radius * 0.06f,
                        .life = 12,
                        .is_quick = true};
    add(g, &p, x, y);
}

void effects_hit(game *g, float x, float y, uint32_t color)
{
    const particle p = {.body = {.kind = GAME_FLASH, .color = (uint8_t)color, .radius = 5},
                        .life = 6,
                        .opacity = 150};
    add(g, &p, x, y);
    spark(g, x, y, 3, color);
    spark(g, x, y, 2, 1);
}

void effects_graze(game *g, const body *ship, float x, float y)
{
    const angle away = angle_of(x - ship->x, y - ship->y);
    for (int i = 0; i < 4; ++i) {
        const angle way = (angle)(away + random_below(&g->now.glitter, 9000) - 4500);
        const float speed = random_between(&g->now.glitter, 1.5f, 3.5f);
        const particle p = {
            .body = {.kind = GAME_SPARK, .color = 1, .heading = way, .radius = 3.5f},
            .dx = angle_sine(way) * speed,
            .dy = -angle_cosine(way) * speed,
            .drag = 0.9f,
            .life = 14};
        add(g, &p, x, y);
    }
}

void effects_puff(game *g, float x, float y, uint32_t color)
{
    const particle p = {.body = {.kind = GAME_FLASH, .color = (uint8_t)color, .radius = 6},
                        .grow = 0.35f,
                        .life = 10,
                        .opacity = 170,
                        .is_quick = true};
    add(g, &p, x, y);
}

void effects_smoke(game *g, float x, float y)
{
    const particle p = {.body = {.kind = GAME_SMOKE, .color = 2, .radius = 2.5f},
                        .grow = 0.14f,
                        .life = 26,
                        .opacity = 110};
    add_particle(g, &p, x, y, true);
}

void effects_trail(game *g, float x, float y)
{
    const float dx = random_between(&g->now.glitter, -0.25f, 0.25f);
    const particle p = {
        .body = {.kind = GAME_SPARK, .color = 4, .heading = ANGLE_HALF, .radius = 4},
        .dx = dx,
        .dy = 2.4f,
        .grow = -0.12f,
        .life = 16,
        .opacity = 150};
    add_particle(g, &p, x, y, true);
}

/* -- large events: the ring that ends bullets, and the explosions of a destroyed boss -- */

#define LARGEST 580.0f /* from one corner of the field to the other */

enum { WRECK_TICKS = 96, WRECK_EVERY = 7 };

void sweep_begin(game *g, float x, float y, float speed)
{
    sweep *s = &g->now.sweep;
    s->x = x;
    s->y = y;
    s->radius = 12;
    s->speed = speed;
    s->ticks = (uint32_t)(LARGEST / speed);
}

void sweep_wreck(game *g, float x, float y)
{
    g->now.sweep.wreck_x = x;
    g->now.sweep.wreck_y = y;
    g->now.sweep.explosions = WRECK_TICKS;
}

static void ring_step(game *g)
{
    sweep *s = &g->now.sweep;
    if (s->ticks == 0)
        return;
    s->radius += s->speed;
    bullets_end_within(g, s->x, s->y, s->radius);
    if (--s->ticks == 0)
        s->radius = 0;
}

static void wreck_step(game *g)
{
    sweep *s = &g->now.sweep;
    if (s->explosions == 0)
        return;
    s->explosions--;
    if (s->explosions % WRECK_EVERY != 0)
        return;
    const float x = s->wreck_x + random_between(&g->now.glitter, -52, 52);
    const float y = s->wreck_y + random_between(&g->now.glitter, -26, 26);
    effects_explosion(g, x, y, s->explosions == 0 ? 70 : 16, 7);
    game_notify(g, s->explosions == 0 ? GAME_EVENT_BIG_EXPLOSION : GAME_EVENT_EXPLOSION, x, y);
}

void sweep_step(game *g)
{
    ring_step(g);
    wreck_step(g);
}
