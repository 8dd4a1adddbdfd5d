/* The panel: what the library reports about itself. */
#include "core.h"

void meter_restart(game *g)
{
    meter *m = &g->meter;
    m->ticks = 0;
    for (uint32_t i = 0; i < POOL_COUNT; ++i) {
        const trp_pool_facts stats = trp_pool_info(g->pools[i]);
        m->created[i] = stats.created;
        m->recycled[i] = stats.recycled;
    }
}

static void count_second(game *g)
{
    meter *m = &g->meter;
    for (uint32_t i = 0; i < POOL_COUNT; ++i) {
        const trp_pool_facts stats = trp_pool_info(g->pools[i]);
        m->created_a_second[i] = (uint32_t)(stats.created - m->created[i]);
        m->recycled_a_second[i] = (uint32_t)(stats.recycled - m->recycled[i]);
    }
    meter_restart(g);
}

static uint64_t births_and_ends(const trp_pool *pool)
{
    const trp_pool_facts stats = trp_pool_info(pool);
    return stats.created + stats.recycled;
}

void meter_begin(game *g)
{
    for (uint32_t i = 0; i < POOL_COUNT; ++i)
        g->meter.before[i] = births_and_ends(g->pools[i]);
}

static void count_lives(game *g)
{
    for (uint32_t i = 0; i < POOL_COUNT; ++i) {
        const uint64_t both = births_and_ends(g->pools[i]) - g->meter.before[i];
        g->meter.lives[i] = both / 2 < METER_LIVES ? (uint32_t)((both + 1) / 2) : METER_LIVES;
    }
}

void meter_step(game *g)
{
    count_lives(g);
    if (++g->meter.ticks == GAME_RATE)
        count_second(g);
}

static void fill_in(const trp_pool *pool, uint32_t capacity, uint8_t fill[GAME_PANEL_STRETCHES])
{
    const uint32_t stretches = GAME_PANEL_STRETCHES;
    for (uint32_t i = 0; i < stretches; ++i) {
        /* in a small pool several parts show the same slot */
        const uint32_t first = (uint32_t)((uint64_t)capacity * i / stretches);
        const uint32_t after = (uint32_t)((uint64_t)capacity * (i + 1) / stretches);
        const uint32_t end = after > first ? after : first + 1;
        uint32_t taken = 0;
        for (uint32_t slot = first; slot < end; ++slot)
            taken += trp_pool_at(pool, slot) != NULL;
        fill[i] = (uint8_t)(taken * 255 / (end - first));
    }
}

static void show_pool(const game *g, uint32_t number, game_pool_panel *panel)
{
    const trp_pool *pool = g->pools[number];
    const trp_pool_facts stats = trp_pool_info(pool);
    panel->name = stats.name;
    panel->live = stats.live;
    panel->capacity = stats.capacity;
    panel->created = g->meter.created_a_second[number];
    panel->recycled = g->meter.recycled_a_second[number];
    fill_in(pool, stats.capacity, panel->fill);
}

static void show_layer(const game *g, uint32_t number, game_layer_panel *panel)
{
    panel->name = trp_layer_info(g->world, number).name;
    panel->enabled = trp_layer_enabled(g->world, number);
    panel->time_scale = trp_layer_info(g->world, number).time_scale;
    panel->live = trp_layer_info(g->world, number).live;
}

void game_get_panel(const game *g, game_panel *panel)
{
    panel->pool_count = trp_world_info(g->world).pools;
    for (uint32_t i = 0; i < panel->pool_count; ++i)
        show_pool(g, i, &panel->pools[i]);
    panel->layer_count = LAYER_COUNT;
    for (uint32_t i = 0; i < LAYER_COUNT; ++i)
        show_layer(g, i, &panel->layers[i]);
    panel->live = trp_world_info(g->world).live;
    panel->bytes = g->bytes;
}
