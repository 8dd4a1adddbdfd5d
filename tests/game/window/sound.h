/**
 * @file sound.h
 * The window's sounds: rendered once, and mixed in SDL's audio thread.
 */
#ifndef SOUND_H
#define SOUND_H

#include "stage/show.h"

/** Opens the audio device and renders all sounds. False: there is no device, and the game is
 * silent. */
bool sound_open(void);
void sound_close(void);
/** Turns sound on or off. The music goes on while sound is off. */
void sound_set_on(bool is_on);
bool sound_is_on(void);
void sound_play(const show_sound *sound);
/** Muffles the music: 0 not at all, 1 as if through a wall. */
void sound_muffle(float much);

#endif
