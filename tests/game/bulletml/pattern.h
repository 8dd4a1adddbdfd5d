/*
 * Runs patterns of bullets: the tables that bulletml_compile makes from BulletML files.
 *
 * Freestanding C11: no heap, no libm, no statics. All sums are + - * / of doubles and conversions,
 * so the same table, rank and random numbers give the same bits on every machine (build with
 * -ffp-contract=off; 32-bit x86 with -msse2 -mfpmath=sse).
 *
 * How a game uses it:
 * - bml_open() checks a table once and completely. What it accepts can be run without further
 *   checks.
 * - An enemy that plays a pattern has bml_tops(pattern) runners, started by bml_start_top(): the
 *   pattern's top actions run side by side, all on the enemy's one motion.
 * - A bullet is fired by a call of host.fire with a bml_shot. Most shots have shot.action == 0:
 *   such a bullet flies on as it is and needs no runner. Another needs one runner, started by
 *   bml_start().
 * - Each tick bml_run() is called once for each runner; then the game moves the bullet by its
 *   bml_motion.
 *
 * Units: degrees, 0 is up and they grow clockwise; speeds in pixels a tick, a tick is 1/60 second;
 * x grows to the right and y downwards. A bullet moves by (speed * sin(direction) + accel_x,
 * -speed * cos(direction) + accel_y) a tick.
 */
#ifndef GAME_PATTERN_H
#define GAME_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Limits. What a file asks beyond them, the compiler refuses with its line. */
enum
{
    BML_TOPS = 8,         /* top actions that run side by side */
    BML_PARAMS = 9,       /* parameters of one reference: $1 to $9 */
    BML_PARAM_STACK = 12, /* parameters of all references that a runner is in */
    BML_STACK = 15,       /* references and repeats that a runner is in */
    BML_OPERANDS = 16,    /* numbers that an expression holds back at once */
    BML_EXPRESSION = 100, /* words of an expression in a table */
    BML_STEPS = 10000,    /* commands of one runner in one tick */
    BML_WORDS = 65535,    /* words of a table */
    BML_HEADER_WORDS = 8  /* the least a table has */
};

/* The interpreter returns no larger number, no infinity and no NaN. */
#define BML_LARGEST 1e9

typedef enum bml_result
{
    BML_OK = 0,
    BML_TRUNCATED, /* shorter than it says, or than a header */
    BML_NO_TABLE,  /* does not begin like a table */
    BML_VERSION,   /* a table of another version */
    BML_TOO_LARGE, /* more words than BML_WORDS, or than there is room for */
    BML_CHECKSUM,  /* some word was changed */
    BML_DAMAGED,   /* the checksum is right, but it is not what a compiler writes */
    BML_WRONG_CALL /* an argument is NULL */
} bml_result;

/* A table that was checked. All private, but it may be copied; it refers to the words it was opened
 * on. */
typedef struct bml_pattern
{
    const uint32_t *words;
    uint32_t length;
    uint32_t checksum;
    uint16_t routines;
    uint8_t tops;
    bool horizontal;
} bml_pattern;

/* The motion of a bullet or an enemy: public, the game may change it except during bml_run(). */
typedef struct bml_motion
{
    double direction; /* degrees, not brought into 0 to 360 */
    double speed;
    double accel_x; /* added to what direction and speed give: the work of <accel> */
    double accel_y;
} bml_motion;

/* A bullet that is fired: read-only, valid during the call of host.fire. May be copied. */
typedef struct bml_shot
{
    double direction; /* 0 to 360, or what host.aim gave */
    double speed;
    uint32_t action; /* 0: it needs no runner. Otherwise for bml_start() */
    uint32_t param_count;
    double params[BML_PARAMS];
} bml_shot;

/* The functions that the interpreter calls: all public. They get `context`. */
typedef struct bml_host
{
    void *context;
    double rank; /* 0 (easy) to 1 (hard) */

    /* $rand: 0 to 1, 1 excluded. NULL: always 0.5. */
    double (*random)(void *context);

    /* The direction from the bullet that runs to the player. NULL: 180, straight down. */
    double (*aim)(void *context);

    /* Fires a bullet. Returns false if the firing actor no longer exists (its slot was taken): then
     * bml_run() returns BML_GONE without reading the runner and the motion again. NULL: nothing is
     * fired. */
    bool (*fire)(void *context, const bml_shot *shot);
} bml_host;

/* One change in progress: private. */
typedef struct bml_change
{
    double from;
    double to;
    uint32_t done;
    uint32_t term;
} bml_change;

