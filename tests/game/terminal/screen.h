/**
 * @file screen.h
 * A terminal's screen: a canvas as half blocks, two pixels a cell, with text over it. Writes only what
 * changed since the last time.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include "canvas.h"

#include <stdbool.h>
#include <stddef.h>

#define SCREEN_COLUMNS CANVAS_WIDTH
#define SCREEN_ROWS (CANVAS_HEIGHT / 2)

/** How colours are written. */
typedef enum screen_colors
{
    SCREEN_TRUE,  /**< 24 bits */
    SCREEN_256,   /**< the cube of 216 and the greys */
    SCREEN_SHADES /**< none: characters for how bright it is */
} screen_colors;

/** What the environment says that the terminal can: NO_COLOR, COLORTERM, TERM. */
screen_colors screen_detect(void);

/** Takes over the terminal: its other screen, raw keys, no cursor. Given back by screen_end(), which
 * also is called when the program exits, is ended by a signal, or crashes. False: there is none. */
bool screen_begin(screen_colors colors);
/** Gives the terminal back as it was. May be called twice, and from a signal handler. */
void screen_end(void);

/** Columns and rows; changes when the window does, and then all is written again. */
void screen_size(int *columns, int *rows);
/** Whether a signal has asked the program to end. */
bool screen_is_ending(void);

/** Text that lies over the picture from now until the next screen_show(). Cut at the edges. */
void screen_text(int column, int row, const char *text, uint32_t color);
/** Puts a text into the clipboard, where the terminal does that (OSC 52). */
void screen_copy(const char *text);
/** Writes the picture, whose pixel (0, 0) is at the top left, and the texts. */
void screen_show(const canvas *c);

/** The picture as lines of plain characters on standard output, for use without a terminal. */
void screen_print(const canvas *c);

#endif
