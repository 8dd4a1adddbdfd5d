#include "core.h"

enum {
    REST = 110,
    REST_AFTER_BOSS = 210, /* beats, while the boss explodes */
    REST_GIVEN = 20,       /* before a boss with a given pattern, which should appear soon */
    LONGEST = 2400         /* beats: after them the next wave comes in any case */
};

/* Several enemies of one kind that come one after the other. */
typedef struct squad {
    uint16_t at;     /* beat of the wave */
    uint8_t type;    /* enemy_type */
    uint8_t path;    /* enemy_path */
    uint8_t pattern; /* pattern_id */
    uint8_t count;
    uint8_t every; /* beats between two enemies */
    uint8_t pause; /* beats between an end of the pattern and its next start */
    int16_t x,
        y; /* the start of the first enemy; for PATH_HOLD, y is the height at which it waits */
    int16_t step;  /* distance between two enemies, along x; along y for PATH_CROSS */
    uint8_t carry; /* the pickup of the last enemy: game_kind, or 0 */
} squad;

#define DRONE ENEMY_DRONE
#define DART ENEMY_DART
#define SPINNER ENEMY_SPINNER
#define GUNSHIP ENEMY_GUNSHIP
#define POWER GAME_PICKUP_POWER
#define BOMB GAME_PICKUP_BOMB

static const squad wave1[] = {
    {0, DRONE, PATH_SINE, PATTERN_NONE, 5, 24, 0, 80, -20, 0, 0},
    {130, DRONE, PATH_SINE, PATTERN_AIMED, 5, 24, 120, 240, -20, 0, POWER},
    {300, DRONE, PATH_SWOOP, PATTERN_AIMED, 6, 18, 150, 60, -20, 0, 0},
    {420, DRONE, PATH_SWOOP, PATTERN_AIMED, 6, 18, 150, 260, -20, 0, POWER},
};
static const squad wave2[] = {
    {0, DART, PATH_CHARGE, PATTERN_NONE, 6, 22, 0, 50, -16, 44, 0},
    {150, DRONE, PATH_SINE, PATTERN_FAN, 4, 40, 110, 70, -20, 60, POWER},
    {330, DART, PATH_CHARGE, PATTERN_NONE, 6, 22, 0, 270, -16, -44, 0},
    {480, DRONE, PATH_SWOOP, PATTERN_FAN, 5, 26, 110, 260, -20, 0, POWER},
};
static const squad wave3[] = {
    {0, SPINNER, PATH_HOLD, PATTERN_RING, 1, 1, 190, 160, 110, 0, POWER},
    {90, DRONE, PATH_CROSS, PATTERN_AIMED, 6, 20, 120, -16, 60, 10, 0},
    {240, DRONE, PATH_CROSS, PATTERN_AIMED, 6, 20, 120, 336, 60, 10, 0},
    {420, SPINNER, PATH_HOLD, PATTERN_RING, 1, 1, 190, 160, 90, 0, 0},
    {460, DART, PATH_CHARGE, PATTERN_NONE, 8, 14, 0, 30, -16, 37, 0},
};
static const squad wave4[] = {
    {0, GUNSHIP, PATH_HOLD, PATTERN_VOLLEY, 1, 1, 45, 160, 90, 0, BOMB},
    {120, DRONE, PATH_SWOOP, PATTERN_AIMED, 6, 20, 150, 40, -20, 0, 0},
    {260, DRONE, PATH_SWOOP, PATTERN_AIMED, 6, 20, 150, 280, -20, 0, POWER},
};
static const squad wave5[] = {
    {0, SPINNER, PATH_HOLD, PATTERN_PINWHEEL, 1, 1, 50, 160, 120, 0, 0},
    {150, DRONE, PATH_CROSS, PATTERN_AIMED, 8, 16, 140, -16, 50, 8, 0},
    {300, DRONE, PATH_CROSS, PATTERN_AIMED, 8, 16, 140, 336, 50, 8, POWER},
    {450, SPINNER, PATH_HOLD, PATTERN_RING, 3, 30, 80, 60, 80, 100, 0},
};
static const squad wave6[] = {
    {0, DRONE, PATH_SINE, PATTERN_FOUNTAIN, 6, 30, 150, 50, -20, 44, 0},
    {200, DART, PATH_CHARGE, PATTERN_NONE, 10, 12, 0, 20, -16, 31, 0},
    {360, GUNSHIP, PATH_HOLD, PATTERN_BURST, 1, 1, 60, 160, 80, 0, POWER},
    {460, DART, PATH_CHARGE, PATTERN_NONE, 6, 20, 0, 300, -16, -50, 0},
};
static const squad wave7[] = {
    {0, SPINNER, PATH_HOLD, PATTERN_ROSETTE, 2, 30, 60, 80, 100, 160, 0},
    {160, DRONE, PATH_SWOOP, PATTERN_FAN, 5, 26, 160, 70, -20, 0, 0},
    {320, DRONE, PATH_SWOOP, PATTERN_FAN, 5, 26, 160, 250, -20, 0, BOMB},
};
static const squad wave8[] = {
    {0, GUNSHIP, PATH_HOLD, PATTERN_WALL, 1, 1, 60, 90, 70, 0, 0},
    {60, GUNSHIP, PATH_HOLD, PATTERN_FAN, 1, 1, 60, 230, 70, 0, POWER},
    {300, DRONE, PATH_SINE, PATTERN_AIMED, 8, 18, 140, 60, -20, 28, 0},
};
static const squad wave9[] = {
    {0, SPINNER, PATH_HOLD, PATTERN_CHASE, 2, 40, 80, 100, 80, 120, 0},
    {140, DART, PATH_CHARGE, PATTERN_NONE, 12, 10, 0, 30, -16, 24, 0},
    {330, SPINNER, PATH_HOLD, PATTERN_WHIRL, 1, 1, 60, 160, 120, 0, POWER},
    {500, DRONE, PATH_CROSS, PATTERN_AIMED, 8, 14, 140, -16, 60, 10, 0},
};
static const squad wave10[] = {
    {0, GUNSHIP, PATH_HOLD, PATTERN_FIREWORK, 2, 60, 70, 80, 80, 160, 0},
    {240, SPINNER, PATH_HOLD, PATTERN_ORBIT, 2, 30, 70, 110, 130, 100, BOMB},
    {420, DART, PATH_CHARGE, PATTERN_NONE, 10, 14, 0, 290, -16, -29, 0},
    {560, DRONE, PATH_SINE, PATTERN_FOUNTAIN, 6, 22, 150, 60, -20, 40, POWER},
};

