/*
 * Memory of the run's world: a static block that is divided into adjacent pieces, each with its
 * size before it. The first free piece that is large enough is taken; free neighbours are merged.
 */
#include "hash_scene.h"

#define ARENA_BYTES (24576 * sizeof(void *))
#define STEP 16u

/* Before each piece, in a header of STEP bytes. */
typedef struct piece {
    uint32_t bytes; /* including this header */
    uint32_t taken;
} piece;

static _Alignas(STEP) unsigned char arena[ARENA_BYTES];

static piece *piece_at(size_t at)
{
    return (piece *)(void *)(arena + at);
}

void hash_arena_clear(void)
{
    piece_at(0)->bytes = (uint32_t)ARENA_BYTES;
    piece_at(0)->taken = 0;
}

/* Merges a piece with the free pieces after it. */
static void join(size_t at)
{
    piece *it = piece_at(at);
    while (at + it->bytes < ARENA_BYTES && !piece_at(at + it->bytes)->taken)
        it->bytes += piece_at(at + it->bytes)->bytes;
}

static void cut(size_t at, uint32_t bytes)
{
    piece *it = piece_at(at);
    if (it->bytes > bytes + STEP) {
        piece_at(at + bytes)->bytes = it->bytes - bytes;
        piece_at(at + bytes)->taken = 0;
        it->bytes = bytes;
    }
    it->taken = 1;
}

void *hash_arena_take(size_t size, void *arg)
{
    const uint32_t bytes = (uint32_t)((size + STEP - 1) / STEP + 1) * STEP;
    (void)arg;
    for (size_t at = 0; at < ARENA_BYTES; at += piece_at(at)->bytes) {
        if (piece_at(at)->taken)
            continue;
        join(at);
        if (piece_at(at)->bytes >= bytes) {
            cut(at, bytes);
            return arena + at + STEP;
        }
    }
    hash_wrong("the arena is too small: results would depend on the size of structs");
    return NULL;
}

void hash_arena_give(void *memory, size_t size, void *arg)
{
    (void)arg;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)memory)[i] = 0xDD;
    ((piece *)(void *)((unsigned char *)memory - STEP))->taken = 0;
}
