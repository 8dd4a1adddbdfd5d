/**
 * @file core.h
 * What the core's files share: the game's one struct, and what all actors have in common. Each file
 * has a header of its own for the rest. Nothing here is for faces: those have game.h.
 */
#ifndef CORE_H
#define CORE_H

#include "angle.h"
#include "game.h"
#include "random.h"
#include "troupe/troupe.h"

/** Layers, in the order in which they are updated and drawn. The middle ones are the enemies' time:
 * a graze slows them. */
typedef enum layer_id
{
    LAYER_SKY,
    LAYER_EXTRA,
    LAYER_PICKUPS,
    LAYER_PLAYER,
    LAYER_ENEMIES,
    LAYER_EFFECTS,
    LAYER_BULLETS,
    LAYER_COUNT
} layer_id;

/** Pools, in the order in which they are made. */
typedef enum pool_id
{
    POOL_STARS,
    POOL_PICKUPS,
    POOL_SHIPS,
    POOL_SHOTS,
    POOL_EXTRA, /* the last: with or without it all other handles are the same */
    POOL_COUNT
} pool_id;

/** What all actors but extra bullets begin with. trp_as(body, actor) is right for each of them. */
typedef struct body
{
    trp_actor actor;
    float x, y;         /* the middle */
    float old_x, old_y; /* one tick ago: drawing goes between */
    float radius;
    angle heading;
    uint8_t kind; /* game_kind */
    uint8_t color;
} body;

/** TRP_TYPE for a struct that begins with a body. */
#define BODY_TYPE(type) TRP_TYPE(type, body.actor)
/** trp_as for it. */
#define body_as(type, self) trp_container_of(type, body.actor, self)
/** trp_as_const for it. */
#define body_as_const(type, self) ((const type *)(const void *)trp_as_const(body, self))

struct game
{
    trp_world *world;
    trp_pool *pools[POOL_COUNT];
    game_options options;
    random_state random;  /* for what matters */
    random_state glitter; /* for what is only seen */
    uint32_t input;
    uint32_t pressed; /* of these, those that were not held in the tick before */
    game_state state;
    trp_actor *ship; /* asleep while there is none */
    uint32_t extra;
    size_t bytes;
    uint32_t visited;
    uint32_t event_count;
    game_event events[GAME_EVENTS];
};

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
/** A pool's draw. */
void body_draw(const trp_actor *self, const trp_view *view);
/** The same with an opacity and another size. */
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
void game_tell(game *g, game_event_kind kind, float x, float y);

#endif
