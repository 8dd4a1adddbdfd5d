/**
 * @file sound.h
 * Sounds of the window: rendered once, mixed in SDL's audio thread.
 */
#ifndef SOUND_H
#define SOUND_H

#include "stage/show.h"

/** Opens the audio device, and renders all sounds; false: there is no device, and the game is
 * silent. */
bool sound_open(void);
void sound_close(void);
/** Whether anything is heard; the music plays meanwhile. */
void sound_set_on(bool is_on);
bool sound_is_on(void);
void sound_play(const show_sound *sound);
/** Muffles the music: 0 as it is, 1 as through a wall. */
void sound_muffle(float much);

#endif
