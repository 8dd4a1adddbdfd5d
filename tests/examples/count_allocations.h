/**
 * @file count_allocations.h
 * Counts the calls of malloc, calloc, realloc and mmap. The program must be linked with
 *
 *     -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=mmap
 *
 * Only calls in the linked objects are counted, not calls inside the C library.
 */
#ifndef EXAMPLES_COUNT_ALLOCATIONS_H
#define EXAMPLES_COUNT_ALLOCATIONS_H

#include <stddef.h>

/** The number of calls of these four functions since the program started. */
size_t count_allocations(void);

#endif
