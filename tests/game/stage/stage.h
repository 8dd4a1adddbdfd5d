/**
 * @file stage.h
 * What faces with pixels share: a list of quads of the art's texture, in drawing order, that shows the field
 * with its background, its display and its texts, and how it feels: shaking, flashes, the glance at what hit
 * the player. No part of the game: nothing here is recorded or hashed.
 *
 *     stage_init(&stage, &art);
 *     ... game_step(g, input); stage_step(&stage, g); ...             -- every tick
 *     count = stage_draw(&stage, &scene, quads, STAGE_QUADS);          -- every frame
 *
 * Freestanding.
 */
#ifndef STAGE_H
#define STAGE_H

#include "art.h"

/** A piece of the texture: 32 bytes, so that an array of them is an instance buffer. */
typedef struct stage_quad
{
    float x, y;          /**< its middle, in units of the field */
    float across, along; /**< half its width and height; negative: the other way round */
    float angle;         /**< clockwise, in radians */
    uint16_t u, v, w, h; /**< in the texture's pixels */
    uint8_t r, g, b, a;  /**< what the picture is multiplied with, not premultiplied */
} stage_quad;

/** The most quads without a storm. */
#define STAGE_QUADS (GAME_SPRITES + 2048)

/** What a key or button does, for the title and the help. */
typedef struct stage_key
{
    const char *keys;
    const char *what;
} stage_key;

#define STAGE_KEYS 15
#define STAGE_NOTE 64

/** All fields private, but for those that say so. */
typedef struct stage
{
    const art *art;
    uint32_t tick;
    uint32_t random;
    float trauma; /* what shakes: 0 to 1 */
    float shake_x, shake_y, lean;
    float flash;
    uint32_t flash_color;
    float slow;            /* how much slow motion is seen: 0 to 1 */
    float drift;           /* of the background to the side, -1 to 1 */
    uint32_t shown_score;  /* runs after the score */
    float shown_boss;      /* runs after the boss's health */
    uint32_t since_banner; /* ticks */
    uint32_t since_death;  /* ticks; large: none */
    char banner[GAME_LINE_BYTES];
    char note[STAGE_NOTE]; /* a short message */
    uint32_t note_ticks;
    bool is_calm;               /**< public: no shaking, no flashes */
    const char *tagline;        /**< public: below the title */
    stage_key keys[STAGE_KEYS]; /**< public: what the keys are; ends with NULL, or is full */
} stage;

/** What is to be seen in one frame. All fields public. */
typedef struct stage_scene
{
    const game *g;
    const game_sprite *sprites; /**< of game_draw() */
    uint32_t count;
    const game_sprite *motes; /**< of storm_draw() */
    uint32_t mote_count;
    bool shows_help;       /**< the keys, over everything */
    bool is_replay;        /**< a recording is played */
    float replay_part;     /**< how much of it, 0 to 1 */
    bool is_hit;           /**< the last hit is shown again */
    bool is_rewinding;     /**< time goes back */
    float rewind_part;     /**< where, 0 (as far back as it goes) to 1 */
    uint32_t rewind_ticks; /**< how many more there are to go back */
    game_actor marked;     /**< an actor with a frame around it; zero: none */
    float mark_x, mark_y;  /**< a further frame, for what is no actor of the game */
    bool has_mark;
} stage_scene;

void stage_init(stage *s, const art *a);
/** After each tick of the game. */
void stage_step(stage *s, const game *g);
/** A short message, for two seconds. */
void stage_note(stage *s, const char *text);

/** How far the backdrop has moved, in units: it is drawn from (-x, y) and (-x, y - GAME_HEIGHT), and is
 * STAGE_BACKDROP_WIDTH by GAME_HEIGHT units large. */
#define STAGE_BACKDROP_WIDTH 340
void stage_backdrop(const stage *s, float alpha, float *x, float *y);
/** Writes the quads, the hindmost first, at most `max`; returns how many. STAGE_QUADS and a quad per mote
 * are enough. */
uint32_t stage_draw(const stage *s, const stage_scene *scene, stage_quad *quads, uint32_t max);

#endif
