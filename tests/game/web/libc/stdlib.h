/**
 * @file stdlib.h
 * See string.h. Memory comes from an arena; only all of it can be given back, by web_free_all().
 */
#ifndef WEB_STDLIB_H
#define WEB_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
void qsort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *));

/** All that was allocated is free again. */
void web_free_all(void);

#endif
