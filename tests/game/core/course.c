/* The state of the game besides actors, as a region with a table of fields. Snapshots copy it;
 * hashes, comparisons and saves go by its fields. So game_hash() is the library's hash over the
 * whole world: actors, timers, contacts, relations, and this region. */
#include "core.h"

#include "troupe/hash.h"

static const trp_field random_table[] = {TRP_FIELD(random_state, state), TRP_FIELDS_END};
static const trp_fields random_fields = TRP_FIELDS(random_state, 0, random_table);

/* Members that game_get_state() computes, and the high score, are not in the table: they have no
 * effect on the game. */
static const trp_field state_table[] = {TRP_FIELD(game_state, phase),
                                        TRP_FIELD(game_state, paused),
                                        TRP_FIELD(game_state, attract),
                                        TRP_FIELD_IGNORED(game_state, can_start),
                                        TRP_FIELD(game_state, stands),
                                        TRP_FIELD(game_state, tick),
                                        TRP_FIELD(game_state, score),
                                        TRP_FIELD_IGNORED(game_state, high_score),
                                        TRP_FIELD(game_state, lives),
                                        TRP_FIELD(game_state, bombs),
                                        TRP_FIELD(game_state, power),
                                        TRP_FIELD(game_state, graze),
                                        TRP_FIELD(game_state, wave),
                                        TRP_FIELD(game_state, loop),
                                        TRP_FIELD(game_state, rank),
                                        TRP_FIELD_IGNORED(game_state, boss_health),
                                        TRP_FIELD_IGNORED(game_state, bullets),
                                        TRP_FIELD(game_state, enemy_time),
                                        TRP_FIELD_IGNORED(game_state, players),
                                        TRP_FIELD_IGNORED(game_state, ships),
                                        TRP_FIELDS_END};
static const trp_fields state_fields = TRP_FIELDS(game_state, 0, state_table);

static const trp_field controls_table[] = {TRP_FIELD(controls, held), TRP_FIELD(controls, pressed),
                                           TRP_FIELDS_END};
static const trp_fields controls_fields = TRP_FIELDS(controls, 0, controls_table);

static const trp_field clock_table[] = {
    TRP_FIELD(enemy_clock, due),  TRP_FIELD(enemy_clock, slowest), TRP_FIELD(enemy_clock, beat),
    TRP_FIELD(enemy_clock, once), TRP_FIELD(enemy_clock, stop),    TRP_FIELDS_END};
static const trp_fields clock_fields = TRP_FIELDS(enemy_clock, 0, clock_table);

static const trp_field director_table[] = {TRP_FIELD(director, wave), TRP_FIELD(director, squad),
                                           TRP_FIELD(director, sent), TRP_FIELD(director, beat),
                                           TRP_FIELD(director, rest), TRP_FIELDS_END};
static const trp_fields director_fields = TRP_FIELDS(director, 0, director_table);

static const trp_field boss_table[] = {TRP_FIELD(boss, core),   TRP_FIELD(boss, number),
                                       TRP_FIELD(boss, stage),  TRP_FIELD(boss, full),
                                       TRP_FIELD(boss, health), TRP_FIELDS_END};
static const trp_fields boss_fields = TRP_FIELDS(boss, 0, boss_table);

static const trp_field sweep_table[] = {
    TRP_FIELD(sweep, x),       TRP_FIELD(sweep, y),          TRP_FIELD(sweep, radius),
    TRP_FIELD(sweep, speed),   TRP_FIELD(sweep, ticks),      TRP_FIELD(sweep, wreck_x),
    TRP_FIELD(sweep, wreck_y), TRP_FIELD(sweep, explosions), TRP_FIELDS_END};
static const trp_fields sweep_fields = TRP_FIELDS(sweep, 0, sweep_table);

static const trp_field course_table[] = {TRP_FIELD_STRUCT(course, random, &random_fields),
                                         TRP_FIELD_STRUCT(course, glitter, &random_fields),
                                         TRP_FIELD_STRUCT(course, state, &state_fields),
                                         TRP_FIELD_STRUCTS(course, keys, &controls_fields),
                                         TRP_FIELD_STRUCTS(course, stick, &controls_fields),
                                         TRP_FIELD(course, gone),
                                         TRP_FIELD(course, since),
                                         TRP_FIELD(course, next_life),
                                         TRP_FIELD_STRUCT(course, clock, &clock_fields),
                                         TRP_FIELD_STRUCT(course, director, &director_fields),
                                         TRP_FIELD_STRUCT(course, boss, &boss_fields),
                                         TRP_FIELD_STRUCT(course, sweep, &sweep_fields),
                                         TRP_FIELDS_END};
static const trp_fields course_fields = TRP_FIELDS(course, 0, course_table);

bool course_init(game *g)
{
    g->region = (trp_region){
        .name = "course", .start = &g->now, .bytes = sizeof g->now, .fields = &course_fields};
    return trp_region_add(g->world, &g->region) == TRP_OK;
}

uint64_t game_hash(const game *g)
{
    return trp_hash_world(g->world);
}

/* -- games that were loaded from a file -- */

#define FAR 100000.0f /* units: no actor is further outside */

enum {
    MOST_COUNT = 1000000 /* of lives and other counts, which may still grow */
};

