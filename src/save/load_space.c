/*
 * The spaces of a file: members by slot, with their boxes, which are sorted again. And contacts.
 */
#include "../space/contacts.h"
#include "load.h"

enum {
    LOAD_SPACE_MEMBER = 60, /* bytes of a member in a file */
    LOAD_SPACE_CONTACT = 24
};

static trp_space *load_space_of(const trp__part *part)
{
    return (trp_space *)((uintptr_t)part - offsetof(trp_space, part));
}

static trp__edges load_space_edges_at(const unsigned char *at)
{
    trp__edges edges;
    uint32_t bits[4];

    for (unsigned i = 0; i < 4; i++)
        bits[i] = trp__get32(at + 4 * i);
    memcpy(&edges, bits, sizeof edges);
    return edges;
}

/* Whether a box is valid: the second edges are negated. NaN fails all compares. */
static bool load_space_is_box(const unsigned char *at)
{
    const trp__edges edges = load_space_edges_at(at);

    return edges.left <= -edges.right && edges.top <= -edges.bottom;
}

/* They are sorted by index, so none occurs twice. */
static bool load_space_is_member(trp__loading *loading, const unsigned char *row, bool is_first)
{
    return (is_first || trp__get32(row) > trp__get32(row - LOAD_SPACE_MEMBER)) &&
           trp__is_saved_alive(trp__state_of(loading, trp__get32(row))) &&
           trp__get32(row + 4) != 0 && trp__get32(row + 8) != 0 && load_space_is_box(row + 12) &&
           load_space_is_box(row + 28) && load_space_is_box(row + 44);
}

/* Where a member goes: NULL: its pool is not in the space now. */
static trp__space_pool *load_space_entry(trp__loading *loading, const trp_space *space,
                                         const unsigned char *row, uint32_t *slot)
{
    trp__place place;

    if (!trp__place_of(loading, trp__get32(row), &place))
        return NULL;
    *slot = place.slot;
    return space->by_number[place.pool->number];
}

/* How many members there is room needed for. */
static uint32_t load_space_fitting(trp__loading *loading, const trp_space *space,
                                   const unsigned char *rows, uint32_t count)
{
    uint32_t fitting = 0;
    uint32_t slot;

    for (uint32_t i = 0; i < count; i++)
        fitting +=
            load_space_entry(loading, space, rows + (size_t)i * LOAD_SPACE_MEMBER, &slot) != NULL;
    return fitting;
}

trp_result trp__check_space(trp__loading *loading, const trp__part *part, trp__reader reader)
{
    const trp_space *space = load_space_of(part);
    const uint32_t most =
        space->desc.max_capacity > space->capacity ? space->desc.max_capacity : space->capacity;
    const size_t begin = reader.at;
    uint32_t count;
    const unsigned char *rows = trp__read_rows(&reader, LOAD_SPACE_MEMBER, &count);
    bool is_good = rows != NULL;

    for (uint32_t i = 0; i < count && is_good; i++)
        is_good = load_space_is_member(loading, rows + (size_t)i * LOAD_SPACE_MEMBER, i == 0);
    if (!is_good)
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, begin, NULL,
                                TRP__TEXT("its members are impossible"));
    if (load_space_fitting(loading, space, rows, count) > most)
        return trp__load_refuse(
            loading, TRP_ERR_FULL, begin, NULL,
            TRP__TEXT("it has room for fewer members now: raise its capacity or max_capacity"));
    return TRP_OK;
}

