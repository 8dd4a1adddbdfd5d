#include "player.h"

static void shoot(game *g, ship *s)
{
    static const float spread[] = {-0.6f, 0, 0.6f};
    for (uint32_t i = 0; i < 3; ++i)
    {
        shot init = {
            .body = {.kind = GAME_SHOT, .color = 4, .radius = 6}, .dx = spread[i], .dy = -9};
        init.body.heading = angle_of(init.dx, init.dy);
        body_place(&init.body, s->body.x + spread[i] * 8, s->body.y - 8);
        trp_create_from(g->pools[POOL_SHOTS], &init);
    }
    game_tell(g, GAME_EVENT_SHOT, s->body.x, s->body.y);
}

static float within(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static void ship_move(game *g, ship *s, float dt)
{
    const float speed = (g->input & GAME_FOCUS ? 1.4f : 3.2f) * dt;
    const float right =
        (float)((g->input & GAME_RIGHT) != 0) - (float)((g->input & GAME_LEFT) != 0);
    const float down = (float)((g->input & GAME_DOWN) != 0) - (float)((g->input & GAME_UP) != 0);
    const float step = right != 0 && down != 0 ? speed * 0.70710678f : speed;
    body_move(&s->body, right * step, down * step);
    s->body.x = within(s->body.x, 8, GAME_WIDTH - 8);
    s->body.y = within(s->body.y, 16, GAME_HEIGHT - 12);
}

static void ship_update(trp_actor *self, const trp_tick *tick)
{
    game *g = (game *)tick->user;
    ship *s = body_as(ship, self);
    ship_move(g, s, tick->dt);
    s->reload -= s->reload > 0;
    s->shielded -= s->shielded > 0;
    if ((g->input & GAME_SHOOT) != 0 && s->reload == 0)
    {
        s->reload = 5;
        shoot(g, s);
    }
}

static void ship_draw(const trp_actor *self, const trp_view *view)
{
    const game *g = (const game *)view->user;
    const ship *s = body_as_const(ship, self);
    body mark = s->body;
    body_draw_as(&s->body, view, 9, 255);
    if ((g->input & GAME_FOCUS) != 0)
    {
        mark.kind = GAME_HIT_BOX;
        mark.color = 1;
        body_draw_as(&mark, view, s->body.radius, 255);
    }
    if (s->shielded > 0)
    {
        mark.kind = GAME_SHIELD;
        mark.color = 4;
        body_draw_as(&mark, view, 14, s->shielded > 60 || s->shielded % 8 < 4 ? 160 : 60);
    }
}

static void shot_update(trp_actor *self, const trp_tick *tick)
{
    shot *it = body_as(shot, self);
    body_move(&it->body, it->dx * tick->dt, it->dy * tick->dt);
    if (body_is_outside(&it->body, 8))
        trp_recycle(tick->world, self);
}

bool player_init(game *g)
{
    trp_pool *ships = trp_pool_create(g->world, &(trp_pool_desc){.name = "ship",
                                                                 .type = BODY_TYPE(ship),
                                                                 .capacity = 1,
                                                                 .layer = LAYER_PLAYER,
                                                                 .user = g,
                                                                 .update = ship_update,
                                                                 .draw = ship_draw});
    g->pools[POOL_SHIPS] = ships;
    g->pools[POOL_SHOTS] = trp_pool_create(g->world, &(trp_pool_desc){.name = "shots",
                                                                      .type = BODY_TYPE(shot),
                                                                      .capacity = PLAYER_SHOTS,
                                                                      .layer = LAYER_PLAYER,
                                                                      .user = g,
                                                                      .update = shot_update,
                                                                      .draw = body_draw});
    if (!ships || !g->pools[POOL_SHOTS])
        return false;
    g->ship =
        trp_create_from(ships, &(ship){.body = {.kind = GAME_SHIP, .color = 3, .radius = 2.2f}});
    trp_deactivate(g->world, g->ship);
    return true;
}

void player_start(game *g)
{
    ship *s = body_as(ship, g->ship);
    body_place(&s->body, GAME_WIDTH / 2, GAME_HEIGHT - 60);
    s->reload = 0;
    s->shielded = 180;
    if (trp_state_of(g->world, g->ship) == TRP_STATE_ASLEEP)
        trp_activate(g->world, g->ship);
}

void player_leave(game *g)
{
    if (trp_state_of(g->world, g->ship) == TRP_STATE_ACTIVE)
        trp_deactivate(g->world, g->ship);
}
