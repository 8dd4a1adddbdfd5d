#include "bulletml_stage.h"

#include <math.h>
#include <stdlib.h>

#define DEGREE (3.14159265358979323846 / 180)

enum
{
    WIDTH = 320,
    HEIGHT = 480,
    MARGIN = 100
};

bool stage_set_up(stage *stage, uint32_t capacity)
{
    stage->capacity = capacity;
    stage->bullets = calloc(capacity + (size_t)1, sizeof *stage->bullets);
    if (!stage->bullets)
    {
        return false;
    }
    stage->random = 12345;
    stage->bullets[0].x = WIDTH * 0.5;
    stage->bullets[0].y = HEIGHT * 0.25;
    stage->bullets[0].motion.direction = 180;
    return true;
}

static void forget(stage *stage, stage_bullet *bullet)
{
    if (bullet->actor)
    {
        stage->forget(bullet->actor);
        bullet->actor = NULL;
    }
}

void stage_tear_down(stage *stage)
{
    for (uint32_t i = 0; i <= stage->count; i++)
    {
        forget(stage, &stage->bullets[i]);
    }
    free(stage->bullets);
    stage->bullets = NULL;
}

double stage_aim(const stage *stage)
{
    double x = WIDTH * 0.5 + 30 - stage->now->x;
    double y = HEIGHT * 0.875 - stage->now->y;
    return atan2(x, -y) / DEGREE;
}

double stage_random(stage *stage)
{
    stage->random = stage->random * 1664525u + 1013904223u;
    return (stage->random >> 8) / 16777216.0;
}

stage_bullet *stage_fire(stage *stage, double direction, double speed)
{
    stage->fired++;
    if (stage->count >= stage->capacity)
    {
        stage->lost++;
        return NULL;
    }
    stage_bullet *bullet = &stage->bullets[++stage->count];
    *bullet = (stage_bullet){.x = stage->now->x, .y = stage->now->y};
    bullet->motion.direction = direction;
    bullet->motion.speed = speed;
    return bullet;
}

static void move(stage *stage, stage_bullet *bullet)
{
    const bml_motion *motion = &bullet->motion;
    double direction = motion->direction * DEGREE;
    bullet->x += motion->speed * sin(direction) + motion->accel_x;
    bullet->y += -motion->speed * cos(direction) + motion->accel_y;
    bool inside = bullet->x > -MARGIN && bullet->x < WIDTH + MARGIN && bullet->y > -MARGIN &&
                  bullet->y < HEIGHT + MARGIN;
    if (stage->culls && !inside && bullet != stage->bullets)
    {
        bullet->dead = true;
    }
}

/* Keeps the order. The enemy stays, dead or not. */
static void sweep(stage *stage)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i <= stage->count; i++)
    {
        if (stage->bullets[i].dead)
        {
            forget(stage, &stage->bullets[i]);
        }
        else
        {
            stage->bullets[++kept] = stage->bullets[i];
        }
    }
    stage->count = kept;
}

void stage_tick(stage *stage)
{
    uint32_t count = stage->count;
    for (uint32_t i = 0; i <= count; i++)
    {
        stage->now = &stage->bullets[i];
        if (stage->now->actor && !stage->now->dead && !stage->run(stage))
        {
            forget(stage, stage->now);
        }
        if (!stage->now->dead)
        {
            move(stage, stage->now);
        }
    }
    sweep(stage);
    stage->tick++;
}

double stage_sum(const stage *stage)
{
    double sum = 0;
    for (uint32_t i = 1; i <= stage->count; i++)
    {
        const stage_bullet *bullet = &stage->bullets[i];
        sum += bullet->x + 2 * bullet->y + bullet->motion.speed + bullet->motion.accel_x;
    }
    return sum;
}

/* The pattern's own interpreter. An actor is a few runners. */

typedef struct actor
{
    uint32_t count;
    bml_runner runners[];
} actor;

static double random_of(void *context)
{
    return stage_random(context);
}

static double aim_of(void *context)
{
    return stage_aim(context);
}

static actor *new_actor(uint32_t count)
{
    actor *made = calloc(1, sizeof(actor) + count * sizeof(bml_runner));
    if (made)
    {
        made->count = count;
    }
    return made;
}

static bool fire_of(void *context, const bml_shot *shot)
{
    stage *stage = context;
    stage_bullet *bullet = stage_fire(stage, shot->direction, shot->speed);
    if (bullet && shot->action != 0)
    {
        actor *made = new_actor(1);
        if (made)
        {
            bml_start(&made->runners[0], stage->context, shot);
        }
        bullet->actor = made;
    }
    return true;
}

static bool run_actor(stage *stage)
{
    const bml_host host = {
        .context = stage, .rank = stage->rank, .random = random_of, .aim = aim_of, .fire = fire_of};
    stage_bullet *bullet = stage->now;
    actor *all = bullet->actor;
    bool goes_on = false;
    for (uint32_t i = 0; i < all->count; i++)
    {
        uint32_t result = bml_run(&all->runners[i], stage->context, &bullet->motion, &host);
        bullet->dead |= (result & BML_VANISHED) != 0;
        goes_on |= !(result & BML_ENDED);
    }
    return goes_on && !bullet->dead;
}

bool stage_play(stage *stage, const bml_pattern *pattern)
{
    /* Not changed through it. */
    union
    {
        const bml_pattern *read;
        void *context;
    } same = {.read = pattern};
    actor *made = new_actor(bml_tops(pattern));
    stage->run = run_actor;
    stage->forget = free;
    stage->context = same.context;
    stage->bullets[0].actor = made;
    for (uint32_t i = 0; made && i < made->count; i++)
    {
        bml_start_top(&made->runners[i], pattern, i);
    }
    return made != NULL;
}
