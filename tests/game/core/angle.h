/**
 * @file angle.h
 * Angles without libm, the same on every machine. A full turn is 65,536, so that angles wrap by
 * themselves. 0 is up, a quarter turn is right. Motion along `a` is (sine, -cosine).
 */
#ifndef ANGLE_H
#define ANGLE_H

#include <stdint.h>

typedef uint16_t angle;

enum { ANGLE_QUARTER = 0x4000, ANGLE_HALF = 0x8000 };

/** The sine, with a precision of about four digits. */
float angle_sine(angle a);
/** The cosine, with the same precision. */
float angle_cosine(angle a);
/** The direction of the vector (dx, dy); 0 for the null vector. The numbers must be finite. */
angle angle_of(float dx, float dy);
/** The smaller turn from one angle to another: -32768 to 32767, positive is clockwise. */
int32_t angle_between(angle from, angle to);
/** Turns from one angle towards another, by `most` at most. */
angle angle_turn(angle from, angle to, int32_t most);
/** In radians, for drawing. */
float angle_radians(angle a);

#endif
