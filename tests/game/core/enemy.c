/* Enemies: their paths, and what becomes of them. */
#include "core.h"

static void move_to(enemy *e, float x, float y)
{
    body_move(&e->body, x - e->body.x, y - e->body.y);
}

static void move_ahead(enemy *e, float speed)
{
    body_move(&e->body, angle_sine(e->body.heading) * speed,
              -angle_cosine(e->body.heading) * speed);
}

static angle phase(float age, float each)
{
    return (angle)(uint32_t)(age * each);
}

static void sine(enemy *e, float dt)
{
    const float x = e->from_x + 34 * angle_sine(phase(e->age, 620));
    move_to(e, x, e->body.y + 1.25f * dt);
}

static void swoop(enemy *e, float dt)
{
    const int32_t turn =
        e->from_x < GAME_WIDTH / 2 ? 420 : -420; /* towards the side it came from */
    if (e->age > 60 && e->age < 150)
        e->body.heading = (angle)(e->body.heading + (int32_t)((float)turn * dt));
    move_ahead(e, 2.2f * dt);
}

static void cross(enemy *e, float dt)
{
    const float way = e->from_x < GAME_WIDTH / 2 ? 1.5f : -1.5f;
    e->body.heading = way > 0 ? ANGLE_QUARTER : ANGLE_QUARTER + ANGLE_HALF;
    move_to(e, e->body.x + way * dt, e->from_y + 14 * angle_sine(phase(e->age, 800)));
}

/* The path of spinners and gunships. They wait at the height from_y. */
static void hold(enemy *e, float dt)
{
    const float stay = 480;
    const float gap = e->from_y - e->body.y;
    float dy = gap * 0.03f;
    if (e->age > stay)
        dy = (stay - e->age) * 0.02f;
    if (e->type == ENEMY_SPINNER)
        e->body.heading = (angle)(e->body.heading + (int32_t)(500 * dt));
    body_move(&e->body, 0.4f * angle_sine(phase(e->age, 300)) * dt, dy * dt);
}

static void charge(game *g, enemy *e, float dt)
{
    if (e->age < 45) {
        e->body.heading = angle_turn(
            e->body.heading, body_direction(&e->body, player_near(g, e->body.x, e->body.y)), 1500);
        e->speed = e->speed > 0.2f ? e->speed * 0.96f : e->age < 5 ? 3 : 0.2f;
        body_move(&e->body, 0, e->speed * dt);
        return;
    }
    e->speed += 0.12f * dt;
    move_ahead(e, e->speed * dt);
}

static void lead(enemy *e, float dt)
{
    const float x = GAME_WIDTH / 2 + 74 * angle_sine(phase(e->age, 150));
    const float y = e->from_y + 14 * angle_sine(phase(e->age, 340));
    body_move(&e->body, (x - e->body.x) * 0.06f * dt, (y - e->body.y) * 0.03f * dt);
}

static bool follow(game *g, enemy *e)
{
    const body *parent = trp_as(body, trp_family_parent(&g->family, &e->body.actor));
    if (!parent)
        return false;
    move_to(e, parent->x + e->from_x, parent->y + e->from_y);
    return true;
}

/* Moves an enemy along its path by `dt` ticks of its time. False: it has left the field. */
static bool paths_step(game *g, enemy *e, float dt)
{
    switch ((enemy_path)e->path) {
    case PATH_SINE:
        sine(e, dt);
        break;
    case PATH_SWOOP:
        swoop(e, dt);
        break;
    case PATH_CROSS:
        cross(e, dt);
        break;
    case PATH_HOLD:
        hold(e, dt);
        break;
    case PATH_CHARGE:
        charge(g, e, dt);
        break;
    case PATH_BOSS:
        lead(e, dt);
        return true;
    case PATH_PART:
        return follow(g, e);
    }
    return e->age < 90 || !body_is_outside(&e->body, 30);
}

/* -- enemies -- */

enum {
    FLASH = 4 /* ticks for which a hit enemy is drawn brighter */
};

typedef struct enemy_row {
    const char *name;
    uint8_t kind; /* game_kind */
    uint8_t color;
    uint16_t health;
    uint16_t score;
    uint16_t sparks; /* of the explosion */
    float radius;
    float size; /* of the picture */
} enemy_row;

static const enemy_row rows[ENEMY_TYPES] = {
    [ENEMY_DRONE] = {"drone", GAME_DRONE, 9, 6, 100, 12, 8, 10},
    [ENEMY_DART] = {"dart", GAME_DART, 7, 4, 150, 10, 7, 11},
    [ENEMY_SPINNER] = {"spinner", GAME_SPINNER, 10, 80, 500, 22, 12, 15},
    [ENEMY_GUNSHIP] = {"gunship", GAME_GUNSHIP, 15, 280, 2000, 36, 18, 24},
    [ENEMY_CORE] = {"boss core", GAME_BOSS_CORE, 6, 1200, 20000, 90, 20, 26},
    [ENEMY_WING] = {"boss wing", GAME_BOSS_WING, 13, 320, 5000, 50, 19, 25},
    [ENEMY_TURRET] = {"boss turret", GAME_BOSS_GUN, 7, 90, 1500, 20, 8, 10},
};

const char *enemy_name(enemy_type type)
{
    return rows[type].name;
}

