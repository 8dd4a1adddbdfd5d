/*
 * Arithmetic of patterns: expressions of a table, directions, remainders. The compiler uses the
 * same functions for constants, so a number is the same wherever it was computed.
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

/* The value of the expression at words[*at], within BML_LARGEST; *at goes to what follows. The table was
 * checked. */
double bml_evaluate(const uint32_t *words, uint32_t *at, const bml_scope *scope);

/* Two numbers joined by BML_E_ADD to BML_E_REMAINDER. May be infinite or NaN. */
double bml_join(bml_term how, double left, double right);

/* What is left of a / b towards zero, with the sign of a, as in C; 0 if b is 0 or nothing sensible
 * is left. */
double bml_remainder(double a, double b);

/* NaN becomes 0. Too large a number becomes BML_LARGEST or its negative. */
double bml_sane(double number);

/* The whole number of ticks or times, 0 for those below 1. */
uint32_t bml_count(double number);

/* The same direction from 0 to 360. 360 itself and what lies whole turns above it is 360, as in the
 * reference interpreter. */
double bml_turn_in(double direction);

/* The turn from one direction to another on the shorter way: -180 to 180. */
double bml_turn_between(double from, double to);

#endif
