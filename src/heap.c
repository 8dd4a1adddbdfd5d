/*
 * Worlds on the heap: the only file that needs malloc.
 */
#include "internal.h"

#include <stdlib.h>

static void *allocate(size_t size, void *context)
{
    (void)context;
    return malloc(size);
}

static void release(void *memory, size_t size, void *context)
{
    (void)size;
    (void)context;
    free(memory);
}

/* Bad numbers are left to trp__world_make to refuse; here they must only not overflow. */
static size_t bytes_for(const trp_world_desc *desc)
{
    if (desc->layers > TRP_MAX_LAYERS || desc->max_pools > TRP_MAX_POOLS)
        return TRP_ALIGNMENT;
    return trp__world_bytes(desc);
}

static trp_world *fail(const trp_world_desc *desc, trp_result result, const char *detail)
{
    trp__misuse_early(desc->on_misuse, TRP__TEXT("trp_world_create"), result, detail);
    if (desc->result != NULL)
        *desc->result = result;
    return NULL;
}

trp_world *trp_world_create(const trp_world_desc *desc)
{
    const trp_world_desc defaults = {0};
    trp_allocator allocator = {allocate, release, NULL};
    trp_world *world;
    void *memory;
    size_t bytes;
    char text[TRP__BYTES_TEXT];

    if (desc == NULL)
        desc = &defaults;
    if ((desc->allocator.allocate == NULL) != (desc->allocator.release == NULL))
        return fail(desc, TRP_ERR_NULL, TRP__TEXT("allocator (both functions, or neither)"));
    if (desc->allocator.allocate != NULL)
        allocator = desc->allocator;
    bytes = bytes_for(desc);
    memory = allocator.allocate(bytes, allocator.context);
    if (memory == NULL)
        return fail(desc, TRP_ERR_MEMORY, trp__bytes_text(text, bytes, SIZE_MAX));
    world = trp__world_make(memory, bytes, desc, TRP__TEXT("trp_world_create"));
    if (world == NULL)
    {
        allocator.release(memory, bytes, allocator.context);
        return NULL;
    }
    world->allocator = allocator;
    world->grow = trp__grow;
    world->bytes = bytes;
    return world;
}