static void enemy_update(trp_actor *self, const trp_context *in)
{
    game *g = core_game_of(in->user);
    enemy *e = body_as(enemy, self);
    e->age += in->dt;
    if (!paths_step(g, e, in->dt))
        trp_expire(in->world,
                   self); /* it has left the field: its guns end with it, without a score */
}

static void enemy_draw(const trp_actor *self, const trp_view *view)
{
    const game *g = core_game_of(view->user);
    const enemy *e = body_as(enemy, self);
    body seen = e->body;
    if (trp_timer_is_running(g->timers[TIMERS_FLASH], self))
        seen.color = 1;
    body_draw_as(&seen, view, rows[e->type].size, 255);
}

/* The death of a large enemy stops the field for a moment, then slows it down. */
static void shake_time(game *g, const enemy *e)
{
    if (e->type == ENEMY_CORE) {
        clock_stop(g, 14);
        clock_slow(g, 80, 0.25f);
        sweep_wreck(g, e->body.x, e->body.y);
        sweep_begin(g, e->body.x, e->body.y, 6);
        game_notify(g, GAME_EVENT_BOSS_END, e->body.x, e->body.y);
    } else if (e->type == ENEMY_WING) {
        clock_stop(g, 6);
        clock_slow(g, 30, 0.5f);
    } else if (e->type == ENEMY_GUNSHIP)
        clock_stop(g, 3);
}

/* The explosion, score and pickups of an enemy that is shot down, by itself or with its parent. */
static void explode(game *g, const enemy *e)
{
    const enemy_row *row = &rows[e->type];
    const bool big = row->sparks >= 30;
    const float x = e->body.x;
    const float y = e->body.y;
    shake_time(g, e);
    effects_explosion(g, x, y, row->sparks, row->color);
    game_notify(g, big ? GAME_EVENT_BIG_EXPLOSION : GAME_EVENT_EXPLOSION, x, y);
    game_score(g, row->score);
    for (uint32_t i = 0; i < row->sparks / 10u; ++i)
        pickups_drop(g, GAME_PICKUP_POINT, x, y, false);
    if (e->carry != 0)
        pickups_drop(g, (game_kind)e->carry, x, y, false);
}

static void enemy_gone(trp_actor *self, const trp_end_context *in)
{
    game *g = (game *)trp_world_user(in->world);
    if (!g->muted && (in->reason == TRP_REASON_RECYCLED || in->reason == TRP_REASON_PARENT))
        explode(g, body_as(enemy, self));
}

static const trp_field enemy_table[] = {BODY_FIELDS(enemy),       TRP_FIELD(enemy, health),
                                        TRP_FIELD(enemy, type),   TRP_FIELD(enemy, path),
                                        TRP_FIELD(enemy, carry),  TRP_FIELD(enemy, age),
                                        TRP_FIELD(enemy, from_x), TRP_FIELD(enemy, from_y),
                                        TRP_FIELD(enemy, speed),  TRP_FIELDS_END};
static const trp_fields enemy_fields = TRP_FIELDS(enemy, 0, enemy_table);

bool enemy_init(game *g)
{
    const trp_pool_desc desc = {.name = "enemies",
                                .type = BODY_TYPE(enemy),
                                .capacity = ENEMY_MAX,
                                .layer = LAYER_ENEMIES,
                                .update = enemy_update,
                                .draw = enemy_draw,
                                .on_end = enemy_gone};
    const trp_timers_desc flash = {.name = "flash", .clock = TRP_CLOCK_TICKS};
    return body_pool(g, POOL_ENEMIES, desc, &enemy_fields) &&
           body_timers(g, TIMERS_FLASH, flash, POOL_ENEMIES) &&
           trp_family_add(&g->family, g->pools[POOL_ENEMIES]) == TRP_OK;
}

enemy *enemy_create(game *g, const enemy_desc *desc)
{
    const enemy_row *row = &rows[desc->type];
    const enemy init = {.body = {.x = desc->x,
                                 .y = desc->y,
                                 .old_x = desc->x,
                                 .old_y = desc->y,
                                 .radius = row->radius,
                                 .heading = ANGLE_HALF,
                                 .kind = row->kind,
                                 .color = row->color},
                        .health = row->health + row->health * (int32_t)g->now.state.rank / 100,
                        .type = (uint8_t)desc->type,
                        .path = (uint8_t)desc->path,
                        .carry = (uint8_t)desc->carry,
                        .from_x = desc->x,
                        .from_y = desc->y};
    return body_as(enemy, trp_create(g->pools[POOL_ENEMIES], &init));
}

void enemy_hurt(game *g, trp_actor *self, int32_t damage)
{
    enemy *e = body_as(enemy, self);
    if (body_is_outside(&e->body, 0))
        return;
    e->health -= damage;
    trp_timer_start(g->timers[TIMERS_FLASH], self, trp_ticks(FLASH));
    if (e->health > 0)
        game_notify(g, GAME_EVENT_HIT, e->body.x, e->body.y);
    else
        trp_recycle(g->world, self); /* its parts and guns end with it */
}

void enemy_hurt_all(game *g, int32_t damage)
{
    trp_each_of (enemy, body.actor, it, g->pools[POOL_ENEMIES])
        enemy_hurt(g, &it->body.actor, damage);
}
