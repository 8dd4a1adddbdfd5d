/**
 * @file share.h
 * Recordings as text for links: base64 with the URL-safe alphabet, without padding.
 */
#ifndef SHARE_H
#define SHARE_H

#include <stdbool.h>
#include <stddef.h>

/** Letters for so many bytes, without the terminating zero. Constant. */
#define SHARE_LETTERS(bytes) (((size_t)(bytes)*4 + 2) / 3)

/** Writes the letters and a terminating zero. `text` has SHARE_LETTERS(size) + 1 bytes. Returns the
 * number of letters. */
size_t share_encode(char *text, const unsigned char *bytes, size_t size);
/** Decodes letters up to the first other character. `*size` is the number of bytes, at most `room`.
 * False: there were more bytes, or the number of letters is invalid; the bytes are then undefined.
 * */
bool share_decode(unsigned char *bytes, size_t room, const char *text, size_t *size);

#endif
