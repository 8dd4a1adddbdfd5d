/* The core in wasm, for the browser: what its page calls. Arrays and structs are read from the memory. */
#include "core/game.h"
#include "storm/storm.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum
{
    NUMBERS = 14,
    POOL_NUMBERS = 7,
    LAYER_NUMBERS = 4
};

static _Alignas(8) unsigned char memory[GAME_BYTES];
static _Alignas(8) unsigned char storm_memory[STORM_BYTES];
static game_sprite sprites[GAME_SPRITES + STORM_MAX];
static uint32_t extra;
static storm *s;
static game_panel panel;
static uint32_t numbers[8 + POOL_NUMBERS * GAME_PANEL_POOLS + LAYER_NUMBERS * GAME_PANEL_LAYERS];
static char text[GAME_LINE_BYTES];
static game *g;

EXPORT(web_begin) uint32_t web_begin(uint32_t seed)
{
    g = game_init(memory, sizeof memory, &(game_options){.seed = seed});
    s = storm_init(storm_memory, sizeof storm_memory, seed);
    return g != NULL;
}

EXPORT(web_step) void web_step(uint32_t input)
{
    game_step(g, input);
    storm_step(s);
}

EXPORT(web_autopilot) uint32_t web_autopilot(void)
{
    return game_autopilot(g);
}

EXPORT(web_hash) uint64_t web_hash(void)
{
    return game_hash(g);
}

EXPORT(web_color) uint32_t web_color(uint32_t number)
{
    return game_color(number);
}

EXPORT(web_set_extra) void web_set_extra(uint32_t count)
{
    extra = count;
    storm_set(s, count, 10);
}

/** Where web_draw() writes sprites. */
EXPORT(web_sprites) const game_sprite *web_sprites(void)
{
    return sprites;
}

/** How many there are. */
EXPORT(web_draw) uint32_t web_draw(float alpha)
{
    const uint32_t motes = storm_draw(s, alpha, sprites, STORM_MAX);
    return motes + game_draw(g, alpha, sprites + motes, GAME_SPRITES);
}

/** A line of text, terminated. */
EXPORT(web_line) const char *web_line(uint32_t which)
{
    game_get_line(g, (game_line)which, text);
    return text;
}

/** Numbers in the order of core.js. */
EXPORT(web_state) const uint32_t *web_state(void)
{
    const game_state state = game_get_state(g);
    const uint32_t all[NUMBERS] = {(uint32_t)state.phase,
                                   state.paused,
                                   state.attract,
                                   state.tick,
                                   state.score,
                                   state.high_score,
                                   state.lives,
                                   state.bombs,
                                   state.graze,
                                   state.wave,
                                   state.rank,
                                   state.boss_health,
                                   state.bullets,
                                   (uint32_t)(state.enemy_time * 1000)};
    for (uint32_t i = 0; i < NUMBERS; i++)
        numbers[i] = all[i];
    return numbers;
}

static uint32_t address(const void *of)
{
    return (uint32_t)(uintptr_t)of;
}

/** Numbers in the order of core.js: of the world, of each pool, of each layer. */
EXPORT(web_panel) const uint32_t *web_panel(void)
{
    uint32_t *out = numbers;

    game_get_panel(g, &panel);
    *out++ = panel.pool_count;
    *out++ = panel.layer_count;
    *out++ = panel.live + extra;
    *out++ = panel.visited + extra;
    *out++ = panel.created;
    *out++ = panel.recycled;
    *out++ = extra;
    *out++ = (uint32_t)panel.bytes;
    for (uint32_t i = 0; i < panel.pool_count; i++)
    {
        const game_pool_panel *p = &panel.pools[i];
        *out++ = address(p->name);
        *out++ = p->live;
        *out++ = p->capacity;
        *out++ = p->created;
        *out++ = p->recycled;
        *out++ = (uint32_t)p->stolen;
        *out++ = address(p->fill);
    }
    for (uint32_t i = 0; i < panel.layer_count; i++)
    {
        const game_layer_panel *l = &panel.layers[i];
        *out++ = address(l->name);
        *out++ = l->enabled;
        *out++ = (uint32_t)(l->time_scale * 1000);
        *out++ = l->live;
    }
    return numbers;
}
