/*
 * Timers: tables, and the calls. timers_wheel.c keeps the timers in order of time, timers_fire.c
 * fires them.
 */
#include "timers.h"
#include "../core/core.h"

_Static_assert((int)TRP__WHEEL_SETS == TRP__TIMER_SETS, "TRP_TIMERS_BYTES counts on it");
_Static_assert(sizeof(trp__timer) == TRP__TIMER_BYTES, "TRP_TIMERS_BYTES counts on it");
_Static_assert(sizeof(trp_timers) + 2 * TRP_ALIGNMENT <= TRP__TIMERS_BASE,
               "raise TRP__TIMERS_BASE");

static const trp__timer timers_none = {0, 0, 0};

/* The calls that start a timer; the last two get a period. */
typedef enum timers_start { TIMERS_START, TIMERS_SLEEP, TIMERS_REPEAT, TIMERS_AGAIN } timers_start;

/* Tables */

static void timers_end(trp__clock_hook *hook)
{
    trp_timers *timers = trp__timers_of(hook);
    trp_world *world = timers->world;

    trp__clock_remove(world, hook);
    trp__part_remove(world, &timers->part);
    trp__release(world, timers->entries, timers->bytes);
    trp__release(world, timers, sizeof *timers);
}

static void timers_advance(trp__clock_hook *hook, const trp_context *in)
{
    trp_timers *timers = trp__timers_of(hook);

    trp__wheel_advance(timers, trp__clock_step(timers->pool, timers->desc.clock, in));
}

/* The actor of a slot falls asleep, or wakes: its timer stands still, or runs on. A timer that was
 * started before the clocks of this tick advance, waits for them in any case. */
static void timers_sleep(trp__clock_hook *hook, uint32_t slot, bool sleeps)
{
    trp_timers *timers = trp__timers_of(hook);
    trp__timer *entry = &timers->entries[slot];
    uint64_t left;

    if (timers->desc.due == TRP_DUE_WAKE || slot >= timers->room ||
        entry->generation != trp__cell_of(timers->pool, slot)->generation)
        return;
    left = trp__timer_left(timers, entry);
    if (sleeps)
        entry->due = TRP__STANDS | (left != 0 ? left : 1);
    else if (!timers->world->clocks_wait || !trp__wheel_is_due(timers, slot))
        trp__timer_run(timers, slot, left);
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
    timers->slack = trp__timers_in_seconds(timers) ? TRP__CLOCK_SLACK : 0;
    if (!trp__timers_grow(timers, pool->state.capacity)) {
        trp__release(world, timers, sizeof *timers);
        return NULL;
    }
    timers->hook.pool = pool;
    timers->hook.advance = timers_advance;
    timers->hook.fire = trp__timers_fire;
    timers->hook.sleep = timers_sleep;
    timers->hook.is_last = desc->due == TRP_DUE_EXPIRE || desc->due == TRP_DUE_RECYCLE;
    timers->hook.end = timers_end;
    trp__clock_add(world, &timers->hook);
    trp__part_add(world, &timers->part, TRP__PART_TIMERS, NULL);
    return timers;
}

trp_timers *trp_timers_create(trp_pool *pool, const trp_timers_desc *desc)
{
    static const trp_timers_desc defaults = {0};
    const char *call = TRP__TEXT("trp_timers_create");
    const char *detail = NULL;
    trp_timers *timers = NULL;
    trp_result result = TRP_OK;

    if (!trp__has_pool(pool, call))
        return NULL;
    if (desc == NULL)
        desc = &defaults;
    if (pool->world->drawing || pool->world->ending) {
        result = TRP_BUSY;
        detail = TRP__TEXT("the world is being drawn, or ends");
    } else if ((unsigned)desc->clock > TRP_CLOCK_WORLD_TICKS ||
               (unsigned)desc->due > TRP_DUE_WAKE) {
        result = TRP_ERR_VALUE;
        detail = TRP__TEXT("clock and due must be one of the enumerators");
    } else {
        timers = timers_make(pool, desc);
        result = timers != NULL ? TRP_OK : TRP_ERR_MEMORY;
    }
    if (result != TRP_OK)
        trp__misuse_named(pool->world, TRP__TEXT("timers"), desc->name, call, result, detail);
    trp__note_result(pool->world, result);
    return timers;
}

