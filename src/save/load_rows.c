/*
 * The rows of groups, families, spaces, contacts, timers and ids. A row that names nothing here, or
 * is impossible, is left out.
 */
#include "../../include/troupe/ids.h"
#include "../family/family.h"
#include "../group/group.h"
#include "../space/contacts.h"
#include "../time/timers.h"
#include "load.h"

static const unsigned char *load_rows_at(const trp__file_part *saved, uint64_t i)
{
    return saved->rows.bytes + saved->rows.at + (size_t)i * saved->row;
}

/* Groups */

/* Whether a pool's actors may be in a group. */
static bool load_rows_takes(const trp_group *group, const trp_pool *pool)
{
    return group->desc.type.size == 0 || (pool->desc.type.size == group->desc.type.size &&
                                          pool->desc.type.offset == group->desc.type.offset);
}

static bool load_rows_has(const trp_group *group, trp_handle handle)
{
    uint32_t left = group->size;

    while (left > 0 && !trp_handle_equal(group->items[left - 1], handle))
        left--;
    return left > 0;
}

/* The actor of an index in the file. False: it names none that lives. */
static bool load_rows_find(const trp__loading *loading, uint32_t index, trp__saved_slot *found)
{
    return trp__find_slot(loading, index, found) && trp__is_saved_alive(found->state);
}

/* Whether an entry names a life of the file that may be in the group. */
static bool load_rows_is_member(const trp__loading *loading, const trp_group *group,
                                const unsigned char *row)
{
    trp__saved_slot found;

    return load_rows_find(loading, trp__get32(row), &found) && found.life == trp__get32(row + 4) &&
           load_rows_takes(group, found.pool);
}

/* Whether a slot has had this life, which is over: an entry of one that is still to come is forged. */
static bool load_rows_was(const trp__saved_slot *found, uint32_t generation)
{
    const trp_pool *pool = found->pool;
    trp__extent extent;

    if (generation == 0 || found->state == TRP__SAVED_RETIRED)
        return true;
    if (found->slot >= pool->state.capacity) /* in a chunk that was given back? */
        return generation < trp__chunk_of(pool, found->slot)->generation;
    extent = trp__extent_at(pool, found->slot);
    return generation < (extent.cells != NULL ? extent.cells[found->slot - extent.first].generation
                                              : extent.generation);
}

/* How many entries it gets: all, or the members alone if there is no room for the others. */
static uint64_t load_rows_entries(const trp__loading *loading, const trp__file_part *saved)
{
    const trp_group *group = trp__module_of(saved->part);
    uint64_t count = 0;

    if (saved->count <= group->most)
        return saved->count;
    for (uint64_t i = 0; i < saved->count; i++)
        count += load_rows_is_member(loading, group, load_rows_at(saved, i));
    return count;
}

static void load_rows_enter_group(trp__loading *loading, trp_group *group,
                                  const trp__file_part *saved, const unsigned char *row)
{
    trp_handle entry = {0, trp__get32(row + 4)};
    trp__saved_slot found;

    if (!trp__find_slot(loading, trp__get32(row), &found))
        return;
    entry.index = trp__handle_index(found.pool, found.slot);
    if (load_rows_is_member(loading, group, row)) {
        entry.generation = found.life_now;
        if (group->desc.unique && load_rows_has(group, entry))
            return;
    } else if (saved->count > group->most || !load_rows_was(&found, entry.generation))
        return; /* there is no room for it, or it is forged */
    group->items[group->size++] = entry;
}

static void load_rows_fill_group(trp__loading *loading, trp_group *group,
                                 const trp__file_part *saved)
{
    (void)trp_group_clear(group);
    for (uint64_t i = 0; i < saved->count; i++)
        load_rows_enter_group(loading, group, saved, load_rows_at(saved, i));
    group->kept = saved->number < group->size ? (uint32_t)saved->number : group->size;
}

/* Families: parents before their children, siblings in order */

