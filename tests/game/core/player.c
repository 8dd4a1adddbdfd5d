#include "core.h"
#include "plant.h"

#define SPEED 3.0f
#define SPEED_FOCUSED 1.4f
#define HIT_RADIUS 2.0f
#define AURA_RADIUS 22.0f

enum {
    RELOAD = 4,
    MISSILE_RELOAD = 40,
    SHIELD_AT_START = 150,
    SHIELD_OF_BOMB = 120,
    BOMB_DAMAGE = 25,
    DEATH_STOP = 16, /* ticks for which the field is stopped */
    DEATH_SLOW = 80
};

#define SLOWEST_AT_DEATH 0.25f

/* By player: of the ship and its shots. */
static const uint8_t ship_colors[GAME_PLAYERS] = {3, 9};
static const uint8_t shot_colors[GAME_PLAYERS] = {4, 8};

uint32_t player_count(const game *g)
{
    return g->options.players > 0 ? g->options.players : 1;
}

uint32_t player_of(const game *g, const trp_actor *self)
{
    return g->ships[1] && (self == &g->ships[1]->actor || self == &g->auras[1]->actor);
}

static bool is_focused(const game *g, uint32_t player)
{
    return (g->now.stick[player].held & GAME_FOCUS) != 0;
}

static void shoot(game *g, uint32_t player)
{
    const body *ship = g->ships[player];
    const uint32_t count = 3 + g->now.state.power;
    const float spread = is_focused(g, player) ? 0.1f : 0.45f;
    for (uint32_t i = 0; i < count; ++i) {
        const float side = (float)i - (float)(count - 1) / 2;
        shot init = {.body = {.kind = GAME_SHOT, .radius = 3}, .dy = -10};
        init.body.color = shot_colors[player];
        init.dx = side * spread;
        init.body.heading = angle_of(init.dx, init.dy);
        body_place(&init.body, ship->x + side * 5, ship->y - 8);
        trp_create(g->pools[POOL_SHOTS], &init);
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

static void ship_move(game *g, uint32_t player, float dt)
{
    body *ship = g->ships[player];
    float dx;
    float dy;
    player_course(g->now.stick[player].held, &dx, &dy);
    body_move(ship, dx * dt, dy * dt);
    ship->x = within(ship->x, PLAYER_MARGIN, GAME_WIDTH - PLAYER_MARGIN);
    ship->y = within(ship->y, PLAYER_MARGIN, GAME_HEIGHT - PLAYER_MARGIN);
}

/* True if this timer of a ship has ended; the timer is then started again. */
static bool is_ready(game *g, timers_id id, trp_actor *ship, uint32_t ticks)
{
    if (trp_timer_is_running(g->timers[id], ship))
        return false;
    trp_timer_start(g->timers[id], ship, trp_ticks(ticks));
    return true;
}

static void fire(game *g, uint32_t player)
{
    trp_actor *ship = &g->ships[player]->actor;
    const char *before = trp_set_tag(g->world, "player");
    if (is_ready(g, TIMERS_RELOAD, ship, RELOAD))
        shoot(g, player);
    if (g->now.state.power >= 2 && is_ready(g, TIMERS_MISSILES, ship, MISSILE_RELOAD))
        missiles_launch(g, g->ships[player]);
    trp_set_tag(g->world, before);
}

static void ship_update(trp_actor *self, const trp_context *in)
{
    game *g = core_game_of(in->user);
    const uint32_t player = player_of(g, self);
    const body *ship = g->ships[player];
    ship_move(g, player, in->dt);
    if (in->tick % 2 == 0)
        effects_trail(g, ship->x, ship->y + 9);
    if ((g->now.stick[player].held & GAME_SHOOT) != 0)
        fire(g, player);
}

static void ship_draw(const trp_actor *self, const trp_view *view)
{
    const game *g = core_game_of(view->user);
    const uint32_t player = player_of(g, self);
    const uint32_t shield = player_shield(g, player);
    const game_ease *ease = &g->eases[player];
    body mark = *trp_as(body, self);
    mark.x += ease->x;
    mark.y += ease->y;
    mark.old_x += ease->old_x;
    mark.old_y += ease->old_y;
    body_draw_as(&mark, view, 10, 255);
    mark.color = 1;
    mark.kind = GAME_HIT_BOX;
    if (is_focused(g, player))
        body_draw_as(&mark, view, HIT_RADIUS + 1, 255);
    mark.color = 4;
    mark.kind = GAME_SHIELD;
    if (shield > 0)
        body_draw_as(&mark, view, 15, shield > 60 || shield % 8 < 4 ? 170 : 60);
}

static void aura_update(trp_actor *self, const trp_context *in)
{
    const game *g = core_game_of(in->user);
    const body *ship = g->ships[player_of(g, self)];
    body_place(trp_as(body, self), ship->x, ship->y);
}

static void shot_update(trp_actor *self, const trp_context *in)
{
    shot *it = body_as(shot, self);
    plant_in_shot(it);
    body_move(&it->body, it->dx * in->dt, it->dy * in->dt);
    if (body_is_outside(&it->body, 8))
        trp_recycle(in->world, self);
}

static void shot_draw(const trp_actor *self, const trp_view *view)
{
    body_draw_as(trp_as(body, self), view, 7, 200);
}

static const trp_field shot_table[] = {BODY_FIELDS(shot), TRP_FIELD(shot, dx), TRP_FIELD(shot, dy),
                                       TRP_FIELDS_END};
static const trp_fields shot_fields = TRP_FIELDS(shot, 0, shot_table);

static void come_back(trp_actor *self, const trp_context *in)
{
    game *g = (game *)in->user;
    if (!g->muted)
        player_enter(g, player_of(g, self));
}

static bool timers_init(game *g)
{
    static const char *const names[] = {"reload", "missiles", "shield", "away", "slow", "graze"};
    for (uint32_t id = TIMERS_RELOAD; id <= TIMERS_GRAZE; ++id) {
        trp_timers_desc desc = {.name = names[id], .clock = TRP_CLOCK_TICKS};
        if (id == TIMERS_AWAY)
            desc.on_due = come_back;
        if (!body_timers(g, (timers_id)id, desc, POOL_SHIP))
            return false;
    }
    return true;
}

/* Creates a ship and its aura. They sleep until a game starts. */
static bool crew_init(game *g, uint32_t player)
{
    body *ship = trp_as(body, trp_create(g->pools[POOL_SHIP], NULL));
    body *aura = trp_as(body, trp_create(g->pools[POOL_AURA], NULL));
    ship->kind = GAME_SHIP;
    ship->color = ship_colors[player];
    ship->radius = HIT_RADIUS;
    aura->radius = AURA_RADIUS;
    g->ships[player] = ship;
    g->auras[player] = aura;
    return trp_deactivate(g->world, &ship->actor) == TRP_OK &&
           trp_deactivate(g->world, &aura->actor) == TRP_OK;
}

static bool crews_init(game *g)
{
    for (uint32_t player = 0; player < player_count(g); ++player)
        if (!crew_init(g, player))
            return false;
    return true;
}

bool player_init(game *g)
{
    const trp_pool_desc ship = {.name = "ship",
                                .type = TRP_TYPE(body, actor),
                                .capacity = GAME_PLAYERS,
                                .layer = LAYER_PLAYER,
                                .update = ship_update,
                                .draw = ship_draw};
    const trp_pool_desc aura = {.name = "aura",
                                .type = TRP_TYPE(body, actor),
                                .capacity = GAME_PLAYERS,
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
           body_pool(g, POOL_SHOTS, shots, &shot_fields) && timers_init(g) && crews_init(g);
}

bool player_has_ship(const game *g, uint32_t player)
{
    return trp_state_of(g->world, &g->ships[player]->actor) == TRP_STATE_ACTIVE;
}

bool player_is_there(const game *g)
{
    return player_has_ship(g, 0) || (player_count(g) > 1 && player_has_ship(g, 1));
}

bool player_is_out(const game *g, uint32_t player)
{
    return !player_has_ship(g, player) &&
           !trp_timer_is_running(g->timers[TIMERS_AWAY], &g->ships[player]->actor);
}

static float square_distance(const body *b, float x, float y)
{
    return (b->x - x) * (b->x - x) + (b->y - y) * (b->y - y);
}

const body *player_near(const game *g, float x, float y)
{
    const body *first = g->ships[0];
    const body *second = g->ships[1];
    if (player_count(g) == 1 || !player_has_ship(g, 1))
        return first;
    if (!player_has_ship(g, 0))
        return second;
    return square_distance(second, x, y) < square_distance(first, x, y) ? second : first;
}

bool player_is_above(const game *g, float y)
{
    for (uint32_t player = 0; player < player_count(g); ++player)
        if (player_has_ship(g, player) && g->ships[player]->y < y)
            return true;
    return false;
}

void player_leave(game *g, uint32_t player)
{
    trp_timer_stop(g->timers[TIMERS_AWAY], &g->ships[player]->actor);
    if (!player_has_ship(g, player))
        return;
    trp_deactivate(g->world, &g->ships[player]->actor);
    trp_deactivate(g->world, &g->auras[player]->actor);
}

void player_return_in(game *g, uint32_t player, uint32_t ticks)
{
    trp_timer_start(g->timers[TIMERS_AWAY], &g->ships[player]->actor, trp_ticks(ticks));
}

uint32_t player_shield(const game *g, uint32_t player)
{
    return trp_timer_left(g->timers[TIMERS_SHIELD], &g->ships[player]->actor).ticks;
}

/* In the middle; two share it. */
static float entrance(const game *g, uint32_t player)
{
    const float apart = player_count(g) > 1 ? 36 : 0;
    return GAME_WIDTH / 2 + (player == 0 ? -apart : apart);
}

void player_enter(game *g, uint32_t player)
{
    body *it = g->ships[player];
    trp_actor *ship = &it->actor;
    trp_timer_stop(g->timers[TIMERS_AWAY], ship);
    trp_timer_stop(g->timers[TIMERS_RELOAD], ship);
    trp_timer_stop(g->timers[TIMERS_MISSILES], ship);
    trp_timer_start(g->timers[TIMERS_SHIELD], ship, trp_ticks(SHIELD_AT_START));
    body_place(it, entrance(g, player), GAME_HEIGHT - 60);
    body_place(g->auras[player], it->x, it->y);
    game_notify(g, GAME_EVENT_RETURN, it->x, it->y);
    trp_activate(g->world, ship);
    trp_activate(g->world, &g->auras[player]->actor);
}

static void bomb(game *g, uint32_t player)
{
    const body *ship = g->ships[player];
    g->now.state.bombs--;
    trp_timer_start(g->timers[TIMERS_SHIELD], &g->ships[player]->actor, trp_ticks(SHIELD_OF_BOMB));
    sweep_begin(g, ship->x, ship->y, 11);
    enemy_hurt_all(g, BOMB_DAMAGE);
    effects_flash(g, ship->x, ship->y, 46, 3);
    effects_ring(g, ship->x, ship->y, 11, 3);
    effects_ring(g, ship->x, ship->y, 8, 4);
    effects_ring(g, ship->x, ship->y, 5, 5);
    clock_stop(g, 5);
    game_notify(g, GAME_EVENT_BOMB, ship->x, ship->y);
}

static void pay_for_time(game *g, const body *ship)
{
    uint32_t *bombs = &g->now.state.bombs;
    *bombs -= *bombs < GAME_TURN_COST ? *bombs : GAME_TURN_COST;
    effects_flash(g, ship->x, ship->y, 30, 4);
    effects_ring(g, ship->x, ship->y, 9, 4);
    effects_ring(g, ship->x, ship->y, 4, 10);
    game_notify(g, GAME_EVENT_TURN, ship->x, ship->y);
}

void player_step(game *g)
{
    for (uint32_t player = 0; player < player_count(g); ++player) {
        const controls *stick = &g->now.stick[player];
        if ((stick->held & GAME_TURN) != 0 && g->now.state.bombs > 0)
            pay_for_time(g, g->ships[player]);
        if (player_has_ship(g, player) && (stick->pressed & GAME_BOMB) != 0 &&
            g->now.state.bombs > 0)
            bomb(g, player);
    }
}

void player_hit(game *g, uint32_t player, const trp_actor *killer)
{
    const body *ship = g->ships[player];
    if (player_shield(g, player) > 0 || !player_has_ship(g, player))
        return;
    report_kill(g, ship, killer);
    player_leave(g, player);
    clock_stop(g, DEATH_STOP);
    clock_slow(g, DEATH_SLOW, SLOWEST_AT_DEATH);
    sweep_begin(g, ship->x, ship->y, 7);
    effects_explosion(g, ship->x, ship->y, 64, ship->color);
    effects_ring(g, ship->x, ship->y, 7, 1);
    effects_ring(g, ship->x, ship->y, 4.5f, 6);
    pickups_drop(g, GAME_PICKUP_POWER, ship->x, ship->y - 30, false);
    game_notify(g, GAME_EVENT_DEATH, ship->x, ship->y);
    phases_lose_ship(g, player);
}
