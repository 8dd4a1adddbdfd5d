/**
 * @file synth.h
 * Computes all sounds of the game and its music: there are no sound files. Freestanding. A front
 * end renders each sound once and plays the samples.
 */
#ifndef SYNTH_H
#define SYNTH_H

#include "core/game.h"

typedef enum synth_sound
{
    SYNTH_SHOT,
    SYNTH_MISSILE,
    SYNTH_HIT,
    SYNTH_EXPLOSION,
    SYNTH_BIG_EXPLOSION,
    SYNTH_GRAZE,
    SYNTH_PICKUP,
    SYNTH_BOMB,
    SYNTH_DEATH,
    SYNTH_WAVE,
    SYNTH_BOSS,
    SYNTH_STAGE,
    SYNTH_BOSS_END,
    SYNTH_LIFE,
    SYNTH_RETURN,
    SYNTH_START,
    SYNTH_OVER,
    SYNTH_MUSIC, /**< a loop: its end continues at its beginning */
    SYNTH_SOUNDS
} synth_sound;

/** The number of samples of a sound at `rate` per second. */
uint32_t synth_length(synth_sound sound, uint32_t rate);
/** Writes a sound: synth_length() samples from -1 to 1, one channel. */
void synth_render(synth_sound sound, uint32_t rate, float *samples);

/** The sound of an event; SYNTH_SOUNDS: none. */
synth_sound synth_of_event(game_event_kind kind);
/** The loudness of a sound, 0 to 1; and the least number of ticks between two plays of it. */
float synth_gain(synth_sound sound);
uint32_t synth_rest(synth_sound sound);

#endif
