/**
 * @file record.h
 * Recordings: the options of a game and what was pressed in each tick, a few kilobytes a minute. Played
 * back, the same game comes of it, on every machine. Part of the core: bytes in the caller's memory.
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
 * The form: a head of RECORD_HEAD bytes, then runs of equal ticks: how many, and two bytes of keys per
 * player. All numbers little-endian; a checksum over everything but itself. A file of another version is refused.
 */
#ifndef RECORD_H
#define RECORD_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RECORD_VERSION 4
#define RECORD_HEAD 56
/** Bytes that so many ticks need at most. Constant. */
#define RECORD_BYTES(ticks) (RECORD_HEAD + (size_t)(ticks)*5)

/** A recording in progress. All fields private. */
typedef struct record
{
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

/** Begins one in the caller's memory. */
void record_begin(record *r, unsigned char *bytes, size_t size, const game_options *options);
/** Records the keys of one tick. */
void record_tick(record *r, uint32_t input);
/** What was pressed in a tick before r->ticks. O(bytes before it). */
uint32_t record_input(const record *r, uint32_t tick);
/** Drops all but the first ticks: the keys after them have not been pressed. O(bytes). */
void record_cut(record *r, uint32_t ticks);
/** Continues a recording, on which a replay was opened, in the memory of `r`, which was begun.
 * False: it does not fit. */
bool record_go_on(record *r, const unsigned char *bytes, size_t size);
/** Writes the head. Returns how many bytes it is; 0 if they did not fit. */
size_t record_end(record *r, uint64_t hash);

/** A recording that is played. */
typedef struct replay
{
    game_options options;          /**< read-only: for game_init() */
    uint32_t ticks;                /**< read-only: how many there are */
    uint64_t hash;                 /**< read-only: game_hash() after the last */
    const unsigned char *at, *end; /**< private */
    uint32_t input, run;           /**< private */
    uint32_t bytes_per_run;        /**< private */
} replay;

/** Checks the whole recording. NULL if it is valid, otherwise a sentence with the error. `pattern`
 * is the one of options.pattern, or NULL: a recording belongs to one of them. */
const char *replay_open(replay *p, const unsigned char *bytes, size_t size, const uint32_t *pattern,
                        uint32_t pattern_words);
/** The next tick's input; false at the end. */
bool replay_tick(replay *p, uint32_t *input);
/** Passes over so many ticks. O(bytes). */
void replay_skip(replay *p, uint32_t ticks);

#ifdef __cplusplus
}
#endif

#endif
