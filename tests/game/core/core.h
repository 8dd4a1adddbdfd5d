/**
 * @file core.h Declarations shared by the core's files: layers, pools, and the common part of all
 * actors. The game's struct is in state.h. Nothing here is for faces; they use game.h.
 */
#ifndef CORE_H
#define CORE_H

#define TRP_PLACES /* births and ends record their line, for the black box (report.h) */

#include "angle.h"
#include "game.h"
#include "random.h"
#include "troupe/troupe.h"

/** Layers, in the order in which they are updated and drawn. The time of the layers of enemies and
 * bullets is the enemies' time: a graze slows it. A pause stops all layers after the sky. */
typedef enum layer_id
{
    LAYER_SKY,
    LAYER_PICKUPS,
    LAYER_PLAYER,
    LAYER_ENEMIES,
    LAYER_EFFECTS,
    LAYER_BULLETS,
    LAYER_COUNT
} layer_id;

/** Pools, in the order in which they are created. */
typedef enum pool_id
{
    POOL_STARS,
    POOL_PICKUPS,
    POOL_SHIP,
    POOL_AURA,
    POOL_SHOTS,
    POOL_MISSILES,
    POOL_ENEMIES,
    POOL_GUNS, /* after the enemies that carry them */
    POOL_PARTICLES,
    POOL_BULLETS,
    POOL_STEERED,
    POOL_COUNT
} pool_id;

/** Tables of timers, in the order in which they are created. All count ticks in which the pool's
 * layer is enabled, except the guns' rest, which is in the enemies' time. */
typedef enum timers_id
{
    TIMERS_RELOAD,   /* of the ship: until it can shoot */
    TIMERS_MISSILES, /* of the ship: until the next missiles */
    TIMERS_SHIELD,   /* of the ship: while it cannot be hit */
    TIMERS_AWAY,     /* of the ship: until it comes back */
    TIMERS_SLOW,     /* of the ship: while the enemies' time is slow */
    TIMERS_GRAZE,    /* of the ship: until another graze can slow it */
    TIMERS_FLASH,    /* of enemies: while it is seen that one was hit */
    TIMERS_REST,     /* of guns: until one begins */
    TIMERS_COUNT
} timers_id;

/** Categories in space, as bits. Of a pair, the lower one comes first. */
typedef enum category
{
    CATEGORY_SHIP = 1 << 0,
    CATEGORY_AURA = 1 << 1, /* its ship grazes and attracts what meets it */
    CATEGORY_SHOT = 1 << 2, /* missiles, too */
    CATEGORY_PICKUP = 1 << 3,
    CATEGORY_BULLET = 1 << 4,
    CATEGORY_ENEMY = 1 << 5
} category;

/** The base struct of all actors. trp_as(body, actor) is valid for each of them. */
typedef struct body
{
    trp_actor actor;
    float x, y;         /* the middle */
    float old_x, old_y; /* one tick ago: drawing interpolates */
    float radius;       /* of what can be hit */
    angle heading;
    uint8_t kind; /* game_kind */
    uint8_t color;
} body;

/** TRP_TYPE for a struct that begins with a body, named so. */
#define BODY_TYPE(type) TRP_TYPE(type, body.actor)
/** The fields of the body in it, for the table of its fields. */
#define BODY_FIELDS(type)                                                                          \
    TRP_FIELD(type, body.x), TRP_FIELD(type, body.y), TRP_FIELD(type, body.old_x),                 \
        TRP_FIELD(type, body.old_y), TRP_FIELD(type, body.radius), TRP_FIELD(type, body.heading),  \
        TRP_FIELD(type, body.kind), TRP_FIELD(type, body.color)
/** The fields of a body alone. */
extern const trp_fields body_fields;
/** trp_as for it. */
#define body_as(type, self) trp_container_of(type, body.actor, self)
/** trp_as_const for it. */
#define body_as_const(type, self) trp_container_of_const(type, body.actor, self)

/** Sets where it is, as if it had been there before. */
void body_place(body *b, float x, float y);

/** Moves it within a tick. */
static inline void body_move(body *b, float dx, float dy)
{
    b->old_x = b->x;
    b->old_y = b->y;
    b->x += dx;
    b->y += dy;
}

/** Whether it is further than `margin` outside the field. */
bool body_is_outside(const body *b, float margin);
/** Whether the two circles touch. */
bool body_touches(const body *a, const body *b);
/** The place of one, relative to another. */
angle body_direction(const body *from, const body *to);

/** What a pool's callbacks get as their `user`: the game, and the update that body_pool() was given. */
typedef struct pool_calls
{
    game *g;
    trp_update_fn *update;
} pool_calls;

/** Makes a pool for game `g` in its place, and describes its struct; false if there is no memory. Its callbacks
 * find the game by core_game_of(); while the game is muted (measure.h), its update is not called. */
bool body_pool(game *g, pool_id id, trp_pool_desc desc, const trp_fields *fields);
/** Makes timers for a pool; false if there is no memory. */
bool body_timers(game *g, timers_id id, trp_timers_desc desc, pool_id of);
/** The game that a tick's or a view's `user` belongs to. */
static inline game *core_game_of(void *user)
{
    return ((const pool_calls *)user)->g;
}
/** Lets a pool's actors enter the space. */
bool body_enters_space(game *g, pool_id id, uint32_t what, uint32_t meets);

/** A pool's draw, as large as it can be hit. */
void body_draw(const trp_actor *self, const trp_view *view);
/** The same with another size, and an opacity up to 255. */
void body_draw_as(const body *b, const trp_view *view, float size, uint32_t opacity);

/** Where game_draw() writes: the `target` of a drawing. */
typedef struct sink
{
    game_sprite *sprites;
    uint32_t count;
    uint32_t max;
} sink;

/** The next sprite to fill in, or NULL if there is no more room. */
game_sprite *sink_next(const trp_view *view);

/** Remembers an event of this tick. */
void game_notify(game *g, game_event_kind kind, float x, float y);
/** Adds to the score; at some scores there is a life for it. */
void game_score(game *g, uint32_t points);

#endif
