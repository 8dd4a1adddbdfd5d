/**
 * @file area.h
 * Boxes and areas: the place of an actor, and the region of a query. Lengths are in the unit of the
 * game; y may point up or down.
 */
#ifndef TROUPE_AREA_H
#define TROUPE_AREA_H

#include "hints.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The infinite float, a constant: equal to INFINITY of math.h, which freestanding C need not have.
 * An endless floor is {-TRP_INFINITY, 100, TRP_INFINITY, 10}. */
#define TRP_INFINITY TRP__INFINITY

/** A box: from x to x + width and from y to y + height, the sums rounded to a float. Its edges
 * belong to it: boxes that share an edge or a corner touch. No size is a point; a size may be
 * infinite. All fields public. */
typedef struct trp_box
{
    float x;      /**< its lower edge along x; not NaN */
    float y;      /**< its lower edge along y (which may point up or down); not NaN */
    float width;  /**< 0 or more */
    float height; /**< 0 or more */
} trp_box;

/** The shape of an area. */
typedef enum trp_shape
{
    TRP_SHAPE_ALL,    /**< everywhere: what zero means */
    TRP_SHAPE_BOX,    /**< trp_rectangle(), trp_around(), trp_point() */
    TRP_SHAPE_CIRCLE, /**< trp_circle() */
    TRP_SHAPE_SWEEP,  /**< trp_sweep(), trp_sweep_circle(), trp_segment() */
    TRP_SHAPE_RAY     /**< trp_ray() */
} trp_shape;

/** The region of a query: made by the functions that follow; zero is everywhere. All fields
 * private. */
typedef struct trp_area
{
    trp_shape shape; /**< private */
    trp_box box;     /**< private: a circle's is its middle */
    float radius;    /**< private: of a circle */
    float dx;        /**< private: sweep, ray: how far it goes along x */
    float dy;        /**< private: along y */
} trp_area;

/** What touches a rectangle. It may be infinite, as boxes may. */
static inline trp_area trp_rectangle(float x, float y, float width, float height)
{
    trp_area area = {TRP_SHAPE_BOX, {x, y, width, height}, 0, 0, 0};
    return area;
}

/** What touches a box, such as that of an actor. */
static inline trp_area trp_around(trp_box box)
{
    return trp_rectangle(box.x, box.y, box.width, box.height);
}

/** What contains a point. */
static inline trp_area trp_point(float x, float y)
{
    return trp_rectangle(x, y, 0, 0);
}

/** What has a point within `radius` of (x, y), which are finite; the radius may be infinite. */
static inline trp_area trp_circle(float x, float y, float radius)
{
    trp_area area = {TRP_SHAPE_CIRCLE, {x, y, 0, 0}, radius, 0, 0};
    return area;
}

/** What a box touches while it moves by (dx, dy): for bullets that could jump over a wall. Finite. */
static inline trp_area trp_sweep(trp_box box, float dx, float dy)
{
    trp_area area = {TRP_SHAPE_SWEEP, box, 0, dx, dy};
    return area;
}

/** What a circle touches while it moves by (dx, dy). Finite. */
static inline trp_area trp_sweep_circle(float x, float y, float radius, float dx, float dy)
{
    trp_area area = {TRP_SHAPE_SWEEP, {x, y, 0, 0}, radius, dx, dy};
    return area;
}

/** What the line from (x0, y0) to (x1, y1) touches: a sweep of a point. Finite. */
static inline trp_area trp_segment(float x0, float y0, float x1, float y1)
{
    trp_box point = {x0, y0, 0, 0};
    return trp_sweep(point, x1 - x0, y1 - y0);
}

/** What the line from (x, y) in the direction (dx, dy) touches, at any distance. Finite, not (0, 0). */
static inline trp_area trp_ray(float x, float y, float dx, float dy)
{
    trp_area area = {TRP_SHAPE_RAY, {x, y, 0, 0}, 0, dx, dy};
    return area;
}

#ifdef __cplusplus
}
#endif

#endif
