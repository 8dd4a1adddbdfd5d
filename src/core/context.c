/*
 * Contexts: what callbacks get besides their subject.
 */
#include "core.h"

#define CONTEXT_ENDS_HEAD(type, member)                                                            \
    _Static_assert(offsetof(type, member) == TRP__CONTEXT_HEAD, "all contexts begin alike")
CONTEXT_ENDS_HEAD(trp_context, category);
CONTEXT_ENDS_HEAD(trp_end_context, reason);
CONTEXT_ENDS_HEAD(trp_event_context, event);

trp_context trp__context(const trp_world *world, trp_pool *pool, void *user, void *arg)
{
    trp_context in = {0};

    in.world = world->self;
    in.pool = pool;
    in.user = user != NULL ? user : world->user;
    in.arg = arg;
    in.tick = world->state.ticks;
    in.unscaled_dt = world->state.dt;
    in.dt = trp__times(world, in.unscaled_dt, world->state.scale);
    if (pool == NULL)
        return in;
    if (user == NULL)
        in.user = trp__user_of(pool);
    in.layer = pool->state.layer;
    in.dt = trp__times(world, in.dt, world->layers[pool->state.layer].state.scale);
    in.dt = trp__times(world, in.dt, pool->state.scale);
    return in;
}

void trp__turn_context(trp_context *in, trp_pool *pool)
{
    *in = trp__context(in->world, pool, NULL, in->arg);
}
