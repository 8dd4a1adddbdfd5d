/*
 * Systems. A system is a watcher of the world: it is in the world's chain, in order, after all
 * other watchers. This file adds to watch.c the order, dispose, and the mapping from events to
 * roles.
 */
#include "../../include/troupe/system.h"
#include "../core/core.h"

/* Outside of the calls for actors and ticks: with the layer of the system, if any. */
static trp_context system_context(const trp_system *self)
{
    trp_context in = trp__context(self->world, NULL, self->user, NULL);

    if (self->in_layer) {
        in.layer = self->layer;
        in.dt = trp__times(self->world, in.dt, self->world->layers[self->layer].state.scale);
    }
    return in;
}

/* Whether it is notified of time: its layer, if any, is enabled. */
static bool system_has_time(const trp_system *self)
{
    return !self->in_layer || self->world->layers[self->layer].state.enabled;
}

/* Recursion: whether a watcher is a system shows by its function, which ends them. */
static void system_remove_all(trp_world *world);

static void system_tell_tick(trp_system *self, trp_system_fn *role)
{
    const trp_context in = system_context(self); /* an earlier system may have set the scale */

    if (role != NULL)
        role(self, &in);
}

/* The end of the world reaches the first system, which ends them all. */
static void system_play(trp_system *self, trp_actor *actor, const trp_event_context *in)
{
    const trp_event event = in->event;
    const bool is_of_time = event == (trp_event)TRP__EVENT_BEFORE ||
                            event == (trp_event)TRP__EVENT_AFTER || event == TRP_EVENT_UPDATED;

    if (event == TRP_EVENT_SHUTDOWN)
        system_remove_all(self->world);
    else if (is_of_time && !system_has_time(self))
        return;
    else if (event == (trp_event)TRP__EVENT_BEFORE)
        system_tell_tick(self, self->before);
    else if (event == (trp_event)TRP__EVENT_AFTER)
        system_tell_tick(self, self->after);
    else if (event == TRP_EVENT_CREATED && self->added != NULL)
        self->added(actor, in);
    else if (event == TRP_EVENT_RECYCLED && self->removed != NULL)
        self->removed(actor, in);
    else if (event == TRP_EVENT_CHANGED && self->changed != NULL)
        self->changed(actor, in);
    else if (event == TRP_EVENT_UPDATED && self->updated != NULL)
        self->updated(actor, in);
}

/* Calls a role with the system's name as the tag: see place.h. Afterwards the system may be
 * gone. */
static void system_hear(trp_actor *actor, const trp_event_context *in)
{
    trp_system *self = (trp_system *)in->user;
    trp_world *world = self->world;
    const char *before = world->tag;
    trp_event_context own = *in;

    own.system = self;
    own.user = self->user != NULL ? self->user : world->user;
    if (self->name != NULL)
        world->tag = self->name;
    system_play(self, actor, &own);
    world->tag = before;
}

static unsigned system_events_for(const trp_system *system)
{
    unsigned events = TRP_EVENT_SHUTDOWN;

    events |= system->before != NULL ? (unsigned)TRP__EVENT_BEFORE : 0;
    events |= system->after != NULL ? (unsigned)TRP__EVENT_AFTER : 0;
    events |= system->added != NULL ? (unsigned)TRP_EVENT_CREATED : 0;
    events |= system->removed != NULL ? (unsigned)TRP_EVENT_RECYCLED : 0;
    events |= system->changed != NULL ? (unsigned)TRP_EVENT_CHANGED : 0;
    events |= system->updated != NULL ? (unsigned)TRP_EVENT_UPDATED : 0;
    return events;
}

/* The system of this watcher, or NULL. */
static trp_system *system_of(const trp_watcher *watcher)
{
    return watcher->function == system_hear ? (trp_system *)watcher->user : NULL;
}

/* Before the first system of a higher order, or at the end. */
static trp_watcher **system_place_for(trp_world *world, int32_t order)
{
    trp_watcher **place = &world->watchers;

    for (; *place != NULL; place = &(*place)->next) {
        const trp_system *other = system_of(*place);
        if (other != NULL && other->order > order)
            break;
    }
    return place;
}

