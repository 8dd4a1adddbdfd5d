/**
 * @file slots.h
 * The saved game of the native faces: one file, beside the high score, or where --save says.
 */
#ifndef SLOTS_H
#define SLOTS_H

#include "options.h"

/** Saves the game in progress. Returns a message: that it is saved, or the reason why not. */
const char *slots_save(const options *o, session *s);
/** Continues the saved game; likewise. */
const char *slots_load(const options *o, session *s);

#endif
