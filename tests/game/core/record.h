/**
 * @file record.h
 * Recordings: the options of a game and the keys held in each tick, a few kilobytes per minute. A
 * replay gives the same game on every machine. Part of the core: the bytes lie in the caller's
 * memory.
 *
 *     record r;
 *     record_begin(&r, bytes, sizeof bytes, &options);
 *     ... record_tick(&r, input); game_step(g, input); ...
 *     size_t size = record_end(&r, game_hash(g));
 *
 *     replay p;
 *     const char *wrong = replay_open(&p, bytes, size, NULL, 0);     -- NULL: nothing
 *     game *g = game_init(memory, sizeof memory, &p.options);
 *     while (replay_tick(&p, &input))
 *         game_step(g, input);
 *     assert(game_hash(g) == p.hash);
 *
 * The format: a header of RECORD_HEAD bytes, then runs of ticks with equal keys: how many, and two
 * bytes of keys per player. All numbers are little-endian. A checksum covers all bytes but its own.
 * A file of another version is refused.
 */
#ifndef RECORD_H
#define RECORD_H

#include "game.h"

#define RECORD_VERSION 5
#define RECORD_HEAD 56
/** The most bytes that so many ticks need. Constant. */
#define RECORD_BYTES(ticks) (RECORD_HEAD + (size_t)(ticks)*5)

/** A recording in progress. All fields are private. */
typedef struct record {
    unsigned char *bytes;
    size_t size;
    size_t used;
    uint32_t ticks;
    uint32_t input; /* of the run in progress */
    uint32_t run;   /* its ticks */
    uint32_t bytes_per_run;
    bool full;
    game_options options;
} record;

/** Begins a recording in the caller's memory. */
void record_begin(record *r, unsigned char *bytes, size_t size, const game_options *options);
/** Records the keys of one tick. */
void record_tick(record *r, uint32_t input);
/** The keys of a tick before r->ticks. O(bytes before the tick). */
uint32_t record_input(const record *r, uint32_t tick);
/** Drops all but the first `ticks` ticks, after a rewind. O(bytes). */
void record_cut(record *r, uint32_t ticks);
/** Continues a recording from its bytes, which replay_open() has checked. `r` was begun and has its
 * own memory. False: the bytes do not fit. */
bool record_go_on(record *r, const unsigned char *bytes, size_t size);
/** Writes the header. Returns the size of the recording; 0 if the ticks did not fit. */
size_t record_end(record *r, uint64_t hash);

/** A recording in replay. */
typedef struct replay {
    game_options options;          /**< read-only: for game_init() */
    uint32_t ticks;                /**< read-only: the number of ticks */
    uint64_t hash;                 /**< read-only: game_hash() after the last tick */
    const unsigned char *at, *end; /**< private */
    uint32_t input, run;           /**< private */
    uint32_t bytes_per_run;        /**< private */
} replay;

/** Checks the whole recording and opens it. Returns NULL if it is valid, otherwise a sentence that
 * describes the error. `pattern` is that of options.pattern, or NULL. A recording is valid only
 * with the pattern with which it was made. */
const char *replay_open(replay *p, const unsigned char *bytes, size_t size, const uint32_t *pattern,
                        uint32_t pattern_words);
/** The input of the next tick. False: the recording has ended. */
bool replay_tick(replay *p, uint32_t *input);
/** Skips `ticks` ticks. O(bytes). */
void replay_skip(replay *p, uint32_t ticks);

#endif
