/*
 * Timers in snapshots and hashes: a row for each slot whose timer runs, then the clock. The sets are
 * a cache. The timers of a transient pool do not change, like the pool itself.
 */
#include "../core/part.h"
#include "timers.h"

typedef struct timers_row {
    uint32_t slot;
    uint32_t generation;
    uint32_t due[2]; /* the lower word first */
    uint32_t every;
} timers_row;

static size_t timers_state_most(const trp__part *part)
{
    return trp__timers_of_part(part)->pool->max_capacity * sizeof(timers_row) + sizeof(uint64_t);
}

static void timers_state_put(const trp__part *part, trp__sink *to)
{
    const trp_timers *timers = trp__timers_of_part(part);
    const uint32_t used = trp__slots_used(timers->pool);
    const uint32_t now[2] = {(uint32_t)timers->now, (uint32_t)(timers->now >> 32)};

    if (timers->pool->desc.transient)
        return;
    trp__begin_rows(to, sizeof(timers_row));
    for (uint32_t slot = 0; slot < used && slot < timers->room; slot++) {
        const trp__timer *entry = trp__timer_of(timers, slot);
        if (entry != NULL) {
            const timers_row row = {slot,
                                    entry->generation,
                                    {(uint32_t)entry->due, (uint32_t)(entry->due >> 32)},
                                    entry->every};
            trp__put_bytes_to(to, &row, sizeof row);
        }
    }
    trp__put_bytes_to(to, now, sizeof now);
}

static bool timers_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const size_t count = bytes / sizeof(timers_row);
    const timers_row *rows = (const timers_row *)(const void *)from;

    return count == 0 || rows[count - 1].slot < trp__timers_of_part(part)->room;
}

static void timers_state_shake(trp__part *part)
{
    trp__wheel_refile(trp__timers_of_part(part));
}

static void timers_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_timers *timers = trp__timers_of_part(part);
    const timers_row *row = (const timers_row *)(const void *)from;
    const timers_row *const end = row + bytes / sizeof *row;
    uint32_t now[2];

    if (bytes == 0)
        return;
    /* those of slots that were given back too: a restore makes their generations valid again */
    memset(timers->entries, 0, timers->room * sizeof *timers->entries);
    for (; row < end; row++) {
        trp__timer *entry = &timers->entries[row->slot];
        entry->generation = row->generation;
        entry->due = row->due[0] | (uint64_t)row->due[1] << 32;
        entry->every = row->every;
    }
    memcpy(now, end, sizeof now);
    timers->now = now[0] | (uint64_t)now[1] << 32;
    trp__wheel_refile(timers);
}

/* Another table may have been created in the same place. */
static uint64_t timers_state_wiring(const trp__part *part)
{
    const trp_timers *timers = trp__timers_of_part(part);
    const uint64_t settings = trp__mix(trp__mix(1, timers->desc.clock), timers->desc.due);

    return trp__mix(trp__mix(settings, timers->pool->number), (uintptr_t)timers->desc.on_due);
}

trp__part_table trp__timers_part(void)
{
    trp__part_table table = {0};

    table.name = "timers";
    table.offset = offsetof(trp_timers, part);
    table.size = sizeof(trp_timers);
    table.title = offsetof(trp_timers, desc.name);
    table.columns = "slot|generation|due:every|";
    table.most = timers_state_most;
    table.put = timers_state_put;
    table.fits = timers_state_fits;
    table.restore = timers_state_restore;
    table.wiring = timers_state_wiring;
    table.shake = timers_state_shake;
    return table;
}
