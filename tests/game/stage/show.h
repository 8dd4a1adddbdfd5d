/**
 * @file show.h
 * Everything that a face with pixels does but for showing it: a session and a storm step together, are drawn as
 * one list of quads, are listened to, and are measured. Freestanding; the clock is the face's.
 */
#ifndef SHOW_H
#define SHOW_H

#include "session.h"
#include "stage.h"
#include "storm/storm.h"
#include "synth.h"

/** A time in milliseconds. A coarse clock will do: what is short is added up until it counts. */
typedef double show_clock(void);

typedef struct show_desc
{
    session_desc session;
    show_clock *now;
} show_desc;

/** Bytes that a show needs. Constant. */
#define SHOW_BYTES ((size_t)24 << 20)

#define SHOW_TIMES 120
#define SHOW_SOUNDS 16

typedef struct show show; /**< all of it lies in the caller's memory */

/** Begins, in memory that is aligned to 8. NULL if there is too little, or the game does not begin. */
show *show_init(void *memory, size_t size, const show_desc *desc);
session *show_session(show *s);
stage *show_stage(show *s);
/** storm_set(). */
void show_set_storm(show *s, uint32_t motes, uint32_t churn);
/** storm_set_parallel_for(), and how many threads that are, for the report. */
void show_set_threads(show *s, trp_parallel_for_fn *parallel_for, void *context, uint32_t threads);
/** storm_get_panel(). */
void show_get_storm_panel(const show *s, game_pool_panel *panel);

/** Computes the pictures; see art_bake(). To be called before the first drawing, and when the size of what is
 * shown changes. False: they do not fit. */
bool show_bake(show *s, unsigned char *pixels, float scale);
const art *show_art(const show *s);

/** One tick of everything. */
void show_step(show *s, uint32_t input);

/** A sound that is to be played now. */
typedef struct show_sound
{
    synth_sound sound;
    float gain;
    float pan; /**< -1 left to 1 right */
} show_sound;
/** What has become audible since the last call, SHOW_SOUNDS at most. */
uint32_t show_get_sounds(show *s, show_sound sounds[SHOW_SOUNDS]);

/** Quads that may be read, but are nothing, after those of a frame: so that they can be copied in whole rows. */
#define SHOW_SPARE 512
/** The quads of a frame. Begins to measure the drawing; show_drawn() ends it, when the face has given all of
 * it to what draws. */
uint32_t show_draw(show *s, float alpha, const stage_quad **quads);
void show_drawn(show *s);

/* -- what is looked at -- */

void show_set_help(show *s, bool is_shown);
/** Marks the actor at a point of the field; its facts are known until another one is marked. False:
 * there is none, and nothing is marked. The game's actors come first, then the storm's. */
bool show_pick(show *s, float x, float y);
/** The facts of what is marked, also after its end. False: nothing is marked. */
bool show_get_marked(show *s, game_facts *facts);
/** Makes a mistake among the storm's motes (storm_err()); where there are none, some are born first. */
void show_err(show *s, storm_mistake mistake, storm_verdict *verdict);

/* -- what it costs -- */

/** Whether the library's share is measured: it costs a millisecond twice per second. */
void show_set_measured(show *s, bool is_measured);

/** Milliseconds of a frame, and nanoseconds of an actor, smoothed over about a second. */
typedef struct show_report
{
    float library_ms;        /**< of the game's and the storm's ticks: what the library takes */
    float game_ms;           /**< what the game's and the storm's own code takes */
    float drawing_ms;        /**< listing the quads, and giving them to what draws */
    float frame_ms;          /**< from one frame to the next */
    float tick_ms;           /**< a tick of everything */
    float storm_ns;          /**< of one mote in one tick: all of it; 0: there are none */
    float storm_library_ns;  /**< of that, the library's share */
    float ticks[SHOW_TIMES]; /**< of the last ticks, in ms, the oldest first */
    uint32_t motes;          /**< as was set */
    uint32_t churn;          /**< as was set */
    uint32_t threads;        /**< as was set: those that update the storm; 0: this one */
} show_report;
void show_get_report(const show *s, show_report *report);

#endif