trp_result trp_timers_destroy(trp_timers *timers)
{
    if (timers == NULL)
        return TRP_GONE;
    if (timers->world->drawing || timers->world->ticking)
        return trp__misuse_named(timers->world, TRP__TEXT("timers"), timers->desc.name,
                                 TRP__TEXT("trp_timers_destroy"), TRP_BUSY,
                                 timers->world->drawing ? TRP__TEXT("the world is being drawn")
                                                        : TRP__TEXT("a tick is in progress"));
    timers_end(&timers->hook);
    return TRP_OK;
}

/* The timer of an actor */

/* A misuse of a call on an actor. */
static trp_result timers_refuse(const trp_timers *timers, trp_pool *pool, const trp_actor *actor,
                                const char *call, trp_result result, const char *detail)
{
    char text[TRP__BYTES_TEXT];

    return trp__misuse(timers->world, pool, actor, call, result,
                       trp__named_text(text, TRP__TEXT("timers"), timers->desc.name, detail));
}

/* Whether a call may change the timer of this actor; its slot, and the generation of its life. */
static trp_result timers_enter(const trp_timers *timers, trp_actor *actor, const char *call,
                               uint32_t *slot, uint32_t *generation)
{
    trp__place place;
    trp_result result;

    if (!trp__has_timers(timers, call))
        return TRP_ERR_NULL;
    result = trp__enter(timers->world, actor, call, &place);
    if (result != TRP_OK)
        return result;
    *slot = place.slot;
    *generation = trp__cell_of(place.pool, place.slot)->generation;
    if (place.pool == timers->pool)
        return trp__must_live(timers->world, actor, call, &place);
    return timers_refuse(timers, place.pool, actor, call, TRP_ERR_FOREIGN,
                         TRP__TEXT("belong to another pool. Use those of the actor's pool"));
}

static uint32_t timers_bits_of(float seconds)
{
    uint32_t bits;

    memcpy(&bits, &seconds, sizeof bits);
    return bits;
}

/* Whether a time or a period is possible. Numbers below the least one wrap around. */
TRP__INLINE bool timers_is_time(trp_duration time, bool is_period)
{
    const uint32_t bits = timers_bits_of(time.seconds);

    if (time.in_ticks)
        return time.ticks - is_period <= TRP_MAX_TIMER_TICKS - is_period;
    if (is_period)
        return bits - TRP__TIMER_LEAST_PERIOD <= TRP__TIMER_MOST_SECONDS - TRP__TIMER_LEAST_PERIOD;
    return trp__clock_is_time_bits(bits, TRP__TIMER_MOST_SECONDS);
}

/* Why a timer cannot be started, or NULL. */
static const char *timers_obstacle(const trp_timers *timers, trp_duration time, timers_start start,
                                   trp_result *result)
{
    const bool is_period = start >= TIMERS_REPEAT;

    *result = TRP_ERR_DESC;
    if (time.in_ticks == trp__timers_in_seconds(timers))
        return time.in_ticks ? TRP__TEXT("count seconds: pass trp_seconds(s)")
                             : TRP__TEXT("count ticks: pass trp_ticks(n)");
    if (start == TIMERS_SLEEP && timers->desc.due != TRP_DUE_WAKE)
        return TRP__TEXT("wake nothing: sleepers need timers with .due = TRP_DUE_WAKE");
    *result = timers_is_time(time, is_period) ? TRP_OK : TRP_ERR_VALUE;
    if (time.in_ticks)
        return is_period ? TRP__TEXT("need a period of 1 to TRP_MAX_TIMER_TICKS")
                         : TRP__TEXT("need 0 to TRP_MAX_TIMER_TICKS ticks");
    return is_period ? TRP__TEXT("need a period of TRP_MIN_TIMER_PERIOD to TRP_MAX_TIMER_SECONDS")
                     : TRP__TEXT("need 0 to TRP_MAX_TIMER_SECONDS seconds");
}

