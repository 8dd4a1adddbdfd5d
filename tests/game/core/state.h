/**
 * @file state.h The game's struct: all state of a game except its actors. There is no other state,
 * so that a copy of the memory given to game_init() is a copy of the game.
 */
#ifndef STATE_H
#define STATE_H

#include "boss.h"
#include "clock.h"
#include "core.h"
#include "enemy.h"
#include "panel.h"
#include "patterns.h"
#include "player.h"
#include "report.h"
#include "sweep.h"
#include "waves.h"

#include "troupe/family.h"
#include "troupe/snapshot.h"

/** Held keys, as game_input bits. */
typedef struct controls
{
    uint32_t held;
    uint32_t pressed; /* held keys that were not held in the previous tick */
} controls;

/** The state that decides the future besides actors: a region of the world (course.c), so that
 * snapshots, hashes and saves contain it. */
typedef struct course
{
    random_state random;  /* for what affects the game */
    random_state glitter; /* for what is only visible */

    game_state state;
    controls keys[GAME_PLAYERS]; /* the players' */
    controls
        stick[GAME_PLAYERS]; /* the keys that steer the ships: the player's or the autopilot's */
    uint32_t gone;           /* the players that have left for good, as bits */
    uint32_t since;          /* ticks since the phase began */
    uint32_t next_life;      /* the score of the next extra life */
    enemy_clock clock;
    director director;
    boss boss;
    sweep sweep;
} course;

struct game
{
    trp_world *world;
    trp_space *space;
    trp_contacts *contacts;
    trp_pool *pools[POOL_COUNT];
    pool_calls calls[POOL_COUNT];
    trp_timers *timers[TIMERS_COUNT];
    trp_family family; /* enemies, a boss's parts, and their guns */
    trp_region region; /* of `now` */
    game_options options;
    bml_pattern patterns[PATTERN_COUNT];
    body *ships[GAME_PLAYERS]; /* alive as long as the game; NULL: there is no such player */
    body *auras[GAME_PLAYERS]; /* likewise: grazes bullets and attracts pickups */

    course now;

    /* Data without effect on the game: */
    uint32_t practice_best;
    game_ease eases[GAME_PLAYERS];
    uint32_t event_count;
    game_event events[GAME_EVENTS];
    meter meter;
    report report;
    bool muted; /* callbacks return at once, so that only the library works (game_measure_rounds) */
    size_t bytes;
};

#endif
