/**
 * @file shade.h
 * Functions to compute pictures: distances to shapes, and ink on a pixel. Freestanding, without
 * libm. Coordinates are relative to the sprite: 1 is its size, and y points in its direction.
 */
#ifndef SHADE_H
#define SHADE_H

#include <stdint.h>

typedef struct shade_rgb {
    float r, g, b; /* 0 to 1 */
} shade_rgb;

/** A premultiplied pixel. Where it glows, its colour is brighter than its opacity. */
typedef struct shade_ink {
    float r, g, b, a;
} shade_ink;

typedef struct shade_point {
    float x, y;
} shade_point;

float shade_root(float value);
static inline float shade_least(float a, float b)
{
    return a < b ? a : b;
}
static inline float shade_most(float a, float b)
{
    return a > b ? a : b;
}
static inline float shade_unit(float value)
{
    return value < 0 ? 0 : value > 1 ? 1 : value;
}
static inline float shade_abs(float value)
{
    return value < 0 ? -value : value;
}
/** A smooth step from 0 at `from` to 1 at `to`. `from` may be larger than `to`. */
float shade_step(float from, float to, float value);

shade_rgb shade_color(uint32_t rgb);
shade_rgb shade_mix(shade_rgb a, shade_rgb b, float part);
static inline shade_rgb shade_scale(shade_rgb c, float by)
{
    return (shade_rgb){c.r * by, c.g * by, c.b * by};
}

/** The part of a pixel that lies inside an edge at that distance; `pixel` is the pixel's width. */
static inline float shade_cover(float distance, float pixel)
{
    return shade_unit(0.5f - distance / pixel);
}
/** Paints a colour over the ink. */
void shade_over(shade_ink *ink, shade_rgb color, float opacity);
/** Adds light. */
void shade_glow(shade_ink *ink, shade_rgb color, float strength);

/* Distances: negative inside the shape. */

float shade_length(float x, float y);
/** The distance to a line with round ends. */
float shade_line(shade_point p, shade_point a, shade_point b, float radius);
/** The squared distance to a line without width. For the nearest of many lines, one root is enough.
 * */
float shade_line_square(shade_point p, shade_point a, shade_point b);
/** The distance to a regular polygon with a corner at the front; `radius` is from its middle to a
 * side. */
float shade_regular(shade_point p, int sides, float radius);
/** The distance to a polygon, by its corners in order. */
float shade_polygon(shade_point p, const shade_point *corners, int count);

/** Smooth noise around 0.5, from 0 to 1, with a period of `period` units in y. */
float shade_noise(float x, float y, int period, uint32_t seed);
/** A hash of two numbers, from 0 to 1. */
float shade_hash(uint32_t x, uint32_t y);

/** The median of the values above 0; 0: there are none. */
float shade_middle(const float *values, uint32_t count);

#endif