/* Starts a timer. Before it sleeps: a watcher may wake the actor again, or end its life. */
static trp_result timers_begin(trp_timers *timers, trp_actor *actor, trp_duration time,
                               const char *call, timers_start start)
{
    const char *obstacle;
    uint32_t generation;
    uint32_t slot;
    uint64_t units;
    trp__timer *entry;
    trp_result result = timers_enter(timers, actor, call, &slot, &generation);

    if (result != TRP_OK)
        return result;
    obstacle = timers_obstacle(timers, time, start, &result);
    if (result != TRP_OK)
        return timers_refuse(timers, timers->pool, actor, call, result, obstacle);
    if (start == TIMERS_AGAIN && (timers->due_life != generation || timers->due_slot != slot))
        return trp__misuse(timers->world, timers->pool, actor, call, TRP_ERR_VALUE,
                           TRP__TEXT("its timer is not due: call this in its on_due"));
    if (slot >= timers->room && !trp__timers_grow(timers, timers->pool->state.capacity))
        return trp__misuse(timers->world, timers->pool, actor, call, TRP_ERR_MEMORY, NULL);
    entry = &timers->entries[slot];
    entry->generation = generation;
    entry->every = 0;
    if (start == TIMERS_REPEAT)
        entry->every = time.in_ticks ? time.ticks : timers_bits_of(time.seconds);
    units = time.in_ticks ? time.ticks : trp__clock_units(time.seconds);
    if (start == TIMERS_AGAIN) {
        entry->due = timers->due_at + units;
        if (entry->due <= trp__timers_reach(timers) && !trp__timer_stands(timers, slot))
            return TRP_OK; /* it fires again at once */
        units = trp__timer_left(timers, entry);
    }
    trp__timer_set(timers, slot, units);
    if (start != TIMERS_SLEEP || trp__is_asleep(trp__stamp_at(timers->pool, slot)))
        return TRP_OK;
    return trp_deactivate(timers->world, actor);
}

trp_result trp_timer_start(trp_timers *timers, trp_actor *actor, trp_duration duration)
{
    return timers_begin(timers, actor, duration, TRP__TEXT("trp_timer_start"), TIMERS_START);
}

trp_result trp_timer_repeat(trp_timers *timers, trp_actor *actor, trp_duration duration)
{
    return timers_begin(timers, actor, duration, TRP__TEXT("trp_timer_repeat"), TIMERS_REPEAT);
}

trp_result trp_timer_again(trp_timers *timers, trp_actor *actor, trp_duration period)
{
    return timers_begin(timers, actor, period, TRP__TEXT("trp_timer_again"), TIMERS_AGAIN);
}

trp_result trp_timer_sleep(trp_timers *timers, trp_actor *actor, trp_duration duration)
{
    return timers_begin(timers, actor, duration, TRP__TEXT("trp_timer_sleep"), TIMERS_SLEEP);
}

trp_result trp_timer_stop(trp_timers *timers, trp_actor *actor)
{
    uint32_t generation;
    uint32_t slot;
    const trp_result result =
        timers_enter(timers, actor, TRP__TEXT("trp_timer_stop"), &slot, &generation);

    if (result != TRP_OK)
        return result;
    if (slot >= timers->room || timers->entries[slot].generation != generation)
        return TRP_GONE;
    timers->entries[slot] = timers_none;
    return TRP_OK;
}

/* The timer of an actor, if that runs; otherwise NULL. */
static const trp__timer *timers_running(const trp_timers *timers, const trp_actor *actor)
{
    trp__place place;

    if (timers == NULL || trp__locate(timers->world, actor, &place) != TRP_OK ||
        place.pool != timers->pool || place.slot >= timers->room ||
        timers->entries[place.slot].generation !=
            trp__cell_of(place.pool, place.slot)->generation ||
        !trp__is_alive(trp__stamp_at(place.pool, place.slot)))
        return NULL;
    return &timers->entries[place.slot];
}

bool trp_timer_is_running(const trp_timers *timers, const trp_actor *actor)
{
    return timers_running(timers, actor) != NULL;
}

trp_duration trp_timer_left(const trp_timers *timers, const trp_actor *actor)
{
    const trp__timer *entry = timers_running(timers, actor);
    const uint64_t left = entry != NULL ? trp__timer_left(timers, entry) : 0;

    if (timers != NULL && !trp__timers_in_seconds(timers))
        return trp_ticks((uint32_t)left); /* at most a period */
    return trp_seconds(trp__clock_seconds(left));
}