/* The world's index of an actor that can be in the family; otherwise TRP_NO_LINK. */
static uint32_t load_rows_kin(const trp__loading *loading, const trp_family *family, uint32_t index)
{
    trp__saved_slot found;

    if (!trp__find_slot(loading, index, &found) || found.state < TRP__SAVED_ASLEEP ||
        trp__family_find(family, found.pool) == NULL)
        return TRP_NO_LINK;
    return trp__index(found.pool, found.slot);
}

/* An actor without a parent and children closes no circle. */
static void load_rows_enter_family(const trp__loading *loading, trp_family *family,
                                   const unsigned char *row)
{
    const uint32_t child = load_rows_kin(loading, family, trp__get32(row));
    const uint32_t parent = load_rows_kin(loading, family, trp__get32(row + 4));

    if (child != TRP_NO_LINK && parent != TRP_NO_LINK && child != parent &&
        trp__kin_of(family, child)->parent == TRP_NO_LINK &&
        trp__kin_of(family, child)->first == TRP_NO_LINK)
        trp__family_link(family, parent, child);
}

static void load_rows_fill_family(const trp__loading *loading, trp_family *family,
                                  const trp__file_part *saved)
{
    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        for (uint32_t slot = 0; slot < home->room; slot++)
            home->kin[slot] = trp__no_kin;
    for (uint64_t i = 0; i < saved->count; i++)
        load_rows_enter_family(loading, family, load_rows_at(saved, i));
}

/* Spaces: boxes, which are sorted again */

static trp__edges load_rows_edges(const unsigned char *at)
{
    trp__edges edges;
    uint32_t bits[4];

    for (unsigned i = 0; i < 4; i++)
        bits[i] = trp__get32(at + 4 * i);
    memcpy(&edges, bits, sizeof edges);
    return edges;
}

/* Whether a box is valid: the second edges are negated. NaN fails all compares. */
static bool load_rows_is_box(const unsigned char *at)
{
    const trp__edges edges = load_rows_edges(at);

    return edges.left <= -edges.right && edges.top <= -edges.bottom;
}

/* Where a member goes. NULL: it is no member, or its pool is not in the space now. */
static trp__space_pool *load_rows_member(const trp__loading *loading, const trp_space *space,
                                         const unsigned char *row, uint32_t *slot)
{
    trp__saved_slot found;

    if (!load_rows_find(loading, trp__get32(row), &found) || trp__get32(row + 4) == 0 ||
        trp__get32(row + 8) == 0 || !load_rows_is_box(row + 12) || !load_rows_is_box(row + 28) ||
        !load_rows_is_box(row + 44))
        return NULL;
    *slot = found.slot;
    return space->by_number[found.pool->number];
}

static uint64_t load_rows_members(const trp__loading *loading, const trp__file_part *saved)
{
    const trp_space *space = trp__module_of(saved->part);
    uint64_t count = 0;
    uint32_t slot;

    for (uint64_t i = 0; i < saved->count; i++)
        count += load_rows_member(loading, space, load_rows_at(saved, i), &slot) != NULL;
    return count;
}

static bool load_rows_room_in_space(const trp__loading *loading, const trp__file_part *saved)
{
    trp_space *space = trp__module_of(saved->part);
    const uint32_t count = (uint32_t)load_rows_members(loading, saved);

    if (count > space->count && !trp__space_make_room(space, count - space->count))
        return false;
    for (uint64_t i = saved->count; i-- > 0;) /* the highest slots first: arrays grow once */ {
        uint32_t slot;
        trp__space_pool *entry = load_rows_member(loading, space, load_rows_at(saved, i), &slot);
        if (entry != NULL && !trp__space_grow_pool(space, entry, slot + 1))
            return false;
    }
    return true;
}

