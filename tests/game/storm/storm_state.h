/**
 * @file storm_state.h
 *
 * The storm's struct, for its own files.
 */
#ifndef STORM_STATE_H
#define STORM_STATE_H

#include "storm.h"

#include "core/random.h"
#include "troupe/troupe.h"

/** The smallest mote. It stores its tick of death, not its remaining lifetime, so a tick changes
 * fewer bytes. */
typedef struct mote {
    trp_actor actor;
    float x, y, dx, dy;
    uint32_t born, dies; /* ticks */
} mote;

/** Another type, for a mistake. */
typedef struct bystander {
    trp_actor actor;
    double weight[2];
} bystander;

/** The target of a drawing. */
typedef struct storm_sink {
    game_sprite *sprites;
    uint32_t count;
    uint32_t max;
    uint32_t now;
    float back; /* ticks from the drawn moment to the last tick */
    uint8_t opacity;
} storm_sink;

struct storm {
    trp_world *world;
    trp_pool *motes;
    trp_pool *bystanders;
    random_state random;
    uint32_t tick;
    uint32_t wanted;
    uint32_t churn; /* per mille per tick */
    bool is_bare;
    uint64_t created, recycled; /* at the start of the second */
    uint32_t created_per_second, recycled_per_second;
    storm_verdict *verdict; /* receives the next misuse */
};

#endif
