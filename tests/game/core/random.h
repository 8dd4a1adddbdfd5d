/**
 * @file random.h
 * Random numbers, the same on every machine: PCG32 by M. E. O'Neill. Draw one number per statement:
 * C does not define the order in which arguments of a call or initialisers of a struct are
 * computed.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/** The state of a sequence of random numbers. Set it by random_seed(). */
typedef struct random_state {
    uint64_t state;
} random_state;

/** Starts the sequence of a seed. Different seeds give different sequences. */
void random_seed(random_state *random, uint64_t seed);
/** 32 random bits. */
uint32_t random_bits(random_state *random);
/** A number from 0 to n - 1; n is at least 1. */
uint32_t random_below(random_state *random, uint32_t n);
/** A number from 0 to less than 1: a multiple of 1 / 2^24. */
float random_unit(random_state *random);
/** A number from low to high. */
float random_between(random_state *random, float low, float high);

#endif
