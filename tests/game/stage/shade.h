/**
 * @file shade.h
 * What pictures are computed from: distances to shapes, and ink on a pixel. Freestanding, without libm. All
 * coordinates are a sprite's own: 1 is its size, y points where it heads.
 */
#ifndef SHADE_H
#define SHADE_H

#include <stdint.h>

typedef struct shade_rgb
{
    float r, g, b; /* 0 to 1 */
} shade_rgb;

/** A pixel: premultiplied, and brighter than its opacity where it glows. */
typedef struct shade_ink
{
    float r, g, b, a;
} shade_ink;

typedef struct shade_point
{
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
/** 0 below `from`, 1 above `to`, smooth between; `from` may be the larger. */
float shade_step(float from, float to, float value);

shade_rgb shade_color(uint32_t rgb);
shade_rgb shade_mix(shade_rgb a, shade_rgb b, float part);
static inline shade_rgb shade_scale(shade_rgb c, float by)
{
    return (shade_rgb){c.r * by, c.g * by, c.b * by};
}

/** How much of a pixel lies within an edge at that distance; `pixel` is its width. */
static inline float shade_cover(float distance, float pixel)
{
    return shade_unit(0.5f - distance / pixel);
}
/** Paints over what is there. */
void shade_over(shade_ink *ink, shade_rgb color, float opacity);
/** Adds light. */
void shade_glow(shade_ink *ink, shade_rgb color, float strength);

/* Distances: negative within. */

float shade_length(float x, float y);
/** A line with round ends. */
float shade_line(shade_point p, shade_point a, shade_point b, float radius);
/** The square of the distance to a line without width: of many lines the least has one root. */
float shade_line_square(shade_point p, shade_point a, shade_point b);
/** A regular polygon with a corner ahead, `radius` from its middle to a side. */
float shade_regular(shade_point p, int sides, float radius);
/** A polygon by its corners, in order. */
float shade_polygon(shade_point p, const shade_point *corners, int count);

/** Smooth noise around 0.5, within 0 to 1, that repeats after `period` units in y. */
float shade_noise(float x, float y, int period, uint32_t seed);
/** 0 to 1, without a pattern. */
float shade_hash(uint32_t x, uint32_t y);

/** The value that as many are below as above, of those that are above 0; 0: there are none. */
float shade_middle(const float *values, uint32_t count);

#endif
