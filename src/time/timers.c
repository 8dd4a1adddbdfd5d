/*
 * Timers: the wheel, which keeps them in order of time, their firing, tables, and the calls.
 *
 * A table has one entry per slot: when its timer is due, and the life that it belongs to. Waiting
 * entries are members of sets of slots, which form a wheel: there is one set for each digit of the
 * moments at which they are due, in base 16. An entry is filed under the highest digit of the time
 * left; one that is beyond all digits, under the highest digit of all. When the present reaches that
 * digit of its moment, it is examined: it is filed again, or fires. Sets have no order except that
 * of their slots, so timers fire in the order of slots.
 *
 * Membership only means that the entry must be examined. An entry that was stopped or started again
 * in the meantime is then dropped or filed again. So starting a timer writes the entry and sets a
 * bit, and stopping it writes the entry. The invariant: each running entry is in the set of its
 * moment, and possibly in others.
 *
 * An entry belongs to the life with its generation. An entry of another life is dropped when it is
 * due, or reused before: so a death costs nothing.
 *
 * A timer that stands still holds the time left, with TRP__STANDS. That is so while its actor sleeps,
 * in a pool where sleep stops time; and in a tick before the clocks advance for a timer that was
 * started there, which is in the set of those that may be due. It is filed when its time runs on.
 */
#include "timers.h"

enum {
    WHEEL_BITS = 4, /* of a digit */
    WHEEL_DIGITS = 1 << WHEEL_BITS,
    WHEEL_LEVELS = 6,
    WHEEL_DUE = WHEEL_LEVELS * WHEEL_DIGITS, /* the set of what may be due in this tick */
    WHEEL_SETS
};

_Static_assert((int)WHEEL_SETS == TRP__TIMER_SETS, "TRP_TIMERS_BYTES counts on it");
_Static_assert(sizeof(trp__timer) == TRP__TIMER_BYTES, "TRP_TIMERS_BYTES counts on it");
_Static_assert(sizeof(trp_timers) + 2 * TRP_ALIGNMENT <= TRP__TIMERS_BASE,
               "raise TRP__TIMERS_BASE");

static const trp__timer timers_none = {0, 0, 0};

/* The calls that start a timer; the last two get a period. */
typedef enum timers_start { TIMERS_START, TIMERS_SLEEP, TIMERS_REPEAT, TIMERS_AGAIN } timers_start;

TRP__INLINE bool timers_in_seconds(const trp_timers *timers)
{
    return timers->desc.clock == TRP_CLOCK_SECONDS;
}

TRP__INLINE bool timers_end_lives(const trp_timers *timers)
{
    return timers->desc.due == TRP_DUE_EXPIRE || timers->desc.due == TRP_DUE_RECYCLE;
}

/* A time, of this many ticks or with these bits of a float of seconds, in units of the clock. */
TRP__INLINE uint64_t timers_units(const trp_timers *timers, uint32_t bits)
{
    return timers_in_seconds(timers) ? trp__clock_units(bits) : bits;
}

/* The last moment that has been reached. */
TRP__INLINE uint64_t timers_reach(const trp_timers *timers)
{
    return timers->now + timers->slack;
}

/* Whether time stands still for the timer of a slot because its actor sleeps. */
TRP__INLINE bool timers_stand(const trp_timers *timers, uint32_t slot)
{
    return timers->desc.due != TRP_DUE_WAKE && trp__time_stands(timers->pool, slot);
}

/* Sets */

TRP__INLINE trp__word *wheel_set(const trp_timers *timers, uint32_t set)
{
    return timers->sets + (size_t)set * timers->words;
}

TRP__INLINE void wheel_add(trp_timers *timers, uint32_t set, uint32_t slot)
{
    wheel_set(timers, set)[slot / TRP__WORD_BITS] |= trp__bit(slot);
    timers->occupied[set] = true;
}

/* The number of a moment's notch: of a tick, or of 2^-6 seconds, which is about a tick. */
TRP__INLINE uint64_t wheel_notch(const trp_timers *timers, uint64_t moment)
{
    return timers_in_seconds(timers) ? moment >> 26 : moment;
}

