/**
 * @file art_shapes.h
 * How each kind of sprite looks, pixel by pixel.
 */
#ifndef ART_SHAPES_H
#define ART_SHAPES_H

#include "core/game.h"
#include "shade.h"

/** Paints the pixel at `p` of a sprite of that kind and colour, `pixel` wide. */
void art_paint(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink);
/** The same for hulls alone. */
void art_paint_hull(game_kind kind, shade_rgb color, shade_point p, float pixel, shade_ink *ink);
/** The distance to the ship's outline. */
float art_ship_outline(shade_point p);
/** How far from its middle a kind has any ink, in sprite sizes. */
float art_reach(game_kind kind);

/** Other pictures. */
typedef enum art_extra
{
    ART_SOLID,  /**< white all over */
    ART_FADE,   /**< white, from opaque at the one end (ahead) to nothing at the other */
    ART_GLOW,   /**< white light, brightest in the middle */
    ART_SHADE,  /**< white, opaque in the middle: dark if it is tinted so */
    ART_CLOUD,  /**< a wisp of dust */
    ART_PLANET, /**< lit from one side */
    ART_FRAME,  /**< the corners of a square: what is marked */
    ART_EXTRAS
} art_extra;

void art_paint_extra(art_extra what, shade_point p, float pixel, shade_ink *ink);

#endif
