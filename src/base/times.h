/*
 * Products of times and scales: the only float arithmetic of the core.
 */
#ifndef TROUPE_SRC_TIMES_H
#define TROUPE_SRC_TIMES_H

/* Rounded to nearest, and to a float also on machines with more precise registers. Where there are
 * no floats, compilers call their run-time library: so a world has a pointer to this function, and
 * gets it with its first time scale (trp__times() in core.h). */
typedef float trp__product_fn(float a, float b);
trp__product_fn trp__product;

#endif
