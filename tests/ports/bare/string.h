/* The part of string.h that the library and the situations need; wasm/libc.c implements it. */
#ifndef TROUPE_TESTS_BARE_STRING_H
#define TROUPE_TESTS_BARE_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
int strcmp(const char *a, const char *b);
size_t strlen(const char *text);
int strncmp(const char *a, const char *b, size_t most);
char *strchr(const char *text, int letter);
size_t strcspn(const char *text, const char *letters);

#endif
