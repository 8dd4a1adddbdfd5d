/**
 * @file controls.h
 * Keyboard and gamepad of a window, as what the game takes.
 */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "stage/keys.h"

#include <SDL.h>

/** Zero it before it is first used. All fields private. */
typedef struct controls
{
    keys keys;
    SDL_GameController *pad;
    uint32_t pad_held; /* by its stick, game_input bits */
} controls;

/** Takes an event of SDL, if it is one for it. */
void controls_take(controls *c, const SDL_Event *event);
/** What was held in the tick that ends at that time, in seconds as SDL_GetTicks64() counts. */
uint32_t controls_tick(controls *c, double end);
void controls_close(controls *c);

#endif
