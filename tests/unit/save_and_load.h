/**
 * @file save_and_load.h
 * A disturbance for synctests: a save that is loaded at once. No state that a save contains may
 * depend on not having been saved.
 */
#ifndef TROUPE_TESTS_SAVE_AND_LOAD_H
#define TROUPE_TESTS_SAVE_AND_LOAD_H

#include "troupe/save.h"

#include <string.h>

typedef struct saved_memory {
    unsigned char *bytes;
    size_t size;
    size_t used;
    const trp_load_desc *load;
} saved_memory;

static inline bool save_and_load_write(const void *bytes, size_t size, void *arg)
{
    saved_memory *to = (saved_memory *)arg;

    if (size > to->size - to->used)
        return false;
    memcpy(to->bytes + to->used, bytes, size);
    to->used += size;
    return true;
}

/** A trp_step_fn that disturbs; its `user` is a saved_memory. */
static inline trp_result save_and_load(trp_world *world, uint64_t tick, void *user)
{
    saved_memory *memory = (saved_memory *)user;
    const trp_save_desc desc = {.game = memory->load->game, .version = memory->load->version};
    trp_result result;

    (void)tick;
    memory->used = 0;
    result = trp_save(world, &desc, save_and_load_write, memory);
    return result == TRP_OK ? trp_load(world, memory->bytes, memory->used, memory->load) : result;
}

#endif
