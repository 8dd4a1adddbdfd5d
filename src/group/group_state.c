/*
 * Groups in snapshots, hashes and saves: entries in order, including void and dead ones, since places
 * count them. Those in transient pools are no state, but are kept, too; saves leave them out.
 */
#include "../../include/troupe/fields.h"
#include "../core/part.h"
#include "group.h"

typedef struct group_row {
    trp_handle entry;
} group_row;

static const trp_field group_fields[] = {TRP_FIELD(group_row, entry), TRP_FIELDS_END};
static const trp_fields group_type = {"group", sizeof(group_row), 0, group_fields, NULL, 0};

static size_t group_state_most(const void *module)
{
    const trp_group *group = module;

    return TRP_GROUP_BYTES(group->desc.max > group->room ? group->desc.max : group->room);
}

static void group_state_put(const void *module, trp__sink *to)
{
    const trp_group *group = module;

    if (group->size != 0)
        trp__put_bytes_to(to, group->items, TRP_GROUP_BYTES(group->size));
}

static void group_state_begin(void *module)
{
    trp_group *group = module;

    trp__group_empty(group, group->world);
}

static void group_state_enter(void *module, const void *row)
{
    trp_group *group = module;

    memcpy(&group->items[group->size++], row, sizeof *group->items);
}

static bool group_state_room(void *module, const void *row, size_t count, bool takes)
{
    trp_group *group = module;

    (void)row;
    return count <= group->room || (takes && trp_group_reserve(group, (uint32_t)count) == TRP_OK);
}

/* Of entries and of when they are pruned. Those in transient pools are left out: with them there is
 * no telling when. */
static uint64_t group_state_sum(const void *module, const unsigned char *from, size_t bytes)
{
    const trp_group *group = module;
    const unsigned char *rows = (const unsigned char *)group->items;
    uint64_t count = group->size;
    uint64_t kept = group->kept;
    uint64_t sum = 0;

    if (from != NULL) {
        memcpy(&kept, from, sizeof kept);
        rows = from + TRP__PART_HEAD;
        count = (bytes - TRP__PART_HEAD) / sizeof(group_row);
    }
    for (; count > 0; count--, rows += sizeof(group_row)) {
        trp_handle entry;
        memcpy(&entry, rows, sizeof entry);
        if (trp__group_pool(group->world, entry)->desc.transient)
            kept = 0;
        else
            sum = trp__mix(entry.generation != 0 ? trp__mix(sum, entry.index & (TRP_MAX_SLOTS - 1))
                                                 : sum,
                           entry.generation);
    }
    return trp__mix(sum, kept);
}

static uint64_t group_state_limit(const void *module)
{
    return ((const trp_group *)module)->most;
}

/* Whether an actor of its pool may be in the group. A void entry stands in any pool that is saved. */
static bool group_state_accepts(const void *module, void *row, bool is_asleep)
{
    const trp_group *group = module;
    const trp_type *type = &group->desc.type;
    trp_handle *entry = &((group_row *)row)->entry;
    const trp_pool *pool = NULL;

    (void)is_asleep;
    if (entry->generation != 0) {
        pool = trp__group_pool(group->world, *entry);
        return type->size == 0 ||
               (pool->desc.type.size == type->size && pool->desc.type.offset == type->offset);
    }
    for (uint32_t i = 0; pool == NULL && i < group->world->pool_count; i++)
        if (!group->world->pools[i]->desc.transient) {
            pool = group->world->pools[i];
            entry->index = trp__handle_index(pool, 0);
        }
    return pool != NULL;
}

/* An actor is in a unique group once. */
static void group_state_settle(void *module)
{
    trp_group *group = module;
    uint32_t size = 0;

    for (uint32_t place = 0; place < group->size; place++) {
        const trp_handle entry = group->items[place];
        uint32_t before = group->desc.unique && entry.generation != 0 ? size : 0;
        while (before > 0 && !trp_handle_equal(group->items[before - 1], entry))
            before--;
        if (before == 0)
            group->items[size++] = entry;
    }
    group->size = size;
    group->kept = group->kept < size ? group->kept : size;
}

trp__part_table trp__group_part(void)
{
    trp__part_table table = {0};

    table.name = "group";
    table.offset = offsetof(trp_group, part);
    table.size = sizeof(trp_group);
    table.title = offsetof(trp_group, desc.name);
    table.most = group_state_most;
    table.put = group_state_put;
    table.sum = group_state_sum;
    table.row = &group_type;
    table.numbers[0] = offsetof(trp_group, kept);
    table.begin = group_state_begin;
    table.enter = group_state_enter;
    table.room = group_state_room;
    table.limit = group_state_limit;
    table.accepts = group_state_accepts;
    table.settle = group_state_settle;
    return table;
}