static void system_enter(trp_world *world, trp_system *system)
{
    trp_watcher *watcher = &system->watcher;

    watcher->function = system_hear;
    watcher->user = system;
    watcher->events = system_events_for(system);
    watcher->pool = system->pool;
    trp__insert_watcher(world, system_place_for(world, system->order), watcher);
    trp__watcher_named(watcher, "system", system->name, "trp_system_remove");
}

/* `dispose` may free its memory. */
static void system_leave(trp_world *world, trp_system *system)
{
    const trp_context in = system_context(system);

    trp__take_watcher(world, &system->watcher);
    system->world = NULL;
    if (system->dispose == NULL)
        return;
    world->calls++;
    system->dispose(system, &in);
    world->calls--;
}

/* At the end of the world, the last one first. Nothing is added meanwhile. */
static void system_remove_all(trp_world *world)
{
    trp_system *last;

    do {
        last = NULL;
        for (const trp_watcher *at = world->watchers; at != NULL; at = at->next)
            if (system_of(at) != NULL)
                last = system_of(at);
        if (last != NULL)
            system_leave(world, last);
    } while (last != NULL);
}

static trp__call system_call(trp_world *world, const trp_system *system, const char *name)
{
    return trp__call_on(world, TRP__TEXT("system"), system != NULL ? system->name : NULL, name);
}

trp_result trp_system_add(trp_world *world, trp_system *system)
{
    trp__call call = system_call(world, system, TRP__TEXT("trp_system_add"));

    if (trp__is_shut(&call) ||
        trp__refuses(&call, system == NULL, TRP_ERR_NULL, TRP__TEXT("the system is NULL")) ||
        trp__refuses(&call, system->world != NULL, TRP_ERR_LINKED,
                     TRP__TEXT("it is registered, here or in another world")) ||
        trp__refuses(&call, world->ending, TRP_BUSY, TRP__TEXT("the world ends")) ||
        trp__refuses(&call, system->pool != NULL && system->pool->world != world, TRP_ERR_FOREIGN,
                     TRP__TEXT("its pool")) ||
        trp__refuses(&call, system->in_layer && system->layer >= world->layer_count, TRP_ERR_VALUE,
                     TRP__TEXT("the world has no such layer: see desc.layers of the world")))
        return call.result;
    system->world = world;
    system_enter(world, system);
    if (system->existing && system->added != NULL)
        trp__tell_existing(world, system->pool, &system->watcher);
    return TRP_OK;
}

trp_result trp_system_remove(trp_world *world, trp_system *system)
{
    trp__call call = system_call(world, system, TRP__TEXT("trp_system_remove"));

    if (trp__is_shut(&call) ||
        trp__refuses(&call, system == NULL, TRP_ERR_NULL, TRP__TEXT("the system is NULL")) ||
        trp__refuses(&call, system->world != world, TRP_ERR_UNLINKED,
                     TRP__TEXT("it is not registered in this world")) ||
        trp__refuses(&call, system->watcher.user != system, TRP_ERR_UNLINKED,
                     TRP__TEXT("the system was copied or moved. Pass a pointer to the original")))
        return call.result;
    system_leave(world, system);
    return TRP_OK;
}

trp_result trp_system_for_each(trp_world *world, trp_system_fn *visit, void *arg)
{
    trp__call call = system_call(world, NULL, TRP__TEXT("trp_system_for_each"));
    trp__telling telling;
    const trp_watcher *at;

    if (trp__is_shut(&call) ||
        trp__refuses(&call, visit == NULL, TRP_ERR_NULL, TRP__TEXT("visit is NULL")))
        return call.result;
    trp__begin_telling(world, &telling, world->watchers);
    while ((at = trp__next_told(&telling)) != NULL)
        if (system_of(at) != NULL) {
            trp_context in = system_context(system_of(at));
            in.arg = arg;
            visit(system_of(at), &in);
        }
    trp__end_telling(world, &telling);
    return TRP_OK;
}
