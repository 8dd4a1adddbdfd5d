/* Swarm: a whole game in a window. Wasps fly at a ship, and missiles home in on wasps, by handles
 * and a space. BACKSPACE rewinds, tick by tick: the whole world is in a history. Arrows move,
 * SPACE fires, ESC ends. */
#include "troupe/history.h"
#include "troupe/troupe.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>

enum { WIDTH = 960, HEIGHT = 600 };
enum { SHIP = 1, WASP = 2, MISSILE = 4 };       /* categories: what touches what */
enum { LEFT = 1, RIGHT = 2, FIRE = 4, BACK = 8 }; /* keys */

/* What all have: the library finds the box by TRP_BOX. */
typedef struct body {
    trp_actor actor;
    float x, y, width, height;
    float vx, vy;
} body;

typedef struct missile {
    body body;
    trp_handle target; /* a handle, as the target may die first */
    trp_time until;
} missile;

typedef struct spark {
    body body;
    trp_time until;
} spark;

static trp_world *world;
static trp_pool *ships, *wasps, *missiles, *sparks;
static trp_space *space;
static trp_timers *reload;
static trp_history past;

static struct /* no actor; a region makes it part of the world's state, so it is rewound, too */
{
    uint32_t seed, keys;
} game = {.seed = 1};
static trp_region game_region = {.name = "game", .start = &game, .bytes = sizeof game};

static float noise(void) /* -1 to 1 */
{
    game.seed = game.seed * 1664525 + 1013904223;
    return (float)(game.seed >> 8) / (1 << 23) - 1;
}

/* Accelerates towards a place, up to a speed. */
static void steer(body *b, float x, float y, float by, float most, float dt)
{
    const float dx = x - b->x, dy = y - b->y, far = sqrtf(dx * dx + dy * dy) + 1;
    b->vx += dx / far * by * dt;
    b->vy += dy / far * by * dt;
    const float speed = sqrtf(b->vx * b->vx + b->vy * b->vy);
    if (speed > most)
        b->vx *= most / speed, b->vy *= most / speed;
}

static void move(body *b, float dt)
{
    b->x += b->vx * dt;
    b->y += b->vy * dt;
}

static void burst(const body *b, int count)
{
    for (int i = 0; i < count; i++) /* a full pool takes the place of another spark */ {
        const float vx = noise() * 90, vy = noise() * 90, time = 0.5f + noise() / 4;
        trp_create(sparks, &(spark){{.x = b->x, .y = b->y, .width = 2, .height = 2,
                                     .vx = vx + b->vx / 2, .vy = vy + b->vy / 2},
                                    .until = trp_time_in(sparks, trp_seconds(time))});
    }
}

static void ship_update(trp_actor *self, const trp_context *in)
{
    body *b = trp_as(body, self);
    b->vx = game.keys & LEFT ? -300 : game.keys & RIGHT ? 300 : 0;
    move(b, in->dt);
    b->x = fminf(fmaxf(b->x, 0), WIDTH - b->width);
    if (game.keys & FIRE && !trp_timer_is_running(reload, self)) {
        trp_create(missiles, &(missile){{.x = b->x + 8, .y = b->y, .width = 5, .height = 5,
                                         .vx = noise() * 250, .vy = -200},
                                        .until = trp_time_in(missiles, trp_seconds(3))});
        trp_timer_start(reload, self, trp_seconds(0.05f));
    }
}

static void wasp_update(trp_actor *self, const trp_context *in)
{
    body *b = trp_as(body, self);
    const body *ship = trp_as(body, trp_pool_first(ships));
    const float dx = noise() * 400, dy = noise() * 200;
    steer(b, ship->x + dx, ship->y + dy, 400, 150, in->dt);
    move(b, in->dt);
}

static void missile_update(trp_actor *self, const trp_context *in)
{
    missile *m = trp_as_in(missile, body.actor, self);
    const body *target = trp_as(body, trp_get(world, m->target));
    if (target == NULL)
        m->target = trp_space_nearest(space, m->body.x, m->body.y, 400, WASP);
    else
        steer(&m->body, target->x, target->y, 1500, 400, in->dt);
    move(&m->body, in->dt);
    burst(&m->body, 1); /* a trail */
}

static void spark_update(trp_actor *self, const trp_context *in)
{
    move(trp_as(body, self), in->dt);
}