static void load_rows_enter_space(const trp__loading *loading, trp_space *space,
                                  const unsigned char *row)
{
    uint32_t slot;
    trp__space_pool *entry = load_rows_member(loading, space, row, &slot);

    if (entry == NULL || (entry->flags[slot] & TRP__IN) != 0)
        return;
    entry->members[slot].category = trp__get32(row + 4);
    entry->members[slot].mask = trp__get32(row + 8);
    entry->members[slot].edges = load_rows_edges(row + 12);
    if (space->desc.sweeps) {
        entry->ways[slot].from = load_rows_edges(row + 28);
        entry->ways[slot].to = load_rows_edges(row + 44);
    }
    entry->flags[slot] = TRP__IN;
    if (trp__is_asleep(trp__stamp_at(entry->pool, slot)) &&
        space->desc.sleepers == TRP_SLEEPERS_HIDE)
        entry->flags[slot] = TRP__IN | TRP__HIDDEN;
    trp__space_put_member(space, entry, slot);
}

static void load_rows_fill_space(const trp__loading *loading, trp_space *space,
                                 const trp__file_part *saved)
{
    trp__space_forget_members(space);
    for (uint64_t i = 0; i < saved->count; i++)
        load_rows_enter_space(loading, space, load_rows_at(saved, i));
    if (space->count > space->peak)
        space->peak = space->count;
    trp__sheets_rebuild(space);
}

/* Contacts */

/* False: it names an actor that is nowhere now. */
static bool load_rows_contact(trp__loading *loading, const unsigned char *row,
                              trp__contact *contact)
{
    contact->a = trp__load_handle(loading, row);
    contact->b = trp__load_handle(loading, row + 8);
    contact->a_category = trp__get32(row + 16);
    contact->b_category = trp__get32(row + 20);
    contact->state = 0;
    return !trp_handle_is_null(contact->a) && !trp_handle_is_null(contact->b);
}

static bool load_rows_contacts_fit(trp__loading *loading, const trp__file_part *saved)
{
    uint64_t count = 0;
    trp__contact contact;

    for (uint64_t i = 0; i < saved->count; i++)
        count += load_rows_contact(loading, load_rows_at(saved, i), &contact);
    return count <= ((const trp_contacts *)trp__module_of(saved->part))->desc.capacity;
}

static void load_rows_fill_contacts(trp__loading *loading, trp_contacts *contacts,
                                    const trp__file_part *saved)
{
    contacts->count = 0;
    for (uint64_t i = 0; i < saved->count; i++) {
        trp__contact contact;
        if (load_rows_contact(loading, load_rows_at(saved, i), &contact))
            contacts->items[contacts->count++] = contact;
    }
    trp__contacts_order(contacts);
}

/* Timers: moments, whose order is computed again */

static bool load_rows_is_period(const trp_timers *timers, uint32_t every)
{
    return every == 0 || timers->desc.clock != TRP_CLOCK_SECONDS ||
           (every >= TRP__TIMER_LEAST_PERIOD && every <= TRP__TIMER_MOST_SECONDS);
}

static void load_rows_enter_timers(const trp__loading *loading, trp_timers *timers,
                                   const unsigned char *row)
{
    const uint64_t due = trp__get64(row + 4);
    const uint32_t every = trp__get32(row + 12);
    const bool stands = (due & TRP__STANDS) != 0;
    const uint64_t left = stands ? due & ~TRP__STANDS : due - timers->now;
    trp__saved_slot found;
    trp__timer *entry;

    if (!load_rows_find(loading, trp__get32(row), &found) ||
        (stands && found.state != TRP__SAVED_ASLEEP) || found.pool != timers->pool || left == 0 ||
        left > (uint64_t)1 << 62 || !load_rows_is_period(timers, every))
        return;
    entry = &timers->entries[found.slot];
    if (entry->generation != 0)
        return;
    entry->generation = trp__cell_of(found.pool, found.slot)->generation;
    entry->due = due;
    entry->every = every;
    trp__timer_set(timers, found.slot, left);
}

/* Their clock goes on where the file has none of the name. */
static void load_rows_fill_timers(const trp__loading *loading, trp_timers *timers,
                                  const trp__file_part *saved)
{
    if (timers->pool->desc.transient)
        return;
    memset(timers->entries, 0, timers->room * sizeof *timers->entries);
    if (saved->part != NULL)
        timers->now = saved->number;
    trp__wheel_refile(timers);
    for (uint64_t i = 0; i < saved->count; i++)
        load_rows_enter_timers(loading, timers, load_rows_at(saved, i));
}

