/* What src/core/heap.c takes from stdlib.h. There is no heap: see arena.c. */
#ifndef CORTEX_M_STDLIB_H
#define CORTEX_M_STDLIB_H

#include <stddef.h>

void *malloc(size_t bytes);
void free(void *memory);

#endif
