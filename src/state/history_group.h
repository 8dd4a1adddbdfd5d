/*
 * Deltas of histories: the differences between two arrays of elements, as bytes.
 */
#ifndef TROUPE_SRC_STATE_HISTORY_GROUP_H
#define TROUPE_SRC_STATE_HISTORY_GROUP_H

#include "../base/compiler.h"

#include <stdbool.h>

typedef struct trp__coder {
    unsigned char *coded; /* only read when decoding */
    size_t at;
    size_t room;  /* when coding */
    bool is_full; /* something did not fit */
} trp__coder;

/* Consecutive elements; `from` may be NULL, which means zeros. */
void trp__code_elements(trp__coder *coder, const unsigned char *from, const unsigned char *image,
                        size_t count, size_t stride);
/* Computes `image`. */
void trp__decode_elements(trp__coder *coder, const unsigned char *from, unsigned char *image,
                          size_t count, size_t stride);

#endif
