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

static const trp_group *save_parts_group_of(const trp__part *part)
{
    return (const trp_group *)((uintptr_t)part - offsetof(trp_group, part));
}

static const trp_family *save_parts_family_of(const trp__part *part)
{
    return (const trp_family *)((uintptr_t)part - offsetof(trp_family, part));
}

const char *trp__part_name(const trp__part *part)
{
    const char *name = "";

    if (part->kind == TRP__PART_GROUP)
        name = save_parts_group_of(part)->desc.name;
    else if (part->kind == TRP__PART_SPACE)
        name = ((const trp_space *)((uintptr_t)part - offsetof(trp_space, part)))->desc.name;
    else if (part->kind == TRP__PART_CONTACTS)
        name = ((const trp_contacts *)((uintptr_t)part - offsetof(trp_contacts, part)))->desc.name;
    else if (part->kind == TRP__PART_REGION || part->kind == TRP__PART_IDS)
        name = trp__region_of(part)->name;
    else if (part->kind == TRP__PART_QUEUE)
        name = trp__queue_of_part(part)->desc.name;
    return name != NULL ? name : "";
}

const trp_fields *trp__part_fields(const trp__part *part)
{
    if (part->kind == TRP__PART_QUEUE)
        return trp__queue_of_part(part)->desc.fields;
    return trp__is_region(part) ? trp__region_of(part)->fields : NULL;
}

/* Groups: the live members in order. Entries whose life is over need no room in the next game. */

static void save_parts_put_group(trp__saver *saver, const void *subject)
{
    const trp_group *group = save_parts_group_of((const trp__part *)subject);

    trp__save_name(saver, trp__part_name((const trp__part *)subject));
    trp__save_32(saver, trp_group_measure(group));
    for (uint32_t place = 0; place < group->size; place++) {
        uint32_t generation = group->items[place].generation;
        if (trp_group_at(group, place) == NULL)
            continue;
        trp__save_32(saver, trp__save_index(saver, group->items[place].index, &generation));
        trp__save_32(saver, generation);
    }
}

/* Families: all actors with a parent. A parent has a smaller depth than its child. */

static uint32_t save_parts_depth_of(const trp_family *family, uint32_t index)
{
    uint32_t depth = 0;

    while ((index = trp__kin_of(family, index)->parent) != TRP_NO_LINK)
        depth++;
    return depth;
}

static void save_link(trp__saver *saver, uint32_t index)
{
    uint32_t generation = index != TRP_NO_LINK;

    index = trp__save_index(saver, saver->world->id << 24 | index, &generation);
    trp__save_32(saver, generation != 0 ? index : TRP__NONE);
}

/* Iterates over all actors with a parent, in the order of indices; returns their number. */
static uint32_t save_parts_each_child(trp__saver *saver, const trp_family *family, bool saves)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < saver->world->pool_count; i++) {
        const trp__family_pool *home = trp__family_find(family, saver->world->pools[i]);
        for (uint32_t slot = 0; home != NULL && slot < home->room; slot++) {
            const trp__kin *kin = &home->kin[slot];
            count += kin->parent != TRP_NO_LINK;
            if (kin->parent == TRP_NO_LINK || !saves)
                continue;
            save_link(saver, trp__index(home->pool, slot));
            save_link(saver, kin->parent);
            save_link(saver, kin->prev);
            save_link(saver, kin->next);
            trp__save_32(saver, save_parts_depth_of(family, trp__index(home->pool, slot)));
        }
    }
    return count;
}

static void save_parts_put_family(trp__saver *saver, const void *subject)
{
    const trp_family *family = save_parts_family_of((const trp__part *)subject);
    const uint32_t count = save_parts_each_child(saver, family, false);

    trp__save_name(saver, "");
    trp__save_32(saver, count);
    if (saver->write == NULL)
        saver->bytes += (uint64_t)count * 20;
    else
        (void)save_parts_each_child(saver, family, true);
}

/* Timers: of existing lives */

const char *trp__timers_name(trp__clock_hook *hook)
{
    return trp__timers_of(hook) != NULL ? trp__timers_of(hook)->desc.name : NULL;
}

static bool save_parts_is_running(const trp_timers *timers, uint32_t slot)
{
    const uint32_t generation = timers->entries[slot].generation;

    /* a trim may have given its slot back, with the cell */
    return generation != 0 && slot < timers->pool->state.capacity &&
           trp__is_present(timers->pool, slot) &&
           trp__is_alive(trp__stamp_at(timers->pool, slot)) &&
           trp__cell_of(timers->pool, slot)->generation == generation;
}

static void save_parts_put_timers(trp__saver *saver, const void *subject)
{
    const trp_timers *timers = (const trp_timers *)subject;
    uint32_t count = 0;

    for (uint32_t slot = 0; slot < timers->room; slot++)
        count += save_parts_is_running(timers, slot);
    trp__save_name(saver, timers->desc.name);
    trp__save_name(saver, timers->pool->desc.name);
    trp__save_8(saver, timers->desc.clock == TRP_CLOCK_SECONDS);
    trp__save_64(saver, timers->now);
    trp__save_32(saver, count);
    for (uint32_t slot = 0; slot < timers->room; slot++)
        if (save_parts_is_running(timers, slot)) {
            trp__save_32(saver, slot);
            trp__save_64(saver, timers->entries[slot].due);
            trp__save_32(saver, timers->entries[slot].every);
        }
}

/* Regions */

