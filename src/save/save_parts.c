/*
 * Modules and regions in a save.
 */
#include "../../include/troupe/ids.h"
#include "../family/family.h"
#include "../group/group.h"
#include "../space/contacts.h"
#include "../time/queue.h"
#include "../time/timers.h"
#include "save_format.h"

void *trp__module_of(const trp__part *part)
{
    return (unsigned char *)(uintptr_t)part - trp__table_of(part).offset;
}

/* By the kinds of parts. */
static const trp__chunk_kind save_parts_kinds[] = {{0, 0, ""},
                                                   {TRP__SAVE_GROUP, 8, TRP__NAME("group")},
                                                   {TRP__SAVE_FAMILY, 8, TRP__NAME("family")},
                                                   {TRP__SAVE_SPACE, 60, TRP__NAME("space")},
                                                   {TRP__SAVE_CONTACTS, 24, TRP__NAME("contacts")},
                                                   {TRP__SAVE_TIMERS, 16, TRP__NAME("timers")},
                                                   {TRP__SAVE_QUEUE, 0, TRP__NAME("queue")},
                                                   {TRP__SAVE_REGION, 0, TRP__NAME("region")},
                                                   {TRP__SAVE_IDS, 4, TRP__NAME("ids")}};

_Static_assert(sizeof save_parts_kinds / sizeof *save_parts_kinds == TRP__PART_IDS + 1,
               "all kinds");

const trp__chunk_kind *trp__chunk_kind_of(uint32_t tag)
{
    uint32_t kind = TRP__PART_IDS;

    while (kind > 0 && save_parts_kinds[kind].tag != tag)
        kind--;
    return kind != 0 ? &save_parts_kinds[kind] : NULL;
}

trp__part_key trp__key_of(const trp__part *part)
{
    const size_t title = trp__table_of(part).title;
    trp__part_key key = {save_parts_kinds[part->kind].tag, NULL, ""};

    if (part->kind == TRP__PART_GROUP)
        key.name = ((const trp_group *)trp__module_of(part))->desc.name;
    else if (part->kind >= TRP__PART_REGION)
        key.name = trp__region_of(part)->name;
    else if (title != 0)
        memcpy(&key.name, (const unsigned char *)trp__module_of(part) + title, sizeof key.name);
    if (part->kind == TRP__PART_TIMERS) {
        const trp_pool *pool = ((const trp_timers *)trp__module_of(part))->pool;
        key.tag = pool->desc.transient ? 0 : key.tag;
        key.pool = pool->desc.name;
    }
    if (part->kind == TRP__PART_QUEUE && trp__part_fields(part) == NULL)
        key.tag = 0;
    key.name = key.name != NULL ? key.name : "";
    return key;
}

const trp_fields *trp__part_fields(const trp__part *part)
{
    if (part->kind == TRP__PART_QUEUE)
        return trp__queue_of_part(part)->desc.fields;
    return trp__is_region(part) ? trp__region_of(part)->fields : NULL;
}

/* An actor of the world, by its index. */
static void save_parts_put_index(trp__saver *saver, uint32_t index)
{
    uint32_t generation = 1;

    trp__save_32(saver, trp__save_index(saver, saver->world->id << 24 | index, &generation));
}

/* Groups: entries in order, void and dead ones, too, since they count until they are pruned; those
 * in transient pools are left out. */

static void save_parts_put_group(trp__saver *saver, const trp_group *group)
{
    for (uint32_t place = 0; place < group->size; place++) {
        const trp_handle entry = group->items[place];
        uint32_t generation = 1; /* of a void entry, too: its place counts */
        if (trp__group_pool(group->world, entry)->desc.transient)
            continue;
        trp__save_32(saver, trp__save_index(saver, entry.index, &generation));
        trp__save_32(saver, entry.generation);
    }
}

/* Families: actors with a parent; parents before their children, siblings in order */

/* The actor after this one below a root; TRP_NO_LINK: there are no more. */
static uint32_t save_parts_next_below(const trp_family *family, uint32_t root, uint32_t index)
{
    const trp__kin *kin = trp__kin_of(family, index);

    if (kin->first != TRP_NO_LINK)
        return kin->first;
    while (index != root && kin->next == TRP_NO_LINK) {
        index = kin->parent;
        kin = trp__kin_of(family, index);
    }
    return index != root ? kin->next : TRP_NO_LINK;
}

static void save_parts_put_family(trp__saver *saver, const trp_family *family)
{
    for (uint32_t i = 0; i < saver->world->pool_count; i++) {
        const trp__family_pool *home = trp__family_find(family, saver->world->pools[i]);
        for (uint32_t slot = 0; home != NULL && slot < home->room; slot++) {
            const uint32_t root = trp__index(home->pool, slot);
            uint32_t index = root;
            if (home->kin[slot].parent != TRP_NO_LINK)
                continue;
            while ((index = save_parts_next_below(family, root, index)) != TRP_NO_LINK) {
                save_parts_put_index(saver, index);
                save_parts_put_index(saver, trp__kin_of(family, index)->parent);
            }
        }
    }
}

/* Timers: of existing lives */

static void save_parts_put_timers(trp__saver *saver, const trp_timers *timers)
{
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (trp__timer_of(timers, slot) != NULL) {
            save_parts_put_index(saver, trp__index(timers->pool, slot));
            trp__save_64(saver, timers->entries[slot].due);
            trp__save_32(saver, timers->entries[slot].every);
        }
}

