/**
 * @file show.h
 * Everything of a graphical front end except the output: a session and a storm that step together,
 * their quads in one list, their sounds, and their costs. Freestanding; the front end supplies the
 * clock.
 */
#ifndef SHOW_H
#define SHOW_H

#include "session.h"
#include "stage.h"
#include "storm/storm.h"
#include "synth.h"

/** The time in milliseconds. A coarse clock is enough: short durations are summed until they are
 * measurable. */
typedef double show_clock(void);

typedef struct show_desc {
    session_desc session;
    show_clock *now;
} show_desc;

/** Bytes that a show needs. Constant. */
#define SHOW_BYTES ((size_t)24 << 20)

#define SHOW_TIMES 120
#define SHOW_SOUNDS 16

typedef struct show show; /**< all of it lies in the caller's memory */

/** Starts a show in memory aligned to 8. NULL: the memory is too small, or the game does not start.
 * */
show *show_init(void *memory, size_t size, const show_desc *desc);
session *show_session(show *s);
stage *show_stage(show *s);
/** Calls storm_set(). */
void show_set_storm(show *s, uint32_t motes, uint32_t churn);
/** Calls storm_set_parallel_for(). */
void show_set_parallel_for(show *s, trp_parallel_for_fn *parallel_for, void *user);
/** Calls storm_get_panel(). */
void show_get_storm_panel(const show *s, game_pool_panel *panel);

/** Computes the pictures; see art_bake(). Call it before the first drawing, and whenever the scale
 * changes. False: they do not fit. */
bool show_bake(show *s, unsigned char *pixels, float scale);
const art *show_art(const show *s);

/** Runs one tick of everything. */
void show_step(show *s, uint32_t input);

/** A sound to play now. */
typedef struct show_sound {
    uint32_t sound; /**< see synth.h */
    float gain;
    float pan; /**< -1 left to 1 right */
} show_sound;
/** The new sounds since the last call, SHOW_SOUNDS at most. */
uint32_t show_get_sounds(show *s, show_sound sounds[SHOW_SOUNDS]);

/** Readable quads after those of a frame, so that quads can be copied in whole rows. They are not
 * drawn. */
#define SHOW_SPARE 512
/** The quads of a frame. Starts the measurement of the drawing time; call show_drawn() to end it
 * after the quads are drawn. */
uint32_t show_draw(show *s, float alpha, const stage_quad **quads);
void show_drawn(show *s);

/* -- help and marks -- */

void show_set_help(show *s, bool is_shown);
/** Marks the actor at a point of the field: one of the game, otherwise one of the storm. Its facts
 * are kept until another actor is marked. False: there is none, and nothing is marked. */
bool show_pick(show *s, float x, float y);
/** The facts about the marked actor, even after its death. False: nothing is marked. */
bool show_get_marked(show *s, game_facts *facts);
/** Makes a mistake with a mote (storm_err()). If there are no motes, some are created first. */
void show_err(show *s, storm_mistake mistake, storm_verdict *verdict);

/* -- costs -- */

/** Turns the measurement of the library's share on or off. It costs a millisecond twice per second.
 * */
void show_set_measured(show *s, bool is_measured);

/** Milliseconds per frame and nanoseconds per actor, smoothed over about a second. */
typedef struct show_report {
    float library_ms;        /**< in the game's and the storm's ticks: the library */
    float game_ms;           /**< in the game's and the storm's ticks: their own code */
    float drawing_ms;        /**< making and drawing the quads */
    float frame_ms;          /**< from one frame to the next */
    float tick_ms;           /**< one tick of everything */
    float storm_ns;          /**< per mote and tick, in total; 0: there are no motes */
    float ticks[SHOW_TIMES]; /**< of the last ticks, in ms, the oldest first */
    uint32_t motes;          /**< as was set */
    uint32_t churn;          /**< as was set */
} show_report;
void show_get_report(const show *s, show_report *report);

#endif
