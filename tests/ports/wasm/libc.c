/* The C library of the bare machine, as declared in bare/. Compiled freestanding, so that the
 * compiler keeps the loops. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../bare_string.h"

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
