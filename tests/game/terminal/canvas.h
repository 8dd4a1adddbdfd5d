/**
 * @file canvas.h
 *
 * A small picture of antialiased shapes, for the terminal.
 */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdint.h>

#define CANVAS_WIDTH 512
#define CANVAS_HEIGHT 512

/** Pixels of three bytes: red, green, blue. */
typedef struct canvas
{
    int width;  /**< up to CANVAS_WIDTH */
    int height; /**< up to CANVAS_HEIGHT */
    uint8_t pixels[CANVAS_HEIGHT][CANVAS_WIDTH][3];
} canvas;

/** Fills it with one colour, 0xRRGGBB. */
void canvas_clear(canvas *c, uint32_t color);
/** Draws a disc; `opacity` is 0 to 1. Coordinates are in pixels; (0, 0) is the top left corner. */
void canvas_disc(canvas *c, float x, float y, float radius, uint32_t color, float opacity);
/** Draws a circle one pixel wide. */
void canvas_ring(canvas *c, float x, float y, float radius, uint32_t color, float opacity);
/** Draws a line between two points, with round ends. */
void canvas_stroke(canvas *c, float x0, float y0, float x1, float y1, float radius, uint32_t color,
                   float opacity);

#endif
