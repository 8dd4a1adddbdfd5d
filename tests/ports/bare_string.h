/*
 * string.h without a C library, for machines that have none: the calls that the situations and
 * compilers need. Included by one source of each.
 */
#ifndef TROUPE_PORTS_BARE_STRING_H
#define TROUPE_PORTS_BARE_STRING_H

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    unsigned char *out = to;
    const unsigned char *in = from;

    while (bytes-- > 0)
        *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    unsigned char *out = to;

    while (bytes-- > 0)
        *out++ = (unsigned char)value;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *out = to;
    const unsigned char *in = from;

    if (out < in)
        return memcpy(to, from, bytes);
    while (bytes-- > 0)
        out[bytes] = in[bytes];
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *one = a;
    const unsigned char *other = b;

    for (; bytes > 0 && *one == *other; bytes--)
        one++, other++;
    return bytes > 0 ? *one - *other : 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    for (; *a != '\0' && *a == *b; a++)
        b++;
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t most)
{
    while (most > 0 && *a != '\0' && *a == *b)
        a++, b++, most--;
    return most == 0 ? 0 : (unsigned char)*a - (unsigned char)*b;
}

char *strchr(const char *text, int letter)
{
    while (*text != (char)letter)
        if (*text++ == '\0')
            return NULL;
    return (char *)(uintptr_t)text; /* as C has it, without const */
}

size_t strcspn(const char *text, const char *letters)
{
    size_t length = 0;

    while (strchr(letters, text[length]) == NULL)
        length++;
    return length;
}

#endif
