/**
 * @file past.h
 * The past of a game: the library's history (history.h) in the caller's memory. It stores states at
 * regular intervals. The caller, which knows the input, plays the ticks after a state again.
 * Freestanding.
 *
 *     past_open(&p, g, memory, bytes, PAST_TO_REWIND);
 *     for (;;) { past_note(&p); game_step(g, input); }
 *     ...
 *     uint32_t tick = past_restore(&p, wanted);       -- then game_step() up to `wanted`
 */
#ifndef PAST_H
#define PAST_H

#include "core/game.h"
#include "troupe/history.h"
#include "troupe/troupe.h"

/** Memory for about a minute, or for longer if little happens. */
#define PAST_BYTES ((size_t)20 << 20)
/** No tick. */
#define PAST_NONE UINT32_MAX

/** The purpose of the past. */
typedef enum past_use {
    PAST_TO_REWIND, /**< for steps backwards, a minute at most: one state per four ticks */
    PAST_TO_SEEK    /**< for both directions in a long game: one state per second */
} past_use;

/** Zero it before it is first opened. All fields are private. */
typedef struct past {
    trp_history history;
    game *g; /* NULL: it is closed */
    uint32_t every;
} past;

/** Opens it without states. False, and it stays closed: there is no memory, or too little. */
bool past_open(past *p, game *g, void *memory, size_t bytes, past_use use);
/** Closes it, before its game ends. May be called again. */
void past_close(past *p);
/** Call it before each tick. */
void past_note(past *p);
/** The first tick to which it can return; PAST_NONE: there is none. */
uint32_t past_first(const past *p);
/** Restores the latest stored state at or before this tick, and returns its tick. PAST_NONE: there
 * is no such state, or it cannot be restored; the game is unchanged. */
uint32_t past_restore(past *p, uint32_t tick);
/** Call it when the game has reached the tick from which it continues: drops the events of repeated
 * ticks, so that they make no sound. */
void past_hush(game *g);
/** Bytes of the states. O(states). */
size_t past_bytes(const past *p);

#endif
