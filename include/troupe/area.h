/**
 * @file area.h
 * Boxes and areas: the box of an actor, and the area of a query. The game chooses the unit of
 * length; y may point up or down.
 *
 *     trp_query fire = {.area = trp_circle(x, y, 50)};
 *     trp_query shot = {.area = trp_segment(x, y, x + 300, y), .order = TRP_SPACE_NEAREST_FIRST};
 */
#ifndef TROUPE_AREA_H
#define TROUPE_AREA_H

#include "hints.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The infinite float, a constant. Equal to INFINITY of math.h, which freestanding C may lack. An
 * endless floor is {-TRP_INFINITY, 100, TRP_INFINITY, 10}. */
#define TRP_INFINITY TRP__INFINITY

/** A box: from x to x + width and from y to y + height, the sums rounded to a float. Its edges
 * belong to it: boxes that share an edge or a corner touch. A box without size is a point. A size
 * may be infinite. All fields public. */
typedef struct trp_box {
    float x;      /**< its lower edge along x; not NaN */
    float y;      /**< its lower edge along y (which may point up or down); not NaN */
    float width;  /**< 0 or more */
    float height; /**< 0 or more */
} trp_box;

/** The shape of an area. */
typedef enum trp_shape {
    TRP_SHAPE_ALL,    /**< everywhere: the default, zero */
    TRP_SHAPE_BOX,    /**< trp_rectangle() */
    TRP_SHAPE_CIRCLE, /**< trp_circle() */
    TRP_SHAPE_SWEEP,  /**< trp_sweep(), trp_segment() */
    TRP_SHAPE_RAY     /**< trp_ray() */
} trp_shape;

/** The area of a query. The functions below make one; zero is everywhere. All fields private. */
typedef struct trp_area {
    trp_shape shape; /**< private */
    trp_box box;     /**< private: for a circle, its middle */
    float radius;    /**< private: radius of a circle */
    float dx;        /**< private: sweep, ray: distance along x */
    float dy;        /**< private: sweep, ray: distance along y */
} trp_area;

/** Selects what touches a rectangle, such as the box of an actor. It may be infinite, as boxes may.
 * Without a size it is a point. */
static inline trp_area trp_rectangle(float x, float y, float width, float height)
{
    trp_area area = {TRP_SHAPE_BOX, {x, y, width, height}, 0, 0, 0};
    return area;
}

/** Selects what has a point within `radius` of (x, y). x and y are finite; the radius may be
 * infinite. */
static inline trp_area trp_circle(float x, float y, float radius)
{
    trp_area area = {TRP_SHAPE_CIRCLE, {x, y, 0, 0}, radius, 0, 0};
    return area;
}

/** Selects what a rectangle, a point or a circle touches while it moves by (dx, dy): for bullets
 * that could jump over a wall. Arguments are finite. */
static inline trp_area trp_sweep(trp_area area, float dx, float dy)
{
    const bool may_move = area.shape == TRP_SHAPE_BOX || area.shape == TRP_SHAPE_CIRCLE;

    area.shape = TRP_SHAPE_SWEEP;
    area.radius = may_move ? area.radius : -1; /* which a query refuses */
    area.dx = dx;
    area.dy = dy;
    return area;
}

/** Selects what the line from (x0, y0) to (x1, y1) touches: a sweep of a point. Arguments and their
 * differences are finite. */
static inline trp_area trp_segment(float x0, float y0, float x1, float y1)
{
    return trp_sweep(trp_rectangle(x0, y0, 0, 0), x1 - x0, y1 - y0);
}

/** Selects what the line from (x, y) in the direction (dx, dy) touches, at any distance. Arguments
 * are finite; the direction is not (0, 0). */
static inline trp_area trp_ray(float x, float y, float dx, float dy)
{
    trp_area area = {TRP_SHAPE_RAY, {x, y, 0, 0}, 0, dx, dy};
    return area;
}

#ifdef __cplusplus
}
#endif

#endif
