/**
 * @file situation.h
 * What a unit test is made of. A situation is a sentence with a body, or with a script. A file of
 * situations names its noun, then tells them, each where it stands:
 *
 *     SITUATIONS(tick);
 *
 *     SITUATION("each actor is updated once")
 *     {
 *         ...
 *     }
 *
 *     SCRIPT("each once a tick", "new 1-5; go; tick; = 1 2 3 4 5");
 *
 * Any runner can run them: main_check.c with Check, main_plain.c on machines that Check does not
 * know. nouns.h has the list of nouns.
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
#include <stddef.h>
#include <stdint.h>

typedef struct situation {
    const char *name; /**< what is so, as a sentence */
    void (*run)(void);
    const char *script; /**< if not NULL, instead of `run`: see script.h */
} situation;

/** The table of a file's situations, at its beginning. It ends with one that has no name. */
#define SITUATIONS(noun)                                                                           \
    static const situation situation_0, situation_1, situation_2, situation_3, situation_4,        \
        situation_5, situation_6, situation_7, situation_8, situation_9, situation_10,             \
        situation_11, situation_12, situation_13, situation_14, situation_15, situation_16,        \
        situation_17, situation_18, situation_19, situation_20, situation_21, situation_22,        \
        situation_23, situation_24, situation_25, situation_26, situation_27, situation_28,        \
        situation_29, situation_30, situation_31, situation_32, situation_33, situation_34,        \
        situation_35, situation_36, situation_37, situation_38, situation_39, situation_40,        \
        situation_41, situation_42, situation_43, situation_44, situation_45, situation_46,        \
        situation_47, situation_48, situation_49, situation_50, situation_51, situation_52,        \
        situation_53, situation_54, situation_55, situation_56, situation_57, situation_58,        \
        situation_59, situation_60, situation_61, situation_62, situation_63, situation_64;        \
    const situation *const noun##_situations[] = {                                                 \
        &situation_0,  &situation_1,  &situation_2,  &situation_3,  &situation_4,  &situation_5,   \
        &situation_6,  &situation_7,  &situation_8,  &situation_9,  &situation_10, &situation_11,  \
        &situation_12, &situation_13, &situation_14, &situation_15, &situation_16, &situation_17,  \
        &situation_18, &situation_19, &situation_20, &situation_21, &situation_22, &situation_23,  \
        &situation_24, &situation_25, &situation_26, &situation_27, &situation_28, &situation_29,  \
        &situation_30, &situation_31, &situation_32, &situation_33, &situation_34, &situation_35,  \
        &situation_36, &situation_37, &situation_38, &situation_39, &situation_40, &situation_41,  \
        &situation_42, &situation_43, &situation_44, &situation_45, &situation_46, &situation_47,  \
        &situation_48, &situation_49, &situation_50, &situation_51, &situation_52, &situation_53,  \
        &situation_54, &situation_55, &situation_56, &situation_57, &situation_58, &situation_59,  \
        &situation_60, &situation_61, &situation_62, &situation_63, &situation_64}

/** The head of a situation's body: what is so, as a sentence. */
#define SITUATION(sentence) SITUATION_AT(sentence, __COUNTER__)
#define SITUATION_AT(sentence, number) SITUATION_NUMBER(sentence, number)
#define SITUATION_NUMBER(sentence, number)                                                         \
    _Static_assert((number) < 64, "more situations than SITUATIONS has places for");               \
    static void situation_run_##number(void);                                                      \
    static const situation situation_##number = {sentence, situation_run_##number, NULL};          \
    static void situation_run_##number(void)

/** The head of a situation that is so for each value from the first to the last: its body is played
 * with each of them. */
#define SITUATION_FOR(sentence, type, name, first, last)                                           \
    SITUATION_FOR_AT(sentence, type, name, first, last, __COUNTER__)
#define SITUATION_FOR_AT(sentence, type, name, first, last, number)                                \
    SITUATION_FOR_NUMBER(sentence, type, name, first, last, number)
#define SITUATION_FOR_NUMBER(sentence, type, name, first, last, number)                            \
    static void situation_for_##number(type name);                                                 \
    SITUATION_NUMBER(sentence, number)                                                             \
    {                                                                                              \
        for (type name = (first); name <= (last); name++)                                          \
            situation_for_##number(name);                                                          \
    }                                                                                              \
    static void situation_for_##number(type name)

/** A situation that is a script. */
#define SCRIPT(sentence, script) SCRIPT_AT(sentence, script, __COUNTER__)
#define SCRIPT_AT(sentence, script, number) SCRIPT_NUMBER(sentence, script, number)
#define SCRIPT_NUMBER(sentence, script, number)                                                    \
    _Static_assert((number) < 64, "more situations than SITUATIONS has places for");               \
    static const situation situation_##number = {sentence, NULL, script}

/** Runs a situation, after situation_begin(). */
void situation_play(const situation *it);

/** A runner calls it before each situation. Silently: pools get no on_create and no on_end, so
 * that the library may use its fast paths. */
void situation_begin(bool silently);

/** The runner's: notes the failure and leaves the situation (by longjmp, exit or a trap). */
_Noreturn void situation_failed(const char *file, int line, const char *text);

/** A small machine's runner's: leaves the situation, which needs more memory than there is. */
_Noreturn void situation_has_no_room(void);

/** The runner's: a table or storm in this situation had this many cases. */
void situation_cases(const char *what, unsigned long cases);

void situation_check_equal(const char *file, int line, const char *text, uint64_t a, uint64_t b);
void situation_check_result(const char *file, int line, const char *text, trp_result got,
                            trp_result expected);
void *situation_check_made(const char *file, int line, const char *text, void *made);

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
#define CHECK_OK(call) situation_check_result(__FILE__, __LINE__, #call, (call), TRP_OK)

/** What the call answers, which must not be NULL. */
#define MADE(call) situation_check_made(__FILE__, __LINE__, #call, (call))

#endif