/* Ids */

static bool load_rows_are_ids(const trp_ids *ids, const trp__file_part *saved)
{
    for (uint64_t i = 0; i < saved->count; i++)
        if (trp__get32(load_rows_at(saved, i)) - ids->first >= ids->capacity)
            return false;
    return true;
}

/* They stay if the file has none of the name. */
static void load_rows_fill_ids(trp_ids *ids, const trp__file_part *saved)
{
    while (saved->part != NULL && ids->count != 0)
        (void)trp_ids_give_back(ids, trp_ids_next(ids, 0));
    for (uint64_t i = 0; i < saved->count; i++)
        (void)trp__ids_take_this(ids, trp__get32(load_rows_at(saved, i)));
}

/* All of them */

bool trp__rows_fit(trp__loading *loading, const trp__file_part *saved)
{
    const trp__part *part = saved->part;
    const trp_space *space;

    switch (part->kind) {
    case TRP__PART_GROUP:
        return load_rows_entries(loading, saved) <= ((const trp_group *)trp__module_of(part))->most;
    case TRP__PART_SPACE:
        space = trp__module_of(part);
        return load_rows_members(loading, saved) <= (space->desc.max_capacity > space->capacity
                                                         ? space->desc.max_capacity
                                                         : space->capacity);
    case TRP__PART_CONTACTS:
        return load_rows_contacts_fit(loading, saved);
    case TRP__PART_IDS:
        return load_rows_are_ids(trp__region_of(part)->ids, saved);
    default:
        return true;
    }
}

static uint32_t load_rows_slots(const trp__loading *loading, const trp_pool *pool)
{
    const trp__saved_pool *saved = trp__saved_for(loading, pool);

    return saved != NULL ? trp__capacity_for(pool, saved->used) : 0;
}

/* Room for the slots that pools will have. */
static bool load_rows_room_by_slot(const trp__loading *loading, const trp__part *part)
{
    trp_timers *timers = trp__module_of(part);
    const trp_family *family = trp__module_of(part);
    bool has_room = true;

    if (part->kind == TRP__PART_TIMERS) {
        const uint32_t slots = load_rows_slots(loading, timers->pool);
        return slots <= timers->room || trp__timers_grow(timers, slots);
    }
    for (trp__family_pool *home = family->pools; home != NULL && has_room; home = home->next)
        has_room = trp__family_has_room(home, load_rows_slots(loading, home->pool));
    return has_room;
}

bool trp__make_row_room(const trp__loading *loading, const trp__file_part *saved)
{
    trp_group *group = trp__module_of(saved->part);
    uint32_t entries;

    switch (saved->part->kind) {
    case TRP__PART_GROUP:
        entries = (uint32_t)load_rows_entries(loading, saved);
        return entries <= group->room || trp_group_reserve(group, entries) == TRP_OK;
    case TRP__PART_SPACE:
        return load_rows_room_in_space(loading, saved);
    case TRP__PART_TIMERS:
    case TRP__PART_FAMILY:
        return load_rows_room_by_slot(loading, saved->part);
    default:
        return true;
    }
}

void trp__fill_rows(trp__loading *loading, const trp__part *part, const trp__file_part *saved)
{
    const trp__file_part none = {0};
    void *module = trp__module_of(part);

    saved = saved != NULL ? saved : &none;
    if (part->kind == TRP__PART_GROUP)
        load_rows_fill_group(loading, module, saved);
    else if (part->kind == TRP__PART_FAMILY)
        load_rows_fill_family(loading, module, saved);
    else if (part->kind == TRP__PART_SPACE)
        load_rows_fill_space(loading, module, saved);
    else if (part->kind == TRP__PART_CONTACTS)
        load_rows_fill_contacts(loading, module, saved);
    else if (part->kind == TRP__PART_TIMERS)
        load_rows_fill_timers(loading, module, saved);
    else if (part->kind == TRP__PART_IDS)
        load_rows_fill_ids(trp__region_of(part)->ids, saved);
}
