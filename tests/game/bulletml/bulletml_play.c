/*
 * Plays patterns on a bare stage at three ranks: an enemy in the upper middle of a field, a still
 * player in its lower middle, and bullets, which end far outside of it. A pattern starts again one
 * second after the enemy's actions have ended. Prints, by rank, the number of fired bullets, the
 * most live bullets, and a hash over all ticks and all bits of all bullets, which is the same on
 * every machine.
 *
 *   bulletml_play [--ticks n] file.xml...
 */
#include "bulletml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180)

enum {
    ROOM = 20000,
    TICKS = 3600,
    PAUSE = 60, /* ticks */
    WIDTH = 320,
    HEIGHT = 480,
    MARGIN = 100
};

/* A bullet with the runners of its actions. The enemy is the first one. */
typedef struct bullet {
    bml_motion motion;
    double x, y;
    double heading; /* the direction of across and along */
    double across, along;
    bool headed, dead;
    uint32_t count;
    bml_runner *runners;
} bullet;

typedef struct stage {
    const bml_pattern *pattern;
    double rank;
    uint32_t random;
    uint32_t count; /* of bullets, without the enemy */
    uint32_t fired;
    uint32_t rest;              /* ticks since the enemy's actions have ended */
    bool endless, lost, insane; /* what may not happen */
    bullet *now;                /* its actions run */
    bullet bullets[ROOM + 1];
} stage;

static stage the_stage;
static uint32_t words[BML_WORDS];

/* Without libm, so that a pattern is the same on every machine. */

/* Power series of sine or cosine, from -45 to 45 degrees. */
static double series(double degrees, double term, uint32_t next)
{
    double radians = degrees * DEGREE;
    double sum = term;
    for (; next < 20; next += 2) {
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
    for (uint32_t i = 0; i < 48; i++) {
        double middle = (low + high) * 0.5;
        bool more = cosine(middle) * across > sine(middle) * along;
        low = more ? middle : low;
        high = more ? high : middle;
    }
    double from_up = y < 0 ? low : 180 - low;
    return x < 0 ? 360 - from_up : from_up;
}

static double aim(void *context)
{
    const bullet *now = ((const stage *)context)->now;
    return direction_to(WIDTH * 0.5 + 30 - now->x, HEIGHT * 0.875 - now->y);
}

static double random_of(void *context)
{
    stage *s = context;
    s->random = s->random * 1664525u + 1013904223u;
    return (s->random >> 8) / 16777216.0;
}

static void give_runners(bullet *b, uint32_t count)
{
    b->runners = calloc(count, sizeof *b->runners);
    b->count = b->runners ? count : 0;
}

static void forget(bullet *b)
{
    free(b->runners);
    b->runners = NULL;
    b->count = 0;
}

/* The new bullet moves and acts from the next tick on. */
static bool fire(void *context, const bml_shot *shot)
{
    stage *s = context;
    s->fired++;
    s->lost |= s->count >= ROOM;
    if (s->count >= ROOM)
        return true;
    bullet *b = &s->bullets[++s->count];
    *b = (bullet){.x = s->now->x, .y = s->now->y};
    b->motion = (bml_motion){.direction = shot->direction, .speed = shot->speed};
    if (shot->action != 0)
        give_runners(b, 1);
    if (b->count > 0)
        bml_start(b->runners, s->pattern, shot);
    return true;
}

static void act(stage *s, bullet *b)
{
    const bml_host host = {
        .context = s, .rank = s->rank, .random = random_of, .aim = aim, .fire = fire};
    bool goes_on = false;
    s->now = b;
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t result = bml_run(&b->runners[i], s->pattern, &b->motion, &host);
        b->dead |= (result & BML_VANISHED) != 0;
        s->endless |= (result & BML_ENDLESS) != 0;
        goes_on |= !(result & BML_ENDED);
    }
    if (!goes_on || b->dead)
        forget(b);
}

static void move(stage *s, bullet *b)
{
    const bml_motion *motion = &b->motion;
    if (!b->headed || b->heading != motion->direction) {
        b->headed = true;
        b->heading = motion->direction;
        b->across = sine(motion->direction);
        b->along = -cosine(motion->direction);
    }
    b->x += motion->speed * b->across + motion->accel_x;
    b->y += motion->speed * b->along + motion->accel_y;
    bool inside =
        b->x > -MARGIN && b->x < WIDTH + MARGIN && b->y > -MARGIN && b->y < HEIGHT + MARGIN;
    b->dead |= !inside && b != s->bullets;
}

