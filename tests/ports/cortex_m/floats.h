/**
 * @file floats.h Floats on machines without them, bit for bit as in IEEE 754 (rounded to nearest,
 * ties to even): the functions that compilers call there. Numbers are passed as their bits, so that
 * another machine can check the functions.
 */
#ifndef CORTEX_M_FLOATS_H
#define CORTEX_M_FLOATS_H

#include <stdint.h>

uint32_t float_add(uint32_t a, uint32_t b);
uint32_t float_multiply(uint32_t a, uint32_t b);
uint32_t float_divide(uint32_t a, uint32_t b);
/** -1, 0 or 1; 2 if one is NaN. */
int float_compare(uint32_t a, uint32_t b);
/** Rounds towards zero; overflow gives 0. */
int32_t float_to_int(uint32_t a);
uint32_t float_to_unsigned(uint32_t a);
uint32_t float_from_int(int32_t number);
uint32_t float_from_unsigned(uint32_t number);
/** Converts an integer to a double's bits, and back: the tests need no other doubles. */
uint64_t double_from_unsigned(uint32_t number);
uint32_t double_to_unsigned(uint64_t a);

#endif
