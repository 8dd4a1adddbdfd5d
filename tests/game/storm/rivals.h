/**
 * @file rivals.h The same storm three times, as the benchmark has it (tests/bench): with troupe, in
 * a doubly linked list as textbooks have it, and in a dense array. Each moves, ends and creates the
 * same actors. All memory is in one static arena. The rivals are not part of the game.
 */
#ifndef RIVALS_H
#define RIVALS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum rival { RIVAL_TROUPE, RIVAL_LIST, RIVAL_ARRAY, RIVALS } rival;

/** Starts all three again with `count` actors per rival, up to 100,000. `churn` per mille of them
 * die per frame, up to 100; 0: none. False: a value is out of range. */
bool rivals_begin(uint32_t count, uint32_t churn);
/** Runs a frame of each until they are warm: lists are fast only while they are young. True: they
 * are, and can be measured. */
bool rivals_warm_up(void);
/** Runs one frame of one rival, to measure its time. */
void rivals_frame(rival which);
/** True if all three have the same result: equal numbers of frames and deaths, and equal values of
 * all actors. */
bool rivals_agree(void);

#endif
