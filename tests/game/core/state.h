/**
 * @file state.h
 * The game's one struct: all that a game is, but for its actors.
 */
#ifndef STATE_H
#define STATE_H

#include "boss.h"
#include "core.h"
#include "panel.h"
#include "patterns.h"
#include "player.h"
#include "waves.h"

/** Slow motion of the enemies' layers, and the beat of patterns: these count whole ticks, of which
 * there are fewer in slow motion. */
typedef struct enemy_clock
{
    float due;     /* of the next beat */
    bool beat;     /* patterns take a step in this tick */
    uint32_t slow; /* ticks for which it is slow */
    uint32_t rest; /* ticks until another graze can slow it */
} enemy_clock;

/** What is held down, as game_input bits. */
typedef struct controls
{
    uint32_t held;
    uint32_t pressed; /* of these, what was not held in the tick before */
} controls;

struct game
{
    trp_world *world;
    trp_space *space;
    trp_pool *pools[POOL_COUNT];
    trp_family family; /* enemies, a boss's parts, and their guns */
    game_options options;
    bml_pattern patterns[PATTERN_COUNT];

    random_state random;  /* for what matters */
    random_state glitter; /* for what is only seen */
    random_state scatter; /* for extra bullets, which faces add when they like */

    game_state state;
    controls keys;      /* the player's */
    controls stick;     /* what flies the ship: the same, or the autopilot */
    uint32_t since;     /* ticks since the phase began */
    uint32_t next_life; /* the score for which there is one */
    enemy_clock clock;
    player player;
    director director;
    boss boss;

    uint32_t extra; /* extra bullets that are wished */
    uint32_t event_count;
    game_event events[GAME_EVENTS];
    meter meter;
    size_t bytes;
};

#endif
