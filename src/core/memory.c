#include "core.h"

size_t trp__bytes(size_t a, size_t b, size_t c)
{
    const size_t most = SIZE_MAX / 2;

    if (c > most || a > most / b || a * b > most - c)
        return 0;
    return a * b + c;
}

void *trp__take(trp_world *world, size_t bytes)
{
    const size_t rounded = trp__round_up(bytes);
    void *memory;

    if (bytes == 0 || bytes > SIZE_MAX - TRP_ALIGNMENT)
        return NULL;
    if (world->allocator.allocate != NULL) {
        memory = world->allocator.allocate(bytes, world->allocator.user);
        if (memory == NULL)
            return NULL;
        if ((uintptr_t)memory % TRP_ALIGNMENT != 0) {
            world->allocator.release(memory, bytes, world->allocator.user);
            return NULL;
        }
        world->taken += bytes;
    } else {
        if (rounded > world->block_left)
            return NULL;
        memory = world->block;
        world->block += rounded;
        world->block_left -= rounded;
        world->taken += rounded;
    }
    world->block_bytes += rounded;
    trp__mark_open(memory, bytes); /* a world that was never destroyed may have used it */
    return memory;
}

void trp__release(trp_world *world, void *memory, size_t bytes)
{
    trp__mark_open(memory, bytes);
    if (world->allocator.release != NULL) {
        world->taken -= bytes;
        world->block_bytes -= trp__round_up(bytes);
        world->allocator.release(memory, bytes, world->allocator.user);
        return;
    }
    bytes = trp__round_up(bytes);
    world->taken -= bytes;
    if ((unsigned char *)memory + bytes == world->block) {
        world->block -= bytes;
        world->block_bytes -= bytes;
        world->block_left += bytes;
    }
}
