/* The game as a whole: memory, phases, tick. */
#include "core.h"

#include <float.h>

enum { ALL_INPUT = 2 * GAME_STEP - 1 };

#define HEAD ((sizeof(game) + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT)

/* The memory of all parts, and checks that GAME_BYTES is enough. */
#define SPACE_POOLS_BYTES                                                                          \
    (TRP_SPACE_POOL_BYTES(GAME_PLAYERS) * 2 + TRP_SPACE_POOL_BYTES(PLAYER_SHOTS) +                 \
     TRP_SPACE_POOL_BYTES(MISSILES_MAX) + TRP_SPACE_POOL_BYTES(PICKUPS_MAX) +                      \
     TRP_SPACE_POOL_BYTES(ENEMY_MAX) + TRP_SPACE_POOL_BYTES(BULLETS_MAX) +                         \
     TRP_SPACE_POOL_BYTES(BULLETS_MAX_STEERED))
#define POOLS_BYTES                                                                                \
    (TRP_POOL_BYTES(star, SKY_STARS) + TRP_POOL_BYTES(pickup, PICKUPS_MAX) +                       \
     TRP_POOL_BYTES(body, GAME_PLAYERS) * 2 + TRP_POOL_BYTES(shot, PLAYER_SHOTS) +                 \
     TRP_POOL_BYTES(missile, MISSILES_MAX) + TRP_POOL_BYTES(enemy, ENEMY_MAX) +                    \
     TRP_POOL_BYTES(gun, GUNS_MAX) + TRP_POOL_BYTES(particle, EFFECTS_MAX) +                       \
     TRP_POOL_BYTES(bullet, BULLETS_MAX) + TRP_POOL_BYTES(steered, BULLETS_MAX_STEERED))
#define TIMERS_BYTES                                                                               \
    (TRP_TIMERS_BYTES(GAME_PLAYERS) * (TIMERS_GRAZE + 1) + TRP_TIMERS_BYTES(ENEMY_MAX) +           \
     TRP_TIMERS_BYTES(GUNS_MAX))
#define ALL_BYTES                                                                                  \
    (HEAD + REPORT_BYTES + TRP_WORLD_BYTES_FOR(LAYER_COUNT, POOL_COUNT) + POOLS_BYTES +            \
     TRP_FAMILY_POOL_BYTES(ENEMY_MAX) + TRP_FAMILY_POOL_BYTES(GUNS_MAX) + HITS_SPACE_BYTES +       \
     SPACE_POOLS_BYTES + TIMERS_BYTES)

_Static_assert(FLT_EVAL_METHOD == 0,
               "floats must have no excess precision, for the same game on every machine: -msse2 "
               "-mfpmath=sse on 32-bit x86, -fexcess-precision=fast for GCC with -std=c11");
_Static_assert(ALL_BYTES <= GAME_BYTES, "GAME_BYTES of game.h is too small");
_Static_assert(SKY_STARS + PICKUPS_MAX + 3 * GAME_PLAYERS + PLAYER_SHOTS + MISSILES_MAX +
                       ENEMY_MAX + EFFECTS_MAX + BULLETS_MAX + BULLETS_MAX_STEERED <=
                   GAME_SPRITES,
               "GAME_SPRITES of game.h is too small");
_Static_assert((int)POOL_COUNT <= GAME_PANEL_POOLS && (int)LAYER_COUNT <= GAME_PANEL_LAYERS,
               "the panel of game.h is too small");

/* The square needs one bit more than a float has. If it is rounded by itself, the difference is 0;
 * a fused instruction gives the lost bit. */
bool game_is_exact(void)
{
    const volatile float number = 1.0f + 1.0f / 4096;
    const volatile float square = 1.0f + 2.0f / 4096;
    const float a = number;
    const float b = square;
    return a * a - b == 0;
}

static bool are_fine(const game_options *options)
{
    return options->lives <= 99 && options->first_wave <= 999 && options->players <= GAME_PLAYERS &&
           options->level < GAME_LEVELS;
}

static bool pools_init(game *g)
{
    return sky_init(g) && pickups_init(g) && player_init(g) && missiles_init(g) && enemy_init(g) &&
           guns_init(g) && effects_init(g) && bullets_init(g) && hits_init(g) && course_init(g);
}

