/**
 * @file window.h
 * What the sources of the window share.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "net/match.h"
#include "stage/keys.h"
#include "stage/show.h"
#include "troupe/parallel.h"

#include <SDL.h>
#include <stdio.h>

/* -- command line options, and files -- */

#define OPTIONS_PATH 1024

typedef struct options {
    uint32_t seed;
    uint32_t wave;
    uint32_t lives;
    uint32_t level;         /* game_level */
    uint32_t motes;         /* of the storm */
    uint32_t churn;         /* per mille per tick */
    uint32_t threads;       /* that update the storm; 0: one per core */
    double skip;            /* seconds that are first played without showing them */
    double seconds;         /* 0: until the player quits */
    const char *pattern;    /* a file */
    const char *replay;     /* a file, or a link */
    const char *record;     /* a file for the last recording */
    const char *screenshot; /* a file */
    const char *keep;       /* a file for the high score */
    const char *save;       /* a file for the saved game */
    const char *host;       /* a port at which the other player is waited for */
    const char *join;       /* where the other player waits: name:port */
    bool attract;
    bool mute;
    bool calm;
    bool report;
} options;

/** Reads the options. False: an argument is unknown, or a number is invalid or out of its range;
 * call options_usage(). */
bool options_read(options *o, int count, char **arguments);
void options_usage(FILE *to, const char *program);

/** The session of the options: reads the pattern and the high score. False: the error was printed.
 * */
bool options_session(const options *o, session_desc *desc);
/** The path of a file: `given`, otherwise $XDG_DATA_HOME/bullet-troupe/`name`. `makes`: creates
 * missing folders. False: there is no path. */
bool options_path(const char *given, const char *name, bool makes, char path[OPTIONS_PATH]);
/** Reads the recording of --replay. NULL: the error was printed. */
const unsigned char *options_replay(const options *o, size_t *size);

/** Saves the high score to the file from which options_session() reads it; the autopilot's only if
 * --keep is given. */
void options_keep_score(const options *o, uint32_t score);
/** Writes a recording. False: the error was printed. */
bool options_write(const char *name, const unsigned char *bytes, size_t size);
/** A link that replays a recording in the browser. The text is in static memory. */
const char *options_link(const unsigned char *bytes, size_t size);

/* -- the saved game: one file, beside the high score or at the path of --save -- */

/** Saves the game in progress. Returns a message: success, or the reason of the failure. */
const char *slots_save(const options *o, session *s);
/** Loads the saved game. Returns a message as well. */
const char *slots_load(const options *o, session *s);

/* -- the other player, over UDP by ENet (Debian: libenet-dev): one hosts, the other joins; a
 * window that was built without ENet says so -- */

/** Begins to wait for the other, if the options ask for it: the session meets it. False: what is
 * wrong has been said. */
bool pair_begin(const options *o, session *s);
/** Around each tick: takes what has come, and sends what there is. */
void pair_receive(void);
void pair_send(void);
/** Leaves, and prints what has been. */
void pair_end(session *s);

/* -- keyboard and gamepad, as game_input bits -- */

/** Zero it before the first use. Fields are private unless they are marked as public. */
typedef struct controls {
    keys keys; /**< public: for keys_tick(), in seconds of the clock of SDL_GetTicks64() */
    SDL_GameController *pad;
    uint32_t pad_held; /* by the stick: game_input bits */
} controls;

/** Handles an event of SDL if it is an event of the keyboard or a gamepad. */
void controls_take(controls *c, const SDL_Event *event);
void controls_close(controls *c);

/* -- SDL's renderer, and quads drawn from the texture of the art -- */

/** A rectangle of the window, in pixels. */
typedef struct canvas_area {
    float x, y, width, height;
} canvas_area;

/** All fields read-only. */
typedef struct canvas {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *art, *backdrop;
    float scale;      /**< pixels per unit, at which the pictures were computed */
    uint32_t side;    /**< of the art's texture, in pixels */
    bool is_straight; /**< the renderer blends straight colours only */
    bool is_software; /**< the renderer runs on the processor: drawing takes longer */
} canvas;

/** Opens a window. False: there is no screen or no window; the reason is printed. */
bool canvas_open(canvas *c, int width, int height);
void canvas_close(canvas *c);

/** Computes the pictures again if the scale has changed. False: there is no memory for them. */
bool canvas_fit(canvas *c, show *s, float scale);

void canvas_size(const canvas *c, float *width, float *height);
/** Draws the sky as the background of the field in `field`. */
void canvas_draw_backdrop(canvas *c, canvas_area field, float x, float y);
/** Draws quads in units of the field in `field`. */
void canvas_draw(canvas *c, canvas_area field, const stage_quad *quads, uint32_t count);

/** Saves the window as a BMP file. */
bool canvas_save(canvas *c, const char *name);

/* -- sounds: rendered once, and mixed in SDL's audio thread -- */

/** Opens the audio device and renders all sounds. False: there is no device, and the game is
 * silent. */
bool sound_open(void);
void sound_close(void);
/** Turns sound on or off. The music goes on while sound is off. */
void sound_set_on(bool is_on);
bool sound_is_on(void);
void sound_play(const show_sound *sound);
/** Muffles the music: 0 not at all, 1 as if through a wall. */
void sound_muffle(float much);

#endif
