/**
 * @file share.h
 * Recordings as text that fits into a link: base64 with the letters that links may have, no padding.
 */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>
#include <stddef.h>

/** Letters that so many bytes need, without a terminating zero. Constant. */
#define SHARE_LETTERS(bytes) (((size_t)(bytes)*4 + 2) / 3)

/** Writes the letters and a terminating zero; `text` has room for SHARE_LETTERS(size) + 1. Returns how many
 * letters. */
size_t share_encode(char *text, const unsigned char *bytes, size_t size);
/** Reads letters up to the first that is none. Returns how many bytes it wrote, at most `room`; false and
 * nothing of use if there were more, or if a letter too few or too many is there. */
bool share_decode(unsigned char *bytes, size_t room, const char *text, size_t *size);

#endif
