/**
 * @file core.h Declarations that the core's files share: layers, pools, and the common part of all
 * actors. The game's struct is in state.h. Front ends include game.h instead.
 */
#ifndef CORE_H
#define CORE_H

#define TRP_PLACES /* births and ends record file and line, for the black box (report.h) */

#include "angle.h"
#include "game.h"
#include "random.h"
#include "troupe/fields.h"
#include "troupe/troupe.h"

/** Layers, in the order of updates and drawing. The layers of enemies and bullets have their own
 * time, the enemies' time, which a graze slows down. A pause stops all layers after the sky. */
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

/** Tables of timers, in the order in which they are created. They count the ticks in which the
 * pool's layer is enabled. The guns' rest counts the enemies' time. */
typedef enum timers_id
{
    TIMERS_RELOAD,   /* of the ship: until it can shoot */
    TIMERS_MISSILES, /* of the ship: until the next missiles */
    TIMERS_SHIELD,   /* of the ship: while it is shielded */
    TIMERS_AWAY,     /* of the ship: until it returns */
    TIMERS_SLOW,     /* of the ship: while the enemies' time is slow */
    TIMERS_GRAZE,    /* of the ship: until another graze can slow it */
    TIMERS_FLASH,    /* of enemies: while a hit one is drawn brighter */
    TIMERS_REST,     /* of guns: until the pattern starts */
    TIMERS_COUNT
} timers_id;

/** Categories in space, as bits. A pair begins with the lower category. */
typedef enum category
{
    CATEGORY_SHIP = 1 << 0,
    CATEGORY_AURA = 1 << 1, /* of a ship: grazes bullets and attracts pickups */
    CATEGORY_SHOT = 1 << 2, /* including missiles */
    CATEGORY_PICKUP = 1 << 3,
    CATEGORY_BULLET = 1 << 4,
    CATEGORY_ENEMY = 1 << 5
} category;

/** The base struct of all actors. trp_as(body, actor) is valid for each of them. */
typedef struct body
{
    trp_actor actor;
    float x, y;         /* the middle */
    float old_x, old_y; /* one tick ago, for interpolation */
    float radius;       /* of the area that can be hit */
    angle heading;
    uint8_t kind; /* game_kind */
    uint8_t color;
} body;

/** TRP_TYPE for a struct that begins with a member `body`. */
#define BODY_TYPE(type) TRP_TYPE(type, body.actor)
/** The fields of its body, for the table of fields of such a struct. */
#define BODY_FIELDS(type)                                                                          \
    TRP_FIELD(type, body.x), TRP_FIELD(type, body.y), TRP_FIELD(type, body.old_x),                 \
        TRP_FIELD(type, body.old_y), TRP_FIELD(type, body.radius), TRP_FIELD(type, body.heading),  \
        TRP_FIELD(type, body.kind), TRP_FIELD(type, body.color)
/** The fields of a struct that is only a body. */
extern const trp_fields body_fields;
/** trp_as for such a struct. */
#define body_as(type, self) trp_as_in(type, body.actor, self)
/** trp_as for such a struct. */
#define body_as_const(type, self) trp_as_in(type, body.actor, self)

/** Sets the position, and the old position as well. */
void body_place(body *b, float x, float y);

/** Moves a body in a tick. */
static inline void body_move(body *b, float dx, float dy)
{
    b->old_x = b->x;
    b->old_y = b->y;
    b->x += dx;
    b->y += dy;
}

/** True if the body is further than `margin` outside the field. */
bool body_is_outside(const body *b, float margin);
/** True if the two circles overlap. */
bool body_touches(const body *a, const body *b);
/** The direction from one body to another. */
angle body_direction(const body *from, const body *to);

/** The `user` of a pool's callbacks: the game, and the update given to body_pool(). */
typedef struct pool_calls
{
    game *g;
    trp_update_fn *update;
} pool_calls;

/** Creates pool `id` of the game, with the fields of its struct. False: there is no memory.
 * Callbacks find the game by core_game_of(). While the game is muted (measure.c), the update is not
 * called. */
bool body_pool(game *g, pool_id id, trp_pool_desc desc, const trp_fields *fields);
/** Creates timers for pool `of`. False: there is no memory. */
bool body_timers(game *g, timers_id id, trp_timers_desc desc, pool_id of);
/** The game, from the `user` of a tick or a view. */
static inline game *core_game_of(void *user)
{
    return ((const pool_calls *)user)->g;
}
/** Adds a pool's actors to the space: `what` and `meets` are categories. */
bool body_enters_space(game *g, pool_id id, uint32_t what, uint32_t meets);

/** The draw function of most pools: draws a sprite of the body's radius. */
void body_draw(const trp_actor *self, const trp_view *view);
/** Draws a body with another size, and an opacity up to 255. */
void body_draw_as(const body *b, const trp_view *view, float size, uint32_t opacity);

/** The `target` of a drawing: the array that game_draw() fills. */
typedef struct sink
{
    game_sprite *sprites;
    uint32_t count;
    uint32_t max;
} sink;

/** The next sprite to fill in; NULL if the array is full. */
game_sprite *sink_next(const trp_view *view);

/** Records an event of this tick. */
void game_notify(game *g, game_event_kind kind, float x, float y);
/** Adds to the score. Some scores give an extra life. */
void game_score(game *g, uint32_t points);

#endif