static void wheel_file(trp_timers *timers, uint32_t slot)
{
    const uint64_t notch = wheel_notch(timers, timers->entries[slot].due);
    const uint64_t left = notch - timers->notch;
    uint32_t level = WHEEL_LEVELS - 1;

    if (TRP__LIKELY(left >> WHEEL_LEVELS * WHEEL_BITS == 0))
        level = trp__highest_bit((trp__word)(left | 1)) / WHEEL_BITS;
    wheel_add(timers, level * WHEEL_DIGITS + ((uint32_t)notch >> level * WHEEL_BITS) % WHEEL_DIGITS,
              slot);
}

static void timers_halt(trp__timer *entry, uint64_t left)
{
    entry->due = TRP__STANDS | (left != 0 ? left : 1);
}

static void timers_run(trp_timers *timers, uint32_t slot, uint64_t left)
{
    const uint64_t due = timers->now + left;
    const uint64_t reach = timers_reach(timers);

    timers->entries[slot].due = due > reach ? due : reach + 1;
    wheel_file(timers, slot);
}

void trp__timer_set(trp_timers *timers, uint32_t slot, uint64_t left)
{
    if (!timers->world->clocks_wait && !timers_stand(timers, slot)) {
        timers_run(timers, slot, left);
        return;
    }
    timers_halt(&timers->entries[slot], left);
    if (timers->world->clocks_wait)
        wheel_add(timers, WHEEL_DUE, slot);
}

/* The members of a set may be due. */
static void wheel_pass(trp_timers *timers, uint32_t set)
{
    trp__word *words = wheel_set(timers, set);
    trp__word *due = wheel_set(timers, WHEEL_DUE);

    if (!timers->occupied[set])
        return;
    for (uint32_t word = 0; word < timers->words; word++) {
        due[word] |= words[word];
        words[word] = 0;
    }
    timers->occupied[set] = false;
    timers->occupied[WHEEL_DUE] = true;
}

/* Passes all digits up to the present ones; of the lowest, the former one again: not all of its
 * moments had come. */
static void wheel_turn(trp_timers *timers)
{
    uint64_t from = timers->notch;
    uint64_t to = wheel_notch(timers, timers_reach(timers));

    timers->notch = to;
    for (uint32_t level = 0; level < WHEEL_LEVELS; level++) {
        const uint64_t count = to - from + (level == 0);
        for (uint32_t i = 0; i < count && i < WHEEL_DIGITS; i++)
            wheel_pass(timers, level * WHEEL_DIGITS + ((uint32_t)to - i) % WHEEL_DIGITS);
        from >>= WHEEL_BITS;
        to >>= WHEEL_BITS;
    }
}

/* The block */

void trp__wheel_refile(trp_timers *timers)
{
    memset(timers->sets, 0, (size_t)timers->words * WHEEL_SETS * sizeof(trp__word));
    memset(timers->occupied, 0, sizeof timers->occupied);
    timers->notch = wheel_notch(timers, timers_reach(timers));
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (timers->entries[slot].due > timers_reach(timers))
            wheel_file(timers, slot);
        else if (timers->entries[slot].generation != 0)
            wheel_add(timers, WHEEL_DUE, slot); /* the table has grown before it has fired */
}

bool trp__timers_grow(trp_timers *timers, uint32_t room)
{
    const trp_timers old = *timers;

    timers->room = room;
    timers->words = room / TRP__WORD_BITS + (room % TRP__WORD_BITS != 0);
    timers->bytes =
        room * sizeof(trp__timer) + timers->words * WHEEL_SETS * sizeof(trp__word); /* below 2^29 */
    timers->entries = (trp__timer *)trp__take(timers->world, timers->bytes);
    if (timers->entries == NULL) {
        *timers = old;
        return false;
    }
    memset(timers->entries, 0, timers->bytes);
    timers->sets = (trp__word *)(void *)(timers->entries + room);
    if (old.entries == NULL)
        return true;
    memcpy(timers->entries, old.entries, old.room * sizeof(trp__timer));
    trp__wheel_refile(timers);
    for (uint32_t word = 0; word < old.words; word++)
        wheel_set(timers, WHEEL_DUE)[word] |= wheel_set(&old, WHEEL_DUE)[word];
    timers->occupied[WHEEL_DUE] |= old.occupied[WHEEL_DUE];
    trp__release(timers->world, old.entries, old.bytes);
    return true;
}

/* Firing */

/* A table that fires in a tick. */
typedef struct fire_pass {
    trp_timers *timers;
    trp_context *in;
    trp__frame frame;
    bool limited; /* something else may end the pool's lives */
} fire_pass;