static bool is_near(float number)
{
    return number > -FAR && number < FAR; /* false for NaN */
}

static bool is_body(const body *b)
{
    return is_near(b->x) && is_near(b->y) && is_near(b->old_x) && is_near(b->old_y) &&
           is_near(b->radius) && b->kind < GAME_KIND_COUNT && b->color < GAME_COLORS;
}

static bool is_motion(const bml_motion *m)
{
    return is_near((float)m->speed) && is_near((float)m->accel_x) && is_near((float)m->accel_y) &&
           m->direction > -1e9 && m->direction < 1e9;
}

static bool is_pattern(const game *g, uint32_t id)
{
    return id < PATTERN_COUNT && (id == PATTERN_NONE || bml_tops(&g->patterns[id]) > 0);
}

static bool is_runner(const game *g, uint32_t pattern, const bml_runner *runner)
{
    return bml_fits(runner, &g->patterns[pattern]);
}

static bool is_enemy(const game *g, const trp_actor *self)
{
    const enemy *e = body_as(enemy, self);
    (void)g;
    return e->type < ENEMY_TYPES && e->path <= PATH_PART && e->carry < GAME_KIND_COUNT &&
           e->health > 0 && e->health < MOST_COUNT && is_near(e->age) && is_near(e->from_x) &&
           is_near(e->from_y) && is_near(e->speed);
}

static bool is_gun(const game *g, const trp_actor *self)
{
    const gun *it = body_as(gun, self);
    if (it->pattern == PATTERN_NONE || !is_pattern(g, it->pattern) || it->maker >= ENEMY_TYPES ||
        it->tops != bml_tops(&g->patterns[it->pattern]) || !is_motion(&it->motion))
        return false;
    for (uint32_t i = 0; i < it->tops; ++i)
        if (!is_runner(g, it->pattern, &it->runners[i]))
            return false;
    return true;
}

static bool is_steered(const game *g, const trp_actor *self)
{
    const steered *it = body_as(steered, self);
    return it->maker < ENEMY_TYPES && is_pattern(g, it->pattern) && is_motion(&it->motion) &&
           (it->pattern == PATTERN_NONE || is_runner(g, it->pattern, &it->runner));
}

static bool is_particle(const game *g, const trp_actor *self)
{
    const particle *p = body_as(particle, self);
    (void)g;
    return p->life > 0 && is_near(p->dx) && is_near(p->dy) && is_near(p->drag) && is_near(p->grow);
}

typedef bool is_fn(const game *g, const trp_actor *self);

static bool are_actors(const game *g, pool_id id)
{
    static is_fn *const checks[POOL_COUNT] = {[POOL_ENEMIES] = is_enemy,
                                              [POOL_GUNS] = is_gun,
                                              [POOL_PARTICLES] = is_particle,
                                              [POOL_STEERED] = is_steered};
    for (uint32_t slot = 0; slot < trp_pool_info(g->pools[id]).slots; ++slot) {
        const trp_actor *self = trp_pool_at(g->pools[id], slot);
        if (self && (!is_body(trp_as(body, self)) || (checks[id] && !checks[id](g, self))))
            return false;
    }
    return true;
}

static bool is_course(const course *now)
{
    const game_state *s = &now->state;
    return (uint32_t)s->phase <= GAME_OVER && s->lives < MOST_COUNT && s->bombs < MOST_COUNT &&
           s->power <= PLAYER_MAX_POWER && s->rank <= 100 && s->loop > 0 && s->loop < MOST_COUNT &&
           s->enemy_time >= 0.0625f && s->enemy_time <= 1 && is_near(now->clock.due) &&
           is_near(now->clock.slowest) && now->director.wave <= WAVES_COUNT &&
           now->director.squad < MOST_COUNT && now->director.sent < MOST_COUNT &&
           now->boss.full < MOST_COUNT && now->boss.stage <= 3 && is_near(now->sweep.x) &&
           is_near(now->sweep.y) && is_near(now->sweep.radius) && is_near(now->sweep.speed) &&
           is_near(now->sweep.wreck_x) && is_near(now->sweep.wreck_y);
}

/* True if there is no boss, or its core is an enemy. */
static bool is_boss(const game *g)
{
    const trp_actor *core = trp_get(g->world, g->now.boss.core);
    return !core || trp_pool_of(g->world, core) == g->pools[POOL_ENEMIES];
}

/* One per player, where it was created. */
static bool are_ships(const game *g)
{
    bool are = trp_pool_count(g->pools[POOL_SHIP]) == player_count(g) &&
               trp_pool_count(g->pools[POOL_AURA]) == player_count(g);
    for (uint32_t player = 0; player < player_count(g); ++player)
        are = are && trp_pool_at(g->pools[POOL_SHIP], player) == &g->ships[player]->actor &&
              trp_pool_at(g->pools[POOL_AURA], player) == &g->auras[player]->actor;
    return are;
}

bool game_is_sane(const game *g)
{
    bool is = are_ships(g) && is_course(&g->now) && is_boss(g);
    for (uint32_t id = 0; id < POOL_COUNT; ++id)
        is = is && are_actors(g, (pool_id)id);
    return is && trp_world_validate(g->world) == TRP_OK;
}
