/* The part of stdlib.h that src/core/heap.c uses. There is no heap: see arena.c. */
#ifndef CORTEX_M_STDLIB_H
#define CORTEX_M_STDLIB_H

#include <stddef.h>

void *malloc(size_t bytes);
void free(void *memory);

#endif
