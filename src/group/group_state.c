/*
 * Groups in snapshots and hashes: entries in order, including dead ones, since places count them.
 */
#include "../core/part.h"
#include "group.h"

typedef struct group_image
{
    uint32_t size;
    uint32_t serial;
    uint32_t walks;
    uint32_t room;
} group_image;

/* An entry, and the transient pool of its actor, which may give its memory back before a restore. */
typedef struct group_saved
{
    trp_group_entry entry;
    uint32_t pool; /* its number, or TRP__NONE */
    uint32_t zero;
} group_saved;

static trp_group *group_state_of(const trp__part *part)
{
    return (trp_group *)((uintptr_t)part - offsetof(trp_group, part));
}

static bool group_state_is_in(const trp_group_entry *entry, const trp_pool *pool,
                              const unsigned char *slots, const trp__cell *cells, uint32_t count)
{
    const uintptr_t offset = (uintptr_t)entry->cell - (uintptr_t)cells;
    const uintptr_t actor = (uintptr_t)slots + pool->node + offset / sizeof *cells * pool->stride;

    return offset < count * sizeof *cells && offset % sizeof *cells == 0 &&
           (pool->actors != NULL || (uintptr_t)entry->actor == actor);
}

/* Whether the pool has the slot of an entry now. */
static bool group_state_has(const trp_pool *pool, const trp_group_entry *entry)
{
    bool has = group_state_is_in(entry, pool, pool->slots, pool->cells, pool->cell_count);

    for (uint32_t i = 0; i < pool->state.grown && !has; i++)
        has = pool->chunks[i].memory != NULL &&
              group_state_is_in(entry, pool, pool->chunks[i].slots, pool->chunks[i].cells,
                                pool->chunks[i].count);
    return has;
}

static uint32_t group_state_pool_of(const trp_world *world, const trp_group_entry *entry)
{
    for (uint32_t i = 0; i < world->pool_count; i++)
        if (world->pools[i]->is_transient && group_state_has(world->pools[i], entry))
            return i;
    return TRP__NONE;
}

static size_t group_state_bytes(const trp__part *part)
{
    return sizeof(group_image) + trp__group_size(group_state_of(part)) * sizeof(group_saved);
}

static size_t group_state_most(const trp__part *part)
{
    const trp_group *group = group_state_of(part);
    const uint32_t most = group->desc.max > group->held ? group->desc.max : group->held;

    return sizeof(group_image) + most * sizeof(group_saved);
}

static void group_state_save(const trp__part *part, unsigned char *to)
{
    const trp_group *group = group_state_of(part);
    group_image head = {0, 0, 0, 0};

    head.size = trp__group_size(group);
    head.serial = group->serial;
    head.walks = group->walks;
    head.room = group->room;
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    for (uint32_t place = 0; place < head.size; place++, to += sizeof(group_saved))
    {
        group_saved saved;
        memset(&saved, 0, sizeof saved);
        saved.entry = *trp__group_entry_at(group, place);
        saved.pool = group_state_pool_of(group->world, &saved.entry);
        memcpy(to, &saved, sizeof saved);
    }
}

static bool group_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    group_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    return head.room <= group_state_of(part)->held;
}

/* Walks that are in progress end. */
static void group_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_group *group = group_state_of(part);
    group_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    group->room = head.room;
    group->used = 0;
    for (uint32_t i = 0; i < head.size; i++, from += sizeof(group_saved))
    {
        group_saved saved;
        memcpy(&saved, from, sizeof saved);
        if (saved.pool == TRP__NONE ||
            group_state_has(group->world->pools[saved.pool], &saved.entry))
            group->items[group->used++] = saved.entry;
    }
    group->gap = 0;
    group->gap_at = 0;
    group->serial = head.serial;
    group->walks = head.walks;
    group->origin = ++group->moves;
}

static uint64_t group_state_hash(const trp__part *part)
{
    return trp__group_hash(group_state_of(part));
}

uint64_t trp__group_hash(const trp_group *group)
{
    uint64_t hash = 0;

    for (uint32_t place = 0; place < trp__group_size(group); place++)
    {
        const trp_group_entry *entry = trp__group_entry_at(group, place);
        trp__place at;
        if (!trp__group_lives(entry))
            continue;
        at = trp__find_by_cell(group->world, entry->cell);
        if (at.pool->is_transient)
            continue;
        hash = trp__mix(hash, trp__index(at.pool, at.slot));
        hash = trp__mix(hash, entry->generation);
    }
    return hash;
}

static bool group_state_uses(const trp__part *part, const trp_pool *pool)
{
    (void)part;
    (void)pool;
    return false;
}

/* The next entry of an image whose actor is in no transient pool, from `place` on. */
static bool group_state_next(const unsigned char *image, uint32_t *place, group_saved *saved)
{
    group_image head;

    memcpy(&head, image, sizeof head);
    while (*place < head.size)
    {
        memcpy(saved, image + sizeof head + (*place)++ * sizeof *saved, sizeof *saved);
        if (saved->pool == TRP__NONE)
            return true;
    }
    memset(saved, 0, sizeof *saved);
    return false;
}

/* Members in transient pools are no state. */
static bool group_state_same(const trp__part *part, const unsigned char *a, size_t a_bytes,
                             const unsigned char *b, size_t b_bytes)
{
    group_image heads[2];
    group_saved saved[2];
    uint32_t places[2] = {0, 0};

    (void)part;
    (void)a_bytes;
    (void)b_bytes;
    memcpy(&heads[0], a, sizeof heads[0]);
    memcpy(&heads[1], b, sizeof heads[1]);
    if (heads[0].room != heads[1].room)
        return false;
    for (;;)
    {
        const bool has = group_state_next(a, &places[0], &saved[0]);
        if (group_state_next(b, &places[1], &saved[1]) != has ||
            saved[0].entry.cell != saved[1].entry.cell ||
            saved[0].entry.generation != saved[1].entry.generation)
            return false;
        if (!has)
            return true;
    }
}

static void group_state_shake(trp__part *part)
{
    (void)part;
}

trp__part_table trp__group_part(void)
{
    trp__part_table table;

    table.name = "group";
    table.offset = offsetof(trp_group, part);
    table.size = sizeof(trp_group);
    table.bytes = group_state_bytes;
    table.most = group_state_most;
    table.save = group_state_save;
    table.fits = group_state_fits;
    table.restore = group_state_restore;
    table.hash = group_state_hash;
    table.uses = group_state_uses;
    table.shake = group_state_shake;
    table.same = group_state_same;
    table.tell = NULL;
    return table;
}
