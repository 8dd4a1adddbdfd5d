/**
 * @file enemy.h
 * Enemies: what can be shot, a boss's parts among them.
 */
#ifndef ENEMY_H
#define ENEMY_H

#include "core.h"

/** What it is: a row of the table in enemy.c. */
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

/** How it moves. */
typedef enum enemy_path
{
    PATH_SINE,   /* down, swaying */
    PATH_SWOOP,  /* down, then away to the nearer side */
    PATH_CROSS,  /* across the field from one side to the other */
    PATH_HOLD,   /* down to some height, stays, and leaves again */
    PATH_CHARGE, /* waits, then flies to where the ship is */
    PATH_BOSS,   /* comes down, and goes to and fro for ever */
    PATH_PART    /* stays where it is, seen from its parent */
} enemy_path;

typedef struct enemy
{
    body body;
    int32_t health;
    uint8_t type;         /* enemy_type */
    uint8_t path;         /* enemy_path */
    uint8_t carry;        /* game_kind of what it leaves; 0: nothing */
    float age;            /* ticks of the enemies' time */
    float from_x, from_y; /* where it came from; parts: where they sit */
    float speed;
} enemy;

/** What trp_create_from() has no words for. */
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
/** NULL if there is no room. */
enemy *enemy_create(game *g, const enemy_desc *desc);
/** It was hit: its life may end. */
void enemy_hurt(game *g, trp_actor *self, int32_t damage);
/** All that are on the field. */
void enemy_hurt_all(game *g, int32_t damage);
/** What one of a type can bear. */
int32_t enemy_full_health(enemy_type type);
/** The name of a type for the black box. */
const char *enemy_name(enemy_type type);

#endif
