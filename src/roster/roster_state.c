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
    uint32_t room;
} roster_image;

/* An entry, and the transient pool of its actor, which may give its memory back before a restore. */
typedef struct roster_saved
{
    trp_roster_entry entry;
    uint32_t pool; /* its number, or TRP__NONE */
    uint32_t zero;
} roster_saved;

static trp_roster *roster_state_of(const trp__part *part)
{
    return (trp_roster *)((uintptr_t)part - offsetof(trp_roster, part));
}

static bool roster_state_is_in(const trp_roster_entry *entry, const trp_pool *pool,
                               const unsigned char *slots, const trp__cell *cells, uint32_t count)
{
    const uintptr_t offset = (uintptr_t)entry->cell - (uintptr_t)cells;
    const uintptr_t actor = (uintptr_t)slots + pool->node + offset / sizeof *cells * pool->stride;

    return offset < count * sizeof *cells && offset % sizeof *cells == 0 &&
           (pool->actors != NULL || (uintptr_t)entry->actor == actor);
}

/* Whether the pool has the slot of an entry now. */
static bool roster_state_has(const trp_pool *pool, const trp_roster_entry *entry)
{
    bool has = roster_state_is_in(entry, pool, pool->slots, pool->cells, pool->cell_count);

    for (uint32_t i = 0; i < pool->state.grown && !has; i++)
        has = pool->chunks[i].memory != NULL &&
              roster_state_is_in(entry, pool, pool->chunks[i].slots, pool->chunks[i].cells,
                                 pool->chunks[i].count);
    return has;
}

static uint32_t roster_state_pool_of(const trp_world *world, const trp_roster_entry *entry)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (world->pools[i]->is_transient && roster_state_has(world->pools[i], entry))
            return i;
    return TRP__NONE;
}

static size_t roster_state_bytes(const trp__part *part)
{
    return sizeof(roster_image) + trp__roster_size(roster_state_of(part)) * sizeof(roster_saved);
}

static size_t roster_state_most(const trp__part *part)
{
    const trp_roster *roster = roster_state_of(part);
    const uint32_t most = roster->desc.max > roster->held ? roster->desc.max : roster->held;

    return sizeof(roster_image) + most * sizeof(roster_saved);
}

static void roster_state_save(const trp__part *part, unsigned char *to)
{
    const trp_roster *roster = roster_state_of(part);
    roster_image head = {0, 0, 0, 0};

    head.size = trp__roster_size(roster);
    head.serial = roster->serial;
    head.walks = roster->walks;
    head.room = roster->room;
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t place = 0; place < head.size; place++, to += sizeof(roster_saved))
    {
        roster_saved saved;
        memset(&saved, 0, sizeof saved);
        saved.entry = *trp__roster_entry_at(roster, place);
        saved.pool = roster_state_pool_of(roster->world, &saved.entry);
        memcpy(to, &saved, sizeof saved);
    }
}

static bool roster_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    roster_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    return head.room <= roster_state_of(part)->held;
}

/* Walks that are in progress end. */
static void roster_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_roster *roster = roster_state_of(part);
    roster_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    roster->room = head.room;
    roster->used = 0;
    for (uint32_t i = 0; i < head.size; i++, from += sizeof(roster_saved))
    {
        roster_saved saved;
        memcpy(&saved, from, sizeof saved);
        if (saved.pool == TRP__NONE ||
            roster_state_has(roster->world->pools[saved.pool], &saved.entry))
            roster->items[roster->used++] = saved.entry;
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

/* The next entry of an image whose actor is in no transient pool, from `place` on. */
static bool roster_state_next(const unsigned char *image, uint32_t *place, roster_saved *saved)
{
    roster_image head;

    memcpy(&head, image, sizeof head);
    while (*place < head.size)
    {
        memcpy(saved, image + sizeof head + (*place)++ * sizeof *saved, sizeof *saved);
        if (saved->pool == TRP__NONE)
            return true;
    }
    memset(saved, 0, sizeof *saved);
    return false;
}

/* Members in transient pools are no state. */
static bool roster_state_same(const trp__part *part, const unsigned char *a, size_t a_bytes,
                              const unsigned char *b, size_t b_bytes)
{
    roster_image heads[2];
    roster_saved saved[2];
    uint32_t places[2] = {0, 0};

    (void)part;
    (void)a_bytes;
    (void)b_bytes;
    memcpy(&heads[0], a, sizeof heads[0]);
    memcpy(&heads[1], b, sizeof heads[1]);
    if (heads[0].room != heads[1].room)
        return false;
    for (;;)
    {
        const bool has = roster_state_next(a, &places[0], &saved[0]);
        if (roster_state_next(b, &places[1], &saved[1]) != has ||
            saved[0].entry.cell != saved[1].entry.cell ||
            saved[0].entry.generation != saved[1].entry.generation)
            return false;
        if (!has)
            return true;
    }
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
    table.most = roster_state_most;
    table.save = roster_state_save;
    table.fits = roster_state_fits;
    table.restore = roster_state_restore;
    table.hash = roster_state_hash;
    table.uses = roster_state_uses;
    table.shake = roster_state_shake;
    table.same = roster_state_same;
    table.tell = NULL;
    return table;
}
