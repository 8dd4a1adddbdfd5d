/* For wasm without a C library: the functions that the compiler itself calls. Compiled with
 * -fno-builtin, so that the compiler does not turn the loops into calls of these functions. */
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int byte, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = (unsigned char *)to;
    const unsigned char *in = (const unsigned char *)from;
    for (size_t i = 0; i < size; ++i)
        out[i] = in[i];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = (unsigned char *)to;
    for (size_t i = 0; i < size; ++i)
        out[i] = (unsigned char)byte;
    return to;
}
