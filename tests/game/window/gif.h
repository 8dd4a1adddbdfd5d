/**
 * @file gif.h
 * Writes an animated GIF of pictures that are given one after the other. They are kept until the end, where one
 * palette is chosen for all; of each picture only what has visibly changed is written.
 */
#ifndef GIF_H
#define GIF_H

#include <stdbool.h>
#include <stdio.h>

/** All fields private. */
typedef struct gif
{
    int width, height;
    int count, room; /* pictures */
    unsigned char **pictures;
} gif;

/** Begins with no picture; all are that large. */
void gif_begin(gif *g, int width, int height);
/** Adds a picture, three bytes a pixel. False: there is no memory. */
bool gif_add(gif *g, const unsigned char *pixels);
/** Writes them, each shown for so many hundredths of a second, for ever again. Frees all. */
bool gif_write(gif *g, FILE *file, int delay);

#endif
