/**
 * @file operations.h
 * Runs an input: call by call, first in the model, then in the library.
 */
#ifndef TROUPE_TESTS_FUZZ_OPERATIONS_H
#define TROUPE_TESTS_FUZZ_OPERATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Runs an input. A difference is told on stderr with all calls that led there, and aborts. */
void operations_run(const uint8_t *bytes, size_t count);
/** Prints the calls of an input that was run without a difference. */
void operations_print(const uint8_t *bytes, size_t count);
/** How many calls all inputs so far have made. */
uint64_t operations_count(void);
/** Prints how often each call was made, and how often it was not refused. */
void operations_print_tally(void);

/** Told by the library's side: something is not as the model says. Does not return. */
void operations_differ(const char *what, uint64_t expected, uint64_t found);
/** Everything is compared each so many calls of an input, beside what each call could have touched. */
extern unsigned operations_between_compares;

#endif
