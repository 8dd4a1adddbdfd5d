/**
 * @file synth.h
 * Computes all sounds of the game and its music: there are no sound files. Freestanding. A front
 * end renders each sound once and plays the samples.
 */
#ifndef SYNTH_H
#define SYNTH_H

#include "core/game.h"

/** A sound is a game_event_kind, or the music: a loop whose end continues at its beginning. */
enum { SYNTH_MUSIC = GAME_EVENT_KINDS, SYNTH_SOUNDS };

/** The number of samples of a sound at `rate` per second. */
uint32_t synth_length(uint32_t sound, uint32_t rate);
/** Writes a sound: synth_length() samples from -1 to 1, one channel. */
void synth_render(uint32_t sound, uint32_t rate, float *samples);

/** The loudness of a sound, 0 to 1; and the least number of ticks between two plays of it. */
float synth_gain(uint32_t sound);
uint32_t synth_rest(uint32_t sound);

#endif
