/* Duel: rollback made visible. Two players, each with a world of its own, side by side. A made-up
 * network delays and loses their keys; neither one waits for the other. The bars below are repeated
 * ticks. Left: W, S, D. Right: arrows up, down, left. 1, 2: delay. 3, 4: loss. */
#include "troupe/history.h"
#include "troupe/troupe.h"

#include <SDL.h>
#include <stdio.h>

enum { WIDTH = 480, HEIGHT = 360, BARS = 120, BAR_HEIGHT = 120 };
enum { UP = 1, DOWN = 2, FIRE = 4 }; /* keys */
enum { AHEAD = 40 }; /* the most ticks that are predicted; then a player waits */
enum { RING = 256, PIPE = 64 };

typedef struct body {
    trp_actor actor;
    float x, y, vx, vy;
    int32_t side; /* 0 is left */
    int32_t hits; /* of ships: that it took */
    trp_time until; /* of sparks */
} body;

typedef struct player {
    trp_world *world; /* its `user` is this struct */
    trp_pool *ships, *shots, *sparks;
    trp_history past;
    int number;
    unsigned tick, known; /* known: so many ticks of the other's keys have arrived */
    uint8_t keys[2][RING];  /* of both players, by tick; the other's are predicted from `known` on */
    unsigned pipe[PIPE];    /* packets, by the frame of their arrival: so many ticks of keys */
    unsigned bars[BARS];    /* ticks that each frame repeated */
    unsigned repeated, longest;
} player;

static player players[2];
static unsigned delay = 6, loss = 10; /* frames, per cent */
static unsigned compared, differ;     /* confirmed states of both */

static unsigned chance(unsigned limit) /* for the network, which is no part of a world */
{
    static uint32_t seed = 1;
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((uint64_t)seed * limit >> 32);
}

/* A ship reads the keys of its player in this tick: the real ones, or predicted ones. */
static void ship_update(trp_actor *self, const trp_context *in)
{
    const player *me = in->user;
    body *b = trp_as(body, self);
    const uint8_t keys = me->keys[b->side][me->tick % RING];
    b->y += (keys & DOWN && b->y < HEIGHT - 20 ? 4.0f : 0) - (keys & UP && b->y > 4 ? 4.0f : 0);
    if (keys & FIRE && in->tick % 6 == 0)
        trp_create(me->shots, &(body){.x = b->x + (b->side ? -10 : 10), .y = b->y + 6,
                                      .vx = b->side ? -5 : 5, .side = b->side});
}

static void shot_update(trp_actor *self, const trp_context *in)
{
    const player *me = in->user;
    body *b = trp_as(body, self);
    b->x += b->vx;
    bool ends = b->x < 0 || b->x > WIDTH;
    for (trp_actor *it = trp_pool_first(me->ships); it; it = trp_pool_next(me->ships, it)) {
        body *ship = trp_as(body, it);
        const float dx = b->x - ship->x, dy = b->y - ship->y;
        if (ship->side == b->side || dx < -4 || dx > 16 || dy < -4 || dy > 16)
            continue;
        ends = true;
        ship->hits++;
        for (int i = 0; i < 12; i++)
            trp_create(me->sparks, &(body){.x = b->x, .y = b->y, .vx = (float)(i * 5 % 7 - 3),
                                           .vy = (float)(i * 3 % 7 - 3),
                                           .until = trp_time_in(me->sparks, trp_ticks(20))});
    }
    if (ends)
        trp_recycle(in->world, self);
}

static void spark_update(trp_actor *self, const trp_context *in)
{
    body *b = trp_as(body, self);
    (void)in;
    b->x += b->vx;
    b->y += b->vy;
}

static void draw(const trp_actor *self, const trp_view *view)
{
    const player *me = view->user;
    const body *b = trp_as(body, self);
    const float size = view->pool == me->ships ? 16 : view->pool == me->shots ? 5 : 2;
    SDL_SetRenderDrawColor(view->target, b->side ? 255 : 110, 180, b->side ? 90 : 255, 255);
    SDL_RenderFillRectF(view->target, &(SDL_FRect){b->x, b->y, size, size});
}

/* Saves the present, and runs a tick with what is known and what is predicted. */
static void step(player *me)
{
    trp_history_save(&me->past);
    trp_update_all(me->world, 1.0f / 60);
    me->tick++;
}

/* Takes the packet that arrives now. Returns the first tick with a wrong prediction; the present
 * tick if there is none. */
static unsigned receive(player *me, const player *other, unsigned now)
{
    uint8_t *theirs = me->keys[other->number];
    unsigned wrong = me->tick;
    for (; me->known < me->pipe[now % PIPE]; me->known++) {
        const uint8_t keys = other->keys[other->number][me->known % RING];
        if (theirs[me->known % RING] != keys && me->known < wrong)
            wrong = me->known;
        theirs[me->known % RING] = keys;
    }
    me->pipe[now % PIPE] = 0;
    for (unsigned tick = me->known; tick <= me->tick; tick++) /* predicted: the last known keys */
        theirs[tick % RING] = me->known > 0 ? theirs[(me->known - 1) % RING] : 0;
    return wrong;
}

