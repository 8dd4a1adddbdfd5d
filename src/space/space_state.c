/*
 * Spaces and contacts in snapshots and hashes. An image begins with counts, which decide nothing. A
 * space's image has a row for each member, by slot: where it is, its box, its bits, and with
 * desc.sweeps its former boxes. Copies are sorted from these.
 */
#include "../core/part.h"
#include "contacts.h"

typedef struct space_counts {
    uint64_t refused; /* contacts: missed */
    uint64_t peak;
} space_counts;

typedef struct space_row {
    trp__edges edges;
    uint32_t number;
    uint32_t category;
    uint32_t mask;
    uint32_t flags;
} space_row;

typedef struct space_former {
    trp__edges from;
    trp__edges to;
} space_former;

static trp_space *state_space_of(const trp__part *part)
{
    return (trp_space *)((uintptr_t)part - offsetof(trp_space, part));
}

static size_t state_row_bytes(const trp_space *space)
{
    return sizeof(space_row) + (space->desc.sweeps ? sizeof(space_former) : 0);
}

static size_t space_state_bytes(const trp__part *part)
{
    const trp_space *space = state_space_of(part);

    return sizeof(space_counts) + space->count * state_row_bytes(space);
}

static size_t space_state_most(const trp__part *part)
{
    const trp_space *space = state_space_of(part);
    const uint32_t most =
        space->desc.max_capacity > space->capacity ? space->desc.max_capacity : space->capacity;

    return sizeof(space_counts) + most * state_row_bytes(space);
}

static void space_state_save(const trp__part *part, unsigned char *to)
{
    const trp_space *space = state_space_of(part);
    const space_counts counts = {space->refused, space->peak};

    memcpy(to, &counts, sizeof counts);
    to += sizeof counts;
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++) {
            space_row row;
            if ((entry->flags[slot] & TRP__IN) == 0)
                continue;
            left--;
            row.edges = entry->edges[slot];
            row.number = trp__slot_number(entry, slot);
            row.category = entry->category_of[slot];
            row.mask = entry->mask_of[slot];
            row.flags = entry->flags[slot];
            memcpy(to, &row, sizeof row);
            to += sizeof row;
            if (space->desc.sweeps) {
                memcpy(to, &entry->swept_from[slot], sizeof(trp__edges));
                memcpy(to + sizeof(trp__edges), &entry->swept_to[slot], sizeof(trp__edges));
                to += sizeof(space_former);
            }
        }
}

static bool space_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_space *space = state_space_of(part);

    (void)from;
    return bytes <= sizeof(space_counts) + space->capacity * state_row_bytes(space);
}

static void space_state_shake(trp__part *part)
{
    trp__sheets_rebuild(state_space_of(part));
}

static void space_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_space *space = state_space_of(part);
    const size_t step = state_row_bytes(space);
    const unsigned char *const end = from + bytes;
    space_counts counts;

    memcpy(&counts, from, sizeof counts);
    space->refused = counts.refused;
    space->peak = (uint32_t)counts.peak;
    trp__space_forget_members(space);
    for (from += sizeof counts; from < end; from += step) {
        space_row row;
        trp__space_pool *entry;
        uint32_t slot;
        memcpy(&row, from, sizeof row);
        entry = trp__entry_at(space, row.number, &slot);
        entry->edges[slot] = row.edges;
        entry->category_of[slot] = row.category;
        entry->mask_of[slot] = row.mask;
        entry->flags[slot] = (uint8_t)row.flags;
        if (space->desc.sweeps) {
            memcpy(&entry->swept_from[slot], from + sizeof row, sizeof(trp__edges));
            memcpy(&entry->swept_to[slot], from + sizeof row + sizeof(trp__edges),
                   sizeof(trp__edges));
        }
        trp__sheet_join(space, entry, slot);
        entry->count++;
        space->count++;
        space->hidden += (row.flags & TRP__HIDDEN) != 0;
    }
    space_state_shake(part);
}

static uint64_t state_hash_edges(uint64_t hash, const trp__edges *edges)
{
    uint32_t bits[4];

    memcpy(bits, edges, sizeof bits);
    hash = trp__mix(hash, bits[0] | (uint64_t)bits[1] << 32);
    return trp__mix(hash, bits[2] | (uint64_t)bits[3] << 32);
}

