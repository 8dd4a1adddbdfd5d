/*
 * Two threads in calls of one world at the same time are reported.
 */
#include "../core/core.h"

#if TRP__WATCHES_THREADS

/* Its address identifies the thread. */
static TRP__THREAD_LOCAL char threads_own;

trp__use trp__begin_use(const trp_world *world, const char *call)
{
    trp__use use = {NULL, false};
    const void *user;

    if (world == NULL || world->in_parts)
        return use;
    user = trp__put_once(&world->self->thread, &threads_own);
    if (user == NULL)
        use.world = world->self;
    else if (user != &threads_own) {
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
