/**
 * @file art_shapes.h
 * The look of each kind of sprite, pixel by pixel.
 */
#ifndef ART_SHAPES_H
#define ART_SHAPES_H

#include "core/game.h"
#include "shade.h"

/** Paints the pixel at `p` of a sprite. `pixel` is the width of a pixel. */
void art_paint(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink);
/** The same for kinds with a hull. */
void art_paint_hull(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink);
/** The distance of a point to the ship's outline. */
float art_ship_outline(shade_point p);
/** The distance from the middle within which a kind has ink, in sprite sizes. */
float art_reach(game_kind kind);

/** Other pictures. */
typedef enum art_extra
{
    ART_SOLID,  /**< white everywhere */
    ART_FADE,   /**< white, opaque at the front and transparent at the back */
    ART_GLOW,   /**< white light, brightest in the middle */
    ART_SHADE,  /**< white, opaque in the middle; tinted dark, it is a shadow */
    ART_CLOUD,  /**< a wisp of dust */
    ART_PLANET, /**< lit from one side */
    ART_FRAME,  /**< the corners of a square, around marked actors */
    ART_EXTRAS
} art_extra;

void art_paint_extra(art_extra what, shade_point p, float pixel, shade_ink *ink);

#endif
