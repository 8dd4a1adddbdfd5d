/**
 * @file picture.h
 * The game's sprites as shapes on a canvas.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "canvas.h"
#include "core/game.h"

/** Where the field lies on the canvas, in pixels, and how many pixels a unit is. */
typedef struct picture_frame
{
    float x, y, scale;
} picture_frame;

/** The largest field that fits in a canvas, in its middle. */
picture_frame picture_fit(const canvas *c);
/** Draws the field's ground and the sprites, the hindmost first. */
void picture_draw(canvas *c, const picture_frame *frame, const game_sprite *sprites,
                  uint32_t count);

#endif
