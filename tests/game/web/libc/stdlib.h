/**
 * @file stdlib.h
 * See string.h. Memory comes from an arena. Only web_free_all() frees it, all at once.
 */
#ifndef WEB_STDLIB_H
#define WEB_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *));

/** Frees all that is allocated. */
void web_free_all(void);

#endif
