/*
 * Timers that are due fire, in the order of their slots.
 */
#include "timers.h"

/* The life in a slot, if it is the one of this generation and goes on; otherwise NULL. A cell has the generation of a life
 * only as long as its handle is good. */
TRP__INLINE trp_actor *living(const trp_pool *pool, uint32_t slot, uint32_t generation)
{
    if (slot >= pool->state.capacity || !trp__is_present(pool, slot))
        return NULL; /* the pool has given it back */
    return trp__cell_of(pool, slot)->generation == generation ? trp__node_at(pool, slot) : NULL;
}

/* A table's tick, as an update of its pool would get it. */
static void set_tick(const trp_timers *timers, trp_tick *tick)
{
    tick->pool = timers->pool;
    tick->layer = timers->pool->state.layer;
    tick->dt = trp__clock_dt(timers->pool, tick);
    tick->user = timers->desc.user;
}

/* What is due happens to an actor. Whatever ends its life takes it out of the frame. */
static void act(trp_timers *timers, trp__frame *frame, const trp_tick *tick, uint32_t slot,
                uint32_t generation)
{
    trp_actor *actor = frame->current;
    const trp_due due = timers->desc.due;
    const trp__timer *entry;

    if (due == TRP_DUE_WAKE && trp__is_asleep(trp__stamp_at(timers->pool, slot)))
        trp_activate(timers->world, actor);
    if (timers->desc.on_due != NULL && living(timers->pool, slot, generation) != NULL)
        timers->desc.on_due(timers, actor, tick);
    entry = &timers->entries[slot];
    if (frame->current != actor || living(timers->pool, slot, generation) == NULL ||
        (entry->generation == generation && entry->every == 0))
        return; /* on_due may have started it again */
    if (due == TRP_DUE_EXPIRE)
        trp_expire(timers->world, actor);
    else if (due == TRP_DUE_RECYCLE)
        trp_recycle(timers->world, actor);
}

static uint64_t period_of(const trp_timers *timers, const trp__timer *entry)
{
    float seconds;

    if (timers->desc.clock != TRP_CLOCK_SECONDS)
        return entry->every;
    memcpy(&seconds, &entry->every, sizeof seconds);
    return trp__clock_units(seconds);
}

/* As often as it is due. */
static void fire_slot(trp_timers *timers, trp__frame *frame, const trp_tick *tick, uint32_t slot)
{
    const uint32_t generation = timers->entries[slot].generation;
    const trp__timer *now;

    do
    {
        trp__timer *entry = &timers->entries[slot];
        if (generation == 0 || entry->due > trp__timers_reach(timers))
            break; /* a callback has stopped it, or started it again */
        frame->current = living(timers->pool, slot, generation);
        if (frame->current == NULL)
            break;
        if (entry->every == 0)
            entry->generation = 0;
        else
        {
            entry->due += period_of(timers, entry);
            if (entry->due > trp__timers_reach(timers))
                trp__wheel_file(timers, slot);
        }
        act(timers, frame, tick, slot, generation);
        now = &timers->entries[slot];
    } while (now->generation == generation && now->due <= trp__timers_reach(timers));
    frame->current = NULL;
}

void trp__timers_fire(trp__clock_hook *hook, trp_tick *tick)
{
    trp_timers *timers = (trp_timers *)(void *)((unsigned char *)hook - offsetof(trp_timers, hook));
    trp_world *world = timers->world;
    const char *before = world->tag;
    uint32_t slot = trp__wheel_next_due(timers, 0);
    trp__frame frame = {0};

    if (slot == TRP__NONE)
        return;
    if (timers->desc.name != NULL)
        world->tag = timers->desc.name;
    frame.keeps = true;
    trp__push_frame(world, &frame);
    set_tick(timers, tick);
    for (; slot != TRP__NONE; slot = trp__wheel_next_due(timers, slot + 1))
    {
        trp__wheel_take_due(timers, slot);
        fire_slot(timers, &frame, tick, slot);
    }
    trp__pop_frame(world, &frame);
    world->tag = before;
}
