/**
 * @file history_pair.h
 *
 * A history with deltas and one of whole states of the same world: each state must be the same, to
 * the byte.
 */
#ifndef TROUPE_TESTS_HISTORY_PAIR_H
#define TROUPE_TESTS_HISTORY_PAIR_H

#include "stage.h"

enum { HISTORY_PAIR_BYTES = STAGE_HEAP_BYTES < 16u * 1024u * 1024u ? 1 << 18 : 1 << 21 };

typedef struct history_pair {
    trp_world *world;
    trp_history past; /**< with deltas; HISTORY_PAIR_BYTES of memory */
    trp_history whole;
} history_pair;

extern history_pair pair;

/** Opens the history with deltas. */
trp_result history_pair_open(trp_history_kind kind, size_t bytes, size_t room, uint32_t every);
void history_pair_open_whole(void);
/** Saves the present state in both. */
void history_pair_save(void);
/** The state of a tick is the same in both. */
void history_pair_check(uint64_t tick);
void history_pair_close(void);

#endif
