#include "core.h"

#define SIGHT 260.0f
#define TOP_SPEED 6.0f

enum {
    FUEL = 150,
    TURN = 1100 /* per tick; a full turn is 65,536 */
};

/* The target, or a new one after the death of the old one. */
static const body *find_target(game *g, missile *m)
{
    trp_actor *found = trp_get(g->world, m->target);
    if (!found) {
        m->target = trp_space_nearest(g->space, m->body.x, m->body.y - 60, SIGHT, CATEGORY_ENEMY);
        found = trp_get(g->world, m->target);
    }
    if (!found)
        return NULL;
    return trp_as(body, found);
}

static void missile_update(trp_actor *self, const trp_context *in)
{
    game *g = core_game_of(in->user);
    missile *m = body_as(missile, self);
    const body *target = find_target(g, m);
    if (target)
        m->body.heading = angle_turn(m->body.heading, body_direction(&m->body, target), TURN);
    m->speed += m->speed < TOP_SPEED ? 0.125f : 0;
    body_move(&m->body, angle_sine(m->body.heading) * m->speed * in->dt,
              -angle_cosine(m->body.heading) * m->speed * in->dt);
    if (in->tick % 3 == 0)
        effects_smoke(g, m->body.x, m->body.y);
    if (body_is_outside(&m->body, 40))
        trp_recycle(in->world, self);
}

static void missile_draw(const trp_actor *self, const trp_view *view)
{
    body_draw_as(trp_as(body, self), view, 5, 255);
}

static const trp_field missile_table[] = {BODY_FIELDS(missile), TRP_FIELD(missile, target),
                                          TRP_FIELD(missile, speed), TRP_FIELD(missile, until),
                                          TRP_FIELDS_END};
static const trp_fields missile_fields = TRP_FIELDS(missile, 0, missile_table);

bool missiles_init(game *g)
{
    const trp_pool_desc desc = {.name = "missiles",
                                .type = BODY_TYPE(missile),
                                .capacity = MISSILES_MAX,
                                .layer = LAYER_PLAYER,
                                .lifetime = TRP_LIFETIME_BY(missile, until, TRP_CLOCK_TICKS),
                                .update = missile_update,
                                .draw = missile_draw};
    return body_pool(g, POOL_MISSILES, desc, &missile_fields);
}

void missiles_launch(game *g, const body *ship)
{
    for (int side = -1; side <= 1; side += 2) {
        missile init = {.body = {.kind = GAME_MISSILE, .color = 8, .radius = 4}, .speed = 2};
        init.until = trp_time_in(g->pools[POOL_MISSILES], trp_ticks(FUEL));
        init.body.heading = (angle)(side * ANGLE_QUARTER * 2 / 3);
        body_place(&init.body, ship->x + (float)side * 8, ship->y);
        trp_create(g->pools[POOL_MISSILES], &init);
    }
    game_notify(g, GAME_EVENT_MISSILE, ship->x, ship->y);
}
