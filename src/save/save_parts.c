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

trp__part_key trp__key_of(const trp__part *part)
{
    trp__part_key key = {0, NULL, ""};

    if (part->kind == TRP__PART_GROUP) {
        key.tag = TRP__SAVE_GROUP;
        key.name = ((const trp_group *)trp__module_of(part))->desc.name;
    } else if (part->kind == TRP__PART_FAMILY)
        key.tag = TRP__SAVE_FAMILY;
    else if (part->kind == TRP__PART_SPACE) {
        key.tag = TRP__SAVE_SPACE;
        key.name = ((const trp_space *)trp__module_of(part))->desc.name;
    } else if (part->kind == TRP__PART_CONTACTS) {
        key.tag = TRP__SAVE_CONTACTS;
        key.name = ((const trp_contacts *)trp__module_of(part))->desc.name;
    } else if (part->kind == TRP__PART_TIMERS) {
        const trp_timers *timers = trp__module_of(part);
        key.tag = timers->pool->desc.transient ? 0 : TRP__SAVE_TIMERS;
        key.name = timers->desc.name;
        key.pool = timers->pool->desc.name;
    } else if (part->kind == TRP__PART_QUEUE) {
        key.tag = trp__part_fields(part) != NULL ? TRP__SAVE_QUEUE : 0;
        key.name = trp__queue_of_part(part)->desc.name;
    } else if (part->kind == TRP__PART_REGION || part->kind == TRP__PART_IDS) {
        key.tag = part->kind == TRP__PART_IDS ? TRP__SAVE_IDS : TRP__SAVE_REGION;
        key.name = trp__region_of(part)->name;
    }
    key.name = key.name != NULL ? key.name : "";
    return key;
}

const trp_fields *trp__part_fields(const trp__part *part)
{
    if (part->kind == TRP__PART_QUEUE)
        return trp__queue_of_part(part)->desc.fields;
    return trp__is_region(part) ? trp__region_of(part)->fields : NULL;
}

/* What each module begins with after its names. */
static void save_parts_put_head(trp__saver *saver, bool in_seconds, uint64_t number, uint64_t count)
{
    trp__save_8(saver, in_seconds);
    trp__save_64(saver, number);
    trp__save_64(saver, count);
}

/* An actor of the world, by its index. */
static void save_parts_put_index(trp__saver *saver, uint32_t index)
{
    uint32_t generation = 1;

    trp__save_32(saver, trp__save_index(saver, saver->world->id << 24 | index, &generation));
}

/* Groups: entries in order, void and dead ones, too, since they count until they are pruned; those
 * in transient pools are left out. */

static void save_parts_put_group(trp__saver *saver, const trp__part *part)
{
    const trp_group *group = trp__module_of(part);
    uint32_t count = 0;

    for (uint32_t place = 0; place < group->size; place++)
        count += !trp__group_pool(group->world, group->items[place])->desc.transient;
    save_parts_put_head(saver, false, group->kept, count);
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

/* Iterates over all actors with a parent; returns their number. */
static uint32_t save_parts_each_child(trp__saver *saver, const trp_family *family, bool saves)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < saver->world->pool_count; i++) {
        const trp__family_pool *home = trp__family_find(family, saver->world->pools[i]);
        for (uint32_t slot = 0; home != NULL && slot < home->room; slot++) {
            const uint32_t root = trp__index(home->pool, slot);
            uint32_t index = root;
            if (home->kin[slot].parent != TRP_NO_LINK)
                continue;
            while ((index = save_parts_next_below(family, root, index)) != TRP_NO_LINK) {
                count++;
                if (!saves)
                    continue;
                save_parts_put_index(saver, index);
                save_parts_put_index(saver, trp__kin_of(family, index)->parent);
            }
        }
    }
    return count;
}

static void save_parts_put_family(trp__saver *saver, const trp__part *part)
{
    const trp_family *family = trp__module_of(part);
    const uint32_t count = save_parts_each_child(saver, family, false);

    save_parts_put_head(saver, false, 0, count);
    if (saver->write == NULL)
        saver->bytes += (uint64_t)count * 8;
    else
        (void)save_parts_each_child(saver, family, true);
}

