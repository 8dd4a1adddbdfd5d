/**
 * @file screen.h
 * A terminal's screen: shows a canvas as half blocks, two pixels per cell, with text over it.
 * Writes only what has changed.
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
    SCREEN_SHADES /**< no colours: characters of different brightness */
} screen_colors;

/** The colours of the terminal, by the environment: NO_COLOR, COLORTERM, TERM. */
screen_colors screen_detect(void);

/** Sets up the terminal: alternate screen, raw keys, no cursor. screen_end() restores it, and is
 * also called when the program exits, is ended by a signal, or crashes. False: there is no
 * terminal. */
bool screen_begin(screen_colors colors);
/** Restores the terminal. May be called twice, and from a signal handler. */
void screen_end(void);

/** Columns and rows of the window. When they change, the next screen_show() writes everything. */
void screen_size(int *columns, int *rows);
/** True if a signal requests the end of the program. */
bool screen_is_ending(void);

/** Adds a text over the picture for the next screen_show(). It is clipped at the edges. */
void screen_text(int column, int row, const char *text, uint32_t color);
/** Copies a text to the clipboard if the terminal supports OSC 52. */
void screen_copy(const char *text);
/** Writes the picture and the texts. Pixel (0, 0) is at the top left. */
void screen_show(const canvas *c);

/** Prints the picture as lines of plain characters, for use without a terminal. */
void screen_print(const canvas *c);

#endif
