/**
 * @file keys.h
 * Keys between frames. Each press and release counts in the tick of its own time, so that no tap is
 * lost, even if it is shorter than a frame.
 *
 *     keys_note(&k, GAME_LEFT, true, time_of_event);
 *     ...
 *     input = keys_tick(&k, end_of_tick);              -- for each tick of the frame
 */
#ifndef KEYS_H
#define KEYS_H

#include "core/game.h"

enum { KEYS_BITS = 13, KEYS_EVENTS = 64 };

typedef struct keys_event {
    double time;
    uint16_t bits;
    bool is_down;
} keys_event;

/** Zero it before the first use. All fields are private. */
typedef struct keys {
    uint8_t down[KEYS_BITS]; /* number of held keys per input bit */
    uint32_t count;
    keys_event events[KEYS_EVENTS]; /* in the order of time */
} keys;

/** Records a press or release of a key with these game_input bits. Times must not decrease. */
void keys_note(keys *k, uint32_t bits, bool is_down, double time);
/** The bits that were held in the tick that ends at `end`, even if only for a moment. */
uint32_t keys_tick(keys *k, double end);
/** Releases all keys, after a loss of the focus: releases were not reported. */
void keys_forget(keys *k);

#endif