/* Timers: of existing lives */

static void save_parts_put_timers(trp__saver *saver, const trp__part *part)
{
    const trp_timers *timers = trp__module_of(part);
    uint32_t count = 0;

    for (uint32_t slot = 0; slot < timers->room; slot++)
        count += trp__timer_of(timers, slot) != NULL;
    save_parts_put_head(saver, timers->desc.clock == TRP_CLOCK_SECONDS, timers->now, count);
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (trp__timer_of(timers, slot) != NULL) {
            save_parts_put_index(saver, trp__index(timers->pool, slot));
            trp__save_64(saver, timers->entries[slot].due);
            trp__save_32(saver, timers->entries[slot].every);
        }
}

/* Regions */

static void save_parts_put_ids(trp__saver *saver, const trp__part *part)
{
    const trp_region *region = trp__region_of(part);
    const trp_ids *ids = region->ids;
    uint32_t slot = 0;

    save_parts_put_head(saver, false, 0, ids->count);
    for (; (slot = trp__bitmap_next(ids->map, TRP__ACTIVE, slot)) != TRP__NONE; slot++)
        trp__save_32(saver, ids->first + slot);
}

static void save_parts_put_region(trp__saver *saver, const trp__part *part)
{
    const trp_region *region = trp__region_of(part);
    const size_t count = region->bytes / region->fields->size;
    const unsigned char *at = (const unsigned char *)region->start;

    save_parts_put_head(saver, false, 0, count);
    trp__save_type(saver, region->fields);
    for (size_t i = 0; i < count; i++, at += region->fields->size)
        trp__save_records(saver, region->fields, &at, 1);
}

/* Queues: waiting events, in the order in which they are played */

static void save_parts_put_queue(trp__saver *saver, const trp__part *part)
{
    const trp_queue *queue = trp__queue_of_part(part);

    save_parts_put_head(saver, false, queue->state.refused, queue->state.count);
    trp__save_type(saver, queue->desc.fields);
    for (uint32_t place = 0; place < queue->state.count; place++) {
        const unsigned char *event = trp__queue_at(queue, place);
        trp__save_records(saver, queue->desc.fields, &event, 1);
    }
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
static void save_parts_put_space(trp__saver *saver, const trp__part *part)
{
    const trp_space *space = trp__module_of(part);

    save_parts_put_head(saver, false, 0, space->count);
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

static void save_parts_put_contacts(trp__saver *saver, const trp__part *part)
{
    const trp_contacts *contacts = trp__module_of(part);

    save_parts_put_head(saver, false, 0, contacts->count);
    for (uint32_t i = 0; i < contacts->count; i++) {
        save_parts_put_handle(saver, contacts->items[i].a);
        save_parts_put_handle(saver, contacts->items[i].b);
        trp__save_32(saver, contacts->items[i].a_category);
        trp__save_32(saver, contacts->items[i].b_category);
    }
}

static void save_parts_put(trp__saver *saver, const void *subject)
{
    const trp__part *part = (const trp__part *)subject;
    const trp__part_key key = trp__key_of(part);

    trp__save_name(saver, key.name);
    trp__save_name(saver, key.pool);
    switch (key.tag) {
    case TRP__SAVE_GROUP:
        save_parts_put_group(saver, part);
        break;
    case TRP__SAVE_FAMILY:
        save_parts_put_family(saver, part);
        break;
    case TRP__SAVE_SPACE:
        save_parts_put_space(saver, part);
        break;
    case TRP__SAVE_CONTACTS:
        save_parts_put_contacts(saver, part);
        break;
    case TRP__SAVE_TIMERS:
        save_parts_put_timers(saver, part);
        break;
    case TRP__SAVE_REGION:
        save_parts_put_region(saver, part);
        break;
    case TRP__SAVE_IDS:
        save_parts_put_ids(saver, part);
        break;
    default:
        save_parts_put_queue(saver, part);
    }
}

void trp__save_parts(trp__saver *saver)
{
    for (const trp__part *part = saver->world->parts; part != NULL; part = part->next) {
        const uint32_t tag = trp__key_of(part).tag;
        if (tag != 0)
            trp__save_chunk(saver, tag, save_parts_put, part);
    }
}
