/**
 * @file stopwatch.h
 * Time for measurements.
 */
#ifndef EXAMPLES_STOPWATCH_H
#define EXAMPLES_STOPWATCH_H

/** Seconds since some fixed moment; never decreases. */
double stopwatch_seconds(void);

#endif