/* Whether a moment is beyond the end of the actor's life, by its lifetime or by another table. */
static bool fire_is_beyond(const trp_timers *timers, uint32_t slot, uint64_t due)
{
    const int64_t left = (int64_t)(due - timers->now) - timers->slack;

    for (trp__hook *hook = timers->world->hooks; hook != NULL; hook = hook->next)
        if (hook->pool == timers->pool && hook != &timers->hook &&
            hook->calls->ends_in(hook, slot, timers->desc.clock) < left)
            return true;
    return false;
}

/* Wakes, calls, and ends the actor's life: all that the timer of a living actor does once. */
static void fire_once(fire_pass *pass, uint32_t slot, const trp__timer *timer)
{
    trp_timers *timers = pass->timers;
    trp_pool *pool = timers->pool;
    trp_actor *actor = trp__node_at(pool, slot);
    const trp_ending ending = {TRP_REASON_NONE, {0, 0}, timers->desc.due == TRP_DUE_EXPIRE};
    const uint64_t now = timers->now;

    pass->frame.current = actor;
    if (timers->desc.due == TRP_DUE_WAKE && trp__is_asleep(trp__stamp_at(pool, slot)))
        trp_activate(timers->world, actor);
    if (timers->desc.on_due != NULL && trp__has_life(pool, slot, timer->generation)) {
        pass->in->seconds_late = now >= timer->due ? trp__clock_seconds(now - timer->due)
                                                   : -trp__clock_seconds(timer->due - now);
        timers->due_slot = slot;
        timers->due = timer;
        timers->desc.on_due(actor, pass->in);
        timers->due = NULL;
    }
    if (timers_end_lives(timers) && trp__has_life(pool, slot, timer->generation))
        trp_recycle_with(timers->world, actor, &ending);
}

/* A slot that was in WHEEL_DUE: fires its timer as often as it is due, or files it again. It may have
 * been stopped or started again since it was filed, or its actor may have ended. */
static void fire_slot(fire_pass *pass, uint32_t slot)
{
    trp_timers *timers = pass->timers;
    trp__timer *entry = trp__timer_of(timers, slot);

    if (entry != NULL && entry->due > timers_reach(timers)) /* or it waited for the clocks */
        trp__timer_set(timers, slot, trp__timer_left(timers, entry));
    while (entry != NULL && entry->due <= timers_reach(timers)) {
        const trp__timer timer = *entry;
        if (timer.every == 0)
            *entry = timers_none;
        else {
            entry->due += timers_units(timers, timer.every);
            if (entry->due > timers_reach(timers))
                wheel_file(timers, slot);
        }
        if (pass->limited && fire_is_beyond(timers, slot, timer.due)) {
            *entry = timers_none;
            return;
        }
        fire_once(pass, slot, &timer);
        entry = trp__timer_of(timers, slot); /* the table may have grown */
    }
}

static void timers_fire(trp__hook *hook, trp_context *tick)
{
    trp_timers *timers = trp__timers_of(hook);
    trp_world *world = timers->world;
    const char *before = world->tag;
    fire_pass pass;

    wheel_turn(timers);
    if (!timers->occupied[WHEEL_DUE])
        return;
    timers->occupied[WHEEL_DUE] = false;
    memset(&pass, 0, sizeof pass);
    pass.timers = timers;
    pass.in = tick;
    for (trp__hook *other = world->hooks; other != NULL; other = other->next)
        pass.limited |=
            other->pool == timers->pool && other != hook && timers->desc.due != TRP_DUE_WAKE;
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
        trp__word due = wheel_set(timers, WHEEL_DUE)[word];
        wheel_set(timers, WHEEL_DUE)[word] = 0;
        for (; due != 0; due &= due - 1)
            fire_slot(&pass, word * TRP__WORD_BITS + trp__lowest_bit(due));
    }
    tick->seconds_late = 0;
    tick->timers = NULL;
    trp__pop_frame(world, &pass.frame);
    world->tag = before;
}

/* Tables */

static void timers_end(trp__hook *hook)
{
    trp_timers *timers = trp__timers_of(hook);
    trp_world *world = timers->world;

    trp__hook_remove(world, hook);
    trp__part_remove(world, &timers->part);
    trp__release(world, timers->entries, timers->bytes);
    trp__release(world, timers, sizeof *timers);
}

