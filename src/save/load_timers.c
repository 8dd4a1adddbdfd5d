/*
 * The timers of a file. It contains moments; their order is computed again.
 */
#include "../time/timers.h"
#include "load.h"

enum {
    TIMER = 16 /* bytes of a timer in a file */
};

typedef struct saved_timers {
    size_t at;
    bool in_seconds;
    uint64_t now;
    uint32_t count;
    const unsigned char *timers; /* NULL: invalid */
} saved_timers;

static const char *load_timers_text_of(const char *name)
{
    return name != NULL ? name : "";
}

static bool load_timers_has_names(const trp_timers *timers, const char *name, const char *pool)
{
    return trp__same_text(load_timers_text_of(timers->desc.name), name) &&
           trp__same_text(timers->pool->desc.name, pool);
}

/* The number of loaded tables with these names before this one; NULL: of all. */
static uint32_t load_timers_tables_before(const trp_world *world, const trp__clock_hook *end,
                                          const char *name, const char *pool)
{
    uint32_t count = 0;

    for (trp__clock_hook *hook = world->clocks; hook != end; hook = hook->next) {
        const trp_timers *timers = trp__timers_of(hook);
        count += timers != NULL && !timers->pool->desc.transient &&
                 load_timers_has_names(timers, name, pool);
    }
    return count;
}

static void read_timers(trp__reader *reader, saved_timers *saved)
{
    saved->at = reader->at;
    saved->in_seconds = trp__read_8(reader) != 0;
    saved->now = trp__read_64(reader);
    saved->count = trp__read_32(reader);
    saved->timers = trp__read_bytes(reader, (uint64_t)saved->count * TIMER);
    if (reader->is_short || reader->at != reader->end)
        saved->timers = NULL;
}

/* Finds a table in the file. False: it is not there. */
static bool find_timers(const trp__loading *loading, trp_timers *timers, saved_timers *saved)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};
    uint32_t left =
        load_timers_tables_before(loading->world, &timers->hook,
                                  load_timers_text_of(timers->desc.name), timers->pool->desc.name);

    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_TIMERS, &chunk)) {
        trp__reader reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
        const char *name = trp__name_now(loading, trp__read_name(&reader));
        const char *pool = trp__name_now(loading, trp__read_name(&reader));
        if (!load_timers_has_names(timers, name, pool) || left-- > 0)
            continue;
        read_timers(&reader, saved);
        return true;
    }
    return false;
}

static uint32_t load_timers_slot_at(const saved_timers *saved, uint32_t i)
{
    return trp__get32(saved->timers + (size_t)i * TIMER);
}

static bool is_time_left(uint64_t left)
{
    return left != 0 && left <= (uint64_t)1 << 62;
}

static bool is_timer(const saved_timers *saved, const trp__saved_pool *pool, uint32_t i)
{
    const unsigned char *at = saved->timers + (size_t)i * TIMER;
    const uint64_t due = trp__get64(at + 4);
    const uint32_t every = trp__get32(at + 12);
    const uint32_t state = trp__saved_state(pool, load_timers_slot_at(saved, i));

    if (i != 0 && load_timers_slot_at(saved, i) <= load_timers_slot_at(saved, i - 1))
        return false;
    if (saved->in_seconds && every != 0 &&
        (every < TRP__TIMER_LEAST_PERIOD || every > TRP__TIMER_MOST_SECONDS))
        return false;
    if ((due & TRP__STANDS) != 0)
        return state == TRP__SAVED_ASLEEP && is_time_left(due & ~TRP__STANDS);
    return (state == TRP__SAVED_ACTIVE || state == TRP__SAVED_ASLEEP) && due > saved->now &&
           is_time_left(due - saved->now);
}

static trp_result load_timers_check_table(trp__loading *loading, trp_timers *timers,
                                          const saved_timers *saved)
{
    trp__saved_pool pool;
    bool is_fine = saved->timers != NULL && trp__saved_for(loading, timers->pool, &pool);

    if (is_fine && saved->in_seconds != (timers->desc.clock == TRP_CLOCK_SECONDS))
        return trp__load_refuse(
            loading, TRP_ERR_VALUE, saved->at, NULL,
            TRP__TEXT("it counts ticks in the save and seconds in the game, or the reverse"));
    for (uint32_t i = 0; is_fine && i < saved->count; i++)
        is_fine = is_timer(saved, &pool, i);
    return is_fine ? TRP_OK
                   : trp__load_refuse(loading, TRP_ERR_DAMAGED, saved->at, NULL,
                                      TRP__TEXT("its timers cannot be"));
}

