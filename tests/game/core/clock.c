#include "core.h"

#define SLOWEST_FOR_GRAZE 0.5f
#define PER_TICK 0.0625f

enum {
    GRAZE_SLOW = 14, /* ticks */
    GRAZE_REST = 110 /* ticks */
};

/* All terms are multiples of 1/16, so that sums are exact. The timers of the enemies' time are
 * on the first ship. */
static void clock_flow(game *g)
{
    enemy_clock *c = &g->now.clock;
    float *time = &g->now.state.enemy_time;
    const bool is_slow = trp_timer_is_running(g->timers[TIMERS_SLOW], &g->ships[0]->actor);
    if (is_slow && *time > c->slowest)
        *time -= PER_TICK;
    else if (!is_slow && *time < 1)
        *time += PER_TICK;
    c->due += *time;
    c->beat = c->due >= 1;
    c->due -= c->beat ? 1.0f : 0.0f;
}

void clock_reset(game *g)
{
    trp_timer_stop(g->timers[TIMERS_SLOW], &g->ships[0]->actor);
    trp_timer_stop(g->timers[TIMERS_GRAZE], &g->ships[0]->actor);
    g->now.clock = (enemy_clock){0};
    g->now.state.paused = false;
    g->now.state.stands = false;
}

static bool is_paused(const game *g)
{
    return g->now.state.paused && !g->now.clock.once;
}

bool clock_stands(const game *g)
{
    return is_paused(g) || g->now.state.stands;
}

/* Effects continue while the field is stopped, so that sparks still fly from hit enemies. */
static void clock_switch(game *g)
{
    for (uint32_t i = LAYER_PICKUPS; i < LAYER_COUNT; ++i)
        trp_layer_set_enabled(g->world, i, i == LAYER_EFFECTS ? !is_paused(g) : !clock_stands(g));
    trp_layer_set_time_scale(g->world, LAYER_ENEMIES, g->now.state.enemy_time);
    trp_layer_set_time_scale(g->world, LAYER_BULLETS, g->now.state.enemy_time);
}

void clock_step(game *g)
{
    if (!is_paused(g)) {
        g->now.state.stands = g->now.clock.stop > 0;
        g->now.clock.stop -= g->now.clock.stop > 0;
    }
    if (!clock_stands(g))
        clock_flow(g);
    clock_switch(g);
}

bool clock_slow_for_graze(game *g)
{
    if (trp_timer_is_running(g->timers[TIMERS_GRAZE], &g->ships[0]->actor))
        return false;
    trp_timer_start(g->timers[TIMERS_GRAZE], &g->ships[0]->actor, trp_ticks(GRAZE_REST));
    trp_timer_start(g->timers[TIMERS_SLOW], &g->ships[0]->actor, trp_ticks(GRAZE_SLOW));
    g->now.clock.slowest = SLOWEST_FOR_GRAZE;
    return true;
}

void clock_slow(game *g, uint32_t ticks, float slowest)
{
    trp_timer_start(g->timers[TIMERS_SLOW], &g->ships[0]->actor, trp_ticks(ticks));
    g->now.clock.slowest = slowest;
    g->now.state.enemy_time = slowest;
}

void clock_stop(game *g, uint32_t ticks)
{
    if (g->now.clock.stop < ticks)
        g->now.clock.stop = ticks;
}