static void timers_advance(trp__hook *hook, trp_context *in)
{
    trp_timers *timers = trp__timers_of(hook);

    timers->now += trp__clock_step(timers->pool, timers->desc.clock, in);
}

/* The actor of a slot falls asleep, or wakes: its timer stands still, or runs on. A timer that was
 * started before the clocks of this tick advance, waits for them in any case. */
static void timers_sleep(trp__hook *hook, uint32_t slot, bool sleeps)
{
    trp_timers *timers = trp__timers_of(hook);
    trp__timer *entry = trp__timer_of(timers, slot);

    if (timers->desc.due == TRP_DUE_WAKE || entry == NULL)
        return;
    if (sleeps)
        timers_halt(entry, trp__timer_left(timers, entry));
    else if (!timers->world->clocks_wait ||
             (wheel_set(timers, WHEEL_DUE)[slot / TRP__WORD_BITS] & trp__bit(slot)) == 0)
        timers_run(timers, slot, trp__timer_left(timers, entry));
}

static int64_t timers_ends_in(trp__hook *hook, uint32_t slot, trp_clock clock)
{
    const trp_timers *timers = trp__timers_of(hook);
    const trp__timer *entry = trp__timer_of(timers, slot);

    if (!timers_end_lives(timers) || timers->desc.clock != clock || entry == NULL ||
        entry->due > timers_reach(timers))
        return INT64_MAX;
    return (int64_t)(entry->due - timers->now);
}

static trp_timers *timers_make(trp_pool *pool, const trp_timers_desc *desc)
{
    static const trp__calls calls = {.tick[TRP__TICK_ADVANCES] = timers_advance,
                                     .tick[TRP__TICK_FIRES] = timers_fire,
                                     .sleep = timers_sleep,
                                     .ends_in = timers_ends_in,
                                     .end = timers_end};
    trp_world *world = pool->world;
    trp_timers *timers = trp__take(world, sizeof *timers);

    if (timers == NULL)
        return NULL;
    memset(timers, 0, sizeof *timers);
    timers->desc = *desc;
    timers->pool = pool;
    timers->world = world;
    timers->slack = timers_in_seconds(timers) ? TRP__CLOCK_SLACK : 0;
    if (!trp__timers_grow(timers, pool->state.capacity)) {
        trp__release(world, timers, sizeof *timers);
        return NULL;
    }
    timers->hook.pool = pool;
    trp__hook_add(world, &timers->hook, &calls, 2 * pool->number + timers_end_lives(timers));
    trp__part_add(world, &timers->part, TRP__PART_TIMERS);
    return timers;
}

trp_timers *trp_timers_create(trp_pool *pool, const trp_timers_desc *desc)
{
    static const trp_timers_desc defaults = {0};
    const char *name = TRP__TEXT("trp_timers_create");
    trp_timers *timers;
    trp__call call;

    if (!trp__has_pool(pool, name))
        return NULL;
    if (desc == NULL)
        desc = &defaults;
    call = trp__call_for(pool->world, TRP__TEXT("timers"), desc->name, name);
    if (trp__is_closed(&call) ||
        trp__refuses(&call,
                     (unsigned)desc->clock > TRP_CLOCK_WORLD_TICKS ||
                         (unsigned)desc->due > TRP_DUE_WAKE,
                     TRP_ERR_VALUE, TRP__TEXT("clock and due must be one of the enumerators")))
        return NULL;
    timers = timers_make(pool, desc);
    trp__end_creation(&call, timers, NULL);
    return timers;
}

