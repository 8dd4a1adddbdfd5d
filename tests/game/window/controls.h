/**
 * @file controls.h
 * Keyboard and gamepad of a window, as game_input bits.
 */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "stage/keys.h"

#include <SDL.h>

/** Zero it before the first use. All fields are private. */
typedef struct controls
{
    keys keys;
    SDL_GameController *pad;
    uint32_t pad_held; /* by the stick: game_input bits */
} controls;

/** Handles an event of SDL if it is an event of the keyboard or a gamepad. */
void controls_take(controls *c, const SDL_Event *event);
/** The bits held in the tick that ends at `end`, in seconds of the clock of SDL_GetTicks64(). */
uint32_t controls_tick(controls *c, double end);
void controls_close(controls *c);

#endif
