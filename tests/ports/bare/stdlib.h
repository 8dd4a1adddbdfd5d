/* The part of a C library that src/core/heap.c needs; wasm/libc.c implements it. */
#ifndef TROUPE_TESTS_BARE_STDLIB_H
#define TROUPE_TESTS_BARE_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void free(void *memory);

#endif
