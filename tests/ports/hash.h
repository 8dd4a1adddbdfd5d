/**
 * @file hash.h A long seeded run of random calls to all modules, and one number made from all
 * results: each result, each visit in its order, each handle, event and message. The number must be
 * the same on every machine.
 *
 * It consists of integers, and of floats each of whose operations is rounded separately. Nothing
 * depends on addresses, on the width of a pointer or on the byte order. Needs no stdio, and no
 * malloc except that of src/core/heap.c; memory is static, 51 KiB with pointers of 4 bytes.
 */
#ifndef TROUPE_TESTS_HASH_H
#define TROUPE_TESTS_HASH_H

#include "troupe/troupe.h"

/** The length of a full run. Small machines use a shorter run, with another hash. */
#ifndef HASH_OPERATIONS
#define HASH_OPERATIONS 1000000u
#endif

/** Runs until at least this many calls were made, and returns the number. 0: an impossible event,
 * see hash_trouble(). */
uint64_t hash_run(uint32_t operations);
/** NULL, or the impossible event. */
const char *hash_trouble(void);
/** The number as 16 digits and a NUL. */
void hash_digits(uint64_t number, char digits[17]);

/* Declarations shared by the parts of the run. */

/** Adds a result to the sum. */
void hash_number(uint64_t number);
void hash_float(float number);
void hash_text(const char *text);
void hash_wrong(const char *trouble);
/** A number below `limit`. */
uint32_t hash_any(uint32_t limit);
/** Counts an operation. */
void hash_count(void);

/** Lists and ids, which need no world. */
void hash_alone(void);
/** Many walks, and many short lives: only in a whole run. */
void hash_rounds(void);
/** A misuse. */
void hash_mistake(void);
/** A call about a space. */
void hash_place(void);
/** Creates the spaces of a new world; they end with it. */
void hash_make_places(uint32_t number);
/** Any call, unless too many are in progress. */
void hash_call(void);
/** One step of a world: an outer call, then a check of everything. */
void hash_step(uint32_t number);

#endif
