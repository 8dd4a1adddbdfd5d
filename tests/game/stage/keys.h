/**
 * @file keys.h
 * Keys between frames: each press and release counts at the time when it happened, in the tick of that time, so
 * that a tap that is shorter than a frame is not lost, however slow frames are.
 *
 *     keys_note(&k, GAME_LEFT, true, time_of_event);
 *     ...
 *     input = keys_tick(&k, end_of_tick);              -- for each tick of the frame
 */
#ifndef KEYS_H
#define KEYS_H

#include "core/game.h"

enum
{
    KEYS_BITS = 11,
    KEYS_EVENTS = 64
};

typedef struct keys_event
{
    double time;
    uint16_t bits;
    bool is_down;
} keys_event;

/** Zero it before it is first used. All fields private. */
typedef struct keys
{
    uint8_t down[KEYS_BITS]; /* how many keys of that meaning are down */
    uint32_t count;
    keys_event events[KEYS_EVENTS]; /* in order of time */
} keys;

/** A key of that meaning, game_input bits, goes down or up. Times do not go back. */
void keys_note(keys *k, uint32_t bits, bool is_down, double time);
/** What was held in the tick that ends at that time, be it for a moment only. */
uint32_t keys_tick(keys *k, double end);
/** All keys are up: they were let go where it could not be seen. */
void keys_forget(keys *k);

#endif
