/*
 * There is no heap. If a situation needs a world from malloc, this static arena replaces it. It is
 * linked only if it is used.
 */
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef ARENA_BYTES
#define ARENA_BYTES (16u * 1024u)
#endif

/* Blocks are adjacent, each after its header. */
typedef struct head {
    uint32_t bytes; /* after the header; the lowest bit: taken */
    uint32_t room;  /* so that blocks are aligned */
} head;

static _Alignas(8) unsigned char arena[ARENA_BYTES];

static head *head_at(uint32_t at)
{
    return (head *)(void *)(arena + at);
}

static void join_free(head *first, uint32_t behind)
{
    while (behind < ARENA_BYTES && (head_at(behind)->bytes & 1) == 0) {
        first->bytes += head_at(behind)->bytes + (uint32_t)sizeof(head);
        behind += head_at(behind)->bytes + (uint32_t)sizeof(head);
    }
}

void *malloc(size_t size)
{
    const uint32_t bytes = ((uint32_t)size + 7) & ~7u;
    uint32_t at = 0;

    if (size > ARENA_BYTES)
        return NULL;
    if (head_at(0)->bytes == 0)
        head_at(0)->bytes = ARENA_BYTES - (uint32_t)sizeof(head);
    while (at < ARENA_BYTES) {
        head *here = head_at(at);
        const uint32_t behind = at + (uint32_t)sizeof(head) + (here->bytes & ~1u);
        if ((here->bytes & 1) == 0)
            join_free(here, behind);
        if ((here->bytes & 1) == 0 && here->bytes >= bytes) {
            if (here->bytes >= bytes + sizeof(head) + 8) {
                head_at(at + (uint32_t)sizeof(head) + bytes)->bytes =
                    here->bytes - bytes - (uint32_t)sizeof(head);
                here->bytes = bytes;
            }
            here->bytes |= 1;
            return here + 1;
        }
        at += (uint32_t)sizeof(head) + (here->bytes & ~1u);
    }
    return NULL;
}

void free(void *memory)
{
    if (memory != NULL)
        ((head *)memory - 1)->bytes &= ~1u;
}
