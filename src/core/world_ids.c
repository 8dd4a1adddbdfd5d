/*
 * Data shared by the worlds of one program: their ids and their number. Besides the debug
 * room, only this file and print.c keep data outside of a world, and only in hosted programs.
 */
#include "core.h"

#if TRP__SYSTEM

enum { IDS = 256 };

/* The world of each id. */
static void *volatile worlds[IDS];

static uint32_t volatile world_births;

uint32_t trp__take_birth(void)
{
    return trp__count(&world_births);
}

void trp__forget_ids(const void *memory, size_t bytes)
{
    for (uint32_t id = 0; id < IDS; id++) {
        const uintptr_t world = (uintptr_t)trp__look(&worlds[id]);
        if (world - (uintptr_t)memory < bytes || (uintptr_t)memory - world < sizeof(trp_world))
            trp__set(&worlds[id], NULL);
    }
}

uint32_t trp__take_id(trp_world *world, uint32_t wanted)
{
    if (wanted != 0) {
        trp__put_once(&worlds[wanted], world);
        return wanted;
    }
    for (uint32_t id = 0; id < IDS; id++)
        if (trp__put_once(&worlds[id], world) == NULL)
            return id;
    return 0;
}

trp_world *trp__world_with_id(uint32_t id)
{
    return (trp_world *)trp__look(&worlds[id]);
}

#endif
