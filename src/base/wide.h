/*
 * Two words of 64 bits at a time.
 */
#ifndef TROUPE_SRC_WIDE_H
#define TROUPE_SRC_WIDE_H

#include "compiler.h"

#if defined(__GNUC__) && (defined(__SSE2__) || defined(__aarch64__))
typedef uint64_t trp__wide __attribute__((vector_size(16)));

/* Adds the bits in which these 16 bytes differ. */
TRP__INLINE void trp__wide_differ(trp__wide *bits, const void *a, const void *b)
{
    trp__wide x;
    trp__wide y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    *bits |= x ^ y;
}
#else
typedef uint64_t trp__wide[2];

TRP__INLINE void trp__wide_differ(trp__wide *bits, const void *a, const void *b)
{
    trp__wide x;
    trp__wide y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    (*bits)[0] |= x[0] ^ y[0];
    (*bits)[1] |= x[1] ^ y[1];
}
#endif

/* Which of the two words are not 0, one bit each. */
TRP__INLINE unsigned trp__wide_which(const trp__wide *bits)
{
    return (unsigned)((*bits)[0] != 0) | (unsigned)((*bits)[1] != 0) << 1;
}

#endif
