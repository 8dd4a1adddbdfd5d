/**
 * @file rivals.h The same storm three times, as the benchmark has it (tests/bench): with troupe, in
 * a doubly linked list as textbooks have it, and in a dense array. Each moves the same actors, ends
 * the same lives and begins as many. All of it lies in one static arena; it is no part of the game.
 */
#ifndef RIVALS_H
#define RIVALS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum rival
{
    RIVAL_TROUPE,
    RIVAL_LIST,
    RIVAL_ARRAY,
    RIVALS
} rival;

/** Begins again, with `count` actors each, up to 100,000. `churn` per mille of them die per frame,
 * up to 100; 0: none. False: a value is out of range. */
bool rivals_begin(uint32_t count, uint32_t churn);
/** One frame of one of them, to measure its time. */
void rivals_frame(rival which);
/** Whether all three have the same result: equal numbers of frames and deaths, and actors with
 * equal values. */
bool rivals_agree(void);

#endif
