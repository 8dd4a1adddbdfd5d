#include "bulletml_stage.h"

#include "pattern_sums.h"

#include <stdlib.h>

#define DEGREE (3.14159265358979323846 / 180)

enum
{
    WIDTH = 320,
    HEIGHT = 480,
    MARGIN = 100
};

static const stage_bullet enemy = {
    .x = WIDTH * 0.5, .y = HEIGHT * 0.25, .motion = {.direction = 180}};

bool stage_set_up(bullet_stage *stage, uint32_t capacity)
{
    stage->capacity = capacity;
    stage->bullets = calloc(capacity + (size_t)1, sizeof *stage->bullets);
    if (!stage->bullets)
    {
        return false;
    }
    stage->random = 12345;
    stage->bullets[0] = enemy;
    return true;
}

static void forget(bullet_stage *stage, stage_bullet *bullet)
{
    if (bullet->actor)
    {
        stage->forget(bullet->actor);
        bullet->actor = NULL;
    }
}

void stage_tear_down(bullet_stage *stage)
{
    for (uint32_t i = 0; i <= stage->count; i++)
    {
        forget(stage, &stage->bullets[i]);
    }
    free(stage->bullets);
    stage->bullets = NULL;
}

/* Without libm, so that a pattern is the same on every machine. */

/* Power series of sine or cosine, from -45 to 45 degrees. */
static double series(double degrees, double term, uint32_t next)
{
    double radians = degrees * DEGREE;
    double sum = term;
    for (; next < 20; next += 2)
    {
        term = -term * radians * radians / (next * (next + 1.0));
        sum += term;
    }
    return sum;
}

static double sine(double degrees)
{
    double turned = bml_turn_in(degrees);
    uint32_t eighths = (uint32_t)(turned / 45);
    uint32_t quarter = (eighths + 1) / 2;
    double rest = turned - 90.0 * quarter;
    double value = quarter % 2 == 0 ? series(rest, rest * DEGREE, 2) : series(rest, 1, 1);
    return quarter % 4 >= 2 ? -value : value;
}

static double cosine(double degrees)
{
    return sine(degrees + 90);
}

/* The direction of (x, y), by bisection. */
static double direction_to(double x, double y)
{
    double across = x < 0 ? -x : x;
    double along = y < 0 ? -y : y;
    double low = 0;
    double high = 90;
    for (uint32_t i = 0; i < 48; i++)
    {
        double middle = (low + high) * 0.5;
        bool more = cosine(middle) * across > sine(middle) * along;
        low = more ? middle : low;
        high = more ? high : middle;
    }
    double from_up = y < 0 ? low : 180 - low;
    return x < 0 ? 360 - from_up : from_up;
}

double stage_aim(const bullet_stage *stage)
{
    double x = WIDTH * 0.5 + 30 - stage->now->x;
    double y = HEIGHT * 0.875 - stage->now->y;
    return direction_to(x, y);
}

double stage_random(bullet_stage *stage)
{
    stage->random = stage->random * 1664525u + 1013904223u;
    return (stage->random >> 8) / 16777216.0;
}

stage_bullet *stage_fire(bullet_stage *stage, double direction, double speed)
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

static void move(bullet_stage *stage, stage_bullet *bullet)
{
    const bml_motion *motion = &bullet->motion;
    if (!bullet->headed || bullet->heading != motion->direction)
    {
        bullet->headed = true;
        bullet->heading = motion->direction;
        bullet->across = sine(motion->direction);
        bullet->along = -cosine(motion->direction);
    }
    bullet->x += motion->speed * bullet->across + motion->accel_x;
    bullet->y += motion->speed * bullet->along + motion->accel_y;
    bool inside = bullet->x > -MARGIN && bullet->x < WIDTH + MARGIN && bullet->y > -MARGIN &&
                  bullet->y < HEIGHT + MARGIN;
    if (stage->culls && !inside && bullet != stage->bullets)
    {
        bullet->dead = true;
    }
}

/* Removes dead bullets and keeps the order. The enemy stays, dead or alive. */
static void sweep(bullet_stage *stage)
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

void stage_tick(bullet_stage *stage)
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

static uint64_t mix_number(uint64_t hash, double number)
{
    bml_bits value = {.number = number};
    hash = (hash ^ value.bits) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

uint64_t stage_hash(const bullet_stage *stage, uint64_t hash)
{
    hash += stage->count;
    for (uint32_t i = 0; i <= stage->count; i++)
    {
        const stage_bullet *bullet = &stage->bullets[i];
        hash = mix_number(mix_number(hash, bullet->x), bullet->y);
        hash = mix_number(mix_number(hash, bullet->motion.direction), bullet->motion.speed);
        hash = mix_number(mix_number(hash, bullet->motion.accel_x), bullet->motion.accel_y);
    }
    return hash;
}

/* This interpreter. An actor has several runners. */

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
    bullet_stage *stage = context;
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

static bool run_actor(bullet_stage *stage)
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
        stage->endless |= (result & BML_ENDLESS) != 0;
        stage->runs++;
        goes_on |= !(result & BML_ENDED);
    }
    return goes_on && !bullet->dead;
}

static void start_enemy(bullet_stage *stage)
{
    const bml_pattern *pattern = stage->context;
    actor *made = new_actor(bml_tops(pattern));
    for (uint32_t i = 0; made && i < made->count; i++)
    {
        bml_start_top(&made->runners[i], pattern, i);
    }
    stage->bullets[0] = enemy;
    stage->bullets[0].actor = made;
    stage->rest = 0;
}

bool stage_play(bullet_stage *stage, const bml_pattern *pattern)
{
    /* The union removes const; nothing is written through it. */
    union
    {
        const bml_pattern *read;
        void *context;
    } same = {.read = pattern};
    stage->run = run_actor;
    stage->forget = free;
    stage->context = same.context;
    start_enemy(stage);
    return stage->bullets[0].actor != NULL;
}

void stage_play_on(bullet_stage *stage)
{
    if (!stage->bullets[0].actor && stage->rest++ == 60)
    {
        start_enemy(stage);
    }
    stage_tick(stage);
}
