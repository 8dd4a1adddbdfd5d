/**
 * @file slot.h
 * A game in progress as a file, by the library's saves (save.h): all that its fields describe, and its recording, so
 * that a game that was loaded can still be seen from its begin. Freestanding.
 */
#ifndef SLOT_H
#define SLOT_H

#include "core/record.h"

/** Bytes that are enough for any. */
#define SLOT_BYTES ((size_t)1 << 20)
/** Room for what is wrong, in words. */
#define SLOT_WORDS 96

/** Writes a game and its recording; returns how many bytes, 0: they do not fit. */
size_t slot_write(const game *g, const unsigned char *recording, size_t recording_size,
                  unsigned char *bytes, size_t size);

/** The recording in it, opened in `p`: its options are those of the game that it is to be loaded into. NULL: nothing is wrong; else
 * what is, in `words` or elsewhere. `pattern` as for replay_open(). */
const char *slot_open(const unsigned char *bytes, size_t size, const uint32_t *pattern,
                      uint32_t pattern_words, replay *p, const unsigned char **recording,
                      size_t *recording_size);

/** Whether slot_read() into a game, any that has begun, would find something wrong in it that is found without doing so. */
const char *slot_check(const game *g, const unsigned char *bytes, size_t size,
                       char words[SLOT_WORDS]);

/** Makes a game that has just begun, with the options of slot_open(), what the save says; `hash` is its recording's. If
 * anything is wrong the game is not to be played on. */
const char *slot_read(game *g, const unsigned char *bytes, size_t size, uint64_t hash,
                      char words[SLOT_WORDS]);

#endif
