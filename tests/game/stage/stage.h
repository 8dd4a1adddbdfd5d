/**
 * @file stage.h
 * The stage that graphical front ends share: a list of quads of the art's texture, in drawing
 * order. It shows the field, its background, the display and the texts, and adds effects: shaking,
 * flashes, a frame around the player's killer. It is not part of the game: nothing here is recorded
 * or hashed.
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
#include "session.h"

/** A part of the texture to draw: 32 bytes, so that an array of quads can be an instance buffer. */
typedef struct stage_quad {
    float x, y;          /**< the middle, in units of the field */
    float across, along; /**< half the width and height; negative: mirrored */
    float angle;         /**< clockwise, in radians */
    uint16_t u, v, w, h; /**< in the texture's pixels */
    uint8_t r, g, b, a;  /**< the tint, multiplied with the picture; not premultiplied */
} stage_quad;

/** The most quads of a frame without a storm. */
#define STAGE_QUADS (GAME_SPRITES + 2048)

#define STAGE_NOTE 64

/** Fields are private unless they are marked as public. */
typedef struct stage {
    const art *art;
    uint32_t tick;
    uint32_t random;
    float trauma; /* strength of the shaking: 0 to 1 */
    float shake_x, shake_y, lean;
    float flash;
    uint32_t flash_color;
    float slow;            /* visible strength of slow motion: 0 to 1 */
    float drift;           /* of the background to the side, -1 to 1 */
    uint32_t shown_score;  /* follows the score */
    float shown_boss;      /* follows the boss's health */
    uint32_t since_banner; /* ticks */
    uint32_t since_death;  /* ticks; large: no death */
    char banner[GAME_LINE_BYTES];
    char note[STAGE_NOTE]; /* a short message */
    uint32_t note_ticks;
    bool is_calm;        /**< public: no shaking, no flashes */
    const char *tagline; /**< public: below the title */
    bool is_touch;       /**< public: there are fingers, no keys: hints say so */
} stage;

/** The input of one frame. All fields are public. */
typedef struct stage_scene {
    const game *g;
    const game_sprite *sprites; /**< of game_draw() */
    uint32_t count;
    const game_sprite *motes; /**< of storm_draw() */
    uint32_t mote_count;
    bool shows_help;      /**< shows the keys over everything */
    bool is_replay;       /**< a recording is replayed */
    float replay_part;    /**< the position in the replay, 0 to 1 */
    bool is_hit;          /**< the last hit is shown again */
    bool has_hit;         /**< it could be */
    const match *match;   /**< a game of two over a network; NULL: none */
    uint32_t me;          /**< the player whose display it is */
    game_level level;     /**< of the next game */
    session_past past;    /**< of the session */
    game_actor marked;    /**< an actor with a frame around it; zero: none */
    float mark_x, mark_y; /**< a further frame, for an actor of the storm */
    bool has_mark;
} stage_scene;

void stage_init(stage *s, const art *a);
/** Call it after each tick of the game. */
void stage_step(stage *s, const game *g);
/** Shows a short message for two seconds. */
void stage_note(stage *s, const char *text);

/** The offset of the backdrop, in units. It is drawn at (-x, y) and at (-x, y - GAME_HEIGHT),
 * STAGE_BACKDROP_WIDTH by GAME_HEIGHT units large. */
#define STAGE_BACKDROP_WIDTH 340
void stage_backdrop(const stage *s, float alpha, float *x, float *y);
/** Writes the quads in drawing order, at most `max`. Returns their number. STAGE_QUADS plus one
 * quad per mote are enough. */
uint32_t stage_draw(const stage *s, const stage_scene *scene, stage_quad *quads, uint32_t max);

#endif