static bool world_init(game *g, void *memory, size_t size)
{
    static const char *const names[LAYER_COUNT] = {"sky",     "pickups", "player",
                                                   "enemies", "effects", "bullets"};
    g->world = trp_world_init(
        memory, size,
        &(trp_world_desc){
            .layers = LAYER_COUNT, .layer_names = names, .max_pools = POOL_COUNT, .user = g});
    return g->world && trp_family_init(&g->family, g->world, NULL) == TRP_OK;
}

game *game_init(void *memory, size_t size, const game_options *options)
{
    const game_options fallback = {0};
    game *g = (game *)memory;
    if (!options)
        options = &fallback;
    if (!memory || (uintptr_t)memory % TRP_ALIGNMENT != 0 || size < HEAD + REPORT_BYTES ||
        !are_fine(options) || !game_is_exact())
        return NULL;
    *g = (game){.options = *options};
    random_seed(&g->now.random, options->seed);
    random_seed(&g->now.glitter, (uint64_t)options->seed + ((uint64_t)1 << 32));
    unsigned char *rest = (unsigned char *)memory + HEAD + REPORT_BYTES;
    if (!patterns_init(g) || !world_init(g, rest, size - HEAD - REPORT_BYTES) ||
        !report_init(g, (unsigned char *)memory + HEAD) || !pools_init(g))
        return NULL;
    g->bytes = size - trp_world_info(g->world).free_bytes;
    g->now.state.enemy_time = 1;
    g->now.state.high_score = options->high_score;
    return g;
}

void game_mark_practice(game *g, uint32_t best)
{
    g->options.practice = true;
    g->practice_best = best > g->now.state.score ? best : g->now.state.score;
}

void game_notify(game *g, game_event_kind kind, float x, float y)
{
    if (g->event_count < GAME_EVENTS)
        g->events[g->event_count++] = (game_event){kind, x, y};
}

/* -- the tick -- */

static void press(controls *c, uint32_t players, uint32_t input)
{
    for (uint32_t player = 0; player < players; ++player, input >>= GAME_INPUT_BITS) {
        const uint32_t held = input & ALL_INPUT;
        c[player].pressed = held & ~c[player].held;
        c[player].held = held;
    }
}

static void world_step(game *g)
{
    clock_step(g);
    const bool goes_on = !clock_stands(g);
    if (goes_on && g->now.state.phase == GAME_PLAY) {
        player_step(g);
        waves_step(g);
    }
    if (goes_on)
        sweep_step(g);
    trp_update_all(g->world, 1);
    if (goes_on)
        hits_step(g);
    boss_step(g);
}

void game_step(game *g, uint32_t input)
{
    const game_state *state = &g->now.state;
    g->event_count = 0;
    g->now.state.tick++;
    meter_begin(g);
    press(g->now.keys, player_count(g), input);
    phases_step(g);
    press(g->now.stick, player_count(g),
          state->attract && state->phase == GAME_PLAY ? game_autopilot(g) : input);
    world_step(g);
    meter_step(g);
}

bool game_is_sound(const game *g)
{
    return trp_world_validate(g->world) == TRP_OK && trp_world_info(g->world).misuse == 0;
}

/* -- queries by front ends -- */

game_state game_get_state(const game *g)
{
    game_state state = g->now.state;
    const boss *b = &g->now.boss;
    state.bullets = bullets_count(g);
    state.can_start = phases_can_start(g);
    state.players = player_count(g);
    for (uint32_t player = 0; player < state.players; ++player)
        state.ships[player] = (game_ship){.is_there = player_has_ship(g, player),
                                          .x = g->ships[player]->x,
                                          .y = g->ships[player]->y,
                                          .shield = player_shield(g, player)};
    if (b->full > 0)
        state.boss_health = (b->health * 1000 + b->full - 1) / b->full;
    return state;
}

uint32_t game_get_events(const game *g, const game_event **events)
{
    *events = g->events;
    return g->event_count;
}

void game_set_ease(game *g, uint32_t player, const game_ease *ease)
{
    g->eases[player] = *ease;
}

uint32_t game_draw(const game *g, float alpha, game_sprite *sprites, uint32_t max)
{
    sink out = {.sprites = sprites, .max = max};
    trp_draw_all(g->world, &out, alpha);
    return out.count;
}
