#include "player.h"
#include "effects.h"
#include "enemy.h"
#include "missiles.h"
#include "phases.h"
#include "pickups.h"
#include "plant.h"
#include "state.h"

#define SPEED 3.0f
#define SPEED_FOCUSED 1.4f
#define HIT_RADIUS 2.0f
#define AURA_RADIUS 22.0f

enum
{
    RELOAD = 4,
    MISSILE_RELOAD = 40,
    SHIELD_AT_START = 150,
    SHIELD_OF_BOMB = 120,
    BOMB_DAMAGE = 25,
    DEATH_STOP = 16, /* ticks for which the field is stopped */
    DEATH_SLOW = 80
};

#define SLOWEST_AT_DEATH 0.25f

static bool is_focused(const game *g)
{
    return (g->now.stick.held & GAME_FOCUS) != 0;
}

static void shoot(game *g)
{
    const body *ship = g->ship;
    const uint32_t count = 3 + g->now.state.power;
    const float spread = is_focused(g) ? 0.1f : 0.45f;
    for (uint32_t i = 0; i < count; ++i)
    {
        const float side = (float)i - (float)(count - 1) / 2;
        shot init = {.body = {.kind = GAME_SHOT, .color = 4, .radius = 3}, .dy = -10};
        init.dx = side * spread;
        init.body.heading = angle_of(init.dx, init.dy);
        body_place(&init.body, ship->x + side * 5, ship->y - 8);
        trp_create_from(g->pools[POOL_SHOTS], &init);
    }
    game_notify(g, GAME_EVENT_SHOT, ship->x, ship->y);
}

