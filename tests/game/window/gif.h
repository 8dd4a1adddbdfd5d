/**
 * @file gif.h
 * Writes an animated GIF. All pictures are kept in memory until the file is written with one
 * palette for all of them. Of each picture only the pixels that change visibly are written.
 */
#ifndef GIF_H
#define GIF_H

#include <stdbool.h>
#include <stdio.h>

/** All fields are private. */
typedef struct gif
{
    int width, height;
    int count, room; /* pictures */
    unsigned char **pictures;
} gif;

/** Begins without pictures. `width` and `height` are those of each picture. */
void gif_begin(gif *g, int width, int height);
/** Adds a picture: three bytes per pixel. False: there is no memory. */
bool gif_add(gif *g, const unsigned char *pixels);
/** Writes the pictures and frees them. The file shows each for `delay` hundredths of a second, in a
 * loop. */
bool gif_write(gif *g, FILE *file, int delay);

#endif
