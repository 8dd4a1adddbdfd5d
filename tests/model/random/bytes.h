/**
 * @file bytes.h
 * An input: bytes that decide everything.
 */
#ifndef TROUPE_TESTS_FUZZ_BYTES_H
#define TROUPE_TESTS_FUZZ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void bytes_begin(const uint8_t *bytes, size_t count);
/** The next one; 0 behind the last. */
uint8_t bytes_take(void);
/** Two, and four, the highest first. */
uint32_t bytes_take_2(void);
uint32_t bytes_take_4(void);
bool bytes_left(void);

#endif
