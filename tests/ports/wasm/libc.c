/* The C library of the bare machine, as declared in bare/. Compiled freestanding, so that the
 * compiler keeps the loops. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STEP 16u
#define HEAP_BYTES (96u << 20)

/* Before each piece of the heap, in a header of STEP bytes. */
typedef struct piece {
    struct piece *next; /* of free pieces */
    size_t bytes;       /* without the header */
} piece;

static _Alignas(STEP) unsigned char heap[HEAP_BYTES];
static size_t heap_used;
static piece *spares;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    unsigned char *out = (unsigned char *)to;
    const unsigned char *in = (const unsigned char *)from;
    while (bytes-- > 0)
        *out++ = *in++;
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    unsigned char *out = (unsigned char *)to;
    while (bytes-- > 0)
        *out++ = (unsigned char)value;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *out = (unsigned char *)to;
    const unsigned char *in = (const unsigned char *)from;
    if (out < in)
        return memcpy(to, from, bytes);
    while (bytes-- > 0)
        out[bytes] = in[bytes];
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *left = (const unsigned char *)a;
    const unsigned char *right = (const unsigned char *)b;
    for (; bytes > 0; bytes--, left++, right++)
        if (*left != *right)
            return *left < *right ? -1 : 1;
    return 0;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    return length;
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

/* The first free piece that is large enough, or a new one. */
void *malloc(size_t size)
{
    piece *it;
    if (size > HEAP_BYTES)
        return NULL;
    size = (size + STEP - 1) / STEP * STEP;
    for (piece **at = &spares; *at != NULL; at = &(*at)->next)
        if ((*at)->bytes >= size) {
            it = *at;
            *at = it->next;
            return (unsigned char *)it + STEP;
        }
    if (size + STEP > HEAP_BYTES - heap_used)
        return NULL;
    it = (piece *)(void *)(heap + heap_used);
    it->bytes = size;
    heap_used += size + STEP;
    return (unsigned char *)it + STEP;
}

void free(void *memory)
{
    piece *it = (piece *)(void *)((unsigned char *)memory - STEP);
    if (memory == NULL)
        return;
    it->next = spares;
    spares = it;
}
