/* All that src/core/heap.c needs of a C library; wasm/libc.c has it. */
#ifndef TROUPE_TESTS_BARE_STDLIB_H
#define TROUPE_TESTS_BARE_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void free(void *memory);

#endif
