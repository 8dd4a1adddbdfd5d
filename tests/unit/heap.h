/**
 * @file heap.h An allocator for worlds. It overwrites memory that is returned to it, and reuses it
 * for requests of the same size: so reads of returned memory find nonsense.
 */
#ifndef TROUPE_TESTS_HEAP_H
#define TROUPE_TESTS_HEAP_H

#include "troupe/troupe.h"

#include <stddef.h>

/** Bytes that are allocated. */
extern size_t heap_out;
/** Bytes that it will give. */
extern size_t heap_left;

void *heap_take(size_t size, void *arg);
void heap_give(void *memory, size_t size, void *arg);
/** Resets everything, before a situation. */
void heap_reset(void);
/** A new world with this allocator, and with stage_on_misuse; all records are reset. */
trp_world *heap_world(trp_world_desc desc);

#endif
