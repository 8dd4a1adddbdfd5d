#include "heap.h"
#include "stage.h"

#include <string.h>

#ifndef HEAP_BYTES
#define HEAP_BYTES (STAGE_HEAP_BYTES < 16u * 1024u * 1024u ? 96u * 1024u : 1024u * 1024u)
#endif
#define BLOCKS 256

/* Bytes behind each piece that stay as they are, and those that it begins with. */
#define GUARD 16
#define GUARDED 0xA5
#define SOILED 0xEE

static _Alignas(16) unsigned char heap[HEAP_BYTES];
static size_t heap_used;
size_t heap_out, heap_asked, heap_left = SIZE_MAX;
unsigned heap_calls, heap_failures;
static unsigned fails_at;
static bool lasts, is_short;
static struct {
    unsigned char *at;
    size_t bytes;
} spare[BLOCKS];

static void *guarded(unsigned char *at, size_t size, size_t bytes)
{
    memset(at, SOILED, size);
    memset(at + size, GUARDED, bytes + GUARD - size);
    return at;
}

void *heap_take(size_t size, void *arg)
{
    size_t bytes = (size + 15) & ~(size_t)15;
    (void)arg;
    is_short = ++heap_calls == fails_at || is_short;
    if (is_short) {
        is_short = lasts;
        heap_failures++;
        return NULL;
    }
    if (bytes > heap_left)
        return NULL;
    heap_left -= bytes;
    heap_out += bytes;
    heap_asked += size;
    for (unsigned i = 0; i < BLOCKS; i++)
        if (spare[i].at && spare[i].bytes == bytes) {
            unsigned char *at = spare[i].at;
            spare[i].at = NULL;
            return guarded(at, size, bytes);
        }
    CHECK(bytes + GUARD <= HEAP_BYTES - heap_used);
    heap_used += bytes + GUARD;
    return guarded(heap + heap_used - bytes - GUARD, size, bytes);
}

void heap_give(void *memory, size_t size, void *arg)
{
    size_t bytes = (size + 15) & ~(size_t)15;
    unsigned i = 0;
    (void)arg;
    heap_out -= bytes;
    heap_asked -= size;
    for (size_t k = size; k < bytes + GUARD; k++)
        CHECK_EQ(((unsigned char *)memory)[k], GUARDED);
    memset(memory, 0xDD, size);
    while (i < BLOCKS && spare[i].at)
        i++;
    CHECK(i < BLOCKS);
    spare[i].at = (unsigned char *)memory;
    spare[i].bytes = bytes;
}

void heap_fail(unsigned number, bool until_mended)
{
    fails_at = number;
    lasts = until_mended;
}

void heap_mend(void)
{
    is_short = false;
    heap_failures = 0;
}

void heap_reset(void)
{
    heap_calls = 0;
    heap_fail(0, false);
    heap_mend();
    stage_open(heap, sizeof heap);
    heap_used = 0;
    heap_out = heap_asked = 0;
    heap_left = SIZE_MAX;
    for (unsigned i = 0; i < BLOCKS; i++)
        spare[i].at = NULL;
}

static trp_world *world;

static void end(void)
{
    if (heap_out != 0)
        CHECK_OK(trp_world_destroy(world));
    CHECK_EQ(heap_out, 0);
}

trp_world *heap_world(trp_world_desc desc)
{
    stage_end();
    stage_world();
    heap_reset();
    desc.allocator = (trp_allocator){heap_take, heap_give, NULL};
    desc.on_misuse = stage_on_misuse;
    world = MADE(trp_world_create(&desc));
    stage_ends_with(end);
    return world;
}
