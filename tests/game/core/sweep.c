#include "sweep.h"
#include "bullets.h"
#include "effects.h"
#include "state.h"

#define LARGEST 580.0f /* from one corner of the field to the other */

enum
{
    WRECK_TICKS = 96,
    WRECK_EVERY = 7
};

void sweep_begin(game *g, float x, float y, float speed)
{
    sweep *s = &g->now.sweep;
    s->x = x;
    s->y = y;
    s->radius = 12;
    s->speed = speed;
    s->ticks = (uint32_t)(LARGEST / speed);
}

void sweep_wreck(game *g, float x, float y)
{
    g->now.sweep.wreck_x = x;
    g->now.sweep.wreck_y = y;
    g->now.sweep.explosions = WRECK_TICKS;
}

static void ring_step(game *g)
{
    sweep *s = &g->now.sweep;
    if (s->ticks == 0)
        return;
    s->radius += s->speed;
    bullets_end_within(g, s->x, s->y, s->radius);
    if (--s->ticks == 0)
        s->radius = 0;
}

static void wreck_step(game *g)
{
    sweep *s = &g->now.sweep;
    if (s->explosions == 0)
        return;
    s->explosions--;
    if (s->explosions % WRECK_EVERY != 0)
        return;
    const float x = s->wreck_x + random_between(&g->now.glitter, -52, 52);
    const float y = s->wreck_y + random_between(&g->now.glitter, -26, 26);
    effects_explosion(g, x, y, s->explosions == 0 ? 70 : 16, 7);
    game_notify(g, s->explosions == 0 ? GAME_EVENT_BIG_EXPLOSION : GAME_EVENT_EXPLOSION, x, y);
}

void sweep_step(game *g)
{
    ring_step(g);
    wreck_step(g);
}
