/* The autopilot: finds the threats near the ship, rates each direction, and takes the one with the
 * least danger. It queries the space and changes nothing. */
#include "core.h"

#define SIGHT 130.0f
#define HORIZON 34.0f /* ticks of prediction */
#define NARROW 3.0f   /* a closer pass counts as a hit */
#define CLOSE 15.0f   /* a closer pass counts as a danger */
#define PICKUP_SIGHT 90.0f
#define HOME_Y 400.0f
#define ASIDE 26.0f

enum { THREATS = 192, WAYS = 17 };

typedef struct threat {
    float x, y; /* relative to the ship */
    float dx, dy;
    float reach; /* distance at which it hits */
} threat;

typedef struct lookout {
    const game *g;
    uint32_t player;
    uint32_t count;
    threat threats[THREATS];
} lookout;

/* A direction and the ship's motion in it. */
typedef struct way {
    uint32_t input;
    float dx, dy;
} way;

static void note(trp_actor *self, const trp_context *in)
{
    lookout *l = (lookout *)in->arg;
    const body *b = trp_as(body, self);
    const body *ship = l->g->ships[l->player];
    if (l->count == THREATS)
        return;
    l->threats[l->count++] = (threat){.x = b->x - ship->x,
                                      .y = b->y - ship->y,
                                      .dx = b->x - b->old_x,
                                      .dy = b->y - b->old_y,
                                      .reach = b->radius + ship->radius};
}

/* The danger of one threat for one direction: closer and sooner is more dangerous. */
static float danger(const threat *t, const way *w)
{
    const float dx = t->dx - w->dx;
    const float dy = t->dy - w->dy;
    const float speed = dx * dx + dy * dy;
    const float meets = speed > 0 ? -(t->x * dx + t->y * dy) / speed : 0;
    const float at = meets < 0 ? 0 : meets > HORIZON ? HORIZON : meets;
    const float x = t->x + dx * at;
    const float y = t->y + dy * at;
    const float gap = x * x + y * y;
    const float narrow = t->reach + NARROW;
    const float close = t->reach + CLOSE;
    if (gap < narrow * narrow)
        return 4000 / (4 + at);
    if (gap < close * close)
        return 120 * (1 - gap / (close * close)) / (4 + at);
    return 0;
}

static way way_of(const body *ship, uint32_t number)
{
    static const uint32_t inputs[9] = {0,
                                       GAME_LEFT,
                                       GAME_RIGHT,
                                       GAME_UP,
                                       GAME_DOWN,
                                       GAME_LEFT | GAME_UP,
                                       GAME_RIGHT | GAME_UP,
                                       GAME_LEFT | GAME_DOWN,
                                       GAME_RIGHT | GAME_DOWN};
    way w = {.input = number < 9 ? inputs[number] : inputs[number - 8] | GAME_FOCUS};
    player_course(w.input, &w.dx, &w.dy);
    if (ship->x + w.dx < PLAYER_MARGIN || ship->x + w.dx > GAME_WIDTH - PLAYER_MARGIN)
        w.dx = 0;
    if (ship->y + w.dy < PLAYER_MARGIN || ship->y + w.dy > GAME_HEIGHT - PLAYER_MARGIN)
        w.dy = 0;
    return w;
}

/* The ship's goal: a near pickup, otherwise a place below an enemy. */
static void choose_goal(const game *g, const body *ship, float *x, float *y)
{
    const trp_actor *found = trp_get(
        g->world, trp_space_nearest(g->space, ship->x, ship->y, PICKUP_SIGHT, CATEGORY_PICKUP));
    *x = GAME_WIDTH / 2;
    *y = HOME_Y;
    if (found != NULL) {
        *x = trp_as(body, found)->x;
        *y = trp_as(body, found)->y;
        return;
    }
    found =
        trp_get(g->world, trp_space_nearest(g->space, ship->x, 0, 2 * GAME_HEIGHT, CATEGORY_ENEMY));
    if (found != NULL)
        *x = trp_as(body, found)->x;
}

static float square(float value)
{
    return value * value;
}

static float cost_of(const lookout *l, const way *w, float goal_x, float goal_y)
{
    const body *ship = l->g->ships[l->player];
    const uint32_t held = l->g->now.stick[l->player].held &
                          (GAME_LEFT | GAME_RIGHT | GAME_UP | GAME_DOWN | GAME_FOCUS);
    const float away =
        square(ship->x + w->dx * 10 - goal_x) + square(ship->y + w->dy * 10 - goal_y);
    float cost = away * 0.0004f + (w->input == held ? 0.0f : 0.6f);
    for (uint32_t i = 0; i < l->count; ++i)
        cost += danger(&l->threats[i], w);
    return cost;
}

static uint32_t fly(const game *g, uint32_t player)
{
    lookout l = {.g = g, .player = player};
    const body *ship = g->ships[player];
    float goal_x;
    float goal_y;
    float least = 0;
    uint32_t best = 0;
    trp_space_query(g->space,
                    &(trp_query){.area = trp_circle(ship->x, ship->y, SIGHT),
                                 .mask = CATEGORY_BULLET | CATEGORY_ENEMY},
                    note, &l);
    choose_goal(g, ship, &goal_x, &goal_y);
    if (player_count(g) > 1) /* beside the other */
        goal_x += player == 0 ? -ASIDE : ASIDE;
    for (uint32_t i = 0; i < WAYS; ++i) {
        const way w = way_of(ship, i);
        const float cost = cost_of(&l, &w, goal_x, goal_y);
        if (i > 0 && cost >= least)
            continue;
        least = cost;
        best = w.input;
    }
    if (least > 4000 / (4 + 5.0f) && player_shield(g, player) == 0 && g->now.state.bombs > 0)
        best |= GAME_BOMB;
    return best | GAME_SHOOT;
}

static uint32_t keys_of(const game *g, uint32_t player)
{
    if (g->now.state.phase != GAME_PLAY || g->now.state.paused)
        return g->now.keys[player].held & GAME_START ? 0 : GAME_START;
    return player_has_ship(g, player) ? fly(g, player) : GAME_SHOOT;
}

uint32_t game_autopilot(const game *g)
{
    return game_join_inputs(keys_of(g, 0), player_count(g) > 1 ? keys_of(g, 1) : 0);
}
