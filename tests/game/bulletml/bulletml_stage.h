/*
 * A bare stage on which tests play patterns: an enemy in the upper middle of a field, a still
 * player in its lower middle, and bullets. The function that runs the actions of bullets is a
 * parameter, so that two interpreters can be compared on the same stage.
 */
#ifndef GAME_BULLETML_STAGE_H
#define GAME_BULLETML_STAGE_H

#include "pattern.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct stage_bullet
{
    bml_motion motion;
    double x;
    double y;
    void *actor;    /* runs its actions; NULL: none */
    double heading; /* reference direction of across and along */
    double across;
    double along;
    bool headed;
    bool dead;
} stage_bullet;

typedef struct bullet_stage
{
    double rank;
    uint32_t random;
    uint32_t capacity; /* the most bullets; further shots are lost */
    bool culls;        /* bullets far out of the field are removed */
    uint32_t tick;
    uint32_t count; /* number of bullets, without the enemy, which is bullets[0] */
    uint32_t fired;
    uint32_t lost; /* shots that were lost for lack of room */
    uint32_t runs; /* calls of bml_run() */
    uint32_t rest; /* ticks since the enemy's actions have ended */
    bool endless;  /* an action was ended with BML_ENDLESS */
    stage_bullet *bullets;
    stage_bullet *now; /* the bullet whose action runs */

    /* Runs the actor of `now` for one tick. Returns false when it has ended. */
    bool (*run)(struct bullet_stage *stage);
    void (*forget)(void *actor);
    void *context;
} bullet_stage;

/* False if there is not enough memory. The enemy is bullets[0], and has no actor yet. */
bool stage_set_up(bullet_stage *stage, uint32_t capacity);
void stage_tear_down(bullet_stage *stage);

/* For the interpreter. */
double stage_aim(const bullet_stage *stage);
double stage_random(bullet_stage *stage);

/* A new bullet at the position of `now`, or NULL. It moves and acts from the next tick on. */
stage_bullet *stage_fire(bullet_stage *stage, double direction, double speed);

/* Runs one tick. */
void stage_tick(bullet_stage *stage);

/* Gives the enemy an actor of this interpreter. */
bool stage_play(bullet_stage *stage, const bml_pattern *pattern);

/* Runs one tick. The pattern starts again one second after the enemy's actions have ended. Call
 * stage_play() first. */
void stage_play_on(bullet_stage *stage);

/* Continues a hash with the positions and motions of all bullets, bit by bit. */
uint64_t stage_hash(const bullet_stage *stage, uint64_t hash);

#ifdef __cplusplus
}
#endif

#endif