static void play(player *me, player *other, unsigned now, uint8_t keys)
{
    const unsigned present = me->tick, wrong = receive(me, other, now), again = present - wrong;
    if (again > 0)
        trp_history_restore(&me->past, wrong); /* back, */
    for (me->tick = wrong; me->tick < present;)
        step(me); /* and forward again, in this frame */
    me->bars[now % BARS] = again;
    me->repeated += again;
    me->longest = again > me->longest ? again : me->longest;
    trp_history_confirm(&me->past, me->known < present ? me->known : present);
    if (present - (me->known < present ? me->known : present) < AHEAD) {
        me->keys[me->number][present % RING] = keys;
        step(me);
    }
    unsigned *slot = &other->pipe[(now + 1 + delay) % PIPE]; /* a packet has all keys so far */
    if (chance(100) >= loss && *slot < me->tick)
        *slot = me->tick;
}

static void begin(player *me, int number)
{
    static _Alignas(TRP_ALIGNMENT) unsigned char memory[2][4 << 20];
    me->number = number;
    me->world = trp_world_create(&(trp_world_desc){.user = me});
    trp_pool_desc desc = {.name = "ship", .type = TRP_TYPE(body, actor), .capacity = 2,
                          .update = ship_update, .draw = draw, .user = me};
    me->ships = trp_pool_create(me->world, &desc);
    desc.name = "shot", desc.capacity = 64, desc.update = shot_update;
    me->shots = trp_pool_create(me->world, &desc);
    desc.name = "spark", desc.capacity = 256, desc.update = spark_update;
    desc.lifetime = (trp_lifetime)TRP_LIFETIME_BY(body, until, TRP_CLOCK_TICKS);
    desc.when_full = TRP_FULL_STEAL_NEXT;
    me->sparks = trp_pool_create(me->world, &desc);
    for (int32_t side = 0; side < 2; side++)
        trp_create(me->ships, &(body){.x = side ? WIDTH - 40 : 24, .y = HEIGHT / 2, .side = side});
    trp_history_open(&me->past, me->world, &(trp_history_desc){.memory = memory[number],
        .bytes = sizeof memory[number], .keep = AHEAD, .hashes = true});
}

static void show(const player *me, SDL_Renderer *renderer, unsigned now)
{
    const SDL_Rect half = {me->number * (WIDTH + 4), 0, WIDTH, HEIGHT + BAR_HEIGHT};
    SDL_RenderSetViewport(renderer, &half);
    trp_draw_all(me->world, renderer, 1);
    for (unsigned i = 0; i < BARS; i++) /* the newest frame is on the right */ {
        const int ticks = (int)me->bars[(now + 1 + i) % BARS];
        SDL_SetRenderDrawColor(renderer, 200, 90, 140, 255);
        SDL_RenderFillRect(renderer, &(SDL_Rect){(int)i * WIDTH / BARS, half.h - 2 * ticks - 1,
                                                 WIDTH / BARS - 1, 2 * ticks + 1});
    }
}

/* Both have the same moment, confirmed, in their histories: a game would send these hashes. */
static void compare(void)
{
    uint64_t hashes[2];
    const uint64_t a = trp_history_first(&players[0].past), b = trp_history_first(&players[1].past);
    if (!trp_history_hash(&players[0].past, a > b ? a : b, &hashes[0]) ||
        !trp_history_hash(&players[1].past, a > b ? a : b, &hashes[1]))
        return;
    compared++;
    differ += hashes[0] != hashes[1];
}

static void press(SDL_Keycode key)
{
    if (key == SDLK_1 && delay > 0)
        delay--;
    if (key == SDLK_2 && delay < 40)
        delay++;
    if (key == SDLK_3 && loss > 0)
        loss -= 5;
    if (key == SDLK_4 && loss < 90)
        loss += 5;
}

static uint8_t held(SDL_Scancode up, SDL_Scancode down, SDL_Scancode fire)
{
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    return (uint8_t)((keys[up] ? UP : 0) | (keys[down] ? DOWN : 0) | (keys[fire] ? FIRE : 0));
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv; /* SDL wants them */
    SDL_Window *window = NULL;
    SDL_Renderer *renderer = NULL;
    bool runs = true;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 ||
        SDL_CreateWindowAndRenderer(2 * WIDTH + 4, HEIGHT + BAR_HEIGHT, 0, &window, &renderer) != 0)
        return fprintf(stderr, "no window: %s\n", SDL_GetError()), 1;
    SDL_RenderSetVSync(renderer, 1);
    for (int i = 0; i < 2; i++)
        begin(&players[i], i);
    for (unsigned now = 0; runs; now++) {
        for (SDL_Event event; SDL_PollEvent(&event);) {
            runs = runs && event.type != SDL_QUIT;
            if (event.type == SDL_KEYDOWN)
                press(event.key.keysym.sym);
        }
        const uint8_t keys[2] = {held(SDL_SCANCODE_W, SDL_SCANCODE_S, SDL_SCANCODE_D),
                                 held(SDL_SCANCODE_UP, SDL_SCANCODE_DOWN, SDL_SCANCODE_LEFT)};
        for (int i = 0; i < 2; i++)
            play(&players[i], &players[1 - i], now, keys[i]);
        compare();
        SDL_SetRenderDrawColor(renderer, 16, 18, 34, 255);
        SDL_RenderClear(renderer);
        for (int i = 0; i < 2; i++)
            show(&players[i], renderer, now);
        SDL_RenderPresent(renderer);
    }
    printf("%u confirmed states compared, %u differ; hits %d and %d\n", compared, differ,
           (int)trp_as(body, trp_pool_first(players[0].ships))->hits,
           (int)trp_as(body, trp_pool_last(players[0].ships))->hits);
    for (int i = 0; i < 2; i++) {
        trp_history_close(&players[i].past);
        trp_world_destroy(players[i].world);
    }
    SDL_Quit();
    return differ != 0;
}
