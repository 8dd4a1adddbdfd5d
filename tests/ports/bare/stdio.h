/* The part of a C library that src/core/print.c needs where it prints: no machine here with only
 * these headers does. */
#ifndef TROUPE_TESTS_BARE_STDIO_H
#define TROUPE_TESTS_BARE_STDIO_H

typedef struct FILE FILE;
extern FILE *stdout;
extern FILE *stderr;

int fflush(FILE *file);
int fprintf(FILE *file, const char *format, ...);

#endif
