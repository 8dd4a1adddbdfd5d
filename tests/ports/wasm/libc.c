/* The C library of the bare machine: four functions. Compiled freestanding, so that a loop stays a loop. */
#include <stdint.h>
#include <stdlib.h>

#define STEP 16u
#define HEAP_BYTES (96u << 20)

/* In front of each piece of the heap, in a stretch of STEP bytes. */
typedef struct piece
{
    struct piece *next; /* of those that were given back */
    size_t bytes;       /* behind the stretch */
} piece;

static _Alignas(STEP) unsigned char heap[HEAP_BYTES];
static size_t heap_used;
static piece *spares;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

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

/* The first piece given back that is large enough, or a new one. */
void *malloc(size_t size)
{
    piece *it;
    if (size > HEAP_BYTES)
        return NULL;
    size = (size + STEP - 1) / STEP * STEP;
    for (piece **at = &spares; *at != NULL; at = &(*at)->next)
        if ((*at)->bytes >= size)
        {
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
