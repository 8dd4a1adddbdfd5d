/*
 * Timers in snapshots, hashes and saves: a row for each slot whose timer runs, and the clock. The
 * sets are a cache. The timers of a transient pool do not change, like the pool itself.
 */
#include "../../include/troupe/fields.h"
#include "../core/part.h"
#include "timers.h"

typedef struct timers_row {
    trp_handle actor;
    uint64_t due;
    uint32_t every;
    uint32_t unused;
} timers_row;

static const trp_field timers_fields[] = {TRP_FIELD(timers_row, actor), TRP_FIELD(timers_row, due),
                                          TRP_FIELD(timers_row, every), TRP_FIELDS_END};
static const trp_fields timers_type = {"timers", sizeof(timers_row), 0, timers_fields, NULL, 0};

static size_t timers_state_most(const void *module)
{
    return ((const trp_timers *)module)->pool->max_capacity * sizeof(timers_row);
}

static void timers_state_put(const void *module, trp__sink *to)
{
    const trp_timers *timers = module;
    const uint32_t used = timers->pool->desc.transient ? 0 : timers->pool->state.used;

    for (uint32_t slot = 0; slot < used && slot < timers->room; slot++) {
        const trp__timer *entry = trp__timer_of(timers, slot);
        if (entry != NULL) {
            const timers_row row = {{trp__handle_index(timers->pool, slot), entry->generation},
                                    entry->due,
                                    entry->every,
                                    0};
            trp__put_bytes_to(to, &row, sizeof row);
        }
    }
}

static uint32_t timers_state_slot(const trp_timers *timers, const timers_row *row)
{
    return (row->actor.index & (TRP_MAX_SLOTS - 1)) - timers->pool->base;
}

static void timers_state_shake(void *module)
{
    trp__wheel_refile(module);
}

/* Also those of slots that were given back: a restore makes their generations valid again. */
static void timers_state_begin(void *module)
{
    trp_timers *timers = module;

    if (!timers->pool->desc.transient)
        memset(timers->entries, 0, timers->room * sizeof *timers->entries);
}

static void timers_state_enter(void *module, const void *row)
{
    const timers_row *timer = row;
    trp_timers *timers = module;
    trp__timer *entry = &timers->entries[timers_state_slot(timers, timer)];

    entry->generation = timer->actor.generation;
    entry->due = timer->due;
    entry->every = timer->every;
}

/* Another table may have been created in the same place. */
static uint64_t timers_state_wiring(const void *module)
{
    const trp_timers *timers = module;
    const uint64_t settings = trp__mix(trp__mix(1, timers->desc.clock), timers->desc.due);

    return trp__mix(trp__mix(settings, timers->pool->number), (uintptr_t)timers->desc.on_due);
}

static bool timers_state_is_period(const trp_timers *timers, uint32_t every)
{
    return every == 0 || timers->desc.clock != TRP_CLOCK_SECONDS ||
           (every >= TRP__TIMER_LEAST_PERIOD && every <= TRP__TIMER_MOST_SECONDS);
}

static bool timers_state_accepts(const void *module, void *row, bool is_asleep)
{
    const trp_timers *timers = module;
    const timers_row *timer = row;

    return timers_state_slot(timers, timer) < timers->pool->max_capacity &&
           (is_asleep || (timer->due & TRP__STANDS) == 0) &&
           timers_state_is_period(timers, timer->every);
}

static bool timers_state_room(void *module, const void *row, size_t count, bool takes)
{
    trp_timers *timers = module;
    const uint32_t slot = timers_state_slot(timers, row);

    (void)count;
    return slot < timers->room || (takes && trp__timers_grow(timers, slot + 1));
}

/* What is not due later is no timer; whether one stands still follows from its actor and the pool. */
static void timers_state_settle(void *module)
{
    trp_timers *timers = module;

    for (uint32_t slot = 0; slot < timers->room; slot++) {
        trp__timer *entry = &timers->entries[slot];
        const uint64_t left =
            (entry->due & TRP__STANDS) != 0 ? entry->due & ~TRP__STANDS : entry->due - timers->now;
        if (entry->generation == 0)
            continue;
        if (left != 0 && left <= (uint64_t)1 << 62)
            trp__timer_set(timers, slot, left);
        else
            memset(entry, 0, sizeof *entry);
    }
}

trp__part_table trp__timers_part(const trp__part *part)
{
    trp__part_table table = {0};

    table.name = "timers";
    table.offset = offsetof(trp_timers, part);
    table.size = sizeof(trp_timers);
    table.title = offsetof(trp_timers, desc.name);
    table.most = timers_state_most;
    table.put = timers_state_put;
    table.wiring = timers_state_wiring;
    table.shake = timers_state_shake;
    table.row = &timers_type;
    table.ascends = true;
    table.number_decides = true;
    if (!trp__timers_of_part(part)->pool->desc.transient)
        table.numbers[0] = offsetof(trp_timers, now);
    table.begin = timers_state_begin;
    table.enter = timers_state_enter;
    table.room = timers_state_room;
    table.lives = TRP__LIVES_ALIVE;
    table.accepts = timers_state_accepts;
    table.settle = timers_state_settle;
    return table;
}
