/**
 * @file save.h
 * The saved game in menus of the terminal: a small picture beside the field, or a line of text.
 */
#ifndef SAVE_H
#define SAVE_H

#include "picture.h"
#include "stage/preview.h"

/** Draws the picture on a canvas that already has the field at this place, and puts its texts on
 * the screen. Beside a field that leaves too little room, and for a save that does not load, there
 * is only the text. */
void save_show(const preview *p, canvas *c, const picture_frame *field, int columns, int rows);

#endif
