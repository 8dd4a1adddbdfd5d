/*
 * Runs bullet patterns: the tables that bulletml_compile makes from BulletML files.
 *
 * Freestanding C11: no heap, no libm, no statics. The only arithmetic is + - * / of doubles and
 * conversions. So the same table, rank and random numbers give the same bits on every machine
 * (build with -ffp-contract=off; 32-bit x86 with -msse2 -mfpmath=sse).
 *
 * Use in a game:
 * - bml_open() opens a table of the compiler. Its checksum tells whether a word was changed;
 *   besides, the compiler is trusted, so that running needs no checks.
 * - An enemy that plays a pattern has bml_tops(pattern) runners, started by bml_start_top(). The
 * pattern's top actions run in parallel on the one motion of the enemy.
 * - A bullet is fired by a call of host.fire with a bml_shot. Most shots have shot.action == 0:
 *   such a bullet needs no runner and keeps its motion. Other bullets need one runner, started by
 * bml_start().
 * - In each tick the game calls bml_run() once per runner, then moves the bullet by its bml_motion.
 *
 * Units: directions in degrees, clockwise, 0 is up; speeds in pixels per tick; a tick is 1/60
 * second; x grows to the right and y downwards. Per tick a bullet moves by (speed * sin(direction)
 * + accel_x, -speed * cos(direction) + accel_y).
 */
#ifndef GAME_PATTERN_H
#define GAME_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits. The compiler refuses files that exceed them, with the line. */
enum {
    BML_TOPS = 8,         /* top actions that run in parallel */
    BML_PARAMS = 16,      /* parameters of one reference: $1 to $16 */
    BML_PARAM_STACK = 24, /* parameters of all references that a runner is in */
    BML_STACK = 15,       /* references and repeats that a runner is in */
    BML_OPERANDS = 16,    /* operands that an expression holds at once */
    BML_EXPRESSION = 100, /* words of an expression in a table */
    BML_STEPS = 10000,    /* commands of one runner in one tick */
    BML_WORDS = 65535,    /* words of a table */
    BML_HEADER_WORDS = 8  /* words of the shortest table */
};

/* The interpreter returns no larger numbers, no infinities and no NaNs. */
#define BML_LARGEST 1e9

/* An open table. All fields are private. It may be copied; it refers to the words on which it was
 * opened. */
typedef struct bml_pattern {
    const uint32_t *words;
    uint32_t length;
    uint32_t checksum;
    uint16_t routines;
    uint8_t tops;
} bml_pattern;

/* The motion of a bullet or an enemy: public, the game may change it except during bml_run(). */
typedef struct bml_motion {
    double direction; /* degrees, not reduced to 0 to 360 */
    double speed;
    double accel_x; /* added to the motion by direction and speed; set by <accel> */
    double accel_y;
} bml_motion;

/* A fired bullet: read-only, valid during the call of host.fire. May be copied. */
typedef struct bml_shot {
    double direction; /* 0 to 360, or the result of host.aim */
    double speed;
    uint32_t action; /* 0: it needs no runner; otherwise for bml_start() */
    uint32_t param_count;
    double params[BML_PARAMS];
} bml_shot;

/* The functions that the interpreter calls with `context`. All fields are public. */
typedef struct bml_host {
    void *context;
    double rank; /* 0 (easy) to 1 (hard) */

    /* $rand: from 0 to less than 1. NULL: always 0.5. */
    double (*random)(void *context);

    /* The direction from the running bullet to the player. NULL: 180, straight down. */
    double (*aim)(void *context);

    /* Fires a bullet. Returns false if the firing actor no longer exists (its slot was taken): then
     * bml_run() returns BML_GONE without reading the runner and the motion again. NULL: nothing is
     * fired. */
    bool (*fire)(void *context, const bml_shot *shot);
} bml_host;

/* One change in progress: private. */
typedef struct bml_change {
    double from;
    double to;
    uint32_t done;
    uint32_t term;
} bml_change;

/* The state of a running action: private. It contains no pointer: it may be copied, saved and
 * compared field by field. All zero is a runner that has ended. */
typedef struct bml_runner {
    double last_direction; /* of the previous shot, for sequences */
    double last_speed;
    bml_change changes[4]; /* direction, speed, accel_x, accel_y */
    double params[BML_PARAM_STACK];
    uint32_t stack[BML_STACK];
    uint32_t at; /* the next command; 0: none */
    uint32_t wait;
    uint32_t table; /* the checksum of its pattern */
    uint8_t depth;
    uint8_t frame;
    uint8_t param_base;
    uint8_t param_count;
    uint8_t changing; /* one bit per change in progress */
    uint8_t has_last; /* 1: last_direction, 2: last_speed */
    uint8_t forgot;   /* 1: commands were dropped, see bml_run() */
    uint8_t unused;
} bml_runner;

_Static_assert(sizeof(bml_runner) == 384, "a runner has 384 bytes on every machine");

/* The result of bml_run(): a set of these bits. */
enum {
    BML_MOVED = 1, /* the motion has changed */
    /* The runner has ended: the bullet keeps its motion, and further runs have no effect. */
    BML_ENDED = 2,
    BML_VANISHED = 4, /* <vanish>: the game must remove the bullet. Also BML_ENDED */
    /* More than BML_STEPS commands in this tick: the action was ended. Changes in progress
     * continue.
     */
    BML_ENDLESS = 8,
    BML_GONE = 16 /* host.fire returned false. Also BML_ENDED */
};

/* Opens `pattern` on a table: the words of bulletml_compile(). They must not change while the
 * pattern is in use. False: they are no table, or a word was changed; then *pattern has no top
 * actions and starts nothing. */
bool bml_open(bml_pattern *pattern, const uint32_t *words, uint32_t length);

/* The number of runners of an enemy that plays this pattern: 1 to BML_TOPS; 0 if it was not opened.
 */
uint32_t bml_tops(const bml_pattern *pattern);

/* Starts top action `top`, 0 to bml_tops() - 1. It runs from the next bml_run() on. If the number
 * is too large, the runner has ended at once. */
void bml_start_top(bml_runner *runner, const bml_pattern *pattern, uint32_t top);

/* Starts the action of a bullet that the same pattern has fired. If shot->action is 0 or is not of
 * this pattern, the runner has ended at once. */
void bml_start(bml_runner *runner, const bml_pattern *pattern, const bml_shot *shot);

/*
 * Runs one tick of a runner: advances the changes in progress by one step, then runs commands up to
 * the next wait. Always returns: see BML_ENDLESS. Returns bits as above, and BML_ENDED for a runner
 * that has ended or was started with another pattern.
 *
 * References are stored up to the limits BML_STACK and BML_PARAM_STACK. (A reference at the end of
 * its action is not stored, so that patterns may refer to themselves for ever.) If an action calls
 * itself deeper, the remaining commands of the actions between are dropped. The compiler warns
 * about it.
 */
uint32_t bml_run(bml_runner *runner, const bml_pattern *pattern, bml_motion *motion,
                 const bml_host *host);

/* True if a runner from a file may be run: it is at a command of the table, all commands to which
 * it returns are valid, and its numbers are finite. A runner of another pattern may be run, since
 * it counts as ended. O(words of the pattern). */
bool bml_fits(const bml_runner *runner, const bml_pattern *pattern);

#endif
