/*
 * Spaces and contacts in snapshots, hashes and saves. A space has a row for each member, by slot:
 * its bits, its box, and with desc.sweeps its former boxes. Copies are sorted from these.
 */
#include "../../include/troupe/fields.h"
#include "../core/part.h"
#include "contacts.h"

typedef struct space_row {
    trp_handle actor;
    uint32_t category;
    uint32_t mask;
    uint32_t hidden; /* 1: it sleeps, and is not found */
    trp__edges edges;
    trp__edges from; /* desc.sweeps: the former boxes */
    trp__edges to;
} space_row;

_Static_assert(sizeof(space_row) <= TRP__ROW_BYTES, "the largest row");

/* Where a file has no former boxes: as in trp__unread(), minus infinities. */
static const uint32_t space_unread[4] = {0xFF800000u, 0xFF800000u, 0xFF800000u, 0xFF800000u};

#define SPACE_BOX(name, member, value)                                                             \
    {                                                                                              \
        name, NULL, TRP_KIND_F32, 4, 0, offsetof(space_row, member), sizeof(float), NULL, value    \
    }

/* Left, top, right negated, bottom negated. */
static const trp_field space_fields[] = {
    TRP_FIELD(space_row, actor),     TRP_FIELD(space_row, category), TRP_FIELD(space_row, mask),
    SPACE_BOX("edges", edges, NULL), TRP_FIELD(space_row, hidden),   TRP_FIELDS_END};
static const trp_field space_swept_fields[] = {TRP_FIELD(space_row, actor),
                                               TRP_FIELD(space_row, category),
                                               TRP_FIELD(space_row, mask),
                                               SPACE_BOX("edges", edges, NULL),
                                               SPACE_BOX("from", from, space_unread),
                                               SPACE_BOX("to", to, space_unread),
                                               TRP_FIELD(space_row, hidden),
                                               TRP_FIELDS_END};
static const trp_fields space_type = {"member", offsetof(space_row, from), 0, space_fields, NULL,
                                      0};
static const trp_fields space_swept_type = {
    "member", sizeof(space_row), 0, space_swept_fields, NULL, 0};

static const trp_fields *state_row_of(const trp_space *space)
{
    return space->desc.sweeps ? &space_swept_type : &space_type;
}

static size_t space_state_most(const void *module)
{
    const trp_space *space = module;
    const uint32_t most =
        space->desc.max_capacity > space->capacity ? space->desc.max_capacity : space->capacity;

    return most * state_row_of(space)->size;
}

static void state_put_member(const trp__space_pool *entry, uint32_t slot, trp__sink *to)
{
    space_row row;

    row.actor.index = trp__handle_index(entry->pool, slot);
    row.actor.generation = trp__cell_of(entry->pool, slot)->generation;
    row.category = entry->members[slot].category;
    row.mask = entry->members[slot].mask;
    row.hidden = (entry->flags[slot] & TRP__HIDDEN) != 0;
    row.edges = entry->members[slot].edges;
    if (entry->space->desc.sweeps) {
        row.from = entry->ways[slot].from;
        row.to = entry->ways[slot].to;
    }
    trp__put_bytes_to(to, &row, state_row_of(entry->space)->size);
}

static void space_state_put(const void *module, trp__sink *to)
{
    for (const trp__space_pool *entry = ((const trp_space *)module)->pools; entry != NULL;
         entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
            if ((entry->flags[slot] & TRP__IN) != 0) {
                state_put_member(entry, slot, to);
                left--;
            }
}

static void space_state_shake(void *module)
{
    trp__sheets_rebuild(module);
}

/* All members become strangers. */
static void space_state_begin(void *module)
{
    trp_space *space = module;

    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next) {
        memset(entry->flags, 0, entry->slots);
        entry->count = 0;
        entry->late = 0;
        entry->classes = 0;
    }
    for (uint32_t i = 0; i < space->sheet_count; i++)
        space->sheets[i].users = space->sheets[i].tail = 0;
    space->sheets_used = 2;
    space->ways = UINT64_MAX;
    space->count = 0;
    space->hidden = 0;
}

static trp__space_pool *state_entry_of(const trp_space *space, const space_row *row, uint32_t *slot)
{
    return trp__entry_at(space, row->actor.index & (TRP_MAX_SLOTS - 1), slot);
}

