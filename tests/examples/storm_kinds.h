/**
 * @file storm_kinds.h
 * What flies in the storm, and how each kind of it moves. The same for all that are measured: they
 * differ in how they keep it, never in what they do with it.
 */
#ifndef EXAMPLES_STORM_KINDS_H
#define EXAMPLES_STORM_KINDS_H

#include <stdbool.h>
#include <stdint.h>

/** The kinds. */
typedef enum storm_kind
{
    KIND_BULLET,  /**< flies straight, in turning arms from the middle */
    KIND_SPARK,   /**< thrown up from below, falls down again */
    KIND_SMOKE,   /**< rises, and slows down */
    KIND_MISSILE, /**< flies in curves */
    KINDS
} storm_kind;

/** A frame, in seconds. */
#define STORM_DT (1.0f / 60)

/** How many frames a life lasts at most: it is 1 to this, so 100 on average, and 1% die a frame. */
#define STORM_LONGEST_LIFE 199u

/** All there is to know of one thing that flies. The field is about -1 to 1, y pointing down. */
typedef struct storm_body
{
    float x, y, vx, vy; /**< a second */
    float life;         /**< seconds left */
    float turn;         /**< missiles: radians a second; smoke: how much it slows down */
} storm_body;

/** How many of `all` are of that kind. */
uint32_t kind_share(storm_kind kind, uint32_t all);

/**
 * The newborn with that number of that kind. It comes from a hash of the two, so that everybody who
 * asks gets the same one, in whatever order. `settled`: its life is what is left to those who have
 * been there for long, so that the storm is in balance from its first frame on.
 */
storm_body body_newborn(storm_kind kind, uint32_t number, bool settled);

/** A number for what has become of a body; to be added up over all of them, in any order. */
uint64_t body_hash(const storm_body *body);

/* Each moves a body by a frame. False: its life is over. Values are read once and stored once. */

/** Straight on. */
static inline bool bullet_move(storm_body *body, float dt)
{
    float life = body->life - dt;
    body->x += body->vx * dt;
    body->y += body->vy * dt;
    body->life = life;
    return life > 0;
}

/** It falls. */
static inline bool spark_move(storm_body *body, float dt)
{
    float life = body->life - dt;
    float vy = body->vy + 1.9f * dt;
    body->x += body->vx * dt;
    body->y += vy * dt;
    body->vy = vy;
    body->life = life;
    return life > 0;
}

/** It slows down. */
static inline bool smoke_move(storm_body *body, float dt)
{
    float life = body->life - dt;
    float keep = 1 - body->turn * dt;
    float vx = body->vx * keep;
    float vy = body->vy * keep;
    body->x += vx * dt;
    body->y += vy * dt;
    body->vx = vx;
    body->vy = vy;
    body->life = life;
    return life > 0;
}

/** It turns. */
static inline bool missile_move(storm_body *body, float dt)
{
    float life = body->life - dt;
    float angle = body->turn * dt;
    float vx = body->vx - body->vy * angle;
    float vy = body->vy + body->vx * angle;
    body->x += vx * dt;
    body->y += vy * dt;
    body->vx = vx;
    body->vy = vy;
    body->life = life;
    return life > 0;
}

#endif
