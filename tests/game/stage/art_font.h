/**
 * @file art_font.h
 * A font of strokes with cut corners: capitals, digits, signs. A capital is 6 units of its grid
 * high.
 */
#ifndef ART_FONT_H
#define ART_FONT_H

#include "shade.h"

#define ART_FONT_GRID 6.0f
/** The margin of a picture around the strokes, in the grid's units. */
#define ART_FONT_MARGIN 1.3f
/** The depth of a comma below the baseline, in the grid's units. */
#define ART_FONT_BELOW 1.0f

/** The width of a letter, in the grid's units. */
float art_font_width(char letter);
/** Paints the pixel at `p`; y is measured down from the top of capitals. */
void art_font_paint(char letter, shade_point p, float pixel, shade_ink *ink);

#endif
