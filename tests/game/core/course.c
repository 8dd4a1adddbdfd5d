/* The state of the game besides actors, as a region with a table of fields. Snapshots copy it;
 * hashes, comparisons and saves go by its fields. So game_hash() is the library's hash over the
 * whole world: actors, timers, contacts, relations, and this region. */
#include "course.h"
#include "state.h"

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
