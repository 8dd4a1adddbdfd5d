/**
 * @file bytes.h An input: the bytes that determine everything.
 */
#ifndef TROUPE_TESTS_FUZZ_BYTES_H
#define TROUPE_TESTS_FUZZ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void bytes_begin(const uint8_t *bytes, size_t count);
/** The next byte; 0 after the last one. */
uint8_t bytes_take(void);
/** Two, and four, the highest first. */
uint32_t bytes_take_2(void);
uint32_t bytes_take_4(void);
bool bytes_left(void);

#endif
