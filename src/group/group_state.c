/*
 * Groups in snapshots and hashes: entries in order, including void and dead ones, since places
 * count them. Those in transient pools are no state, but are kept, too.
 */
#include "../core/part.h"
#include "group.h"

typedef struct group_image {
    uint32_t size;
    uint32_t kept;
} group_image;

static trp_group *group_state_of(const trp__part *part)
{
    return (trp_group *)((uintptr_t)part - offsetof(trp_group, part));
}

static size_t group_state_most(const trp__part *part)
{
    const trp_group *group = group_state_of(part);
    const uint32_t most = group->desc.max > group->room ? group->desc.max : group->room;

    return sizeof(group_image) + TRP_GROUP_BYTES(most);
}

static void group_state_put(const trp__part *part, trp__sink *to)
{
    const trp_group *group = group_state_of(part);
    const group_image head = {group->size, group->kept};

    trp__put_bytes_to(to, &head, sizeof head);
    trp__begin_rows(to, sizeof(trp_handle));
    trp__put_bytes_to(to, group->items, TRP_GROUP_BYTES(head.size));
}

static bool group_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    group_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    return head.size <= group_state_of(part)->room;
}

static void group_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_group *group = group_state_of(part);
    group_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    if (head.size != 0)
        memcpy(group->items, from + sizeof head, TRP_GROUP_BYTES(head.size));
    trp__group_set(group, group->world, head.size, head.kept);
}

/* Of entries and of when they are pruned. Those in transient pools are left out: with them there is
 * no telling when. */
static uint64_t group_state_sum(const trp__part *part, const unsigned char *from)
{
    const trp_group *group = group_state_of(part);
    const unsigned char *items = (const unsigned char *)group->items;
    group_image head = {group->size, group->kept};
    uint64_t sum = 0;

    if (from != NULL) {
        memcpy(&head, from, sizeof head);
        items = from + sizeof head;
    }
    for (uint32_t place = 0; place < head.size; place++) {
        trp_handle entry;
        memcpy(&entry, items + TRP_GROUP_BYTES(place), sizeof entry);
        if (trp__group_pool(group->world, entry)->desc.transient)
            head.kept = 0;
        else
            sum = trp__mix(entry.generation != 0 ? trp__mix(sum, entry.index & (TRP_MAX_SLOTS - 1))
                                                 : sum,
                           entry.generation);
    }
    return trp__mix(sum, head.kept);
}

trp__part_table trp__group_part(void)
{
    trp__part_table table = {0};

    table.name = "group";
    table.offset = offsetof(trp_group, part);
    table.size = sizeof(trp_group);
    table.head = sizeof(group_image);
    table.most = group_state_most;
    table.put = group_state_put;
    table.fits = group_state_fits;
    table.restore = group_state_restore;
    table.sum = group_state_sum;
    return table;
}
