/**
 * @file picture.h
 * The game's sprites as shapes on a canvas.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "canvas.h"
#include "core/game.h"

/** The position of the field on the canvas, in pixels, and the pixels per unit. */
typedef struct picture_frame
{
    float x, y, scale;
} picture_frame;

/** The largest field that fits into a canvas, centred. */
picture_frame picture_fit(const canvas *c);
/** Draws the field's background and the sprites in order. */
void picture_draw(canvas *c, const picture_frame *frame, const game_sprite *sprites,
                  uint32_t count);

#endif
