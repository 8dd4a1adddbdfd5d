/**
 * @file slot.h
 *
 * A game in progress as a file, by the library's saves (save.h). It contains all fields and the
 * recording, so that a loaded game can still be replayed from its beginning. Freestanding.
 */
#ifndef SLOT_H
#define SLOT_H

#include "core/record.h"

/** Enough bytes for any game. */
#define SLOT_BYTES ((size_t)1 << 20)
/** Room for an error text. */
#define SLOT_WORDS 96

/** Writes a game and its recording. Returns the number of bytes; 0: they do not fit. */
size_t slot_write(const game *g, const unsigned char *recording, size_t recording_size,
                  unsigned char *bytes, size_t size);

/** Opens the recording in it in `p`. Its options are those of the game to load into. Returns NULL,
 * or an error text, in `words` or elsewhere. `pattern` as for replay_open(). */
const char *slot_open(const unsigned char *bytes, size_t size, const uint32_t *pattern,
                      uint32_t pattern_words, replay *p, const unsigned char **recording,
                      size_t *recording_size);

/** Finds the errors that are visible without slot_read(), for a game that has started. Returns
 * NULL, or an error text. */
const char *slot_check(const game *g, const unsigned char *bytes, size_t size,
                       char words[SLOT_WORDS]);

/** Restores the save into a game that has just begun with the options of slot_open(); `hash` is the
 * recording's. After an error the game must not be played on. */
const char *slot_read(game *g, const unsigned char *bytes, size_t size, uint64_t hash,
                      char words[SLOT_WORDS]);

#endif
