/**
 * @file batch.h
 * Many small shapes in one call of SDL's renderer. Soft shapes come from one texture, made at the start.
 */
#ifndef BATCH_H
#define BATCH_H

#include <SDL.h>
#include <stdbool.h>
#include <stdint.h>

/** What the texture has pictures of, side by side. */
typedef enum batch_shape
{
    BATCH_SOLID, /**< all of it */
    BATCH_DISC,  /**< with a smooth edge */
    BATCH_RING,
    BATCH_GLOW, /**< brightest in the middle, fades to nothing at the edge */
    BATCH_SHAPES
} batch_shape;

/** Makes the texture; false if the renderer cannot. */
bool batch_begin(SDL_Renderer *renderer);
void batch_end(void);

/** What is added from now on is moved and scaled: pixels are origin + units * scale. */
void batch_place(float x, float y, float scale);

/** A shape, `across` and `along` from its middle to its edges, turned clockwise by `angle`. 0xRRGGBB and 0 to 1. */
void batch_add(batch_shape shape, float x, float y, float across, float along, float angle,
               uint32_t color, float opacity);
/** A box from its corner at the top left. */
void batch_box(float x, float y, float width, float height, uint32_t color, float opacity);
/** A regular polygon with its first corner ahead. */
void batch_polygon(int sides, float x, float y, float radius, float angle, uint32_t color,
                   float opacity);
/** A triangle such as a ship: its tip ahead, two corners behind. */
void batch_dart(float x, float y, float across, float along, float angle, uint32_t color,
                float opacity);
/** Text in a font of 5 by 7 dots, each `dot` large; returns its width, which is 6 dots a letter. */
float batch_text(float x, float y, float dot, const char *text, uint32_t color, float opacity);

/** Draws what was added since the last time. Called by the others when there is no more room. */
void batch_draw(void);

#endif
