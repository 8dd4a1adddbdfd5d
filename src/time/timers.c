/*
 * Timers: their creation, and queries. timers_wheel.c keeps them in order of time, timers_fire.c
 * fires them.
 */
#include "timers.h"
#include "../core/core.h"

#define TIMERS_MOST_SECONDS 0x4E800000u /* TRP_MAX_TIMER_SECONDS as a float's bits */
#define TIMERS_LEAST_PERIOD 0x3A800000u /* TRP_MIN_TIMER_PERIOD */

_Static_assert((int)TRP__WHEEL_SETS == TRP__TIMER_SETS, "TRP_TIMERS_BYTES counts on it");
_Static_assert(sizeof(trp__timer) == TRP__TIMER_BYTES, "TRP_TIMERS_BYTES counts on it");
_Static_assert(sizeof(trp_timers) + 2 * TRP_ALIGNMENT <= TRP__TIMERS_BASE,
               "raise TRP__TIMERS_BASE");

/* Ways to start a timer; ored together. */
enum
{
    TIMERS_IN_SECONDS = 1, /* the amount is a float's bits, not ticks */
    TIMERS_REPEATS = 2,
    TIMERS_SLEEPS = 4,
    TIMERS_AGAIN = 8 /* counted from the moment at which it was due */
};

static trp_result timers_misuse(const trp_timers *timers, const char *call, trp_result result,
                                const char *detail)
{
    return trp__misuse_named(timers->world, TRP__TEXT("timers"), timers->desc.name, call, result,
                             detail);
}

/* Creation */

/* Room for the timers of this many slots, including all existing ones. */
bool trp__timers_grow(trp_timers *timers, uint32_t room)
{
    const size_t bytes = trp__wheel_bytes(room);
    void *block = trp__take(timers->world, bytes);
    void *old = timers->entries;

    if (block == NULL)
        return false;
    memset(block, 0, bytes);
    trp__wheel_lay_out(timers, block, room);
    if (old != NULL)
        trp__release(timers->world, old, timers->bytes);
    timers->bytes = bytes;
    return true;
}

static trp_timers *time_timers_of(trp__clock_hook *hook)
{
    return (trp_timers *)(void *)((unsigned char *)hook - offsetof(trp_timers, hook));
}

static void timers_end(trp__clock_hook *hook)
{
    trp_timers *timers = time_timers_of(hook);
    trp_world *world = timers->world;

    trp__clock_remove(world, hook);
    trp__part_remove(world, &timers->part);
    trp__release(world, timers->entries, timers->bytes);
    trp__release(world, timers, sizeof *timers);
}

static void timers_advance(trp__clock_hook *hook, const trp_context *in)
{
    trp_timers *timers = time_timers_of(hook);

    trp__wheel_advance(timers, trp__clock_step(timers->pool, timers->desc.clock, in));
}

static trp_timers *timers_make(trp_pool *pool, const trp_timers_desc *desc)
{
    trp_world *world = pool->world;
    trp_timers *timers = trp__take(world, sizeof *timers);

    if (timers == NULL)
        return NULL;
    memset(timers, 0, sizeof *timers);
    timers->desc = *desc;
    timers->pool = pool;
    timers->world = world;
    timers->slack = desc->clock == TRP_CLOCK_SECONDS ? TRP__CLOCK_SLACK : 0;
    if (!trp__timers_grow(timers, pool->state.capacity))
    {
        trp__release(world, timers, sizeof *timers);
        return NULL;
    }
    timers->hook.pool = pool;
    timers->hook.advance = timers_advance;
    timers->hook.fire = trp__timers_fire;
    timers->hook.end = timers_end;
    trp__clock_add(world, &timers->hook);
    trp__part_add(world, &timers->part, TRP__PART_TIMERS, NULL);
    return timers;
}

static trp_result timers_check(const trp_world *world, const trp_timers_desc *desc,
                               const char **detail)
{
    *detail = TRP__TEXT("the world is being drawn, or ends");
    if (world->drawing || world->ending)
        return TRP_BUSY;
    *detail = TRP__TEXT("clock and due must be one of the enumerators");
    if ((unsigned)desc->clock > TRP_CLOCK_WORLD_TICKS || (unsigned)desc->due > TRP_DUE_WAKE)
        return TRP_ERR_VALUE;
    *detail = NULL;
    return TRP_OK;
}

