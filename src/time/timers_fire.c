/*
 * Fires timers that are due, in the order of their slots.
 */
#include "timers.h"

enum {
    FIRE_BATCH = 32 /* number of actors that are prefetched before their timers fire */
};

static bool fire_ends_lives(const trp_timers *timers)
{
    return timers->hook.is_last;
}

/* The actor of the life with this generation, if it continues; otherwise NULL. A cell has the
 * generation of a life only as long as its handle is valid. */
TRP__INLINE trp_actor *fire_living(const trp_pool *pool, uint32_t slot, uint32_t generation)
{
    if (slot >= pool->state.capacity || !trp__is_present(pool, slot))
        return NULL; /* the pool has returned it */
    return trp__cell_of(pool, slot)->generation == generation ? trp__node_at(pool, slot) : NULL;
}

/* The end of a life */

/* The time until an actor's life has ended by its lifetime, in units of its clock; INT64_MAX: that
 * moment has not come. A moment that has passed is negative. */
static int64_t fire_life_left(trp_pool *pool, trp_actor *actor)
{
    const uint32_t until = *trp__life_end(pool, actor);
    int64_t left;

    if (!trp__time_has_come(until, trp__life_now(pool)))
        return INT64_MAX;
    left = (int32_t)(until - trp__life_clock(pool));
    if (pool->desc.lifetime.clock != TRP_CLOCK_SECONDS)
        return left;
    return left * (1 << TRP__TIME_SHIFT) -
           (int64_t)(pool->state.clock & ((1u << TRP__TIME_SHIFT) - 1));
}

/* Likewise, by another table whose timers end lives. */
static int64_t fire_table_left(const trp_timers *timers, uint32_t slot, uint32_t generation)
{
    const trp__timer *entry = &timers->entries[slot];

    if (slot >= timers->room || entry->generation != generation ||
        entry->due > trp__timers_reach(timers))
        return INT64_MAX;
    return (int64_t)(entry->due - timers->state.now);
}

/* Only ends by the same clock count, and not those by turns of an interval. */
static bool fire_ends_by_lifetime(const trp_timers *timers)
{
    const trp_pool *pool = timers->pool;

    return pool->desc.lifetime.use != NULL && pool->desc.lifetime.clock == timers->desc.clock &&
           pool->state.every <= 1;
}

static bool fire_ends_by(const trp_timers *timers, trp__clock_hook *hook)
{
    return hook->is_last && hook->pool == timers->pool && hook != &timers->hook &&
           trp__timers_of(hook)->desc.clock == timers->desc.clock;
}

static bool fire_has_limit(const trp_timers *timers)
{
    bool limited = fire_ends_by_lifetime(timers);

    for (trp__clock_hook *hook = timers->world->clocks; hook != NULL; hook = hook->next)
        limited |= fire_ends_by(timers, hook);
    return limited && timers->desc.due != TRP_DUE_WAKE;
}

/* Whether a moment is beyond the end of the actor's life. */
static bool fire_is_beyond(const trp_timers *timers, trp_actor *actor, uint32_t slot,
                           const trp__timer *timer)
{
    const int64_t due = (int64_t)(timer->due - timers->state.now) - timers->slack;

    if (fire_ends_by_lifetime(timers) && due > fire_life_left(timers->pool, actor))
        return true;
    for (trp__clock_hook *hook = timers->world->clocks; hook != NULL; hook = hook->next)
        if (fire_ends_by(timers, hook) &&
            due > fire_table_left(trp__timers_of(hook), slot, timer->generation))
            return true;
    return false;
}

/* Firing */

static float fire_seconds_late(const trp_timers *timers, uint64_t due)
{
    const uint64_t now = timers->state.now;

    if (!trp__timers_in_seconds(timers))
        return 0; /* a tick is one moment */
    return now >= due ? trp__clock_seconds(now - due) : -trp__clock_seconds(due - now);
}