trp_result trp_timers_destroy(trp_timers *timers)
{
    trp__call call;

    if (timers == NULL)
        return TRP_GONE;
    call = trp__call_on(timers->world, TRP__TEXT("timers"), timers->desc.name,
                        TRP__TEXT("trp_timers_destroy"));
    if (trp__is_shut(&call) ||
        trp__refuses(&call, timers->world->ticking, TRP_BUSY, TRP__TEXT("a tick is in progress")))
        return call.result;
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

/* Whether a call may change the timer of this actor; its place. */
static trp_result timers_enter(const trp_timers *timers, trp_actor *actor, const char *call,
                               trp__place *place)
{
    trp_result result;

    if (!trp__has_timers(timers, call))
        return TRP_ERR_NULL;
    result = trp__enter_living(timers->world, actor, call, place);
    if (result != TRP_OK || place->pool == timers->pool)
        return result;
    return timers_refuse(timers, place->pool, actor, call, TRP_ERR_FOREIGN,
                         TRP__TEXT("belong to another pool. Use those of the actor's pool"));
}

/* Why a timer cannot be started, or NULL. */
static const char *timers_obstacle(const trp_timers *timers, trp_duration time, timers_start start,
                                   trp_result *result)
{
    const bool is_period = start >= TIMERS_REPEAT;
    const uint32_t least = !is_period ? 0 : time.in_ticks ? 1 : TRP__TIMER_LEAST_PERIOD;
    const uint32_t most = time.in_ticks ? TRP_MAX_TIMER_TICKS : TRP__TIMER_MOST_SECONDS;

    *result = TRP_ERR_DESC;
    if (time.in_ticks == timers_in_seconds(timers))
        return time.in_ticks ? TRP__TEXT("count seconds: pass trp_seconds(s)")
                             : TRP__TEXT("count ticks: pass trp_ticks(n)");
    if (start == TIMERS_SLEEP && timers->desc.due != TRP_DUE_WAKE)
        return TRP__TEXT("wake nothing: sleepers need timers with .due = TRP_DUE_WAKE");
    *result = trp__clock_is_within(time, least, most) ? TRP_OK : TRP_ERR_VALUE;
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
    trp__timer *entry;
    trp__place at;
    uint32_t generation;
    uint64_t left;
    trp_result result = timers_enter(timers, actor, call, &at);

    if (result != TRP_OK)
        return result;
    obstacle = timers_obstacle(timers, time, start, &result);
    if (result != TRP_OK)
        return timers_refuse(timers, at.pool, actor, call, result, obstacle);
    generation = trp__cell_of(at.pool, at.slot)->generation;
    if (start == TIMERS_AGAIN && (timers->due == NULL || timers->due_slot != at.slot ||
                                  timers->due->generation != generation))
        return trp__misuse(timers->world, at.pool, actor, call, TRP_ERR_VALUE,
                           TRP__TEXT("its timer is not due: call this in its on_due"));
    if (at.slot >= timers->room && !trp__timers_grow(timers, at.pool->state.capacity))
        return trp__misuse(timers->world, at.pool, actor, call, TRP_ERR_MEMORY, NULL);
    entry = &timers->entries[at.slot];
    entry->generation = generation;
    entry->every = start == TIMERS_REPEAT ? trp__clock_bits(time) : 0;
    left = timers_units(timers, trp__clock_bits(time));
    if (start == TIMERS_AGAIN) {
        entry->due = timers->due->due + left;
        if (entry->due <= timers_reach(timers) && !timers_stand(timers, at.slot))
            return TRP_OK; /* it fires again at once */
        left = trp__timer_left(timers, entry);
    }
    trp__timer_set(timers, at.slot, left);
    if (start != TIMERS_SLEEP || trp__is_asleep(trp__stamp_at(at.pool, at.slot)))
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
    trp__place at;
    trp__timer *entry;
    const trp_result result = timers_enter(timers, actor, TRP__TEXT("trp_timer_stop"), &at);

    if (result != TRP_OK)
        return result;
    entry = trp__timer_of(timers, at.slot);
    if (entry == NULL)
        return TRP_GONE;
    *entry = timers_none;
    return TRP_OK;
}

/* The timer of an actor, if that runs; otherwise NULL. */
static const trp__timer *timers_running(const trp_timers *timers, const trp_actor *actor)
{
    trp__place place;

    if (timers == NULL || trp__locate(timers->world, actor, &place) != TRP_OK ||
        place.pool != timers->pool)
        return NULL;
    return trp__timer_of(timers, place.slot);
}

bool trp_timer_is_running(const trp_timers *timers, const trp_actor *actor)
{
    return timers_running(timers, actor) != NULL;
}

trp_duration trp_timer_left(const trp_timers *timers, const trp_actor *actor)
{
    const trp__timer *entry = timers_running(timers, actor);
    const uint64_t left = entry != NULL ? trp__timer_left(timers, entry) : 0;

    if (timers != NULL && !timers_in_seconds(timers))
        return trp_ticks((uint32_t)left); /* at most a period */
    return trp_seconds(trp__clock_seconds(left));
}
