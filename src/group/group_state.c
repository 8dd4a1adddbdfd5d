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
    group->size = head.size;
    group->kept = head.kept;
    trp__group_end_walks(group, group->world);
}

static uint64_t group_state_hash(const trp__part *part)
{
    return trp__group_hash(group_state_of(part));
}

uint64_t trp__group_hash(const trp_group *group)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < group->size; i++) {
        trp__place at;
        if (!trp__group_lives(group, group->items[i], &at) || at.pool->desc.transient)
            continue;
        hash = trp__mix(hash, trp__index(at.pool, at.slot));
        hash = trp__mix(hash, group->items[i].generation);
    }
    return hash;
}

/* The next entry of an image whose pool is not transient; generation UINT32_MAX: there is none. */
static trp_handle group_state_next(const trp_world *world, const unsigned char *image,
                                   uint32_t *place)
{
    trp_handle entry = {0, UINT32_MAX};
    group_image head;

    memcpy(&head, image, sizeof head);
    while (*place < head.size) {
        uint32_t page;
        memcpy(&entry, image + sizeof head + TRP_GROUP_BYTES((*place)++), sizeof entry);
        page = (entry.index & (TRP_MAX_SLOTS - 1)) >> world->page_bits;
        if (!world->pools[world->directory[page]]->desc.transient)
            return entry;
        entry.generation = UINT32_MAX;
    }
    return entry;
}

static bool group_state_same(const trp__part *part, const unsigned char *a, size_t a_bytes,
                             const unsigned char *b, size_t b_bytes)
{
    const trp_world *world = group_state_of(part)->world;
    uint32_t places[2] = {0, 0};
    trp_handle one;
    trp_handle other;

    (void)a_bytes;
    (void)b_bytes;
    do {
        one = group_state_next(world, a, &places[0]);
        other = group_state_next(world, b, &places[1]);
    } while (one.generation != UINT32_MAX && trp_handle_equal(one, other));
    return one.generation == UINT32_MAX && other.generation == UINT32_MAX;
}

trp__part_table trp__group_part(void)
{
    trp__part_table table = {0};

    table.name = "group";
    table.offset = offsetof(trp_group, part);
    table.size = sizeof(trp_group);
    table.most = group_state_most;
    table.put = group_state_put;
    table.fits = group_state_fits;
    table.restore = group_state_restore;
    table.hash = group_state_hash;
    table.same = group_state_same;
    return table;
}
