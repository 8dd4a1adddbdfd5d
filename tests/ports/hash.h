/**
 * @file hash.h
 * A long seeded run of random calls to all nouns, and one number made of all that they answered: each result, each visit
 * in its order, each handle, event and message. The number must be the same on every machine.
 *
 * All is integers, and floats of which each operation is rounded by itself. Nothing depends on addresses, on the width of a
 * pointer or on the order of bytes. Needs no stdio, and no malloc beyond what src/core/heap.c names; memory is static, 51 KiB
 * where pointers have 4 bytes.
 */
#ifndef TROUPE_TESTS_HASH_H
#define TROUPE_TESTS_HASH_H

#include "troupe/troupe.h"

/** What a whole run is. A shorter one is for small machines; its number is another. */
#ifndef HASH_OPERATIONS
#define HASH_OPERATIONS 1000000u
#endif

/** Runs until at least so many calls were made, and answers the number. 0: something went wrong that must not, see
 * hash_trouble(). */
uint64_t hash_run(uint32_t operations);
/** NULL, or what went wrong. */
const char *hash_trouble(void);
/** The number as 16 digits and a NUL. */
void hash_digits(uint64_t number, char digits[17]);

/* Below: what the parts of the run share. */

/** What is answered goes into the sum. */
void hash_number(uint64_t number);
void hash_float(float number);
void hash_text(const char *text);
void hash_wrong(const char *trouble);
/** A number below `limit`. */
uint32_t hash_any(uint32_t limit);
/** One more operation. */
void hash_count(void);

/** Lists and ids, which need no world. */
void hash_alone(void);
/** Many walks, and many short lives: only in a whole run. */
void hash_rounds(void);
/** A call that is wrong in some way. */
void hash_mistake(void);
/** A call about a space. */
void hash_place(void);
/** Makes the spaces of a new world; they end with it. */
void hash_make_places(uint32_t number);
/** Any call, unless too many are under way. */
void hash_call(void);
/** One step of a world: a call from outside, then a look at everything. */
void hash_step(uint32_t number);

#endif
