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

static trp_timers *load_timers_of(const trp__part *part)
{
    return (trp_timers *)((uintptr_t)part - offsetof(trp_timers, part));
}

static saved_timers read_timers(trp__reader *reader)
{
    saved_timers saved;

    saved.at = reader->at;
    saved.in_seconds = trp__read_8(reader) != 0;
    saved.now = trp__read_64(reader);
    saved.timers = trp__read_rows(reader, TIMER, &saved.count);
    return saved;
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
    return trp__is_saved_alive(state) && due > saved->now && is_time_left(due - saved->now);
}

trp_result trp__check_timers(trp__loading *loading, const trp__part *part, trp__reader reader)
{
    const trp_timers *timers = load_timers_of(part);
    const saved_timers saved = read_timers(&reader);
    const trp__saved_pool *pool = trp__saved_for(loading, timers->pool);
    bool is_fine = saved.timers != NULL && pool != NULL;

    if (is_fine && saved.in_seconds != (timers->desc.clock == TRP_CLOCK_SECONDS))
        return trp__load_refuse(
            loading, TRP_ERR_VALUE, saved.at, NULL,
            TRP__TEXT("it counts ticks in the save and seconds in the game, or the reverse"));
    for (uint32_t i = 0; is_fine && i < saved.count; i++)
        is_fine = is_timer(&saved, pool, i);
    return is_fine ? TRP_OK
                   : trp__load_refuse(loading, TRP_ERR_DAMAGED, saved.at, NULL,
                                      TRP__TEXT("its timers cannot be"));
}

trp_result trp__make_timers_room(const trp__loading *loading, trp__part *part)
{
    trp_timers *timers = load_timers_of(part);
    const uint32_t slots =
        trp__capacity_for(timers->pool, trp__saved_for(loading, timers->pool)->used);

    return slots <= timers->room || trp__timers_grow(timers, slots) ? TRP_OK : TRP_ERR_MEMORY;
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

void trp__fill_timers(trp__part *part, trp__reader *reader)
{
    trp_timers *timers = load_timers_of(part);
    saved_timers saved;

    memset(timers->entries, 0, timers->room * sizeof(trp__timer));
    trp__wheel_refile(timers);
    if (reader == NULL)
        return;
    saved = read_timers(reader);
    load_timers_fill_table(timers, &saved);
}
