/* The game as a whole: its memory, its phases, its tick. */
#include "game.h"
#include "core.h"
#include "extra.h"
#include "player.h"
#include "sky.h"

#define HEAD ((sizeof(game) + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT)

static bool options_are_fine(const game_options *options)
{
    return options->extra <= GAME_MAX_EXTRA && options->lives <= 99;
}

static bool pools_init(game *g)
{
    static const char *const names[LAYER_COUNT] = {"sky",     "extra",   "pickups", "player",
                                                   "enemies", "effects", "bullets"};
    for (uint32_t i = 0; i < LAYER_COUNT; ++i)
        trp_layer_set_name(g->world, i, names[i]);
    return sky_init(g) && player_init(g) && extra_init(g);
}

game *game_init(void *memory, size_t size, const game_options *options)
{
    const game_options fallback = {0};
    game *g = (game *)memory;
    if (!options)
        options = &fallback;
    if (!memory || size < HEAD || !options_are_fine(options))
        return NULL;
    *g = (game){.options = *options};
    random_seed(&g->random, options->seed);
    random_seed(&g->glitter, (uint64_t)options->seed + ((uint64_t)1 << 32));
    g->world = trp_world_init((unsigned char *)memory + HEAD, size - HEAD,
                              &(trp_world_desc){.layers = LAYER_COUNT, .max_pools = POOL_COUNT});
    if (!g->world || !pools_init(g))
        return NULL;
    g->bytes = size - trp_world_free_bytes(g->world);
    g->state.enemy_time = 1;
    return g;
}

void game_tell(game *g, game_event_kind kind, float x, float y)
{
    if (g->event_count < GAME_EVENTS)
        g->events[g->event_count++] = (game_event){kind, x, y};
}

static void start(game *g)
{
    g->state.phase = GAME_PLAY;
    g->state.score = 0;
    g->state.lives = 2;
    g->state.bombs = 3;
    g->state.wave = 1;
    g->state.loop = 1;
    player_start(g);
}

static void set_paused(game *g, bool paused)
{
    g->state.paused = paused;
    for (uint32_t i = LAYER_PICKUPS; i < LAYER_COUNT; ++i)
        trp_layer_set_enabled(g->world, i, !paused);
}

void game_step(game *g, uint32_t input)
{
    g->pressed = input & ~g->input;
    g->input = input;
    g->event_count = 0;
    g->state.tick++;
    if (g->state.phase != GAME_PLAY && (g->pressed & (GAME_START | GAME_SHOOT)) != 0)
        start(g);
    else if (g->state.phase == GAME_PLAY && (g->pressed & GAME_PAUSE) != 0)
        set_paused(g, !g->state.paused);
    extra_adjust(g);
    g->visited = trp_world_count(g->world);
    trp_update_all(g->world, 1);
}

uint32_t game_autopilot(const game *g)
{
    return g->state.phase == GAME_PLAY
               ? (g->state.tick / 60 % 2 ? GAME_LEFT : GAME_RIGHT) | GAME_SHOOT
               : g->state.tick % 2 * GAME_START;
}

uint64_t game_hash(const game *g)
{
    return g->random.state ^ g->state.tick;
}

bool game_is_sound(const game *g)
{
    return trp_world_validate(g->world) == TRP_OK && trp_world_misuse_count(g->world) == 0;
}

game_state game_get_state(const game *g)
{
    return g->state;
}

uint32_t game_get_events(const game *g, const game_event **events)
{
    *events = g->events;
    return g->event_count;
}

void game_set_extra_bullets(game *g, uint32_t count)
{
    g->extra = count < g->options.extra ? count : g->options.extra;
}

uint32_t game_draw(const game *g, float alpha, game_sprite *sprites, uint32_t max)
{
    sink out = {.sprites = sprites, .max = max};
    trp_draw_all(g->world, &out, alpha);
    return out.count;
}
