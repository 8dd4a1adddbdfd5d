/*
 * Fires timers that are due, in the order of their slots.
 */
#include "timers.h"

/* A table that fires in a tick. */
typedef struct fire_pass {
    trp_timers *timers;
    trp_context *in;
    trp__frame frame;
    bool limited; /* something else ends lives by the same clock */
} fire_pass;

/* The actor of the life with this generation, if it continues; otherwise NULL. A cell has the
 * generation of a life only as long as its handle is valid. */
TRP__INLINE trp_actor *fire_living(const trp_pool *pool, uint32_t slot, uint32_t generation)
{
    if (generation == 0 || slot >= pool->state.capacity || !trp__is_present(pool, slot))
        return NULL; /* none runs, or the pool has returned the slot */
    return trp__cell_of(pool, slot)->generation == generation ? trp__node_at(pool, slot) : NULL;
}

/* The end of a life */

/* Whether the clock of a hook ends lives of these actors, as this table counts. Lives that end by
 * another clock, or by turns of an interval, set no limit. */
static bool fire_ends_by(const trp_timers *timers, trp__clock_hook *hook)
{
    const trp_timers *other = trp__timers_of(hook);
    const trp_pool *pool = timers->pool;

    if (hook->pool != pool || other == timers || timers->desc.due == TRP_DUE_WAKE)
        return false;
    if (other != NULL)
        return hook->is_last && other->desc.clock == timers->desc.clock;
    return pool->desc.lifetime.clock == timers->desc.clock && pool->state.every <= 1;
}

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
    return (int64_t)(entry->due - timers->now);
}

/* Whether a timer's moment is beyond the end of its actor's life. */
static bool fire_is_beyond(const trp_timers *timers, trp_actor *actor, uint32_t slot,
                           const trp__timer *timer)
{
    const int64_t due = (int64_t)(timer->due - timers->now) - timers->slack;

    for (trp__clock_hook *hook = timers->world->clocks; hook != NULL; hook = hook->next)
        if (fire_ends_by(timers, hook) &&
            due > (hook->fire != NULL
                       ? fire_table_left(trp__timers_of(hook), slot, timer->generation)
                       : fire_life_left(timers->pool, actor)))
            return true;
    return false;
}

/* Firing */

static float fire_seconds_late(const trp_timers *timers, uint64_t due)
{
    const uint64_t now = timers->now;

    if (!trp__timers_in_seconds(timers))
        return 0; /* a tick is one moment */
    return now >= due ? trp__clock_seconds(now - due) : -trp__clock_seconds(due - now);
}

/* Wakes, calls, and ends the actor's life: all that the timer of a living actor does once. */
static void fire_once(fire_pass *pass, uint32_t slot, const trp__timer *timer)
{
    trp_timers *timers = pass->timers;
    trp_actor *actor = pass->frame.current;

    if (timers->desc.due == TRP_DUE_WAKE && trp__is_asleep(trp__stamp_at(timers->pool, slot)))
        trp_activate(timers->world, actor);
    if (timers->desc.on_due != NULL && pass->frame.current == actor) {
        pass->in->seconds_late = fire_seconds_late(timers, timer->due);
        timers->due_slot = slot;
        timers->due_life = timer->generation;
        timers->due_at = timer->due;
        timers->desc.on_due(actor, pass->in);
        timers->due_life = 0;
    }
    if (!timers->hook.is_last || fire_living(timers->pool, slot, timer->generation) == NULL)
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
        entry->due = 0;
        entry->generation = 0;
        return;
    }
    memcpy(&seconds, &entry->every, sizeof seconds);
    entry->due += trp__timers_in_seconds(timers) ? trp__clock_units(seconds) : entry->every;
    if (entry->due > trp__timers_reach(timers))
        trp__wheel_file(timers, slot);
}

/* A slot that was in TRP__DUE: fires its timer as often as it is due, or files it again. It may have
 * been stopped or started again since it was filed, or its actor may have ended. */
static void fire_slot(fire_pass *pass, uint32_t slot)
{
    trp_timers *timers = pass->timers;
    trp__timer timer = timers->entries[slot];
    trp_actor *actor = fire_living(timers->pool, slot, timer.generation);

    if (actor != NULL && timer.due > trp__timers_reach(timers)) {
        if ((timer.due & TRP__STANDS) == 0)
            trp__wheel_file(timers, slot);
        else if (!trp__timer_stands(timers, slot)) /* started before the clocks advanced */
            trp__timer_set(timers, slot, timer.due & ~TRP__STANDS);
        return;
    }
    while (actor != NULL && timer.due <= trp__timers_reach(timers)) {
        fire_step(timers, slot);
        if (pass->limited && fire_is_beyond(timers, actor, slot, &timer)) {
            timers->entries[slot].due = 0;
            timers->entries[slot].generation = 0;
            return;
        }
        pass->frame.current = actor;
        fire_once(pass, slot, &timer);
        if (timers->entries[slot].generation != timer.generation)
            return;
        timer = timers->entries[slot];
        actor = fire_living(timers->pool, slot, timer.generation);
    }
}

/* Prefetches data for firing. */
static void fire_fetch(const trp_timers *timers, uint32_t first, trp__word slots)
{
    const trp_pool *pool = timers->pool;

    for (; slots != 0; slots &= slots - 1) {
        const uint32_t slot = first + trp__lowest_bit(slots);
        TRP__PREFETCH_WRITE(&timers->entries[slot]);
        if (slot < pool->slot_count) {
            TRP__PREFETCH_READ(&pool->cells[slot]);
            TRP__PREFETCH_WRITE(pool->nodes + slot * pool->stride);
        }
    }
}

void trp__timers_fire(trp__clock_hook *hook, trp_context *tick)
{
    trp_timers *timers = trp__timers_of(hook);
    trp_world *world = timers->world;
    const char *before = world->tag;
    fire_pass pass = {0};

    if (!timers->has_due)
        return;
    timers->has_due = false;
    pass.timers = timers;
    pass.in = tick;
    for (trp__clock_hook *other = world->clocks; other != NULL; other = other->next)
        pass.limited |= fire_ends_by(timers, other);
    if (timers->desc.name != NULL)
        world->tag = timers->desc.name;
    trp__push_frame(world, &pass.frame);
    /* what an update of the pool would get */
    tick->pool = timers->pool;
    tick->layer = timers->pool->state.layer;
    tick->dt = trp__clock_dt(timers->pool, tick);
    tick->user = timers->desc.user != NULL ? timers->desc.user : trp__user_of(timers->pool);
    tick->timers = timers;
    for (uint32_t word = 0; word < timers->words; word++) { /* the table may grow */
        trp__word due = trp__wheel_take_due(timers, word);
        fire_fetch(timers, word * TRP__WORD_BITS, due);
        for (; due != 0; due &= due - 1)
            fire_slot(&pass, word * TRP__WORD_BITS + trp__lowest_bit(due));
    }
    tick->seconds_late = 0;
    tick->timers = NULL;
    trp__pop_frame(world, &pass.frame);
    world->tag = before;
}
