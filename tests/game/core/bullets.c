#include "core.h"
#include "plant.h"

#define DEGREE (65536.0 / 360.0)
#define SAFE_DISTANCE 34.0f /* enemies closer to the ship do not fire */

static angle to_angle(double degrees)
{
    return (angle)(int64_t)(degrees * DEGREE);
}

static double random_for_pattern(void *arg)
{
    const shooter *s = (const shooter *)arg;
    return (double)random_bits(&s->g->now.random) * (1.0 / 4294967296.0);
}

static double aim(void *arg)
{
    const shooter *s = (const shooter *)arg;
    return (double)body_direction(s->from, player_near(s->g, s->from->x, s->from->y)) *
           (1.0 / DEGREE);
}

static bool may_fire(const shooter *s)
{
    const body *ship = player_near(s->g, s->from->x, s->from->y);
    const float dx = s->from->x - ship->x;
    const float dy = s->from->y - ship->y;
    return dx * dx + dy * dy > SAFE_DISTANCE * SAFE_DISTANCE && !body_is_outside(s->from, 10);
}

static bool create_steered(const shooter *s, const body *init, const bml_shot *fired)
{
    steered *it = body_as(steered, trp_create(s->g->pools[POOL_STEERED], NULL));
    if (!it)
        return false;
    body_place(&it->body, init->x, init->y);
    it->body.radius = init->radius;
    it->body.heading = init->heading;
    it->body.kind = init->kind;
    it->body.color = (uint8_t)(init->color + 1);
    it->pattern = (uint8_t)s->pattern;
    it->maker = s->maker;
    it->motion.direction = fired->direction;
    it->motion.speed = fired->speed;
    bml_start(&it->runner, &s->g->patterns[s->pattern], fired);
    return true;
}

static bool fire(void *arg, const bml_shot *fired)
{
    const shooter *s = (const shooter *)arg;
    const pattern_look look = patterns_look(s->pattern);
    const float speed = (float)fired->speed;
    bullet init = {.body = {.kind = look.kind, .color = look.color, .radius = look.radius}};
    if (!may_fire(s))
        return true;
    init.body.heading = to_angle(fired->direction);
    init.body.x = init.body.old_x = s->from->x;
    init.body.y = init.body.old_y = s->from->y;
    init.dx = angle_sine(init.body.heading) * speed;
    init.dy = -angle_cosine(init.body.heading) * speed;
    plant_in_bullet(&init.dx);
    if (fired->action == 0 || !create_steered(s, &init.body, fired))
        trp_create(s->g->pools[POOL_BULLETS], &init);
    return true;
}

uint32_t bullets_run(shooter s, bml_runner *runner, bml_motion *motion)
{
    const bml_host host = {.context = &s,
                           .rank = (double)s.g->now.state.rank * 0.01,
                           .random = random_for_pattern,
                           .aim = aim,
                           .fire = fire};
    const char *before = trp_set_tag(s.g->world, report_maker(s.g, (enemy_type)s.maker, s.pattern));
    const uint32_t answer = bml_run(runner, &s.g->patterns[s.pattern], motion, &host);
    trp_set_tag(s.g->world, before);
    return answer;
}

static void bullet_update(trp_actor *self, const trp_context *in)
{
    bullet *it = body_as(bullet, self);
    body_move(&it->body, it->dx * in->dt, it->dy * in->dt);
    if (body_is_outside(&it->body, 12))
        trp_recycle(in->world, self);
}

static void fly(steered *it, float dt)
{
    const float speed = (float)it->motion.speed;
    it->body.heading = to_angle(it->motion.direction);
    body_move(&it->body, (angle_sine(it->body.heading) * speed + (float)it->motion.accel_x) * dt,
              (-angle_cosine(it->body.heading) * speed + (float)it->motion.accel_y) * dt);
}

static void steered_update(trp_actor *self, const trp_context *in)
{
    game *g = core_game_of(in->user);
    steered *it = body_as(steered, self);
    const shooter s = {
        .g = g, .from = &it->body, .pattern = (pattern_id)it->pattern, .maker = it->maker};
    uint32_t answer = 0;
    if (it->pattern != PATTERN_NONE && g->now.clock.beat)
        answer = bullets_run(s, &it->runner, &it->motion);
    if ((answer & BML_ENDED) != 0)
        it->pattern = PATTERN_NONE;
    fly(it, in->dt);
    if ((answer & BML_VANISHED) != 0 || body_is_outside(&it->body, 40))
        trp_recycle(in->world, self);
}

/* Expired bullets leave a gem: a bomb or a ring has ended them. A hit or the field's edge recycles
 * a bullet. */
static void leave_gem(trp_actor *self, const trp_end_context *in)
{
    const body *b = trp_as(body, self);
    game *g = (game *)trp_world_user(in->world);
    if (in->reason != TRP_REASON_EXPIRED || g->muted)
        return;
    effects_puff(g, b->x, b->y, b->color);
    pickups_drop(g, GAME_PICKUP_POINT, b->x, b->y, true);
}

static const trp_field bullet_table[] = {BODY_FIELDS(bullet), TRP_FIELD(bullet, dx),
                                         TRP_FIELD(bullet, dy), TRP_FIELDS_END};
static const trp_fields bullet_fields = TRP_FIELDS(bullet, 0, bullet_table);
static const trp_field steered_table[] = {BODY_FIELDS(steered),
                                          TRP_FIELD_STRUCT(steered, motion, &patterns_motion),
                                          TRP_FIELD_STRUCT(steered, runner, &patterns_runner),
                                          TRP_FIELD(steered, pattern),
                                          TRP_FIELD(steered, maker),
                                          TRP_FIELDS_END};
static const trp_fields steered_fields = TRP_FIELDS(steered, 0, steered_table);

static void bullet_draw(const trp_actor *self, const trp_view *view)
{
    const body *b = trp_as(body, self);
    body_draw_as(b, view, b->radius * (b->kind == GAME_BULLET_NEEDLE ? 3.5f : 1.5f), 255);
}

bool bullets_init(game *g)
{
    trp_pool_desc desc = {.name = "bullets",
                          .type = BODY_TYPE(bullet),
                          .capacity = BULLETS_MAX,
                          .layer = LAYER_BULLETS,
                          .update = bullet_update,
                          .draw = bullet_draw,
                          .on_end = leave_gem};
    if (!body_pool(g, POOL_BULLETS, desc, &bullet_fields))
        return false;
    desc.name = "steered";
    desc.type = (trp_type)BODY_TYPE(steered);
    desc.capacity = BULLETS_MAX_STEERED;
    desc.update = steered_update;
    return body_pool(g, POOL_STEERED, desc, &steered_fields);
}

uint32_t bullets_count(const game *g)
{
    return trp_layer_info(g->world, LAYER_BULLETS).live;
}

static bool is_within(const body *b, float x, float y, float radius)
{
    const float dx = b->x - x;
    const float dy = b->y - y;
    return dx * dx + dy * dy <= radius * radius;
}

void bullets_end_within(game *g, float x, float y, float radius)
{
    trp_each_of (bullet, body.actor, it, g->pools[POOL_BULLETS])
        if (is_within(&it->body, x, y, radius))
            trp_expire(g->world, &it->body.actor);
    trp_each_of (steered, body.actor, it, g->pools[POOL_STEERED])
        if (is_within(&it->body, x, y, radius))
            trp_expire(g->world, &it->body.actor);
}
