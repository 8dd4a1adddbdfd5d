#include "paths.h"
#include "state.h"

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
    if (e->age < 45)
    {
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

bool paths_step(game *g, enemy *e, float dt)
{
    switch ((enemy_path)e->path)
    {
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
