#include "core.h"
#include "plant.h"

#define COLLECT_ABOVE 120.0f /* a ship above this height attracts all pickups */

static void fly_to_ship(const game *g, pickup *p, float dt)
{
    const angle heading = body_direction(&p->body, player_near(g, p->body.x, p->body.y));
    p->dx = angle_sine(heading) * 6;
    p->dy = -angle_cosine(heading) * 6;
    body_move(&p->body, p->dx * dt, p->dy * dt);
}

static void pickup_update(trp_actor *self, const trp_context *in)
{
    const game *g = core_game_of(in->user);
    pickup *p = body_as(pickup, self);
    const bool there = player_is_there(g);
    p->body.heading = (angle)(p->body.heading + 400);
    plant_in_pickup(&p->dx, &p->attracted);
    if (player_is_above(g, COLLECT_ABOVE))
        p->attracted = true;
    if (p->attracted && there)
        fly_to_ship(g, p, in->dt);
    else {
        p->dx *= 0.97f;
        p->dy += p->dy < 1.5f ? 0.03f : 0;
        body_move(&p->body, p->dx * in->dt, p->dy * in->dt);
    }
    if (p->body.y > GAME_HEIGHT + 10)
        trp_recycle(in->world, self);
}

static void pickup_draw(const trp_actor *self, const trp_view *view)
{
    const body *b = trp_as(body, self);
    body_draw_as(b, view, b->kind == GAME_PICKUP_POINT ? 4 : 8, 255);
}

static const trp_field pickup_table[] = {BODY_FIELDS(pickup), TRP_FIELD(pickup, dx),
                                         TRP_FIELD(pickup, dy), TRP_FIELD(pickup, attracted),
                                         TRP_FIELDS_END};
static const trp_fields pickup_fields = TRP_FIELDS(pickup, 0, pickup_table);

bool pickups_init(game *g)
{
    const trp_pool_desc desc = {.name = "pickups",
                                .type = BODY_TYPE(pickup),
                                .capacity = PICKUPS_MAX,
                                .layer = LAYER_PICKUPS,
                                .update = pickup_update,
                                .draw = pickup_draw};
    return body_pool(g, POOL_PICKUPS, desc, &pickup_fields);
}

static uint8_t color_of(game_kind kind)
{
    return kind == GAME_PICKUP_POINT   ? 8
           : kind == GAME_PICKUP_POWER ? 15
           : kind == GAME_PICKUP_BOMB  ? 9
                                       : 11;
}

void pickups_drop(game *g, game_kind kind, float x, float y, bool attracted)
{
    const float dx = random_between(&g->now.random, -1, 1);
    const float dy = random_between(&g->now.random, -1.5f, -0.5f);
    pickup init = {.body = {.kind = (uint8_t)kind, .color = color_of(kind), .radius = 8},
                   .dx = dx,
                   .dy = dy,
                   .attracted = attracted};
    body_place(&init.body, x < 12 ? 12 : x > GAME_WIDTH - 12 ? GAME_WIDTH - 12 : x, y);
    trp_create(g->pools[POOL_PICKUPS], &init);
}

void pickups_attract(trp_actor *self)
{
    body_as(pickup, self)->attracted = true;
}

void pickups_take(game *g, trp_actor *self)
{
    const body *b = trp_as(body, self);
    game_state *state = &g->now.state;
    if (b->kind == GAME_PICKUP_POWER && state->power < PLAYER_MAX_POWER)
        state->power++;
    else if (b->kind == GAME_PICKUP_BOMB && state->bombs < PLAYER_MAX_BOMBS)
        state->bombs++;
    else if (b->kind == GAME_PICKUP_LIFE)
        phases_gain_life(g, b->x, b->y);
    if (b->kind != GAME_PICKUP_POINT)
        effects_ring(g, b->x, b->y, 1.6f, b->color);
    game_score(g, b->kind == GAME_PICKUP_POINT ? 50 : 500);
    game_notify(g, GAME_EVENT_PICKUP, b->x, b->y);
    trp_recycle(g->world, self);
}
