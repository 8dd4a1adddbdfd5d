/**
 * @file past.h
 * The ticks of a game that have been, to go back to: the library's history (history.h) in the caller's memory. It keeps
 * a state of every so many ticks; the caller, which knows the input, plays the ticks between again. Freestanding.
 *
 *     past_open(&p, g, memory, bytes, PAST_TO_REWIND);
 *     for (;;) { past_note(&p); game_step(g, input); }
 *     ...
 *     uint32_t tick = past_restore(&p, wanted);       -- then game_step() up to `wanted`
 */
#ifndef PAST_H
#define PAST_H

#include "core/game.h"
#include "troupe/troupe.h"

/** Memory that has room for about a minute, and for more where little happens. */
#define PAST_BYTES ((size_t)20 << 20)
/** No tick. */
#define PAST_NONE UINT32_MAX

/** What it is for. */
typedef enum past_use
{
    PAST_TO_REWIND, /**< one after the other back, a minute at most: a state of every fourth tick */
    PAST_TO_SEEK    /**< to and fro, over all of a long game: a state per second */
} past_use;

/** Zero it before it is first opened. All fields private. */
typedef struct past
{
    trp_history history;
    game *g; /* NULL: it is closed */
    uint32_t every;
} past;

/** Opens it, with no states. False, and it stays closed: there is no memory, or too little. */
bool past_open(past *p, game *g, void *memory, size_t bytes, past_use use);
/** Closes it, before its game ends; also if it is closed. */
void past_close(past *p);
/** Before each tick. */
void past_note(past *p);
/** The first tick that it can go back to; PAST_NONE: there is none. */
uint32_t past_first(const past *p);
/** Makes the game what it was before a tick at or before that one, and returns which it was: the latest that is kept.
 * PAST_NONE, and the game is as it was: there is none, or what is kept of it cannot be restored. */
uint32_t past_restore(past *p, uint32_t tick);
/** To be called when the game has arrived where it is to go on: what was played again is not heard. */
void past_hush(game *g);
/** Bytes of the states. O(states). */
size_t past_bytes(const past *p);

#endif
