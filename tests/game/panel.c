/* The panel: what the library has to tell of itself. */
#include "core.h"

static void fill_in(const trp_pool *pool, uint32_t capacity, uint8_t fill[GAME_PANEL_STRETCHES])
{
    uint32_t slot = 0;
    for (uint32_t i = 0; i < GAME_PANEL_STRETCHES; ++i)
    {
        const uint32_t end = (uint32_t)((uint64_t)capacity * (i + 1) / GAME_PANEL_STRETCHES);
        const uint32_t slots = end - slot;
        uint32_t taken = 0;
        for (; slot < end; ++slot)
            taken += trp_pool_at(pool, slot) != NULL;
        fill[i] = (uint8_t)(slots ? taken * 255 / slots : i > 0 ? fill[i - 1] : 0);
    }
}

static void pool_panel(const trp_pool *pool, game_pool_panel *panel)
{
    const trp_pool_stats stats = trp_pool_get_stats(pool);
    panel->name = trp_pool_name(pool);
    panel->layer = trp_pool_layer(pool);
    panel->live = stats.live;
    panel->capacity = stats.capacity;
    panel->peak = stats.peak;
    panel->stolen = stats.stolen;
    panel->created = 0;
    panel->recycled = 0;
    fill_in(pool, stats.capacity, panel->fill);
}

void game_get_panel(const game *g, game_panel *panel)
{
    panel->pool_count = trp_world_pool_count(g->world);
    for (uint32_t i = 0; i < panel->pool_count; ++i)
        pool_panel(trp_world_pool(g->world, i), &panel->pools[i]);
    panel->layer_count = LAYER_COUNT;
    for (uint32_t i = 0; i < LAYER_COUNT; ++i)
        panel->layers[i] =
            (game_layer_panel){trp_layer_name(g->world, i), trp_layer_enabled(g->world, i),
                               trp_layer_time_scale(g->world, i), trp_layer_count(g->world, i)};
    panel->live = trp_world_count(g->world);
    panel->visited = g->visited;
    panel->created = 0;
    panel->recycled = 0;
    panel->extra = g->extra;
    panel->bytes = g->bytes;
}
