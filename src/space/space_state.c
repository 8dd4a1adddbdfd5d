/*
 * Spaces and contacts in snapshots and hashes. A space has a row for each member, by slot: where it
 * is, its box, its bits, and with desc.sweeps its former boxes. Copies are sorted from these.
 */
#include "../core/part.h"
#include "contacts.h"

typedef struct space_row {
    uint32_t number;
    uint32_t flags;
    uint32_t category;
    uint32_t mask;
    trp__edges edges;
    trp__edges from; /* desc.sweeps: the former boxes */
    trp__edges to;
} space_row;

/* Counts, which decide nothing. */
typedef struct space_counts {
    uint64_t refused;
    uint64_t peak;
} space_counts;

static trp_space *state_space_of(const trp__part *part)
{
    return (trp_space *)((uintptr_t)part - offsetof(trp_space, part));
}

static size_t state_row_bytes(const trp_space *space)
{
    return space->desc.sweeps ? sizeof(space_row) : offsetof(space_row, from);
}

static size_t space_state_most(const trp__part *part)
{
    const trp_space *space = state_space_of(part);
    const uint32_t most =
        space->desc.max_capacity > space->capacity ? space->desc.max_capacity : space->capacity;

    return sizeof(space_counts) + most * state_row_bytes(space);
}

static void state_put_member(const trp__space_pool *entry, uint32_t slot, trp__sink *to)
{
    space_row row;

    row.number = trp__slot_number(entry, slot);
    row.flags = entry->flags[slot] & (TRP__IN | TRP__HIDDEN);
    row.category = entry->members[slot].category;
    row.mask = entry->members[slot].mask;
    row.edges = entry->members[slot].edges;
    if (entry->space->desc.sweeps) {
        row.from = entry->ways[slot].from;
        row.to = entry->ways[slot].to;
    }
    trp__put_bytes_to(to, &row, state_row_bytes(entry->space));
}

static void space_state_put(const trp__part *part, trp__sink *to)
{
    const trp_space *space = state_space_of(part);
    const space_counts counts = {space->refused, space->peak};

    trp__put_bytes_to(to, &counts, sizeof counts);
    trp__begin_rows(to, state_row_bytes(space));
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
            if ((entry->flags[slot] & TRP__IN) != 0) {
                state_put_member(entry, slot, to);
                left--;
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
    const unsigned char *const end = from + bytes;
    space_counts counts;

    memcpy(&counts, from, sizeof counts);
    space->refused = counts.refused;
    space->peak = (uint32_t)counts.peak;
    trp__space_forget_members(space);
    for (from += sizeof counts; from < end; from += state_row_bytes(space)) {
        space_row row;
        trp__space_pool *entry;
        uint32_t slot;
        memcpy(&row, from, state_row_bytes(space));
        entry = trp__entry_at(space, row.number, &slot);
        entry->members[slot].edges = row.edges;
        entry->members[slot].category = row.category;
        entry->members[slot].mask = row.mask;
        entry->flags[slot] = (uint8_t)row.flags;
        if (space->desc.sweeps) {
            entry->ways[slot].from = row.from;
            entry->ways[slot].to = row.to;
        }
        trp__space_put_member(space, entry, slot);
    }
    space_state_shake(part);
}

static bool space_state_uses(const trp__part *part, const trp_pool *pool)
{
    return state_space_of(part)->by_number[pool->number] != NULL;
}

trp__part_table trp__space_part(void)
{
    trp__part_table table = {0};

    table.name = "space";
    table.offset = offsetof(trp_space, part);
    table.size = sizeof(trp_space);
    table.title = offsetof(trp_space, desc.name);
    table.head = sizeof(space_counts);
    table.columns =
        "member|flags|category|mask|left|top|right|bottom|from|from|from|from|to|to|to|to|";
    table.most = space_state_most;
    table.put = space_state_put;
    table.fits = space_state_fits;
    table.restore = space_state_restore;
    table.uses = space_state_uses;
    table.shake = space_state_shake;
    return table;
}

/* Contacts: those of the last run */

static trp_contacts *state_contacts_of(const trp__part *part)
{
    return (trp_contacts *)((uintptr_t)part - offsetof(trp_contacts, part));
}

static size_t contacts_state_most(const trp__part *part)
{
    return sizeof(uint64_t) + state_contacts_of(part)->desc.capacity * sizeof(trp__contact);
}

/* Without the number of the world, which another one does not have. */
static void contacts_state_put(const trp__part *part, trp__sink *to)
{
    const trp_contacts *contacts = state_contacts_of(part);

    trp__put_bytes_to(to, &contacts->missed, sizeof contacts->missed);
    trp__begin_rows(to, sizeof(trp__contact));
    for (uint32_t i = 0; i < contacts->count; i++) {
        trp__contact contact = contacts->items[i];
        contact.a.index &= TRP_MAX_SLOTS - 1;
        contact.b.index &= TRP_MAX_SLOTS - 1;
        trp__put_bytes_to(to, &contact, sizeof contact);
    }
}

static void contacts_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_contacts *contacts = state_contacts_of(part);
    const uint32_t world = contacts->space->world->id << 24;

    memcpy(&contacts->missed, from, sizeof contacts->missed);
    bytes -= sizeof contacts->missed;
    contacts->count = (uint32_t)(bytes / sizeof(trp__contact));
    if (bytes != 0)
        memcpy(contacts->items, from + sizeof contacts->missed, bytes);
    for (uint32_t i = 0; i < contacts->count; i++) {
        contacts->items[i].a.index |= world;
        contacts->items[i].b.index |= world;
    }
}

trp__part_table trp__contacts_part(void)
{
    trp__part_table table = {0};

    table.name = "contacts";
    table.offset = offsetof(trp_contacts, part);
    table.size = sizeof(trp_contacts);
    table.title = offsetof(trp_contacts, desc.name);
    table.head = sizeof(uint64_t);
    table.columns = "a|generation|b|generation|category|category|state|";
    table.most = contacts_state_most;
    table.put = contacts_state_put;
    table.restore = contacts_state_restore;
    return table;
}
