/**
 * @file random.h
 * Random numbers, the same on every machine: PCG32 by M. E. O'Neill. Draw one a statement: C does not
 * say in which order the arguments of a call, or the initialisers of a struct, are computed.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/** All that a sequence of random numbers is. Set it by random_seed(). */
typedef struct random_state
{
    uint64_t state;
} random_state;

/** Begins the sequence of that number; different numbers give different sequences. */
void random_seed(random_state *random, uint64_t seed);
/** 32 bits. */
uint32_t random_bits(random_state *random);
/** 0 up to n - 1; n is 1 or more. */
uint32_t random_below(random_state *random, uint32_t n);
/** 0 up to, but never, 1: a multiple of 1 / 2^24. */
float random_unit(random_state *random);
/** From low up to high. */
float random_between(random_state *random, float low, float high);

#endif
