/**
 * @file art_font.h
 * A font of strokes with cut corners: capitals, digits, signs. Its grid has 6 units from the top of a
 * capital to its foot.
 */
#ifndef ART_FONT_H
#define ART_FONT_H

#include "shade.h"

#define ART_FONT_GRID 6.0f
/** What a picture shows around the strokes, in the grid's units. */
#define ART_FONT_MARGIN 1.3f
/** How far a comma goes below the foot. */
#define ART_FONT_BELOW 1.0f

/** How wide a letter is, in the grid's units. */
float art_font_width(char letter);
/** Paints the pixel at `p`, y down from the top of a capital. */
void art_font_paint(char letter, shade_point p, float pixel, shade_ink *ink);

#endif