/* Two touch: `a` has the lower category. */
static void hit(trp_actor *a, trp_actor *b, const trp_pair_context *in)
{
    const bool stings = in->a_category == SHIP;
    burst(trp_as(body, stings ? b : a), stings ? 8 : 24);
    if (!stings)
        trp_recycle_with(world, a, &(trp_ending){.cause = trp_handle_of(world, b)});
    trp_recycle(world, b);
}

static void draw(const trp_actor *self, const trp_view *view)
{
    const body *b = trp_as(body, self);
    const Uint8 *c = view->user;
    SDL_SetRenderDrawColor(view->target, c[0], c[1], c[2], 255);
    SDL_RenderFillRectF(view->target, &(SDL_FRect){b->x, b->y, b->width, b->height});
}

static trp_pool *add_pool(trp_pool_desc desc, uint32_t category, uint32_t mask)
{
    desc.when_full = TRP_FULL_STEAL_NEXT;
    desc.draw = draw;
    trp_pool *pool = trp_pool_create(world, &desc);
    if (category)
        trp_space_add_pool(space, pool, &(trp_space_pool_desc){.category = category, .mask = mask,
            .box = TRP_BOX(body, x, y, width, height)});
    return pool;
}

static void set_up(void)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[64 << 20]; /* half a minute to go back */
    static Uint8 blue[3] = {90, 220, 255}, yellow[3] = {255, 200, 60}, red[3] = {255, 90, 90};
    world = trp_world_create(NULL);
    space = trp_space_create(world, &(trp_space_desc){.capacity = 1024});
    ships = add_pool((trp_pool_desc){.name = "ship", .type = TRP_TYPE(body, actor), .capacity = 1,
        .update = ship_update, .user = blue}, SHIP, WASP);
    wasps = add_pool((trp_pool_desc){.name = "wasp", .type = TRP_TYPE(body, actor), .capacity = 400,
        .update = wasp_update, .user = yellow}, WASP, SHIP | MISSILE);
    missiles = add_pool((trp_pool_desc){.type = TRP_TYPE(missile, body.actor), .capacity = 64,
        .lifetime = TRP_LIFETIME(missile, until), .update = missile_update, .user = red},
        MISSILE, WASP);
    sparks = add_pool((trp_pool_desc){.type = TRP_TYPE(spark, body.actor), .capacity = 2000,
        .lifetime = TRP_LIFETIME(spark, until), .update = spark_update, .user = yellow}, 0, 0);
    reload = trp_timers_create(ships, &(trp_timers_desc){.name = "reload"});
    trp_region_add(world, &game_region);
    trp_history_open(&past, world, &(trp_history_desc){.memory = memory, .bytes = sizeof memory,
                                                       .kind = TRP_HISTORY_REWIND});
    trp_create(ships, &(body){.x = WIDTH / 2, .y = HEIGHT - 60, .width = 20, .height = 28});
}

static void frame(uint32_t keys)
{
    const uint64_t now = trp_world_ticks(world);
    if (keys & BACK) {
        if (now > trp_history_first(&past))
            trp_history_restore(&past, now - 1);
        return;
    }
    trp_history_save(&past); /* this moment may come back */
    game.keys = keys;
    if (trp_pool_count(wasps) < 400)
        trp_create(wasps, &(body){.x = WIDTH / 2 * (1 + noise()),
                                  .y = -8, .width = 8, .height = 8});
    trp_update_all(world, 1.0f / 60);
    trp_space_pairs(space, NULL, hit, NULL);
}

static uint32_t keys_held(void)
{
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    return (down[SDL_SCANCODE_LEFT] ? LEFT : 0) | (down[SDL_SCANCODE_RIGHT] ? RIGHT : 0) |
           (down[SDL_SCANCODE_SPACE] ? FIRE : 0) | (down[SDL_SCANCODE_BACKSPACE] ? BACK : 0);
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv; /* SDL wants them */
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    bool runs = true;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 ||
        SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer) != 0)
        return fprintf(stderr, "no window: %s\n", SDL_GetError()), 1;
    SDL_RenderSetVSync(renderer, 1);
    set_up();
    while (runs) {
        for (SDL_Event event; SDL_PollEvent(&event);)
            runs = runs && event.type != SDL_QUIT &&
                   !(event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE);
        frame(keys_held());
        SDL_SetRenderDrawColor(renderer, 12, 14, 30, 255);
        SDL_RenderClear(renderer);
        trp_draw_all(world, renderer, 1);
        SDL_RenderPresent(renderer);
    }
    trp_history_close(&past);
    trp_world_destroy(world);
    SDL_Quit();
    return 0;
}