trp_timers *trp_timers_create(trp_pool *pool, const trp_timers_desc *desc)
{
    static const trp_timers_desc defaults = {0};
    trp_timers *timers = NULL;
    const char *detail;
    trp_result result;

    if (!trp__has_pool(pool, TRP__TEXT("trp_timers_create")))
        return NULL;
    if (desc == NULL)
        desc = &defaults;
    result = timers_check(pool->world, desc, &detail);
    if (result == TRP_OK)
    {
        timers = timers_make(pool, desc);
        if (timers == NULL)
            result = TRP_ERR_MEMORY;
    }
    if (result != TRP_OK)
        trp__misuse_named(pool->world, TRP__TEXT("timers"), desc->name,
                          TRP__TEXT("trp_timers_create"), result, detail);
    trp__note_result(pool->world, result);
    return timers;
}

trp_result trp_timers_destroy(trp_timers *timers)
{
    if (timers == NULL)
        return TRP_GONE;
    if (timers->world->drawing || timers->world->ticking)
        return timers_misuse(timers, TRP__TEXT("trp_timers_destroy"), TRP_BUSY,
                             timers->world->drawing ? TRP__TEXT("the world is being drawn")
                                                    : TRP__TEXT("a tick is in progress"));
    timers_end(&timers->hook);
    return TRP_OK;
}

/* The timer of an actor */

/* The slot of a living actor of the pool, or TRP__NONE. */
TRP__INLINE uint32_t timers_slot_of_living(const trp_pool *pool, const trp_actor *actor,
                                           uint32_t *generation)
{
    const uintptr_t near_slot = trp__slot_from(pool, pool->nodes, actor);
    const uint32_t slot =
        TRP__LIKELY(near_slot < pool->slot_count) ? (uint32_t)near_slot : trp__slot_of(pool, actor);
    const trp__cell *cell;

    *generation = 0;
    if (slot == TRP__NONE)
        return TRP__NONE;
    cell = trp__cell_of(pool, slot);
    *generation = cell->generation;
    return TRP__LIKELY(trp__is_alive(cell->stamp)) ? slot : TRP__NONE;
}

/* The error of a call on this actor, if any: it may be one of another pool. */
TRP__COLD static trp_result timers_object(const trp_timers *timers, trp_actor *actor,
                                          const char *call)
{
    char text[TRP__BYTES_TEXT];
    trp__place place;
    const trp_result result = trp__enter(timers->world, actor, call, &place);

    if (result != TRP_OK)
        return result;
    if (place.pool != timers->pool)
        return trp__misuse(timers->world, place.pool, actor, call, TRP_ERR_FOREIGN,
                           trp__named_text(text, TRP__TEXT("timers"), timers->desc.name,
                                           TRP__TEXT("belong to another pool. Use those of the "
                                                     "actor's pool")));
    return trp__object(timers->world, actor, call, &place, TRP_ERR_EXPIRED);
}

/* Whether a call may change the timer of this actor. */
TRP__INLINE trp_result timers_enter(const trp_timers *timers, trp_actor *actor, const char *call,
                                    uint32_t *slot, uint32_t *generation)
{
    *generation = 0;
    *slot =
        timers->world->drawing ? TRP__NONE : timers_slot_of_living(timers->pool, actor, generation);
    return TRP__LIKELY(*slot != TRP__NONE) ? TRP_OK : timers_object(timers, actor, call);
}

/* Its timer, if that runs; otherwise NULL. */
TRP__INLINE const trp__timer *timers_running(const trp_timers *timers, const trp_actor *actor)
{
    uint32_t generation;
    uint32_t slot;

    if (timers == NULL || actor == NULL)
        return NULL;
    slot = timers_slot_of_living(timers->pool, actor, &generation);
    if (slot >= timers->room || timers->entries[slot].generation != generation)
        return NULL;
    return &timers->entries[slot];
}

/* Starting and stopping */

static const char *timers_call_of(uint32_t how)
{
    if ((how & TIMERS_AGAIN) != 0)
        return TRP__TEXT("trp_timer_again");
    if ((how & TIMERS_SLEEPS) != 0)
        return TRP__TEXT("trp_timer_sleep");
    return (how & TIMERS_REPEATS) != 0 ? TRP__TEXT("trp_timer_repeat")
                                       : TRP__TEXT("trp_timer_start");
}

/* Whether the table counts in the unit of this call. */
TRP__INLINE bool timers_is_for(const trp_timers *timers, uint32_t how)
{
    return ((how & TIMERS_IN_SECONDS) != 0) == (timers->desc.clock == TRP_CLOCK_SECONDS) &&
           ((how & TIMERS_SLEEPS) == 0 || timers->desc.due == TRP_DUE_WAKE);
}

