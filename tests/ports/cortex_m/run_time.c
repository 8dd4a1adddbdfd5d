/*
 * The functions of a C library that the situations and compilers call. Arithmetic that the machines
 * lack comes from libgcc.
 */
#include "../bare_string.h"

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
