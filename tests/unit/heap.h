/**
 * @file heap.h An allocator for worlds. It overwrites memory before it gives it and when it is
 * returned, and reuses it for requests of the same size: so reads of it find nonsense. A situation
 * fails if bytes behind what was given are written to.
 */
#ifndef TROUPE_TESTS_HEAP_H
#define TROUPE_TESTS_HEAP_H

#include "troupe/troupe.h"

#include <stddef.h>

/** Bytes that are allocated, rounded up to 16 for each block, and as they were asked for. */
extern size_t heap_out, heap_asked;
/** Bytes that it will give. */
extern size_t heap_left;
/** How often it was asked for memory, and how often it had none since heap_mend(). */
extern unsigned heap_calls, heap_failures;

void *heap_take(size_t size, void *arg);
void heap_give(void *memory, size_t size, void *arg);
/** From the call of this number on it has no memory, only then or until heap_mend(). */
void heap_fail(unsigned number, bool lasts);
void heap_mend(void);
/** Resets everything, before a situation. */
void heap_reset(void);
/** A new world with this allocator, and with stage_on_misuse; all records are reset. It ends with the
 * situation, if it has not ended before, and gives all memory back. */
trp_world *heap_world(trp_world_desc desc);

#endif