static void save_parts_put_ids(trp__saver *saver, const void *subject)
{
    const trp_region *region = trp__region_of((const trp__part *)subject);
    const trp_ids *ids = region->ids;
    uint32_t slot = 0;

    trp__save_name(saver, region->name);
    trp__save_32(saver, ids->count);
    for (; (slot = trp__bitmap_next(ids->map, TRP__ACTIVE, slot)) != TRP__NONE; slot++)
        trp__save_32(saver, ids->first + slot);
}

static void save_parts_put_region(trp__saver *saver, const void *subject)
{
    const trp_region *region = trp__region_of((const trp__part *)subject);
    const size_t count = region->bytes / region->fields->size;
    const unsigned char *at = (const unsigned char *)region->start;

    trp__save_name(saver, region->name);
    trp__save_type(saver, region->fields);
    trp__save_64(saver, count);
    for (size_t i = 0; i < count; i++, at += region->fields->size)
        trp__save_records(saver, region->fields, &at, 1);
}

/* Queues: waiting events, in the order in which they are played */

static void save_parts_put_queue(trp__saver *saver, const void *subject)
{
    const trp_queue *queue = trp__queue_of_part((const trp__part *)subject);

    trp__save_name(saver, trp__part_name(&queue->part));
    trp__save_64(saver, queue->state.refused);
    trp__save_type(saver, queue->desc.fields);
    trp__save_64(saver, queue->state.count);
    for (uint32_t place = 0; place < queue->state.count; place++) {
        const unsigned char *event = trp__queue_at(queue, place);
        trp__save_records(saver, queue->desc.fields, &event, 1);
    }
}

/* Spaces, and contacts: those of the last run */

static const trp_space *save_parts_space_of(const void *subject)
{
    return (const trp_space *)((uintptr_t)subject - offsetof(trp_space, part));
}

static void save_parts_put_edges(trp__saver *saver, const trp__edges *edges)
{
    trp__save_float(saver, edges->left);
    trp__save_float(saver, edges->top);
    trp__save_float(saver, edges->right);
    trp__save_float(saver, edges->bottom);
}

static void save_parts_put_member(trp__saver *saver, const trp__space_pool *entry, uint32_t slot)
{
    const trp__edges *edges = &entry->edges[slot];
    const bool sweeps = entry->space->desc.sweeps;
    uint32_t generation = 1;

    trp__save_32(saver, trp__save_index(saver, trp__handle_index(entry->pool, slot), &generation));
    trp__save_32(saver, entry->category_of[slot]);
    trp__save_32(saver, entry->mask_of[slot]);
    save_parts_put_edges(saver, edges);
    save_parts_put_edges(saver, sweeps ? &entry->swept_from[slot] : edges);
    save_parts_put_edges(saver, sweeps ? &entry->swept_to[slot] : edges);
}

/* The members of a space with their boxes, by index. */
static void save_parts_put_space(trp__saver *saver, const void *subject)
{
    const trp_space *space = save_parts_space_of(subject);

    trp__save_name(saver, trp__part_name((const trp__part *)subject));
    trp__save_32(saver, space->count);
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

static void save_parts_put_contacts(trp__saver *saver, const void *subject)
{
    const trp_contacts *contacts =
        (const trp_contacts *)((uintptr_t)subject - offsetof(trp_contacts, part));

    trp__save_name(saver, trp__part_name((const trp__part *)subject));
    trp__save_32(saver, contacts->count);
    for (uint32_t i = 0; i < contacts->count; i++) {
        save_parts_put_handle(saver, contacts->items[i].a);
        save_parts_put_handle(saver, contacts->items[i].b);
        trp__save_32(saver, contacts->items[i].a_category);
        trp__save_32(saver, contacts->items[i].b_category);
    }
}

static void save_part(trp__saver *saver, const trp__part *part)
{
    switch (part->kind) {
    case TRP__PART_GROUP:
        trp__save_chunk(saver, TRP__SAVE_GROUP, save_parts_put_group, part);
        break;
    case TRP__PART_FAMILY:
        trp__save_chunk(saver, TRP__SAVE_FAMILY, save_parts_put_family, part);
        break;
    case TRP__PART_SPACE:
        trp__save_chunk(saver, TRP__SAVE_SPACE, save_parts_put_space, part);
        break;
    case TRP__PART_CONTACTS:
        trp__save_chunk(saver, TRP__SAVE_CONTACTS, save_parts_put_contacts, part);
        break;
    case TRP__PART_REGION:
        trp__save_chunk(saver, TRP__SAVE_REGION, save_parts_put_region, part);
        break;
    case TRP__PART_IDS:
        trp__save_chunk(saver, TRP__SAVE_IDS, save_parts_put_ids, part);
        break;
    case TRP__PART_QUEUE:
        if (trp__queue_of_part(part)->desc.fields != NULL)
            trp__save_chunk(saver, TRP__SAVE_QUEUE, save_parts_put_queue, part);
        break;
    default: /* no module of this library */
        break;
    }
}

void trp__save_parts(trp__saver *saver)
{
    for (const trp__part *part = saver->world->parts; part != NULL; part = part->next)
        save_part(saver, part);
    for (trp__clock_hook *hook = saver->world->clocks; hook != NULL; hook = hook->next)
        if (trp__timers_of(hook) != NULL && !trp__timers_of(hook)->pool->desc.transient)
            trp__save_chunk(saver, TRP__SAVE_TIMERS, save_parts_put_timers, trp__timers_of(hook));
}
