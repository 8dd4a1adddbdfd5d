/**
 * @file canvas.h
 * The window: SDL's renderer, and quads drawn from the texture of the art.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include "stage/show.h"

#include <SDL.h>

/** A rectangle of the window, in pixels. */
typedef struct canvas_area
{
    float x, y, width, height;
} canvas_area;

/** All fields read-only. */
typedef struct canvas
{
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *art, *backdrop;
    float scale;      /**< pixels per unit, at which the pictures were computed */
    uint32_t side;    /**< of the art's texture, in pixels */
    bool is_straight; /**< the renderer blends straight colours only */
    bool is_software; /**< the renderer runs on the processor: drawing takes longer */
} canvas;

/** Opens a window. False: there is no screen or no window; the reason is printed. */
bool canvas_open(canvas *c, int width, int height);
void canvas_close(canvas *c);

/** Computes the pictures again if the scale has changed. False: there is no memory for them. */
bool canvas_fit(canvas *c, show *s, float scale);

void canvas_size(const canvas *c, float *width, float *height);
/** Draws the sky as the background of the field in `field`. */
void canvas_draw_backdrop(canvas *c, canvas_area field, float x, float y);
/** Draws quads in units: (0, 0) is the top left corner of `area`, and one unit is `scale` pixels.
 * Clips to `area`. */
void canvas_draw(canvas *c, canvas_area area, float scale, const stage_quad *quads, uint32_t count);
void canvas_fill(canvas *c, canvas_area area, uint32_t rgb);

/** Saves the window as a BMP file. */
bool canvas_save(canvas *c, const char *name);

#endif
