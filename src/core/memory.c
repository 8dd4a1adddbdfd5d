#include "core.h"

size_t trp__bytes(size_t a, size_t b, size_t c)
{
    const size_t most = SIZE_MAX / 2;

    if (c > most || a > most / b || a * b > most - c)
        return 0;
    return a * b + c;
}

static size_t memory_round_up(size_t bytes)
{
    return (bytes + TRP_ALIGNMENT - 1) / TRP_ALIGNMENT * TRP_ALIGNMENT;
}

static void *memory_take(trp_world *world, size_t bytes)
{
    void *memory;

    if (world->allocator.allocate != NULL)
    {
        memory = world->allocator.allocate(bytes, world->allocator.context);
        if (memory == NULL || (uintptr_t)memory % TRP_ALIGNMENT == 0)
        {
            world->taken += memory != NULL ? bytes : 0;
            world->block_bytes += memory != NULL ? memory_round_up(bytes) : 0;
            return memory;
        }
        world->allocator.release(memory, bytes, world->allocator.context);
        return NULL;
    }
    if (bytes > SIZE_MAX - TRP_ALIGNMENT)
        return NULL;
    bytes = memory_round_up(bytes);
    if (bytes > world->block_left)
        return NULL;
    memory = world->block;
    world->block += bytes;
    world->block_left -= bytes;
    world->taken += bytes;
    world->block_bytes += bytes;
    return memory;
}

void *trp__take(trp_world *world, size_t bytes)
{
    void *memory = bytes != 0 ? memory_take(world, bytes) : NULL;

    if (memory != NULL)
        trp__mark_open(memory, bytes); /* a world that was never destroyed may have used it */
    return memory;
}

void trp__release(trp_world *world, void *memory, size_t bytes)
{
    trp__mark_open(memory, bytes);
    if (world->allocator.release != NULL)
    {
        world->taken -= bytes;
        world->block_bytes -= memory_round_up(bytes);
        world->allocator.release(memory, bytes, world->allocator.context);
        return;
    }
    bytes = memory_round_up(bytes);
    world->taken -= bytes;
    if ((unsigned char *)memory + bytes == world->block)
    {
        world->block -= bytes;
        world->block_bytes -= bytes;
        world->block_left += bytes;
    }
}
