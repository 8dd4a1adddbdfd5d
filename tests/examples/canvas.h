/**
 * @file canvas.h A small picture of light in a terminal: two points per character, by the upper
 * half block.
 */
#ifndef EXAMPLES_CANVAS_H
#define EXAMPLES_CANVAS_H

#include <stdint.h>
#include <stdio.h>

/** The most columns, and the most points per column: two per line. */
enum { CANVAS_COLUMNS = 120, CANVAS_ROWS = 60 };

/** A colour of light, or the light that a point has so far. */
typedef struct canvas_light {
    uint32_t red, green, blue;
} canvas_light;

/** The picture. Set columns and lines, up to CANVAS_COLUMNS and CANVAS_ROWS / 2. */
typedef struct canvas_picture {
    int columns, lines;
    canvas_light points[CANVAS_ROWS][CANVAS_COLUMNS];
} canvas_picture;

/** Clears the picture to black. */
void canvas_clear(canvas_picture *canvas);

/** Adds light at a point. y is -1 at the top and 1 at the bottom; x is 0 in the middle, in the same
 * unit. Points outside the picture have no effect. */
void canvas_add(canvas_picture *canvas, float x, float y, canvas_light light);

/** Prints it, in 256 colours. Afterwards the cursor is at the beginning of the line below. */
void canvas_print(const canvas_picture *canvas, FILE *out);

#endif
