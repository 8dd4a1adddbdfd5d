/*
 * Rosters in snapshots and hashes: entries in order, including dead ones, since places count them.
 */
#include "../core/part.h"
#include "roster.h"

typedef struct roster_image
{
    uint32_t size;
    uint32_t serial;
    uint32_t walks;
    uint32_t zero;
} roster_image;

static trp_roster *roster_state_of(const trp__part *part)
{
    return (trp_roster *)((uintptr_t)part - offsetof(trp_roster, part));
}

static size_t roster_state_bytes(const trp__part *part)
{
    return sizeof(roster_image) +
           trp__roster_size(roster_state_of(part)) * sizeof(trp_roster_entry);
}

static void roster_state_save(const trp__part *part, unsigned char *to)
{
    const trp_roster *roster = roster_state_of(part);
    roster_image head = {0, 0, 0, 0};

    head.size = trp__roster_size(roster);
    head.serial = roster->serial;
    head.walks = roster->walks;
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t place = 0; place < head.size; place++, to += sizeof(trp_roster_entry))
        memcpy(to, trp__roster_entry_at(roster, place), sizeof(trp_roster_entry));
}

static bool roster_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    roster_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    return head.size <= roster_state_of(part)->room;
}

/* Whether a chunk has the slot of an entry. A transient pool may have given it back since. */
static bool roster_state_has_slot(const trp_pool *pool, const trp__chunk *chunk,
                                  const trp_roster_entry *entry)
{
    const uintptr_t offset = (uintptr_t)entry->cell - (uintptr_t)chunk->cells;
    const uint32_t slot = (uint32_t)(offset / sizeof(trp__cell));

    return chunk->memory != NULL && offset < chunk->count * sizeof(trp__cell) &&
           offset % sizeof(trp__cell) == 0 &&
           (pool->actors != NULL || trp__slot_in(pool, chunk, entry->actor) == slot);
}

static bool roster_state_is_there(const trp_world *world, const trp_roster_entry *entry)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
    {
        const trp_pool *pool = world->pools[i];
        const uint32_t chunks = trp__chunks_to(pool->desc.capacity, pool->max_capacity);
        if ((uintptr_t)entry->cell - (uintptr_t)pool->cells < pool->cell_count * sizeof(trp__cell))
            return true;
        for (uint32_t k = 0; k < chunks; k++)
            if (roster_state_has_slot(pool, &pool->chunks[k], entry))
                return true;
    }
    return false;
}

/* Walks that are in progress end. */
static void roster_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_roster *roster = roster_state_of(part);
    roster_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    roster->used = 0;
    for (uint32_t i = 0; i < head.size; i++, from += sizeof(trp_roster_entry))
    {
        memcpy(&roster->items[roster->used], from, sizeof(trp_roster_entry));
        roster->used += roster_state_is_there(roster->world, &roster->items[roster->used]);
    }
    roster->gap = 0;
    roster->gap_at = 0;
    roster->serial = head.serial;
    roster->walks = head.walks;
    roster->origin = ++roster->moves;
}

static uint64_t roster_state_hash(const trp__part *part)
{
    return trp__roster_hash(roster_state_of(part));
}

uint64_t trp__roster_hash(const trp_roster *roster)
{
    uint64_t hash = 0;

    for (uint32_t place = 0; place < trp__roster_size(roster); place++)
    {
        const trp_roster_entry *entry = trp__roster_entry_at(roster, place);
        trp__place at;
        if (!trp__roster_lives(entry))
            continue;
        at = trp__find_by_cell(roster->world, entry->cell);
        if (at.pool->is_transient)
            continue;
        hash = trp__mix(hash, trp__index(at.pool, at.slot));
        hash = trp__mix(hash, entry->generation);
    }
    return hash;
}

static bool roster_state_uses(const trp__part *part, const trp_pool *pool)
{
    (void)part;
    (void)pool;
    return false;
}

static void roster_state_shake(trp__part *part)
{
    (void)part;
}

trp__part_table trp__roster_part(void)
{
    trp__part_table table;

    table.name = "roster";
    table.offset = offsetof(trp_roster, part);
    table.size = sizeof(trp_roster);
    table.bytes = roster_state_bytes;
    table.save = roster_state_save;
    table.fits = roster_state_fits;
    table.restore = roster_state_restore;
    table.hash = roster_state_hash;
    table.uses = roster_state_uses;
    table.shake = roster_state_shake;
    table.same = NULL;
    table.tell = NULL;
    return table;
}
