/**
 * @file synth.h
 * All sounds of the game and its music, computed: there are no files. Freestanding; a face renders each once
 * and plays it by whatever plays samples.
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
    SYNTH_MUSIC, /**< goes round for ever: its end leads to its begin */
    SYNTH_SOUNDS
} synth_sound;

/** How many samples a sound has at `rate` per second. */
uint32_t synth_length(synth_sound sound, uint32_t rate);
/** Writes a sound: synth_length() samples from -1 to 1, one channel. */
void synth_render(synth_sound sound, uint32_t rate, float *samples);

/** The sound of an event; SYNTH_SOUNDS: it has none. */
synth_sound synth_of_event(game_event_kind kind);
/** How loud it is played, 0 to 1, and how many ticks are at least between two of them. */
float synth_gain(synth_sound sound);
uint32_t synth_rest(synth_sound sound);

#endif