trp_result trp__make_space_room(trp__loading *loading, trp__part *part, trp__reader reader)
{
    trp_space *space = load_space_of(part);
    uint32_t count;
    const unsigned char *rows = trp__read_rows(&reader, LOAD_SPACE_MEMBER, &count);
    const uint32_t fitting = load_space_fitting(loading, space, rows, count);

    if (fitting > space->count && !trp__space_make_room(space, fitting - space->count))
        return TRP_ERR_MEMORY;
    for (uint32_t i = count; i-- > 0;) /* the highest slots first: arrays grow once */ {
        uint32_t slot;
        trp__space_pool *entry =
            load_space_entry(loading, space, rows + (size_t)i * LOAD_SPACE_MEMBER, &slot);
        if (entry != NULL && !trp__space_grow_pool(space, entry, slot + 1))
            return TRP_ERR_MEMORY;
    }
    return TRP_OK;
}

static void load_space_enter(trp_space *space, trp__space_pool *entry, uint32_t slot,
                             const unsigned char *row)
{
    /* derived: a sleeper is hidden, unless the space keeps sleepers */
    const bool is_hidden = trp__is_asleep(trp__stamp_at(entry->pool, slot)) &&
                           space->desc.sleepers == TRP_SLEEPERS_HIDE;

    entry->members[slot].category = trp__get32(row + 4);
    entry->members[slot].mask = trp__get32(row + 8);
    entry->members[slot].edges = load_space_edges_at(row + 12);
    if (space->desc.sweeps) {
        entry->ways[slot].from = load_space_edges_at(row + 28);
        entry->ways[slot].to = load_space_edges_at(row + 44);
    }
    entry->flags[slot] = (uint8_t)(TRP__IN | (is_hidden ? TRP__HIDDEN : 0));
    trp__space_put_member(space, entry, slot);
}

void trp__fill_space(trp__loading *loading, trp__part *part, trp__reader *reader)
{
    trp_space *space = load_space_of(part);
    const unsigned char *rows;
    uint32_t count = 0;

    trp__space_forget_members(space);
    rows = reader != NULL ? trp__read_rows(reader, LOAD_SPACE_MEMBER, &count) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *row = rows + (size_t)i * LOAD_SPACE_MEMBER;
        uint32_t slot;
        trp__space_pool *entry = load_space_entry(loading, space, row, &slot);
        if (entry != NULL)
            load_space_enter(space, entry, slot, row);
    }
    if (space->count > space->peak)
        space->peak = space->count;
    trp__sheets_rebuild(space);
}

void trp__read_loaded_space(trp__part *part)
{
    trp__space_read_loaded(load_space_of(part));
}

/* Contacts */

static trp_contacts *load_contacts_of(const trp__part *part)
{
    return (trp_contacts *)((uintptr_t)part - offsetof(trp_contacts, part));
}

trp_result trp__check_contacts(const trp__loading *loading, const trp__part *part,
                               trp__reader reader)
{
    const size_t begin = reader.at;
    uint32_t count;

    if (trp__read_rows(&reader, LOAD_SPACE_CONTACT, &count) == NULL)
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, begin, NULL,
                                TRP__TEXT("its number of contacts is wrong"));
    if (count > load_contacts_of(part)->desc.capacity)
        return trp__load_refuse(
            loading, TRP_ERR_FULL, begin, NULL,
            TRP__TEXT("it has room for fewer contacts now: raise its capacity"));
    return TRP_OK;
}

void trp__fill_contacts(trp__loading *loading, trp__part *part, trp__reader *reader)
{
    trp_contacts *contacts = load_contacts_of(part);
    const unsigned char *rows;
    uint32_t count = 0;

    contacts->count = 0;
    rows = reader != NULL ? trp__read_rows(reader, LOAD_SPACE_CONTACT, &count) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *row = rows + (size_t)i * LOAD_SPACE_CONTACT;
        trp__contact contact;
        contact.a = trp__load_handle(loading, row);
        contact.b = trp__load_handle(loading, row + 8);
        contact.a_category = trp__get32(row + 16);
        contact.b_category = trp__get32(row + 20);
        contact.state = 0;
        if (!trp_handle_is_null(contact.a) && !trp_handle_is_null(contact.b))
            contacts->items[contacts->count++] = contact;
    }
    trp__contacts_order(contacts);
}