TRP__INLINE bool is_time(uint32_t amount, uint32_t how)
{
    if ((how & TIMERS_IN_SECONDS) == 0 && (how & TIMERS_REPEATS) != 0)
        return amount - 1 <= TRP_MAX_TIMER_TICKS - 1;
    if ((how & TIMERS_IN_SECONDS) == 0)
        return amount <= TRP_MAX_TIMER_TICKS;
    if ((how & TIMERS_REPEATS) != 0)
        return amount - TIMERS_LEAST_PERIOD <= TIMERS_MOST_SECONDS - TIMERS_LEAST_PERIOD;
    return trp__clock_is_time_bits(amount, TIMERS_MOST_SECONDS);
}

static trp_result timers_refuse_start(const trp_timers *timers, trp_actor *actor, uint32_t how)
{
    const char *detail = TRP__TEXT("need 0 to TRP_MAX_TIMER_SECONDS seconds");
    char text[TRP__BYTES_TEXT];
    trp_result result = TRP_ERR_VALUE;

    if (!timers_is_for(timers, how))
    {
        result = TRP_ERR_DESC;
        detail = TRP__TEXT("wake nothing: sleepers need timers with .due = TRP_DUE_WAKE");
        if (((how & TIMERS_IN_SECONDS) != 0) != (timers->desc.clock == TRP_CLOCK_SECONDS))
            detail = (how & TIMERS_IN_SECONDS) != 0
                         ? TRP__TEXT("count ticks: pass trp_ticks(n)")
                         : TRP__TEXT("count seconds: pass trp_seconds(s)");
    }
    else if ((how & TIMERS_IN_SECONDS) == 0)
        detail = (how & TIMERS_REPEATS) != 0
                     ? TRP__TEXT("need a period of 1 to TRP_MAX_TIMER_TICKS")
                     : TRP__TEXT("need 0 to TRP_MAX_TIMER_TICKS ticks");
    else if ((how & TIMERS_REPEATS) != 0)
        detail = TRP__TEXT("need a period of TRP_MIN_TIMER_PERIOD to TRP_MAX_TIMER_SECONDS");
    return trp__misuse(timers->world, timers->pool, actor, timers_call_of(how), result,
                       trp__named_text(text, TRP__TEXT("timers"), timers->desc.name, detail));
}

/* Starts the timer of a slot for which there is room. It is not due before the clock has moved. */
TRP__INLINE void timers_put(trp_timers *timers, uint32_t slot, uint32_t generation, uint32_t amount,
                            uint32_t how)
{
    const bool in_seconds = (how & TIMERS_IN_SECONDS) != 0;
    const uint64_t reach = timers->state.now + (in_seconds ? TRP__CLOCK_SLACK : 0);
    trp__timer *entry = &timers->entries[slot];
    uint64_t due = timers->state.now;
    float seconds;

    if (in_seconds)
    {
        memcpy(&seconds, &amount, sizeof seconds);
        due += trp__clock_units(seconds);
    }
    else
        due += amount;
    due = due > reach ? due : reach + 1;
    entry->due = due;
    entry->generation = generation;
    entry->every = (how & TIMERS_REPEATS) != 0 ? amount : 0;
    trp__wheel_put(timers, slot, trp__notch_of(due, in_seconds), trp__notch_of(reach, in_seconds));
}

/* For any actor. */
TRP__COLD static trp_result timers_start_checked(trp_timers *timers, trp_actor *actor,
                                                 uint32_t amount, uint32_t how)
{
    trp_result result;
    uint32_t generation;
    uint32_t slot;

    if (!trp__has_timers(timers, timers_call_of(how)))
        return TRP_ERR_NULL;
    result = timers_enter(timers, actor, timers_call_of(how), &slot, &generation);
    if (result != TRP_OK)
        return result;
    if (!timers_is_for(timers, how) || !is_time(amount, how))
        return timers_refuse_start(timers, actor, how);
    if (slot >= timers->room && !trp__timers_grow(timers, timers->pool->state.capacity))
        return trp__misuse(timers->world, timers->pool, actor, timers_call_of(how), TRP_ERR_MEMORY,
                           NULL);
    timers_put(timers, slot, generation, amount, how);
    return TRP_OK;
}

