/**
 * @file storm_kinds.h The bodies of the storm, and the motion of each kind. The same for all
 * measured subjects: they differ only in how they keep bodies.
 */
#ifndef EXAMPLES_STORM_KINDS_H
#define EXAMPLES_STORM_KINDS_H

#include <stdbool.h>
#include <stdint.h>

/** The kinds. */
typedef enum storm_kind {
    KIND_BULLET,  /**< flies straight, in rotating arms from the middle */
    KIND_SPARK,   /**< thrown up from below, then falls */
    KIND_SMOKE,   /**< rises, and slows down */
    KIND_MISSILE, /**< flies in curves */
    KINDS
} storm_kind;

/** Seconds per frame. */
#define STORM_DT (1.0f / 60)

/** The longest life in frames. Lives are 1 to 199 frames, 100 on average, so that 1% end per frame.
 * */
#define STORM_LONGEST_LIFE 199u

/** A body. The field is about -1 to 1, y points down. */
typedef struct storm_body {
    float x, y, vx, vy; /**< per second */
    float life;         /**< seconds left */
    float turn;         /**< missiles: radians per second; smoke: its deceleration */
} storm_body;

/** The number of bodies of a kind among `all`. */
uint32_t kind_share(storm_kind kind, uint32_t all);

/**
 * A new body of a kind. Its values are a hash of kind and number, so that they are the same for
 * every subject, in any order. `settled`: its life is the rest of a longer life, so that the storm
 * is in balance from its first frame on.
 */
storm_body body_newborn(storm_kind kind, uint32_t number, bool settled);

/** A hash of a body. The sum over all bodies is independent of their order. */
uint64_t body_hash(const storm_body *body);

/* Each function moves a body by one frame. False: its life is over. Values are read once and stored
 * once. */

/** A bullet flies straight. */
static inline bool bullet_move(storm_body *body, float dt)
{
    float life = body->life - dt;
    body->x += body->vx * dt;
    body->y += body->vy * dt;
    body->life = life;
    return life > 0;
}

/** A spark falls. */
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

/** Smoke slows down. */
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

/** A missile turns. */
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
