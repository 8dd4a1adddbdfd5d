/*
 * Fires timers that are due, in the order of their slots.
 */
#include "timers.h"

enum
{
    TIMERS_FIRE_BATCH = 32 /* number of actors that are prefetched before their timers fire */
};

/* The actor of the life with this generation, if it continues; otherwise NULL. A cell has the
 * generation of a life only as long as its handle is valid. */
TRP__INLINE trp_actor *timers_fire_living(const trp_pool *pool, uint32_t slot, uint32_t generation)
{
    if (slot >= pool->state.capacity || !trp__is_present(pool, slot))
        return NULL; /* the pool has returned it */
    return trp__cell_of(pool, slot)->generation == generation ? trp__node_at(pool, slot) : NULL;
}

/* A table's tick, like an update of its pool would get it. */
static void timers_fire_set_tick(const trp_timers *timers, trp_context *tick)
{
    tick->pool = timers->pool;
    tick->layer = timers->pool->state.layer;
    tick->dt = trp__clock_dt(timers->pool, tick);
    tick->user = timers->desc.user != NULL ? timers->desc.user : trp__user_of(timers->pool);
    tick->timers = (trp_timers *)(uintptr_t)timers;
}

/* Applies the action of `due` to an actor. An end of its life removes it from the frame. */
static void timers_fire_act(trp_timers *timers, trp__frame *frame, const trp_context *in,
                            uint32_t slot, uint32_t generation, uint64_t was_due)
{
    trp_actor *actor = frame->current;
    const trp_due due = timers->desc.due;
    const trp__timer *entry;

    if (due == TRP_DUE_WAKE && trp__is_asleep(trp__stamp_at(timers->pool, slot)))
        trp_activate(timers->world, actor);
    if (timers->desc.on_due != NULL && timers_fire_living(timers->pool, slot, generation) != NULL)
        trp__timers_call(timers, actor, slot, generation, was_due, in);
    entry = &timers->entries[slot];
    if (frame->current != actor || timers_fire_living(timers->pool, slot, generation) == NULL ||
        (entry->generation == generation && entry->every == 0))
        return; /* on_due may have started it again */
    if (due == TRP_DUE_EXPIRE)
        trp_expire(timers->world, actor);
    else if (due == TRP_DUE_RECYCLE)
        trp_recycle(timers->world, actor);
}

static uint64_t timers_fire_period_of(const trp_timers *timers, const trp__timer *entry)
{
    float seconds;

    if (timers->desc.clock != TRP_CLOCK_SECONDS)
        return entry->every;
    memcpy(&seconds, &entry->every, sizeof seconds);
    return trp__clock_units(seconds);
}

/* A timer that does more than call, or repeats: it fires as often as it is due. */
TRP__APART static void fire_on(trp_timers *timers, trp__frame *frame, const trp_context *in,
                               uint32_t slot, uint32_t generation)
{
    const trp__timer *now;

    do
    {
        trp__timer *entry = &timers->entries[slot];
        const uint64_t was_due = entry->due;
        if (entry->every == 0)
            entry->generation = 0;
        else
        {
            entry->due += timers_fire_period_of(timers, entry);
            if (entry->due > trp__timers_reach(timers))
                trp__wheel_file(timers, slot);
        }
        timers_fire_act(timers, frame, in, slot, generation, was_due);
        now = &timers->entries[slot];
        frame->current = timers_fire_living(timers->pool, slot, generation);
    } while (frame->current != NULL && now->generation == generation &&
             now->due <= trp__timers_reach(timers));
}

/* A slot that was in TRP__DUE. Its timer may have been stopped or started again since it was filed,
 * or its actor may have ended. */
TRP__INLINE void fire_slot(trp_timers *timers, trp__frame *frame, const trp_context *in,
                           uint32_t slot, uint64_t reach)
{
    trp__timer *entry = &timers->entries[slot];
    const uint32_t generation = entry->generation;

    if (generation == 0 || entry->due > reach)
        return;
    frame->current = timers_fire_living(timers->pool, slot, generation);
    if (frame->current == NULL)
        return;
    if (entry->every != 0 || timers->desc.due != TRP_DUE_CALL || timers->desc.on_due == NULL)
    {
        fire_on(timers, frame, in, slot, generation);
        return;
    }
    entry->generation = 0;
    trp__timers_call(timers, frame->current, slot, generation, entry->due, in);
    entry = &timers->entries[slot];
    if (TRP__LIKELY(entry->generation != generation || entry->due > reach))
        return;
    frame->current = timers_fire_living(timers->pool, slot, generation);
    if (frame->current != NULL) /* started again, for a moment that has passed */
        fire_on(timers, frame, in, slot, generation);
}

/* Prefetches data for firing. The entries are already being fetched. */
static void timers_fire_fetch(const trp_timers *timers, const uint32_t *slots, uint32_t count)
{
    const trp_pool *pool = timers->pool;

    for (uint32_t i = 0; i < count; i++)
        if (slots[i] < pool->slot_count)
        {
            TRP__PREFETCH_READ(&pool->cells[slots[i]]);
            TRP__PREFETCH_WRITE(pool->nodes + slots[i] * pool->stride);
        }
}

void trp__timers_fire(trp__clock_hook *hook, trp_context *tick)
{
    trp_timers *timers = (trp_timers *)(void *)((unsigned char *)hook - offsetof(trp_timers, hook));
    trp_world *world = timers->world;
    const uint64_t reach = trp__timers_reach(timers);
    const char *before = world->tag;
    trp__frame frame = {0};
    uint32_t slots[TIMERS_FIRE_BATCH];
    uint32_t count;

    if (!timers->has_due)
        return;
    if (timers->desc.name != NULL)
        world->tag = timers->desc.name;
    trp__push_frame(world, &frame);
    timers_fire_set_tick(timers, tick);
    while ((count = trp__wheel_take_due(timers, slots, TIMERS_FIRE_BATCH)) != 0)
    {
        timers_fire_fetch(timers, slots, count);
        for (uint32_t i = 0; i < count; i++)
            fire_slot(timers, &frame, tick, slots[i], reach);
        frame.current = NULL;
    }
    trp__pop_frame(world, &frame);
    world->tag = before;
}
