/*
 * Arithmetic of patterns: expressions, directions, remainders. The compiler uses the same functions
 * for constants, so that compiled and computed numbers are equal.
 */
#ifndef GAME_PATTERN_SUMS_H
#define GAME_PATTERN_SUMS_H

#include "pattern_words.h"

/* The variables of expressions. */
typedef struct bml_scope
{
    const bml_host *host;
    const double *params;
    uint32_t count;
} bml_scope;

/* The value of the expression at words[*at], limited to BML_LARGEST. Moves *at to the word after
 * it. The table was checked. */
double bml_evaluate(const uint32_t *words, uint32_t *at, const bml_scope *scope);

/* Two numbers joined by BML_E_ADD to BML_E_REMAINDER. May be infinite or NaN. */
double bml_join(bml_term how, double left, double right);

/* The remainder of a / b, rounded towards zero, with the sign of a, as in C. 0 if b is 0 or the
 * result has no meaning. */
double bml_remainder(double a, double b);

/* Converts NaN to 0, and limits numbers to the range from -BML_LARGEST to BML_LARGEST. */
double bml_sane(double number);

/* An integer number of ticks or repeats; 0 for numbers below 1. */
uint32_t bml_count(double number);

/* The same direction from 0 to 360. 360 and whole turns above it give 360, as in the reference
 * interpreter. */
double bml_turn_in(double direction);

/* The smaller turn from one direction to another: -180 to 180. */
double bml_turn_between(double from, double to);

#endif
