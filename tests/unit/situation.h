/**
 * @file situation.h
 * What a unit test is made of. A situation is a plain function in a table, so that any runner can
 * run it: main_check.c with Check, main_plain.c on machines that Check does not know.
 *
 * A situation needs nothing from outside but the library and what a runner defines
 * (situation_failed, situation_cases). It ends by returning, or at its first failure.
 */
#ifndef TROUPE_TESTS_SITUATION_H
#define TROUPE_TESTS_SITUATION_H

/* Callbacks use what they need, and rows name what they have. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif

#include "troupe/result.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct situation
{
    const char *name; /**< what is so, as a sentence */
    void (*run)(void);
    const char *script; /**< if not NULL, instead of `run`: see script.h */
} situation;

/** Runs a situation, after situation_begin(). */
void situation_play(const situation *it);

/** A runner calls it before each situation. Silently: pools get no on_create and no on_end, so
 * that the library may use its fast paths. */
void situation_begin(bool silently);

/** The runner's: notes the failure and leaves the situation (by longjmp, exit or a trap). */
_Noreturn void situation_failed(const char *file, int line, const char *text);

/** The runner's: a table or storm in this situation had this many cases. */
void situation_cases(const char *what, unsigned long cases);

void situation_check_equal(const char *file, int line, const char *text, uint64_t a, uint64_t b);
void situation_check_result(const char *file, int line, const char *text, trp_result got,
                            trp_result expected);

/**
 * The amount of work. Builds in which each call is expensive (coverage, sanitizers) define
 * SITUATION_SHARE: then a storm runs a share of its rounds, and a table every SITUATION_SHARE-th of
 * its cases. It is a prime, so that each column of a table still takes all its values. 1, the
 * default: everything.
 */
#ifndef SITUATION_SHARE
#define SITUATION_SHARE 1
#endif

/** The rounds of a storm: rounds / SITUATION_SHARE, at least 1. */
uint32_t situation_rounds(uint32_t rounds);

/** Whether case `number` of a table, from 0, is left out. */
bool situation_leaves_out(unsigned long number);

/** Text helpers for machines without string.h. If the library has no words (TRP_NO_MESSAGES), an
 * empty text matches every part. */
bool situation_text_has(const char *text, const char *part);
bool situation_text_equal(const char *a, const char *b);
void situation_text_copy(char *to, unsigned size, const char *from);
void situation_text_add(char *to, unsigned size, const char *from);
void situation_text_number(char *to, unsigned size, uint64_t number);

#define CHECK(condition) ((condition) ? (void)0 : situation_failed(__FILE__, __LINE__, #condition))

/** Two integers or enumerators; a failure shows both. */
#define CHECK_EQ(a, b)                                                                             \
    situation_check_equal(__FILE__, __LINE__, #a " == " #b, (uint64_t)(a), (uint64_t)(b))

/** A call that answers a trp_result; a failure shows both names. */
#define CHECK_RESULT(call, expected)                                                               \
    situation_check_result(__FILE__, __LINE__, #call, (call), (expected))

#endif
