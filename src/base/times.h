/*
 * Products of times and scales: all the arithmetic of floats that the core does. Where the machine has no floats,
 * compilers would call into their run-time library, and the library would need a symbol from outside.
 */
#ifndef TROUPE_SRC_TIMES_H
#define TROUPE_SRC_TIMES_H

#include "compiler.h"

/* a * b to the last bit, rounded to the nearest, made of integers. */
float trp__times_by_integers(float a, float b);

/* Rounded to a float, also where the machine has more precise registers. */
TRP__INLINE float trp__times(float a, float b)
{
#if TRP__HAS_FLOATS
    return a * b;
#else
    return trp__times_by_integers(a, b);
#endif
}

#endif
