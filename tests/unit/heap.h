/**
 * @file heap.h
 * An allocator for worlds that spoils what it gets back, and gives it again to who asks for that
 * size: who still looks at memory that was given back finds nonsense.
 */
#ifndef TROUPE_TESTS_HEAP_H
#define TROUPE_TESTS_HEAP_H

#include <stddef.h>

/** Bytes that are out. */
extern size_t heap_out;

void *heap_take(size_t size, void *context);
void heap_give(void *memory, size_t size, void *context);
/** Everything is forgotten: before a situation. */
void heap_reset(void);

#endif
