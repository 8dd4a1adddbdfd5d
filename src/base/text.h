/*
 * Text that is written piece by piece, and cut at the end of the buffer.
 */
#ifndef TROUPE_SRC_TEXT_H
#define TROUPE_SRC_TEXT_H

#include "compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct trp__text {
    char *at;
    size_t size; /* size of the buffer, at least 1 */
    size_t length;
    bool is_cut;
} trp__text;

trp__text trp__text_in(char *buffer, size_t size);
void trp__put(trp__text *text, const char *piece);
/* %s is a text, %u a uint32_t, %lu a uint64_t, %zu a size_t, with commas between thousands; there is
 * nothing else. */
TRP__SAYS(2, 3) void trp__say(trp__text *text, const char *format, ...);
void trp__put_number(trp__text *text, uint64_t number);
bool trp__same_text(const char *a, const char *b);
bool trp__same_bytes(const void *a, const void *b, size_t size);
/* The part of a path after the last slash. */
const char *trp__file_name(const char *file);
/* Whether two names of types are alike, but for "struct " and namespaces. An unknown one, NULL, is
 * like any other. */
bool trp__is_same_type_name(const char *a, const char *b);

#endif