static void save_parts_put_ids(trp__saver *saver, const trp_ids *ids)
{
    uint32_t slot = 0;

    for (; (slot = trp__bitmap_next(ids->map, TRP__ACTIVE, slot)) != TRP__NONE; slot++)
        trp__save_32(saver, ids->first + slot);
}

/* Spaces, and contacts: those of the last run */

static void save_parts_put_edges(trp__saver *saver, const trp__edges *edges)
{
    trp__save_float(saver, edges->left);
    trp__save_float(saver, edges->top);
    trp__save_float(saver, edges->right);
    trp__save_float(saver, edges->bottom);
}

static void save_parts_put_member(trp__saver *saver, const trp__space_pool *entry, uint32_t slot)
{
    const trp__edges *edges = &entry->members[slot].edges;
    const bool sweeps = entry->space->desc.sweeps;

    save_parts_put_index(saver, trp__index(entry->pool, slot));
    trp__save_32(saver, entry->members[slot].category);
    trp__save_32(saver, entry->members[slot].mask);
    save_parts_put_edges(saver, edges);
    save_parts_put_edges(saver, sweeps ? &entry->ways[slot].from : edges);
    save_parts_put_edges(saver, sweeps ? &entry->ways[slot].to : edges);
}

/* The members of a space with their boxes, by index. */
static void save_parts_put_space(trp__saver *saver, const trp_space *space)
{
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
            if ((entry->flags[slot] & TRP__IN) != 0) {
                save_parts_put_member(saver, entry, slot);
                left--;
            }
}

static void save_parts_put_handle(trp__saver *saver, trp_handle handle)
{
    trp__save_32(saver, trp__save_index(saver, handle.index, &handle.generation));
    trp__save_32(saver, handle.generation);
}

static void save_parts_put_contacts(trp__saver *saver, const trp_contacts *contacts)
{
    for (uint32_t i = 0; i < contacts->count; i++) {
        save_parts_put_handle(saver, contacts->items[i].a);
        save_parts_put_handle(saver, contacts->items[i].b);
        trp__save_32(saver, contacts->items[i].a_category);
        trp__save_32(saver, contacts->items[i].b_category);
    }
}

static void save_parts_put_rows(trp__saver *saver, const trp__part *part)
{
    const void *module = trp__module_of(part);

    switch (part->kind) {
    case TRP__PART_GROUP:
        save_parts_put_group(saver, module);
        break;
    case TRP__PART_FAMILY:
        save_parts_put_family(saver, module);
        break;
    case TRP__PART_SPACE:
        save_parts_put_space(saver, module);
        break;
    case TRP__PART_CONTACTS:
        save_parts_put_contacts(saver, module);
        break;
    case TRP__PART_TIMERS:
        save_parts_put_timers(saver, module);
        break;
    default:
        save_parts_put_ids(saver, trp__region_of(part)->ids);
    }
}

/* Structs of a region, or the waiting events of a queue in the order in which they are played. */
static void save_parts_put_structs(trp__saver *saver, const trp__part *part)
{
    const trp_fields *fields = trp__part_fields(part);
    const bool is_queue = part->kind == TRP__PART_QUEUE;
    const size_t count = is_queue ? trp__queue_of_part(part)->state.count
                                  : trp__region_of(part)->bytes / fields->size;

    trp__save_64(saver, count);
    trp__save_type(saver, fields);
    for (size_t i = 0; i < count; i++) {
        const unsigned char *at =
            is_queue ? trp__queue_at(trp__queue_of_part(part), (uint32_t)i)
                     : (const unsigned char *)trp__region_of(part)->start + i * fields->size;
        trp__save_records(saver, fields, &at, 1);
    }
}

/* The number that a module has besides its rows. */
static uint64_t save_parts_number(const trp__part *part)
{
    const void *module = trp__module_of(part);

    if (part->kind == TRP__PART_GROUP)
        return ((const trp_group *)module)->kept;
    if (part->kind == TRP__PART_TIMERS)
        return ((const trp_timers *)module)->now;
    return part->kind == TRP__PART_QUEUE ? ((const trp_queue *)module)->state.refused : 0;
}

static void save_parts_put(trp__saver *saver, const void *subject)
{
    const trp__part *part = (const trp__part *)subject;
    const trp__part_key key = trp__key_of(part);
    const uint32_t row = save_parts_kinds[part->kind].row;
    trp__saver counter = trp__counter(saver);

    trp__save_name(saver, key.name);
    trp__save_name(saver, key.pool);
    trp__save_8(saver,
                part->kind == TRP__PART_TIMERS &&
                    ((const trp_timers *)trp__module_of(part))->desc.clock == TRP_CLOCK_SECONDS);
    trp__save_64(saver, save_parts_number(part));
    if (row == 0) {
        save_parts_put_structs(saver, part);
        return;
    }
    save_parts_put_rows(&counter, part);
    trp__save_64(saver, counter.bytes / row);
    if (saver->write == NULL)
        saver->bytes += counter.bytes;
    else
        save_parts_put_rows(saver, part);
}

void trp__save_parts(trp__saver *saver)
{
    for (const trp__part *part = saver->world->parts; part != NULL; part = part->next) {
        const uint32_t tag = trp__key_of(part).tag;
        if (tag != 0)
            trp__save_chunk(saver, tag, save_parts_put, part);
    }
}
