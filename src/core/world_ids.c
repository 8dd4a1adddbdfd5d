/*
 * Data shared by the worlds of one program: their ids, their number and, in debug builds, their threads. Only
 * this file and print.c keep data outside of a world, and only in hosted programs.
 */
#include "core.h"

#if TRP__SYSTEM

enum
{
    IDS = 256
};

/* The world of each id. */
static void *volatile worlds[IDS];

static uint32_t volatile world_births;

uint32_t trp__take_birth(void)
{
    return trp__count(&world_births);
}

void trp__forget_ids(const void *memory, size_t bytes)
{
    for (uint32_t id = 0; id < IDS; id++)
    {
        const uintptr_t world = (uintptr_t)trp__look(&worlds[id]);
        if (world - (uintptr_t)memory < bytes || (uintptr_t)memory - world < sizeof(trp_world))
            trp__set(&worlds[id], NULL);
    }
}

uint32_t trp__take_id(trp_world *world, uint32_t wanted)
{
    if (wanted != 0)
    {
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

#if TRP__WATCHES_THREADS

/* Its address identifies the thread. */
static TRP__THREAD_LOCAL char world_ids_thread;

trp__use trp__begin_use(const trp_world *world, const char *call)
{
    trp__use use = {NULL, false};
    const void *user;

    if (world == NULL || world->in_parts)
        return use;
    user = trp__put_once(&world->self->thread, &world_ids_thread);
    if (user == NULL)
        use.world = world->self;
    else if (user != &world_ids_thread)
    {
        use.is_refused = true;
        /* the world is in use: nothing of it is written, not even a count */
        trp__misuse_early(world->on_misuse, call, TRP_ERR_THREAD, NULL);
    }
    return use;
}

void trp__end_use(const trp__use *use)
{
    if (use->world != NULL)
        trp__set(&use->world->thread, NULL);
}

#endif