static void start_enemy(stage *s)
{
    s->bullets[0] = (bullet){.x = WIDTH * 0.5, .y = HEIGHT * 0.25, .motion = {.direction = 180}};
    give_runners(s->bullets, bml_tops(s->pattern));
    for (uint32_t i = 0; i < s->bullets[0].count; i++)
        bml_start_top(&s->bullets[0].runners[i], s->pattern, i);
    s->rest = 0;
}

/* Removes dead bullets and keeps the order. The enemy stays, dead or alive. */
static void sweep(stage *s)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i <= s->count; i++)
        if (s->bullets[i].dead)
            forget(&s->bullets[i]);
        else
            s->bullets[++kept] = s->bullets[i];
    s->count = kept;
}

static void tick(stage *s)
{
    const uint32_t count = s->count;
    if (!s->bullets[0].runners && s->rest++ == PAUSE)
        start_enemy(s);
    for (uint32_t i = 0; i <= count; i++) {
        bullet *b = &s->bullets[i];
        if (b->runners && !b->dead)
            act(s, b);
        if (!b->dead)
            move(s, b);
    }
    sweep(s);
}

static uint64_t mix_number(uint64_t hash, double number)
{
    bml_bits value = {.number = number};
    hash = (hash ^ value.bits) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static bool is_sane(const bml_motion *m)
{
    const double numbers[] = {m->direction, m->speed, m->accel_x, m->accel_y};
    for (uint32_t i = 0; i < 4; i++)
        if (!(numbers[i] >= -BML_LARGEST && numbers[i] <= BML_LARGEST))
            return false;
    return true;
}

static uint64_t hash_of(stage *s, uint64_t hash)
{
    hash += s->count;
    for (uint32_t i = 0; i <= s->count; i++) {
        const bullet *b = &s->bullets[i];
        hash = mix_number(mix_number(hash, b->x), b->y);
        hash = mix_number(mix_number(hash, b->motion.direction), b->motion.speed);
        hash = mix_number(mix_number(hash, b->motion.accel_x), b->motion.accel_y);
        s->insane |= !is_sane(&b->motion);
    }
    return hash;
}

static bool play(const bml_pattern *pattern, double rank, uint32_t ticks)
{
    stage *s = &the_stage;
    uint64_t hash = 1;
    uint32_t most = 0;
    *s = (stage){.pattern = pattern, .rank = rank, .random = 12345};
    start_enemy(s);
    for (uint32_t i = 0; i < ticks; i++) {
        tick(s);
        most = s->count > most ? s->count : most;
        hash = hash_of(s, hash);
    }
    for (uint32_t i = 0; i <= s->count; i++)
        forget(&s->bullets[i]);
    printf(" fired %u, at most %u, %016llx%s%s%s", (unsigned)s->fired, (unsigned)most,
           (unsigned long long)hash, s->endless ? ", ENDLESS" : "", s->insane ? ", NOT SANE" : "",
           s->lost ? ", TOO MANY" : "");
    return !s->endless && !s->insane;
}

static void print(void *context, const char *message)
{
    (void)context;
    if (!strstr(message, "warning: "))
        fprintf(stderr, "%s\n", message);
}

static const char *base_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

int main(int count, char **arguments)
{
    static const double ranks[] = {0, 0.5, 1};
    uint32_t ticks = TICKS;
    bool well = true;
    int first = 1;
    if (count > 2 && strcmp(arguments[1], "--ticks") == 0) {
        ticks = (uint32_t)strtoul(arguments[2], NULL, 10);
        first = 3;
    }
    for (int i = first; i < count; i++) {
        bml_pattern pattern;
        uint32_t length;
        if (!bulletml_from_file(arguments[i], words, &length, print, NULL) ||
            !bml_open(&pattern, words, length)) {
            well = false;
            continue;
        }
        printf("%s:", base_name(arguments[i]));
        for (size_t rank = 0; rank < sizeof ranks / sizeof *ranks; rank++)
            well = play(&pattern, ranks[rank], ticks) && well;
        printf("\n");
    }
    return well ? 0 : 1;
}
