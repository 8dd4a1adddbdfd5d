/*
 * The functions of a C library that the situations and compilers call. Arithmetic that the machines
 * lack comes from libgcc.
 */
#include <stddef.h>

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
    return (char *)text;
}

size_t strcspn(const char *text, const char *letters)
{
    size_t length = 0;

    while (strchr(letters, text[length]) == NULL)
        length++;
    return length;
}

#define SAME(name, of) extern __typeof__(of) name __attribute__((alias(#of)))

SAME(__aeabi_memcpy, memcpy);
SAME(__aeabi_memcpy4, memcpy);
SAME(__aeabi_memcpy8, memcpy);
SAME(__aeabi_memmove, memmove);
SAME(__aeabi_memmove4, memmove);
SAME(__aeabi_memmove8, memmove);

void __aeabi_memset(void *to, size_t bytes, int value)
{
    memset(to, value, bytes);
}

void __aeabi_memclr(void *to, size_t bytes)
{
    memset(to, 0, bytes);
}

SAME(__aeabi_memset4, __aeabi_memset);
SAME(__aeabi_memset8, __aeabi_memset);
SAME(__aeabi_memclr4, __aeabi_memclr);
SAME(__aeabi_memclr8, __aeabi_memclr);
