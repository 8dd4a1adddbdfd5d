/*
 * The words of a table, for the code that writes and runs tables.
 *
 *   word 0        BML_MAGIC
 *   word 1        BML_TABLE_VERSION
 *   word 2        the number of words
 *   word 3        checksum of the words after it
 *   word 4        tops << 8, routines << 16
 *   words 5 to 7  0
 *   then          the directory: one word per routine, the top actions first
 *   then          the routines, in the directory's order and without gaps
 *
 * A directory word: offset of the routine, the most nested repeats << 16, the kind << 24.
 *
 * A routine is a sequence of commands. The last one, and only it, is BML_C_RETURN or BML_C_JUMP.
 * The low byte of a command's first word is its name; its expressions follow.
 *
 * An expression is in postfix form, and its last word has BML_E_LAST set.
 */
#ifndef GAME_PATTERN_WORDS_H
#define GAME_PATTERN_WORDS_H

#include "pattern.h"

#define BML_MAGIC 0x544C4D42u /* "BMLT" */
#define BML_TABLE_VERSION 1u
#define BML_FIRST_CHECKED 4u /* the first word in the checksum */

enum {
    BML_WORD_MAGIC = 0,
    BML_WORD_VERSION = 1,
    BML_WORD_LENGTH = 2,
    BML_WORD_CHECKSUM = 3,
    BML_WORD_SHAPE = 4
};

/* The element of a routine in the file. */
typedef enum bml_kind {
    BML_KIND_ACTION,
    BML_KIND_FIRE,
    BML_KIND_BULLET,
    BML_KIND_BORN /* the actions of a bullet, in sequence */
} bml_kind;

typedef enum bml_command {
    BML_C_RETURN,
    BML_C_CALL,      /* count of parameters << 8, routine << 16; the parameters */
    BML_C_JUMP,      /* the same, as the last command: it does not return */
    BML_C_REPEAT,    /* the word after its BML_C_LOOP << 16; times */
    BML_C_LOOP,      /* the first repeated word << 16 */
    BML_C_WAIT,      /* ticks */
    BML_C_VANISH,    /* */
    BML_C_DIRECTION, /* type << 8; term, direction: <changeDirection> */
    BML_C_SPEED,     /* type << 8; term, speed: <changeSpeed> */
    BML_C_ACCEL,     /* type of x << 8, type of y << 16, 0 for none; term, x, y */
    BML_C_SHOT,      /* a new shot begins */
    BML_C_AIM,       /* type << 8; direction of the shot */
    BML_C_PACE,      /* type << 8; speed of the shot */
    BML_C_FIRE       /* routine + 1 << 16: the bullet's actions; 0: none */
} bml_command;

typedef enum bml_type {
    BML_TYPE_NONE,
    BML_TYPE_AIM,
    BML_TYPE_ABSOLUTE,
    BML_TYPE_RELATIVE,
    BML_TYPE_SEQUENCE,
    BML_TYPES
} bml_type;

enum { BML_E_LAST = 0x80 };

typedef enum bml_term {
    BML_E_NUMBER, /* two words of a double follow, the low one first */
    BML_E_SMALL,  /* an integer, two's complement of 24 bits << 8 */
    BML_E_RANDOM,
    BML_E_RANK,
    BML_E_PARAM, /* 1 to BML_PARAMS << 8 */
    BML_E_NEGATE,
    BML_E_ADD,
    BML_E_SUBTRACT,
    BML_E_MULTIPLY,
    BML_E_DIVIDE,
    BML_E_REMAINDER
} bml_term;

/* Bits of bml_runner.has_last. */
enum { BML_HAS_DIRECTION = 1, BML_HAS_SPEED = 2 };

/* A double as two words. */
typedef union bml_bits {
    double number;
    uint64_t bits;
} bml_bits;

static inline uint32_t bml_low_byte(uint32_t word)
{
    return word & 0xFFu;
}

static inline uint32_t bml_second_byte(uint32_t word)
{
    return word >> 8 & 0xFFu;
}

static inline uint32_t bml_third_byte(uint32_t word)
{
    return word >> 16 & 0xFFu;
}

static inline uint32_t bml_high_half(uint32_t word)
{
    return word >> 16;
}

/* Parts of a directory word. */
static inline uint32_t bml_offset(uint32_t entry)
{
    return entry & 0xFFFFu;
}

static inline uint32_t bml_loops(uint32_t entry)
{
    return entry >> 16 & 0xFFu;
}

static inline uint32_t bml_entry(const uint32_t *words, uint32_t routine)
{
    return words[BML_HEADER_WORDS + routine];
}

/* Steps through a table: the number of expressions after a command, and the end of the expression
 * at `at`. */
uint32_t bml_operands(uint32_t command);
uint32_t bml_skip(const uint32_t *words, uint32_t at);

/* FNV-1a over the words' bytes, lowest first. */
static inline uint32_t bml_mix(uint32_t hash, uint32_t word)
{
    for (uint32_t shift = 0; shift < 32; shift += 8)
        hash = (hash ^ (word >> shift & 0xFFu)) * 16777619u;
    return hash;
}

static inline uint32_t bml_checksum(const uint32_t *words, uint32_t length)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = BML_FIRST_CHECKED; i < length; i++)
        hash = bml_mix(hash, words[i]);
    return hash;
}

/* Arithmetic of patterns: expressions, directions, remainders. The compiler uses the same functions
 * for constants, so that compiled and computed numbers are equal. */

/* The variables of expressions. */
typedef struct bml_scope {
    const bml_host *host;
    const double *params;
    uint32_t count;
} bml_scope;

/* The value of the expression at words[*at], limited to BML_LARGEST. Moves *at to the word after
 * it. */
double bml_evaluate(const uint32_t *words, uint32_t *at, const bml_scope *scope);

/* Two numbers joined by BML_E_ADD to BML_E_REMAINDER. May be infinite or NaN. */
double bml_join(bml_term how, double left, double right);

/* The remainder of a / b, rounded towards zero, with the sign of a, as in C. 0 if b is 0 or the
 * result has no meaning. */
double bml_remainder(double a, double b);

/* Converts NaN to 0, and limits numbers to the range from -BML_LARGEST to BML_LARGEST. */
double bml_sane(double number);

/* An integer number of ticks or repeats; 0 for numbers below 1. */
uint32_t bml_count(double number);

/* The same direction from 0 to 360. 360 and whole turns above it give 360, as in the reference
 * interpreter. */
double bml_turn_in(double direction);

/* The smaller turn from one direction to another: -180 to 180. */
double bml_turn_between(double from, double to);

#endif
