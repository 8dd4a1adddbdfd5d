/**
 * @file inputs.h
 * One player's inputs by tick: those that are known, and a guess of those that are not yet.
 * Remembers with what each tick was played, so that a guess that was wrong is found. Freestanding.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

/** Ticks that are kept. */
#define INPUTS_WINDOW 128
/** How far known inputs may be ahead of the game. */
#define INPUTS_AHEAD 96
#define INPUTS_NONE UINT32_MAX

/** Zero it before it is first used. All fields private. */
typedef struct inputs_queue
{
    uint32_t known;  /* of all ticks below this the input is known */
    uint32_t played; /* all ticks below this have been played */
    uint32_t
        wrong; /* one more than the first tick that was played with another input; 0: none was */
    uint16_t given[INPUTS_WINDOW];
    uint16_t used[INPUTS_WINDOW];
} inputs_queue;

typedef enum inputs_result
{
    INPUTS_ADDED,
    INPUTS_KNOWN,       /**< it was known */
    INPUTS_CONTRADICTS, /**< another was known, and stays */
    INPUTS_GAP,         /**< one before it is not known yet: nothing is done */
    INPUTS_TOO_EARLY    /**< it is too far ahead of the game: nothing is done */
} inputs_result;

/** The input of a tick; they come in order. O(1). */
inputs_result inputs_add(inputs_queue *q, uint32_t tick, uint32_t input);
/** Of all ticks below this the input is known. */
uint32_t inputs_known(const inputs_queue *q);
/** The input of a tick, which is known or predicted: held directions stay held, but keys that count
 * when they are pressed (bomb, pause, start) are not pressed. */
uint32_t inputs_get(const inputs_queue *q, uint32_t tick);
/** The same for a tick that is now played, or played again. Ticks are played in order. */
uint32_t inputs_play(inputs_queue *q, uint32_t tick);
/** The first tick that was played with an input that has turned out to be wrong; INPUTS_NONE: all
 * were right. */
uint32_t inputs_wrong(const inputs_queue *q);
/** The game has gone back to that tick: later ones are played again. */
void inputs_go_back(inputs_queue *q, uint32_t tick);

#endif