trp_result trp__check_timers(trp__loading *loading)
{
    trp_result result = TRP_OK;

    loading->noun = TRP__NAME("timers");
    for (trp__clock_hook *hook = loading->world->clocks; hook != NULL && result == TRP_OK;
         hook = hook->next) {
        trp_timers *timers = trp__timers_of(hook);
        saved_timers saved;
        if (timers == NULL || timers->pool->desc.transient || !find_timers(loading, timers, &saved))
            continue;
        loading->object = load_timers_text_of(timers->desc.name);
        result = load_timers_check_table(loading, timers, &saved);
    }
    return result;
}

/* Tables after the first `known` ones with the names of `timers`; NULL: tables whose names none of
 * the world has. */
static void load_timers_tell(const trp__loading *loading, const trp_timers *timers, uint32_t known)
{
    trp__saved_chunk chunk = {0, 0, TRP__SAVE_HEAD};

    while (trp__chunk_after(loading->bytes, loading->size, chunk.end, TRP__SAVE_TIMERS, &chunk)) {
        trp__reader reader = trp__read_from(loading->bytes, chunk.from, chunk.end);
        const char *name = trp__name_now(loading, trp__read_name(&reader));
        const char *pool = trp__name_now(loading, trp__read_name(&reader));
        saved_timers saved;
        if (timers == NULL ? load_timers_tables_before(loading->world, NULL, name, pool) != 0
                           : !load_timers_has_names(timers, name, pool))
            continue;
        read_timers(&reader, &saved);
        if (known == 0)
            trp__load_report_dropped(loading, TRP__NAME("timers"), name, saved.count);
        known -= known != 0;
    }
}

/* O(tables * chunks), however many chunks a file from anywhere has. */
void trp__tell_dropped_timers(const trp__loading *loading)
{
    const trp_world *world = loading->world;

    load_timers_tell(loading, NULL, 0);
    for (trp__clock_hook *hook = world->clocks; hook != NULL; hook = hook->next) {
        const trp_timers *timers = trp__timers_of(hook);
        const char *name;
        const char *pool;
        if (timers == NULL || timers->pool->desc.transient)
            continue;
        name = load_timers_text_of(timers->desc.name);
        pool = timers->pool->desc.name;
        if (load_timers_tables_before(world, hook, name, pool) == 0)
            load_timers_tell(loading, timers, load_timers_tables_before(world, NULL, name, pool));
    }
}

trp_result trp__make_timers_room(trp__loading *loading)
{
    for (trp__clock_hook *hook = loading->world->clocks; hook != NULL; hook = hook->next) {
        trp_timers *timers = trp__timers_of(hook);
        trp__saved_pool pool;
        if (timers == NULL || !trp__saved_for(loading, timers->pool, &pool) ||
            trp__capacity_for(timers->pool, pool.used) <= timers->room ||
            trp__timers_grow(timers, trp__capacity_for(timers->pool, pool.used)))
            continue;
        loading->noun = TRP__NAME("timers");
        loading->object = load_timers_text_of(timers->desc.name);
        return trp__load_refuse(loading, TRP_ERR_MEMORY, 0, NULL,
                                TRP__TEXT("there is no memory for it to grow"));
    }
    return TRP_OK;
}

static void load_timers_fill_table(trp_timers *timers, const saved_timers *saved)
{
    timers->now = saved->now;
    for (uint32_t i = 0; i < saved->count; i++) {
        const unsigned char *at = saved->timers + (size_t)i * TIMER;
        const uint32_t slot = load_timers_slot_at(saved, i);
        timers->entries[slot].generation = trp__cell_of(timers->pool, slot)->generation;
        timers->entries[slot].due = trp__get64(at + 4);
        timers->entries[slot].every = trp__get32(at + 12);
        trp__timer_set(timers, slot, trp__timer_left(timers, &timers->entries[slot]));
    }
}

void trp__fill_timers(trp__loading *loading)
{
    for (trp__clock_hook *hook = loading->world->clocks; hook != NULL; hook = hook->next) {
        trp_timers *timers = trp__timers_of(hook);
        saved_timers saved;
        if (timers == NULL || timers->pool->desc.transient)
            continue;
        memset(timers->entries, 0, timers->room * sizeof(trp__timer));
        trp__wheel_refile(timers);
        if (find_timers(loading, timers, &saved))
            load_timers_fill_table(timers, &saved);
    }
}
