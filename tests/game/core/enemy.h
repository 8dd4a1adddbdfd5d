/**
 * @file enemy.h
 * Enemies, including the parts of a boss.
 */
#ifndef ENEMY_H
#define ENEMY_H

#include "core.h"

/** The type of an enemy: a row of the table in enemy.c. */
typedef enum enemy_type
{
    ENEMY_DRONE,
    ENEMY_DART,
    ENEMY_SPINNER,
    ENEMY_GUNSHIP,
    ENEMY_CORE,
    ENEMY_WING,
    ENEMY_TURRET,
    ENEMY_TYPES
} enemy_type;

/** The path of an enemy. */
typedef enum enemy_path
{
    PATH_SINE,   /* down, swaying */
    PATH_SWOOP,  /* down, then away to the nearer side */
    PATH_CROSS,  /* across the field from one side to the other */
    PATH_HOLD,   /* down to some height, stays there, and leaves */
    PATH_CHARGE, /* waits, then flies towards the ship */
    PATH_BOSS,   /* down, then to and fro for ever */
    PATH_PART    /* keeps its position relative to the parent */
} enemy_path;

typedef struct enemy
{
    body body;
    int32_t health;
    uint8_t type;  /* enemy_type */
    uint8_t path;  /* enemy_path */
    uint8_t carry; /* game_kind of the pickup that it leaves; 0: none */
    float age;     /* ticks of the enemies' time */
    float from_x,
        from_y; /* the start of the path; for parts, the position relative to the parent */
    float speed;
} enemy;

/** The parameters of enemy_create(). */
typedef struct enemy_desc
{
    enemy_type type;
    enemy_path path;
    float x, y;
    game_kind carry;
} enemy_desc;

enum
{
    ENEMY_MAX = 64
};

bool enemy_init(game *g);
/** Creates an enemy. NULL: the pool is full. */
enemy *enemy_create(game *g, const enemy_desc *desc);
/** Damages an enemy, which may kill it. */
void enemy_hurt(game *g, trp_actor *self, int32_t damage);
/** Damages all enemies on the field. */
void enemy_hurt_all(game *g, int32_t damage);
/** The initial health of a type. */
int32_t enemy_full_health(enemy_type type);
/** The name of a type for the black box. */
const char *enemy_name(enemy_type type);

#endif