/* The state of a running action: private. It contains no pointer: it may be copied, saved and
 * compared field by field. All zero is a runner that has ended. */
typedef struct bml_runner
{
    double last_direction; /* of the shot before, for sequences */
    double last_speed;
    bml_change changes[4]; /* direction, speed, accel_x, accel_y */
    double params[BML_PARAM_STACK];
    uint32_t stack[BML_STACK];
    uint32_t at; /* the next command, 0: no more */
    uint32_t wait;
    uint32_t table; /* the checksum of the pattern it was started with */
    uint8_t depth;
    uint8_t frame;
    uint8_t param_base;
    uint8_t param_count;
    uint8_t changing; /* which changes are in progress, a bit each */
    uint8_t has_last; /* 1: last_direction, 2: last_speed */
    uint8_t forgot;   /* 1: see bml_forgot() */
    uint8_t unused;
} bml_runner;

#ifndef __cplusplus
_Static_assert(sizeof(bml_runner) == 288, "a runner has 288 bytes on every machine");
#endif

/* What bml_run() returns: a set of these bits. */
enum
{
    BML_MOVED = 1, /* the motion was changed */
    /* Nothing more will happen: the bullet flies on, and the runner need not be run again. */
    BML_ENDED = 2,
    BML_VANISHED = 4, /* <vanish>: the game is to remove the bullet. Also BML_ENDED */
    /* More than BML_STEPS commands in this tick: the action was ended. Changes in progress go on.
     */
    BML_ENDLESS = 8,
    BML_GONE = 16 /* host.fire said so. Also BML_ENDED */
};

/*
 * Reads the file form of a table (little-endian words) into `words`, which has room for `capacity`,
 * checks it, and opens `pattern` on it. Errors: BML_TRUNCATED to BML_DAMAGED; then *pattern has no
 * tops and nothing can be started. Cost: linear.
 */
bml_result bml_load(bml_pattern *pattern, const unsigned char *bytes, uint32_t size,
                    uint32_t *words, uint32_t capacity);

/*
 * Opens `pattern` on a table in memory (an array that `bulletml_compile --c` wrote, or words that
 * bml_load() read), after having checked every word of it. The words must stay as they are for as
 * long as the pattern is used. Errors as with bml_load().
 */
bml_result bml_open(bml_pattern *pattern, const uint32_t *words, uint32_t length);

/* bml_open() without a pattern: is that a sound table? */
bml_result bml_check(const uint32_t *words, uint32_t length);

/* A result as text, such as "some word was changed". Never NULL. */
const char *bml_reason(bml_result result);

/* How many runners an enemy needs that plays this pattern: 1 to BML_TOPS; 0 if it was not opened.
 */
uint32_t bml_tops(const bml_pattern *pattern);

/* <bulletml type="horizontal">: written for a game that scrolls sideways. Directions and
 * accelerations are already turned. */
bool bml_horizontal(const bml_pattern *pattern);

/* Starts one of the pattern's top actions, 0 to bml_tops() - 1. It begins with the next bml_run().
 * A number that is too large starts nothing: the runner has ended. */
void bml_start_top(bml_runner *runner, const bml_pattern *pattern, uint32_t top);

/* Starts the action of a bullet that was fired from the same pattern. With shot->action == 0 (or
 * none of this pattern's) the runner has ended. */
void bml_start(bml_runner *runner, const bml_pattern *pattern, const bml_shot *shot);

/*
 * One tick of a runner: takes the changes in progress one step further, then runs commands until it
 * has to wait. Never endless: see BML_ENDLESS. Returns bits as above; BML_ENDED of a runner that
 * has ended, and of one that was started with another pattern.
 */
uint32_t bml_run(bml_runner *runner, const bml_pattern *pattern, bml_motion *motion,
                 const bml_host *host);

/*
 * References are remembered up to the limits of BML_STACK and BML_PARAM_STACK (a reference that is
 * the last thing its action does needs none, so patterns that go round by reference run for ever).
 * Where one action calls itself deeper than that, the rest of the actions in between is forgotten
 * as if there were none, and this is true from then on. The compiler warns.
 */
bool bml_forgot(const bml_runner *runner);

/* Whether a runner that came from a file may be run: it is at a command of the table, all commands
 * to which it returns are valid, and its numbers are finite. A runner of another pattern has ended,
 * so it may be run. O(words of the pattern). */
bool bml_fits(const bml_runner *runner, const bml_pattern *pattern);

/* Continues a hash with all data that a runner will still use: equal on all machines for equal
 * runs. */
uint32_t bml_hash(const bml_runner *runner, uint32_t hash);

#ifdef __cplusplus
}
#endif

#endif