/* For an actor in the pool's first chunk, for which there is always room. */
TRP__INLINE trp_result timers_start(trp_timers *timers, trp_actor *actor, uint32_t amount,
                                    uint32_t how)
{
    const trp__cell *cell;
    uintptr_t slot;

    if (!TRP__LIKELY(timers != NULL && timers_is_for(timers, how) && is_time(amount, how) &&
                     !timers->world->drawing))
        return timers_start_checked(timers, actor, amount, how);
    slot = trp__slot_from(timers->pool, timers->pool->nodes, actor);
    if (!TRP__LIKELY(slot < timers->pool->slot_count))
        return timers_start_checked(timers, actor, amount, how);
    cell = &timers->pool->cells[slot];
    if (!TRP__LIKELY(trp__is_alive(cell->stamp)))
        return timers_start_checked(timers, actor, amount, how);
    timers_put(timers, (uint32_t)slot, cell->generation, amount, how);
    return TRP_OK;
}

/* Ticks, or the bits of the seconds. */
TRP__INLINE uint32_t timers_amount(trp_duration duration)
{
    uint32_t bits;

    if (duration.in_ticks)
        return duration.ticks;
    memcpy(&bits, &duration.seconds, sizeof bits);
    return bits;
}

TRP__INLINE uint32_t timers_unit(trp_duration duration)
{
    return duration.in_ticks ? 0 : TIMERS_IN_SECONDS;
}

trp_result trp_timer_start(trp_timers *timers, trp_actor *actor, trp_duration duration)
{
    return timers_start(timers, actor, timers_amount(duration), timers_unit(duration));
}

trp_result trp_timer_repeat(trp_timers *timers, trp_actor *actor, trp_duration duration)
{
    return timers_start_checked(timers, actor, timers_amount(duration),
                                timers_unit(duration) | TIMERS_REPEATS);
}

trp_result trp_timer_again(trp_timers *timers, trp_actor *actor, trp_duration period)
{
    const uint32_t how = timers_unit(period) | TIMERS_REPEATS | TIMERS_AGAIN;
    const uint32_t amount = timers_amount(period);
    const char *call = timers_call_of(how);
    trp__timer *entry;
    uint32_t generation;
    uint32_t slot;
    trp_result result;

    if (!trp__has_timers(timers, call))
        return TRP_ERR_NULL;
    result = timers_enter(timers, actor, call, &slot, &generation);
    if (result != TRP_OK)
        return result;
    if (!timers_is_for(timers, how) || !is_time(amount, how))
        return timers_refuse_start(timers, actor, how);
    if (timers->due_life != generation || timers->due_slot != slot)
        return trp__misuse(timers->world, timers->pool, actor, call, TRP_ERR_VALUE,
                           TRP__TEXT("its timer is not due: call this in its on_due"));
    entry = &timers->entries[slot];
    entry->due = timers->due_at + (period.in_ticks ? amount : trp__clock_units(period.seconds));
    entry->generation = generation;
    entry->every = 0;
    if (entry->due > trp__timers_reach(timers)) /* otherwise it fires again at once */
        trp__wheel_file(timers, slot);
    return TRP_OK;
}

/* Starts the timer before the sleep: a watcher may wake the actor again, or end its life. */
trp_result trp_timer_sleep(trp_timers *timers, trp_actor *actor, trp_duration duration)
{
    const trp_result result = timers_start_checked(timers, actor, timers_amount(duration),
                                                   timers_unit(duration) | TIMERS_SLEEPS);

    if (result != TRP_OK || trp_state_of(timers->world, actor) != TRP_STATE_ACTIVE)
        return result;
    return trp_deactivate(timers->world, actor);
}

trp_result trp_timer_stop(trp_timers *timers, trp_actor *actor)
{
    trp_result result;
    uint32_t generation;
    uint32_t slot;

    if (!trp__has_timers(timers, TRP__TEXT("trp_timer_stop")))
        return TRP_ERR_NULL;
    result = timers_enter(timers, actor, TRP__TEXT("trp_timer_stop"), &slot, &generation);
    if (result != TRP_OK)
        return result;
    if (slot >= timers->room || timers->entries[slot].generation != generation)
        return TRP_GONE;
    timers->entries[slot].generation = 0; /* it stays filed until its time comes */
    return TRP_OK;
}

/* Questions */

bool trp_timer_is_running(const trp_timers *timers, const trp_actor *actor)
{
    return timers_running(timers, actor) != NULL;
}

trp_duration trp_timer_left(const trp_timers *timers, const trp_actor *actor)
{
    const trp__timer *entry = timers_running(timers, actor);
    uint64_t left = 0;

    if (entry != NULL && entry->due > timers->state.now)
        left = entry->due - timers->state.now;
    if (timers != NULL && timers->desc.clock != TRP_CLOCK_SECONDS)
        return trp_ticks((uint32_t)left); /* at most a period */
    return trp_seconds(trp__clock_seconds(left));
}
