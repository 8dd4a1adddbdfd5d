/**
 * @file operations.h Runs an input: call by call, first in the model, then in the library.
 */
#ifndef TROUPE_TESTS_FUZZ_OPERATIONS_H
#define TROUPE_TESTS_FUZZ_OPERATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Runs an input. A difference is printed to stderr with all calls that led there, and aborts. */
void operations_run(const uint8_t *bytes, size_t count);
/** Prints the calls of an input that was run without a difference. */
void operations_print(const uint8_t *bytes, size_t count);
/** The number of calls of all inputs so far. */
uint64_t operations_count(void);
/** Prints how often each call was made, and how often it was not refused. */
void operations_print_tally(void);

/** Called by the library's side: a difference from the model. Does not return. */
void operations_differ(const char *what, uint64_t expected, uint64_t found);
/** Everything is compared after this many calls of an input; each call compares only the data that
 * it could have touched. */
extern unsigned operations_between_compares;

#endif
