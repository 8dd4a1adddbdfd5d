/*
 * Worlds on the heap: the only file that needs malloc. Compiled with TRP_NO_MALLOC it needs none,
 * and a desc must contain an allocator.
 */
#if defined(TRP_VALGRIND) && TRP_VALGRIND
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#endif
#include "core.h"

#ifndef TRP_NO_MALLOC
#if defined(TRP_VALGRIND) && TRP_VALGRIND

/* Pages instead of malloc: for an address in a block of malloc, memcheck reports where the block
 * was allocated, not where the life in that part of it began and ended. */
#include <sys/mman.h>
#include <valgrind/memcheck.h>

static void *heap_allocate(size_t size, void *user)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    (void)user;
    if (memory == MAP_FAILED)
        return NULL;
    (void)VALGRIND_MAKE_MEM_NOACCESS((unsigned char *)memory + size, (0 - size) % 4096);
    return memory;
}

static void heap_release(void *memory, size_t size, void *user)
{
    (void)user;
    munmap(memory, size);
}

#else

#include <stdlib.h>

static void *heap_allocate(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void heap_release(void *memory, size_t size, void *user)
{
    (void)size;
    (void)user;
    free(memory);
}

#endif

#endif

trp_world *trp__world_create(const trp_world_desc *desc)
{
    const char *call = TRP__TEXT("trp_world_create");
    const trp_world_desc defaults = {0};
    trp_allocator allocator;
    trp_world *world;
    void *memory;
    size_t bytes;
    char text[TRP__BYTES_TEXT];

    if (desc == NULL)
        desc = &defaults;
    if ((desc->allocator.allocate == NULL) != (desc->allocator.release == NULL))
        return trp__world_refuse(
            desc, call, TRP_ERR_NULL,
            TRP__TEXT("the allocator has one of its two functions: give both, or neither"));
    allocator = desc->allocator;
    if (allocator.allocate == NULL)
#ifdef TRP_NO_MALLOC
        return trp__world_refuse(
            desc, call, TRP_ERR_NULL,
            TRP__TEXT("the library is compiled without malloc: give desc.allocator, or use "
                      "trp_world_init with a block"));
#else
    {
        allocator.allocate = heap_allocate;
        allocator.release = heap_release;
        allocator.user = NULL;
    }
#endif
    /* trp__world_make() refuses bad numbers; here they must only not overflow */
    bytes = desc->layers > TRP_MAX_LAYERS || desc->max_pools > TRP_MAX_POOLS
                ? TRP_ALIGNMENT
                : trp__world_bytes(desc);
    memory = allocator.allocate(bytes, allocator.user);
    if (memory == NULL)
        return trp__world_refuse(desc, call, TRP_ERR_MEMORY,
                                 trp__bytes_text(text, bytes, SIZE_MAX));
    world = trp__world_make(memory, bytes, desc, call);
    if (world == NULL) {
        allocator.release(memory, bytes, allocator.user);
        return NULL;
    }
    world->allocator = allocator;
    return world;
}
