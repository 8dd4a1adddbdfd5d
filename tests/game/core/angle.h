/**
 * @file angle.h
 * Angles, without libm and the same on every machine: a full turn is 65,536, 0 heads up, a quarter
 * heads right, so an angle wraps by itself. What heads along `a` moves by (sine, -cosine).
 */
#ifndef ANGLE_H
#define ANGLE_H

#include <stdint.h>

typedef uint16_t angle;

enum
{
    ANGLE_QUARTER = 0x4000,
    ANGLE_HALF = 0x8000
};

/** To about four digits. */
float angle_sine(angle a);
/** Likewise. */
float angle_cosine(angle a);
/** Where (dx, dy) heads; 0 if it heads nowhere. Finite numbers. */
angle angle_of(float dx, float dy);
/** How far to turn, the short way: -32768 to 32767, clockwise is positive. */
int32_t angle_between(angle from, angle to);
/** Turns from one angle towards another, by `most` at most. */
angle angle_turn(angle from, angle to, int32_t most);
/** For drawing. */
float angle_radians(angle a);
/** Of any number of degrees from -10,000,000 to 10,000,000. */
angle angle_from_degrees(float degrees);

#endif