/* Wakes, calls, and ends the actor's life: all that the timer of a living actor does once. */
static void fire_once(trp_timers *timers, trp__frame *frame, trp_context *in, uint32_t slot,
                      const trp__timer *timer)
{
    trp_actor *actor = frame->current;

    if (timers->desc.due == TRP_DUE_WAKE && trp__is_asleep(trp__stamp_at(timers->pool, slot)))
        trp_activate(timers->world, actor);
    if (timers->desc.on_due != NULL && frame->current == actor) {
        in->seconds_late = fire_seconds_late(timers, timer->due);
        timers->due_slot = slot;
        timers->due_life = timer->generation;
        timers->due_at = timer->due;
        timers->desc.on_due(actor, in);
        timers->due_life = 0;
    }
    if (!fire_ends_lives(timers) || fire_living(timers->pool, slot, timer->generation) == NULL)
        return;
    if (timers->desc.due == TRP_DUE_EXPIRE)
        trp_expire(timers->world, actor);
    else
        trp_recycle(timers->world, actor);
}

/* Stops a timer that is due, or advances it by its period. */
static void fire_step(trp_timers *timers, uint32_t slot)
{
    trp__timer *entry = &timers->entries[slot];
    float seconds;

    if (entry->every == 0) {
        entry->generation = 0;
        return;
    }
    memcpy(&seconds, &entry->every, sizeof seconds);
    entry->due += trp__timers_in_seconds(timers) ? trp__clock_units(seconds) : entry->every;
    if (entry->due > trp__timers_reach(timers))
        trp__wheel_file(timers, slot);
}

/* A slot that was in TRP__DUE: fires its timer as often as it is due. It may have been stopped or
 * started again since it was filed, or its actor may have ended. */
static void fire_slot(trp_timers *timers, trp__frame *frame, trp_context *in, uint32_t slot,
                      bool limited)
{
    trp__timer timer = timers->entries[slot];

    frame->current =
        timer.generation != 0 ? fire_living(timers->pool, slot, timer.generation) : NULL;
    if (frame->current != NULL && (timer.due & TRP__STANDS) != 0 &&
        !trp__timer_stands(timers, slot))
        trp__timer_set(timers, slot, timer.due & ~TRP__STANDS); /* started before clocks advanced */
    while (frame->current != NULL && timer.due <= trp__timers_reach(timers)) {
        fire_step(timers, slot);
        if (limited && fire_is_beyond(timers, frame->current, slot, &timer)) {
            timers->entries[slot].generation = 0;
            return;
        }
        fire_once(timers, frame, in, slot, &timer);
        if (timers->entries[slot].generation != timer.generation)
            return;
        timer = timers->entries[slot];
        frame->current = fire_living(timers->pool, slot, timer.generation);
    }
}

/* Prefetches data for firing. The entries are already being fetched. */
static void fire_fetch(const trp_timers *timers, const uint32_t *slots, uint32_t count)
{
    const trp_pool *pool = timers->pool;

    for (uint32_t i = 0; i < count; i++)
        if (slots[i] < pool->slot_count) {
            TRP__PREFETCH_READ(&pool->cells[slots[i]]);
            TRP__PREFETCH_WRITE(pool->nodes + slots[i] * pool->stride);
        }
}

void trp__timers_fire(trp__clock_hook *hook, trp_context *tick)
{
    trp_timers *timers = trp__timers_of(hook);
    trp_world *world = timers->world;
    const char *before = world->tag;
    const bool limited = timers->has_due && fire_has_limit(timers);
    trp__frame frame = {0};
    uint32_t slots[FIRE_BATCH];
    uint32_t count;

    if (!timers->has_due)
        return;
    if (timers->desc.name != NULL)
        world->tag = timers->desc.name;
    trp__push_frame(world, &frame);
    /* what an update of the pool would get */
    tick->pool = timers->pool;
    tick->layer = timers->pool->state.layer;
    tick->dt = trp__clock_dt(timers->pool, tick);
    tick->user = timers->desc.user != NULL ? timers->desc.user : trp__user_of(timers->pool);
    tick->timers = timers;
    while ((count = trp__wheel_take_due(timers, slots, FIRE_BATCH)) != 0) {
        fire_fetch(timers, slots, count);
        for (uint32_t i = 0; i < count; i++)
            fire_slot(timers, &frame, tick, slots[i], limited);
        frame.current = NULL;
    }
    tick->seconds_late = 0;
    tick->timers = NULL;
    trp__pop_frame(world, &frame);
    world->tag = before;
}