static void space_state_enter(void *module, const void *from)
{
    const space_row *row = from;
    trp_space *space = module;
    uint32_t slot;
    trp__space_pool *entry = state_entry_of(space, row, &slot);

    if ((entry->flags[slot] & TRP__IN) != 0)
        return; /* a file has it twice */
    entry->members[slot].edges = row->edges;
    entry->members[slot].category = row->category;
    entry->members[slot].mask = row->mask;
    entry->flags[slot] = row->hidden != 0 ? TRP__IN | TRP__HIDDEN : TRP__IN;
    if (space->desc.sweeps) {
        entry->ways[slot].from = row->from;
        entry->ways[slot].to = row->to;
    }
    trp__space_put_member(space, entry, slot);
}

/* Edges are valid; the second ones are negated. NaN fails all compares. */
static bool state_is_box(const trp__edges *edges)
{
    return edges->left <= -edges->right && edges->top <= -edges->bottom;
}

static bool space_state_accepts(const void *module, void *from, bool is_asleep)
{
    const trp_space *space = module;
    space_row *row = from;
    uint32_t slot;

    row->hidden = is_asleep && space->desc.sleepers == TRP_SLEEPERS_HIDE;
    return state_entry_of(space, row, &slot) != NULL && row->category != 0 && row->mask != 0 &&
           state_is_box(&row->edges) &&
           (!space->desc.sweeps || (state_is_box(&row->from) && state_is_box(&row->to)));
}

static bool space_state_room(void *module, const void *row, size_t count, bool takes)
{
    trp_space *space = module;
    uint32_t slot;
    trp__space_pool *entry = state_entry_of(space, row, &slot);

    if (!takes)
        return count <= space->capacity;
    return (count <= space->count || trp__space_make_room(space, (uint32_t)count - space->count)) &&
           trp__space_grow_pool(space, entry, slot + 1);
}

static bool space_state_uses(const void *module, const trp_pool *pool)
{
    return ((const trp_space *)module)->by_number[pool->number] != NULL;
}

trp__part_table trp__space_part(const trp__part *part)
{
    trp__part_table table = {0};

    table.name = "space";
    table.offset = offsetof(trp_space, part);
    table.size = sizeof(trp_space);
    table.title = offsetof(trp_space, desc.name);
    table.most = space_state_most;
    table.put = space_state_put;
    table.uses = space_state_uses;
    table.shake = space_state_shake;
    table.row = state_row_of((const trp_space *)((uintptr_t)part - table.offset));
    table.ascends = true;
    table.numbers[0] = offsetof(trp_space, refused); /* counts, which decide nothing */
    table.numbers[1] = offsetof(trp_space, peak);
    table.begin = space_state_begin;
    table.enter = space_state_enter;
    table.room = space_state_room;
    table.lives = TRP__LIVES_ALIVE;
    table.accepts = space_state_accepts;
    return table;
}

/* Contacts: those of the last run */

static const trp_field contacts_fields[] = {TRP_FIELD(trp__contact, a), TRP_FIELD(trp__contact, b),
                                            TRP_FIELD(trp__contact, a_category),
                                            TRP_FIELD(trp__contact, b_category), TRP_FIELDS_END};
static const trp_fields contacts_type = {"contact", sizeof(trp__contact), 0, contacts_fields, NULL,
                                         0};

static size_t contacts_state_most(const void *module)
{
    return ((const trp_contacts *)module)->desc.capacity * sizeof(trp__contact);
}

static void contacts_state_put(const void *module, trp__sink *to)
{
    const trp_contacts *contacts = module;

    trp__put_bytes_to(to, contacts->items, contacts->count * sizeof *contacts->items);
}

static void contacts_state_begin(void *module)
{
    ((trp_contacts *)module)->count = 0;
}

static void contacts_state_enter(void *module, const void *row)
{
    trp_contacts *contacts = module;

    memcpy(&contacts->items[contacts->count++], row, sizeof *contacts->items);
}

/* Of no actor there are none. */
static bool contacts_state_accepts(const void *module, void *row, bool is_asleep)
{
    const trp__contact *contact = row;

    (void)module;
    (void)is_asleep;
    return !trp_handle_is_null(contact->a) && !trp_handle_is_null(contact->b);
}

static void contacts_state_settle(void *module)
{
    trp__contacts_order(module);
}

trp__part_table trp__contacts_part(void)
{
    trp__part_table table = {0};

    table.name = "contacts";
    table.offset = offsetof(trp_contacts, part);
    table.size = sizeof(trp_contacts);
    table.title = offsetof(trp_contacts, desc.name);
    table.most = contacts_state_most;
    table.put = contacts_state_put;
    table.row = &contacts_type;
    table.ascends = true;
    table.numbers[0] = offsetof(trp_contacts, missed); /* a count, which decides nothing */
    table.begin = contacts_state_begin;
    table.enter = contacts_state_enter;
    table.accepts = contacts_state_accepts;
    table.settle = contacts_state_settle;
    return table;
}
