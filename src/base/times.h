/*
 * Products of times and scales: the only float arithmetic of the core. On machines without floats
 * compilers would call their run-time library, and the library would need an external symbol.
 */
#ifndef TROUPE_SRC_TIMES_H
#define TROUPE_SRC_TIMES_H

#include "compiler.h"

/* a * b, exactly rounded to nearest, computed with integers. */
float trp__times_by_integers(float a, float b);

/* Rounded to a float, also on machines with more precise registers. */
TRP__INLINE float trp__times(float a, float b)
{
#if TRP__HAS_FLOATS
    return a * b;
#else
    return trp__times_by_integers(a, b);
#endif
}

#endif
