#include "clock.h"
#include "state.h"

#define SLOWEST_FOR_GRAZE 0.5f
#define PER_TICK 0.0625f

enum
{
    GRAZE_SLOW = 14, /* ticks */
    GRAZE_REST = 110 /* ticks */
};

/* All sums are of sixteenths, so they are exact. */
static void clock_flow(game *g)
{
    enemy_clock *c = &g->clock;
    float *time = &g->state.enemy_time;
    if (c->slow > 0 && *time > c->slowest)
        *time -= PER_TICK;
    else if (c->slow == 0 && *time < 1)
        *time += PER_TICK;
    c->slow -= c->slow > 0;
    c->rest -= c->rest > 0;
    c->due += *time;
    c->beat = c->due >= 1;
    c->due -= c->beat ? 1.0f : 0.0f;
}

bool clock_stands(const game *g)
{
    return g->state.paused || g->state.stands;
}

/* Effects go on while the field stands still: sparks fly from what was hit. */
static void clock_switch(game *g)
{
    for (uint32_t i = LAYER_PICKUPS; i < LAYER_COUNT; ++i)
        trp_layer_set_enabled(g->world, i,
                              i == LAYER_EFFECTS ? !g->state.paused : !clock_stands(g));
    trp_layer_set_time_scale(g->world, LAYER_ENEMIES, g->state.enemy_time);
    trp_layer_set_time_scale(g->world, LAYER_BULLETS, g->state.enemy_time);
}

void clock_step(game *g)
{
    if (!g->state.paused)
    {
        g->state.stands = g->clock.stop > 0;
        g->clock.stop -= g->clock.stop > 0;
    }
    if (!clock_stands(g))
        clock_flow(g);
    clock_switch(g);
}

bool clock_slow_for_graze(game *g)
{
    if (g->clock.rest > 0)
        return false;
    g->clock.slow = GRAZE_SLOW;
    g->clock.slowest = SLOWEST_FOR_GRAZE;
    g->clock.rest = GRAZE_REST;
    return true;
}

void clock_slow(game *g, uint32_t ticks, float slowest)
{
    g->clock.slow = ticks;
    g->clock.slowest = slowest;
    g->state.enemy_time = slowest;
}

void clock_stop(game *g, uint32_t ticks)
{
    if (g->clock.stop < ticks)
        g->clock.stop = ticks;
}
