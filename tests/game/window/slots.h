/**
 * @file slots.h
 * The saved game of native front ends: one file, beside the high score or at the path of --save.
 */
#ifndef SLOTS_H
#define SLOTS_H

#include "options.h"

/** Saves the game in progress. Returns a message: success, or the reason of the failure. */
const char *slots_save(const options *o, session *s);
/** Loads the saved game. Returns a message as well. */
const char *slots_load(const options *o, session *s);
/** The bytes of the saved game, valid until the next call. NULL: there is none. */
const unsigned char *slots_read(const options *o, size_t *size);

#endif