static float within(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static float axis(uint32_t input, uint32_t less, uint32_t more)
{
    return (float)((input & more) != 0) - (float)((input & less) != 0);
}

void player_course(uint32_t input, float *dx, float *dy)
{
    const float right = axis(input, GAME_LEFT, GAME_RIGHT);
    const float down = axis(input, GAME_UP, GAME_DOWN);
    const float speed = (input & GAME_FOCUS) != 0 ? SPEED_FOCUSED : SPEED;
    const float step = right != 0 && down != 0 ? speed * 0.70710678f : speed;
    *dx = right * step;
    *dy = down * step;
}

static void ship_move(game *g, float dt)
{
    body *ship = g->ship;
    float dx;
    float dy;
    player_course(g->now.stick.held, &dx, &dy);
    body_move(ship, dx * dt, dy * dt);
    ship->x = within(ship->x, PLAYER_MARGIN, GAME_WIDTH - PLAYER_MARGIN);
    ship->y = within(ship->y, PLAYER_MARGIN, GAME_HEIGHT - PLAYER_MARGIN);
}

/* True if this timer of the ship has ended; the timer is then started again. */
static bool is_ready(game *g, timers_id id, uint32_t ticks)
{
    if (trp_timer_is_running(g->timers[id], &g->ship->actor))
        return false;
    trp_timer_start_ticks(g->timers[id], &g->ship->actor, ticks);
    return true;
}

static void fire(game *g)
{
    const char *before = trp_set_tag(g->world, "player");
    if (is_ready(g, TIMERS_RELOAD, RELOAD))
        shoot(g);
    if (g->now.state.power >= 2 && is_ready(g, TIMERS_MISSILES, MISSILE_RELOAD))
        missiles_launch(g);
    trp_set_tag(g->world, before);
}

static void ship_update(trp_actor *self, const trp_tick *tick)
{
    game *g = core_game_of(tick->user);
    (void)self;
    ship_move(g, tick->dt);
    if (tick->number % 2 == 0)
        effects_trail(g, g->ship->x, g->ship->y + 9);
    if ((g->now.stick.held & GAME_SHOOT) != 0)
        fire(g);
}

static void ship_draw(const trp_actor *self, const trp_view *view)
{
    const game *g = core_game_of(view->user);
    const uint32_t shield = player_shield(g);
    body mark = *trp_as_const(body, self);
    body_draw_as(&mark, view, 10, 255);
    mark.color = 1;
    mark.kind = GAME_HIT_BOX;
    if (is_focused(g))
        body_draw_as(&mark, view, HIT_RADIUS + 1, 255);
    mark.color = 4;
    mark.kind = GAME_SHIELD;
    if (shield > 0)
        body_draw_as(&mark, view, 15, shield > 60 || shield % 8 < 4 ? 170 : 60);
}

static void aura_update(trp_actor *self, const trp_tick *tick)
{
    const game *g = core_game_of(tick->user);
    body_place(trp_as(body, self), g->ship->x, g->ship->y);
}

static void shot_update(trp_actor *self, const trp_tick *tick)
{
    shot *it = body_as(shot, self);
    plant_in_shot(it);
    body_move(&it->body, it->dx * tick->dt, it->dy * tick->dt);
    if (body_is_outside(&it->body, 8))
        trp_recycle(tick->world, self);
}

static void shot_draw(const trp_actor *self, const trp_view *view)
{
    body_draw_as(trp_as_const(body, self), view, 7, 200);
}

static const trp_field shot_table[] = {BODY_FIELDS(shot), TRP_FIELD(shot, dx), TRP_FIELD(shot, dy),
                                       TRP_FIELDS_END};
static const trp_fields shot_fields = TRP_FIELDS(shot, 0, shot_table);

static void come_back(trp_timers *timers, trp_actor *self, const trp_tick *tick)
{
    game *g = (game *)trp_timers_user(timers);
    (void)self;
    (void)tick;
    if (!g->muted)
        player_enter(g);
}

static bool timers_init(game *g)
{
    static const char *const names[] = {"reload", "missiles", "shield", "away", "slow", "graze"};
    for (uint32_t id = TIMERS_RELOAD; id <= TIMERS_GRAZE; ++id)
    {
        trp_timers_desc desc = {.name = names[id], .clock = TRP_CLOCK_TICKS};
        if (id == TIMERS_AWAY)
            desc.on_due = come_back;
        if (!body_timers(g, (timers_id)id, desc, POOL_SHIP))
            return false;
    }
    return true;
}

/* Creates the ship and its aura. They sleep until a game starts. */
static bool crew_init(game *g)
{
    g->ship = trp_as(body, trp_create(g->pools[POOL_SHIP]));
    g->aura = trp_as(body, trp_create(g->pools[POOL_AURA]));
    g->ship->kind = GAME_SHIP;
    g->ship->color = 3;
    g->ship->radius = HIT_RADIUS;
    g->aura->radius = AURA_RADIUS;
    return trp_deactivate(g->world, &g->ship->actor) == TRP_OK &&
           trp_deactivate(g->world, &g->aura->actor) == TRP_OK;
}

bool player_init(game *g)
{
    const trp_pool_desc ship = {.name = "ship",
                                .type = TRP_TYPE(body, actor),
                                .capacity = 1,
                                .layer = LAYER_PLAYER,
                                .update = ship_update,
                                .draw = ship_draw};
    const trp_pool_desc aura = {.name = "aura",
                                .type = TRP_TYPE(body, actor),
                                .capacity = 1,
                                .layer = LAYER_PLAYER,
                                .update = aura_update};
    const trp_pool_desc shots = {.name = "shots",
                                 .type = BODY_TYPE(shot),
                                 .capacity = PLAYER_SHOTS,
                                 .layer = LAYER_PLAYER,
                                 .update = shot_update,
                                 .draw = shot_draw};
    return body_pool(g, POOL_SHIP, ship, &body_fields) &&
           body_pool(g, POOL_AURA, aura, &body_fields) &&
           body_pool(g, POOL_SHOTS, shots, &shot_fields) && timers_init(g) && crew_init(g);
}

bool player_is_there(const game *g)
{
    return trp_state_of(g->world, &g->ship->actor) == TRP_STATE_ACTIVE;
}

void player_leave(game *g)
{
    if (!player_is_there(g))
        return;
    trp_deactivate(g->world, &g->ship->actor);
    trp_deactivate(g->world, &g->aura->actor);
}

void player_return_in(game *g, uint32_t ticks)
{
    trp_timer_start_ticks(g->timers[TIMERS_AWAY], &g->ship->actor, ticks);
}

uint32_t player_shield(const game *g)
{
    return trp_timer_left_ticks(g->timers[TIMERS_SHIELD], &g->ship->actor);
}

void player_enter(game *g)
{
    trp_actor *ship = &g->ship->actor;
    trp_timer_stop(g->timers[TIMERS_AWAY], ship);
    trp_timer_stop(g->timers[TIMERS_RELOAD], ship);
    trp_timer_stop(g->timers[TIMERS_MISSILES], ship);
    trp_timer_start_ticks(g->timers[TIMERS_SHIELD], ship, SHIELD_AT_START);
    body_place(g->ship, GAME_WIDTH / 2, GAME_HEIGHT - 60);
    body_place(g->aura, GAME_WIDTH / 2, GAME_HEIGHT - 60);
    game_notify(g, GAME_EVENT_RETURN, g->ship->x, g->ship->y);
    trp_activate(g->world, ship);
    trp_activate(g->world, &g->aura->actor);
}

static void bomb(game *g)
{
    const body *ship = g->ship;
    g->now.state.bombs--;
    trp_timer_start_ticks(g->timers[TIMERS_SHIELD], &g->ship->actor, SHIELD_OF_BOMB);
    sweep_begin(g, ship->x, ship->y, 11);
    enemy_hurt_all(g, BOMB_DAMAGE);
    effects_flash(g, ship->x, ship->y, 46, 3);
    effects_ring(g, ship->x, ship->y, 11, 3);
    effects_ring(g, ship->x, ship->y, 8, 4);
    effects_ring(g, ship->x, ship->y, 5, 5);
    clock_stop(g, 5);
    game_notify(g, GAME_EVENT_BOMB, ship->x, ship->y);
}

static void pay_for_time(game *g)
{
    const body *ship = g->ship;
    uint32_t *bombs = &g->now.state.bombs;
    *bombs -= *bombs < GAME_TURN_COST ? *bombs : GAME_TURN_COST;
    effects_flash(g, ship->x, ship->y, 30, 4);
    effects_ring(g, ship->x, ship->y, 9, 4);
    effects_ring(g, ship->x, ship->y, 4, 10);
    game_notify(g, GAME_EVENT_TURN, ship->x, ship->y);
}

void player_step(game *g)
{
    if ((g->now.stick.held & GAME_TURN) != 0 && g->now.state.bombs > 0)
        pay_for_time(g);
    if (player_is_there(g) && (g->now.stick.pressed & GAME_BOMB) != 0 && g->now.state.bombs > 0)
        bomb(g);
}

void player_hit(game *g, const trp_actor *killer)
{
    const body *ship = g->ship;
    if (player_shield(g) > 0 || !player_is_there(g))
        return;
    report_kill(g, killer);
    player_leave(g);
    clock_stop(g, DEATH_STOP);
    clock_slow(g, DEATH_SLOW, SLOWEST_AT_DEATH);
    sweep_begin(g, ship->x, ship->y, 7);
    effects_explosion(g, ship->x, ship->y, 64, ship->color);
    effects_ring(g, ship->x, ship->y, 7, 1);
    effects_ring(g, ship->x, ship->y, 4.5f, 6);
    pickups_drop(g, GAME_PICKUP_POWER, ship->x, ship->y - 30, false);
    game_notify(g, GAME_EVENT_DEATH, ship->x, ship->y);
    phases_lose_ship(g);
}
