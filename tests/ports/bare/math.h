/* The part of math.h that the situations and the reference model need. */
#ifndef TROUPE_TESTS_BARE_MATH_H
#define TROUPE_TESTS_BARE_MATH_H

#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define isnan(value) __builtin_isnan(value)
#define isinf(value) __builtin_isinf(value)
#define isfinite(value) __builtin_isfinite(value)

#endif
