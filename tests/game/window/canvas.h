/**
 * @file canvas.h
 * The window: SDL's renderer, the art's texture in it, and quads of that.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include "stage/show.h"

#include <SDL.h>

/** A rectangle of the window, in its pixels. */
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
    float scale;      /**< pixels per unit, as the pictures were computed */
    uint32_t side;    /**< of the art's texture */
    bool is_straight; /**< the renderer blends straight colours only */
    bool is_software; /**< the processor draws: everything takes longer */
} canvas;

/** Opens a window; where there is no screen, says so, and how it is meant. `is_hidden`: for pictures only. */
bool canvas_open(canvas *c, int width, int height);
void canvas_close(canvas *c);

/** Computes the pictures again if the size asks for it. False: there is no memory for them. */
bool canvas_fit(canvas *c, show *s, float scale);

void canvas_size(const canvas *c, float *width, float *height);
/** The sky, as the background of a field in that area. */
void canvas_draw_backdrop(canvas *c, canvas_area field, float x, float y);
/** Quads in units: the point (0, 0) is at the area's corner, a unit is `scale` pixels. What is outside of the area
 * is cut. */
void canvas_draw(canvas *c, canvas_area area, float scale, const stage_quad *quads, uint32_t count);
void canvas_fill(canvas *c, canvas_area area, uint32_t rgb);

/** The window as a picture: RGB, three bytes a pixel. NULL: it cannot be read. Free it. */
unsigned char *canvas_read(canvas *c, int *width, int *height);
/** Saves it as a BMP file. */
bool canvas_save(canvas *c, const char *name);

#endif
