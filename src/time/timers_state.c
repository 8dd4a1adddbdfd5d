/*
 * Timers in snapshots and hashes: the clock, and the entries of the slots that were ever used,
 * zeroed if they do not run. The sets are a cache. The timers of a transient pool do not change,
 * like the pool itself.
 */
#include "../core/part.h"
#include "timers.h"

typedef struct timers_image {
    uint64_t now;
    uint64_t count; /* number of the entries that follow */
    const trp_pool *pool;
    trp_actor_fn *on_due;
    uint32_t clock;
    uint32_t due;
} timers_image;

static trp_timers *timers_state_of(const trp__part *part)
{
    return (trp_timers *)((uintptr_t)part - offsetof(trp_timers, part));
}

/* The entry of a used slot, zero if it does not run. */
static trp__timer timers_state_entry_at(const trp_timers *timers, uint32_t slot)
{
    static const trp__timer none = {0, 0, 0};
    const trp_pool *pool = timers->pool;
    const trp__timer entry = timers->entries[slot];

    if (entry.generation == 0 || !trp__is_present(pool, slot) ||
        trp__cell_of(pool, slot)->generation != entry.generation)
        return none;
    return entry;
}

/* Up to the last one that runs: the amount of room must have no effect. */
static uint32_t timers_state_entries(const trp_timers *timers)
{
    const uint32_t used = trp__slots_used(timers->pool);
    uint32_t count = used < timers->room ? used : timers->room;

    while (count != 0 && timers_state_entry_at(timers, count - 1).generation == 0)
        count--;
    return count;
}

static size_t timers_state_most(const trp__part *part)
{
    const trp_timers *timers = timers_state_of(part);

    return sizeof(timers_image) + timers->pool->max_capacity * sizeof(trp__timer);
}

static size_t timers_state_bytes(const trp__part *part)
{
    const trp_timers *timers = timers_state_of(part);

    if (timers->pool->desc.transient)
        return 0;
    return sizeof(timers_image) + timers_state_entries(timers) * sizeof(trp__timer);
}

static void timers_state_save(const trp__part *part, unsigned char *to)
{
    const trp_timers *timers = timers_state_of(part);
    timers_image head;

    memset(&head, 0, sizeof head);
    head.now = timers->state.now;
    head.count = timers_state_entries(timers);
    head.pool = timers->pool;
    head.on_due = timers->desc.on_due;
    head.clock = timers->desc.clock;
    head.due = timers->desc.due;
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t slot = 0; slot < head.count; slot++, to += sizeof(trp__timer)) {
        const trp__timer entry = timers_state_entry_at(timers, slot);
        memcpy(to, &entry, sizeof entry);
    }
}

/* Another table may have been created in the same place. */
static bool timers_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_timers *timers = timers_state_of(part);
    timers_image head;

    if (bytes == 0)
        return true;
    memcpy(&head, from, sizeof head);
    return head.count <= timers->room && head.pool == timers->pool &&
           head.on_due == timers->desc.on_due && head.clock == (uint32_t)timers->desc.clock &&
           head.due == (uint32_t)timers->desc.due;
}

static void timers_state_shake(trp__part *part)
{
    trp__wheel_refile(timers_state_of(part));
}

static void timers_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_timers *timers = timers_state_of(part);
    timers_image head;

    if (bytes == 0)
        return;
    memcpy(&head, from, sizeof head);
    timers->state.now = head.now;
    memcpy(timers->entries, from + sizeof head, (size_t)head.count * sizeof(trp__timer));
    /* those of slots that were given back too: a restore makes their generations valid again */
    memset(&timers->entries[head.count], 0,
           (size_t)(timers->room - head.count) * sizeof(trp__timer));
    trp__wheel_refile(timers);
}

static uint64_t timers_state_hash(const trp__part *part)
{
    const trp_timers *timers = timers_state_of(part);
    uint64_t hash = trp__mix(7, timers->state.now);
    uint32_t count;

    if (timers->pool->desc.transient)
        return 0;
    count = timers_state_entries(timers);
    for (uint32_t slot = 0; slot < count; slot++) {
        const trp__timer entry = timers_state_entry_at(timers, slot);
        if (entry.generation != 0)
            hash += trp__mix(trp__mix(trp__mix(1, slot), entry.due), entry.every);
    }
    return hash;
}

/* Timers of a transient pool are left out with it. */
static bool timers_state_uses(const trp__part *part, const trp_pool *pool)
{
    (void)part;
    (void)pool;
    return false;
}

/* As text */

static const trp__timer *timers_state_entry_in(const unsigned char *image, const timers_image *head,
                                               uint32_t slot)
{
    static const trp__timer none = {0, 0, 0};

    if (slot >= head->count)
        return &none;
    return (const trp__timer *)(const void *)(image + sizeof *head) + slot;
}

static void timers_state_put_left(trp__text *text, const trp_timers *timers,
                                  const timers_image *head, const trp__timer *entry)
{
    uint64_t left = entry->due - ((entry->due & TRP__STANDS) != 0 ? TRP__STANDS : head->now);

    if (entry->generation == 0) {
        trp__put(text, "stopped");
        return;
    }
    trp__put(text, "due in ");
    if (timers->desc.clock == TRP_CLOCK_SECONDS)
        left = ((left >> 16) * 1000) >> 16;
    trp__put_number(text, left);
    trp__put(text, timers->desc.clock == TRP_CLOCK_SECONDS ? " ms" : " ticks");
    if ((entry->due & TRP__STANDS) != 0)
        trp__put(text, " once it wakes");
    if (entry->every != 0)
        trp__put(text, ", repeating");
}

static bool is_same_timer(const trp__timer *a, const trp__timer *b)
{
    return a->due == b->due && a->generation == b->generation && a->every == b->every;
}

/* The first slot that differs, or the clock. */
static void timers_state_tell(const trp__part *part, trp__text *text, const unsigned char *a,
                              size_t a_bytes, const unsigned char *b, size_t b_bytes)
{
    const trp_timers *timers = timers_state_of(part);
    timers_image one;
    timers_image other;
    uint32_t slot = 0;

    (void)a_bytes;
    (void)b_bytes;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    trp__put(text, " ");
    trp__put(text, timers->desc.name != NULL ? timers->desc.name : "");
    while (slot < timers->room && is_same_timer(timers_state_entry_in(a, &one, slot),
                                                timers_state_entry_in(b, &other, slot)))
        slot++;
    if (slot == timers->room) {
        trp__put(text, ": the clocks differ");
        return;
    }
    trp__put(text, ", slot ");
    trp__put_number(text, slot);
    trp__put(text, ": ");
    timers_state_put_left(text, timers, &one, timers_state_entry_in(a, &one, slot));
    trp__put(text, " and ");
    timers_state_put_left(text, timers, &other, timers_state_entry_in(b, &other, slot));
}

trp__part_table trp__timers_part(void)
{
    trp__part_table table;

    table.name = "timers";
    table.offset = offsetof(trp_timers, part);
    table.size = sizeof(trp_timers);
    table.bytes = timers_state_bytes;
    table.most = timers_state_most;
    table.save = timers_state_save;
    table.fits = timers_state_fits;
    table.restore = timers_state_restore;
    table.hash = timers_state_hash;
    table.uses = timers_state_uses;
    table.shake = timers_state_shake;
    table.same = NULL;
    table.tell = timers_state_tell;
    return table;
}