#undef DRONE
#undef DART
#undef SPINNER
#undef GUNSHIP
#undef POWER
#undef BOMB

typedef struct wave {
    const squad *squads;
    uint32_t count;
} wave;

#define WAVE(squads)                                                                               \
    {                                                                                              \
        (squads), sizeof(squads) / sizeof((squads)[0])                                             \
    }

static const wave waves[WAVES_COUNT] = {WAVE(wave1), WAVE(wave2), WAVE(wave3), WAVE(wave4),
                                        WAVE(wave5), WAVE(wave6), WAVE(wave7), WAVE(wave8),
                                        WAVE(wave9), WAVE(wave10)};

/* The present difficulty, 0 to 100. */
static uint32_t waves_rank(const game *g)
{
    const uint32_t normal = 10 + g->now.director.wave * 3 + (g->now.state.loop - 1) * 25;
    const uint32_t rank = g->options.level == GAME_EASY   ? normal / 3
                          : g->options.level == GAME_HARD ? normal + 30
                                                          : normal;
    return rank < 100 ? rank : 100;
}

static void set_wave(game *g, uint32_t number)
{
    g->now.director = (director){.wave = number, .rest = g->options.pattern ? REST_GIVEN : REST};
    g->now.state.wave = number + 1;
    g->now.state.rank = waves_rank(g);
    game_notify(g, GAME_EVENT_WAVE, GAME_WIDTH / 2, GAME_HEIGHT / 2);
}

void waves_begin(game *g, uint32_t number)
{
    const uint32_t all = WAVES_COUNT + 1;
    g->now.state.loop = (number - 1) / all + 1;
    set_wave(g, (number - 1) % all);
}

static const char *const wave_names[WAVES_COUNT] = {"wave 1", "wave 2", "wave 3", "wave 4",
                                                    "wave 5", "wave 6", "wave 7", "wave 8",
                                                    "wave 9", "wave 10"};

static void send(game *g, const squad *s, uint32_t number)
{
    const char *before = trp_set_tag(g->world, wave_names[g->now.director.wave % WAVES_COUNT]);
    const bool crosses = s->path == PATH_CROSS;
    const bool holds = s->path == PATH_HOLD;
    const float along = (float)(s->step * (int32_t)number);
    enemy_desc desc = {.type = (enemy_type)s->type, .path = (enemy_path)s->path};
    enemy *e;
    desc.x = (float)s->x + (crosses ? 0 : along);
    desc.y = holds ? -24 : (float)s->y + (crosses ? along : 0);
    desc.carry = number + 1 == s->count ? (game_kind)s->carry : (game_kind)0;
    e = enemy_create(g, &desc);
    trp_set_tag(g->world, before);
    if (!e)
        return;
    if (holds)
        e->from_y = (float)s->y;
    guns_attach(g, &e->body.actor, (pattern_id)s->pattern, 40 + random_below(&g->now.random, 30),
                s->pause);
}

static void send_due(game *g, const wave *w)
{
    director *d = &g->now.director;
    while (d->squad < w->count) {
        const squad *s = &w->squads[d->squad];
        if (d->beat < s->at + d->sent * s->every)
            return;
        send(g, s, d->sent);
        if (++d->sent == s->count) {
            d->squad++;
            d->sent = 0;
        }
    }
}

static void next_wave(game *g)
{
    const bool was_boss = g->now.director.wave == WAVES_COUNT;
    if (was_boss)
        g->now.state.loop++;
    set_wave(g, was_boss ? 0 : g->now.director.wave + 1);
    if (was_boss)
        g->now.director.rest = REST_AFTER_BOSS;
}

static void send_boss(game *g)
{
    if (g->now.director.squad++ > 0)
        return;
    if (g->options.pattern)
        boss_enter_given(g);
    else
        boss_enter(g, g->now.state.loop - 1);
}

void waves_step(game *g)
{
    director *d = &g->now.director;
    const bool is_boss = d->wave == WAVES_COUNT || g->options.pattern;
    const wave *w = &waves[d->wave % WAVES_COUNT];
    if (!g->now.clock.beat)
        return;
    if (d->rest > 0) {
        d->rest--;
        return;
    }
    d->beat++;
    if (is_boss)
        send_boss(g);
    else
        send_due(g, w);
    if (trp_pool_count(g->pools[POOL_ENEMIES]) == 0 && d->squad >= (is_boss ? 1 : w->count))
        next_wave(g);
    else if (!is_boss && d->beat > LONGEST)
        next_wave(g);
}
