/**
 * @file string.h
 * The part of the C library that the compiler of BulletML and the benchmark's subjects use, for
 * wasm (libc.c).
 */
#ifndef WEB_STRING_H
#define WEB_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
char *strcpy(char *restrict to, const char *restrict from);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strchr(const char *text, int letter);
char *strrchr(const char *text, int letter);

#endif