static uint64_t space_state_hash(const trp__part *part)
{
    const trp_space *space = state_space_of(part);
    uint64_t hash = 0;

    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++) {
            if ((entry->flags[slot] & TRP__IN) == 0)
                continue;
            left--;
            hash = trp__mix(hash, trp__index(entry->pool, slot));
            hash = trp__mix(hash, entry->flags[slot] & TRP__HIDDEN);
            hash = trp__mix(hash, entry->category_of[slot] | (uint64_t)entry->mask_of[slot] << 32);
            hash = state_hash_edges(hash, &entry->edges[slot]);
            if (space->desc.sweeps)
                hash = state_hash_edges(state_hash_edges(hash, &entry->swept_from[slot]),
                                        &entry->swept_to[slot]);
        }
    return hash;
}

static bool space_state_uses(const trp__part *part, const trp_pool *pool)
{
    return state_space_of(part)->by_number[pool->number] != NULL;
}

static bool state_is_same(const trp__part *part, const unsigned char *a, size_t a_bytes,
                          const unsigned char *b, size_t b_bytes)
{
    bool is_same = a_bytes == b_bytes;

    (void)part;
    for (size_t i = sizeof(space_counts); i < a_bytes && is_same; i++)
        is_same = a[i] == b[i];
    return is_same;
}

trp__part_table trp__space_part(void)
{
    trp__part_table table;

    table.name = "space";
    table.offset = offsetof(trp_space, part);
    table.size = sizeof(trp_space);
    table.bytes = space_state_bytes;
    table.most = space_state_most;
    table.save = space_state_save;
    table.fits = space_state_fits;
    table.restore = space_state_restore;
    table.hash = space_state_hash;
    table.uses = space_state_uses;
    table.shake = space_state_shake;
    table.same = state_is_same;
    table.tell = NULL;
    return table;
}

/* Contacts: those of the last run */

static trp_contacts *state_contacts_of(const trp__part *part)
{
    return (trp_contacts *)((uintptr_t)part - offsetof(trp_contacts, part));
}

static size_t contacts_state_bytes(const trp__part *part)
{
    return sizeof(space_counts) + state_contacts_of(part)->count * sizeof(trp__contact);
}

static size_t contacts_state_most(const trp__part *part)
{
    return sizeof(space_counts) + state_contacts_of(part)->desc.capacity * sizeof(trp__contact);
}

static void contacts_state_save(const trp__part *part, unsigned char *to)
{
    const trp_contacts *contacts = state_contacts_of(part);
    const space_counts counts = {contacts->missed, 0};

    memcpy(to, &counts, sizeof counts);
    if (contacts->count != 0)
        memcpy(to + sizeof counts, contacts->items, contacts->count * sizeof(trp__contact));
}

static bool contacts_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    (void)part;
    (void)from;
    (void)bytes;
    return true; /* its room never changes */
}

static void contacts_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_contacts *contacts = state_contacts_of(part);

    space_counts counts;

    memcpy(&counts, from, sizeof counts);
    contacts->missed = counts.refused;
    bytes -= sizeof counts;
    contacts->count = (uint32_t)(bytes / sizeof(trp__contact));
    if (bytes != 0)
        memcpy(contacts->items, from + sizeof counts, bytes);
}

static uint64_t contacts_state_hash(const trp__part *part)
{
    const trp_contacts *contacts = state_contacts_of(part);
    uint64_t hash = 0;

    for (uint32_t i = 0; i < contacts->count; i++) {
        const trp__contact *contact = &contacts->items[i];
        hash = trp__mix(hash, contact->a.index & (TRP_MAX_SLOTS - 1));
        hash = trp__mix(hash, contact->a.generation);
        hash = trp__mix(hash, contact->b.index & (TRP_MAX_SLOTS - 1));
        hash = trp__mix(hash, contact->b.generation);
        hash = trp__mix(hash, contact->a_category | (uint64_t)contact->b_category << 32);
    }
    return hash;
}

static bool contacts_state_uses(const trp__part *part, const trp_pool *pool)
{
    (void)part;
    (void)pool;
    return false;
}

static void contacts_state_shake(trp__part *part)
{
    (void)part;
}

trp__part_table trp__contacts_part(void)
{
    trp__part_table table;

    table.name = "contacts";
    table.offset = offsetof(trp_contacts, part);
    table.size = sizeof(trp_contacts);
    table.bytes = contacts_state_bytes;
    table.most = contacts_state_most;
    table.save = contacts_state_save;
    table.fits = contacts_state_fits;
    table.restore = contacts_state_restore;
    table.hash = contacts_state_hash;
    table.uses = contacts_state_uses;
    table.shake = contacts_state_shake;
    table.same = state_is_same;
    table.tell = NULL;
    return table;
}
