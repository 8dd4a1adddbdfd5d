/*
 * Spaces in snapshots and hashes: members by number, with their boxes and bits, and contacts.
 * Sorted copies and ranks are caches: they are computed again.
 */
#include "../core/part.h"
#include "space_internal.h"

typedef struct space_image
{
    uint64_t serial;
    uint64_t refused;
    uint64_t missed;
    uint32_t top;
    uint32_t peak;
    uint32_t contacts;
    uint32_t has_bits;
    trp__class classes[TRP__SPACE_CLASSES];
} space_image;

/* One number; `slot` is TRP__NONE if it is free. */
typedef struct space_state_member_image
{
    uint64_t since;
    trp_actor *actor;
    trp__edges edges;
    trp__edges swept_from; /* desc.sweeps */
    trp__edges swept_to;
    uint32_t slot;
    uint32_t pool;
    uint32_t category;
    uint32_t mask;
    uint32_t flags;
    uint32_t class_of;
} space_state_member_image;

#define STATE_FLAGS (TRP__IN | TRP__HIDDEN | TRP__STATIC) /* the others say where copies are */

static trp_space *space_state_of(const trp__part *part)
{
    return (trp_space *)((uintptr_t)part - offsetof(trp_space, part));
}

static size_t space_state_bytes(const trp__part *part)
{
    const trp_space *space = space_state_of(part);

    return sizeof(space_image) + space->top * sizeof(space_state_member_image) +
           space->contact_count * sizeof(trp__contact);
}

static void space_state_save_members(const trp_space *space, unsigned char *to)
{
    for (uint32_t i = 0; i < space->top; i++)
    {
        space_state_member_image image;
        memset(&image, 0, sizeof image);
        image.slot = TRP__NONE;
        if ((space->flags[i] & TRP__IN) != 0)
        {
            image.since = space->since[i];
            image.actor = space->actor[i];
            image.edges = space->edges[i];
            image.pool = space->pool[i];
            image.category = space->category[i];
            image.mask = space->mask[i];
            image.flags = space->flags[i] & STATE_FLAGS;
            image.class_of = space->class_of[i];
            if (space->desc.sweeps)
            {
                image.swept_from = space->swept_from[i];
                image.swept_to = space->swept_to[i];
            }
        }
        memcpy(to + i * sizeof image, &image, sizeof image);
    }
}

/* The slot of each member is stored by slot. */
static void space_state_save_slots(const trp_space *space, unsigned char *to)
{
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
    {
        const uint32_t used = trp__slots_used(entry->pool);
        for (uint32_t slot = 0; slot < used; slot++)
            if (entry->members[slot] != 0)
                memcpy(to + (entry->members[slot] - 1) * sizeof(space_state_member_image) +
                           offsetof(space_state_member_image, slot),
                       &slot, sizeof slot);
    }
}

static void space_state_save(const trp__part *part, unsigned char *to)
{
    const trp_space *space = space_state_of(part);
    space_image head;

    memset(&head, 0, sizeof head);
    head.serial = space->serial;
    head.refused = space->refused;
    head.missed = space->missed;
    head.top = space->top;
    head.peak = space->peak;
    head.contacts = space->contact_count;
    head.has_bits = space->has_bits;
    memcpy(head.classes, space->classes, sizeof head.classes);
    memcpy(to, &head, sizeof head);
    to += sizeof head;
    space_state_save_members(space, to);
    space_state_save_slots(space, to);
    to += space->top * sizeof(space_state_member_image);
    if (space->contact_count != 0)
        memcpy(to, space->contacts, space->contact_count * sizeof(trp__contact));
}

static bool space_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_space *space = space_state_of(part);
    space_image head;

    memcpy(&head, from, sizeof head);
    return head.top <= space->capacity && head.contacts <= space->desc.contacts &&
           bytes == sizeof head + head.top * sizeof(space_state_member_image) +
                        head.contacts * sizeof(trp__contact);
}

/* All numbers become free. */
static void space_state_forget_members(trp_space *space)
{
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
    {
        trp__space_pool *pool = space->by_number[entry->pool->number];
        memset(pool->members, 0, trp__slots_used(entry->pool) * sizeof pool->members[0]);
        pool->count = 0;
    }
    memset(space->flags, 0, space->capacity * sizeof space->flags[0]);
    trp__bitmap_init(&space->numbers, space->numbers.levels[0], space->capacity);
    trp__bitmap_fill(&space->numbers, TRP__FREE, space->capacity);
    space->count = 0;
    space->hidden = 0;
}

static void space_state_restore_member(trp_space *space, uint32_t i,
                                       const space_state_member_image *image)
{
    if (image->slot == TRP__NONE)
        return;
    space->since[i] = image->since;
    space->actor[i] = image->actor;
    space->edges[i] = image->edges;
    space->pool[i] = (uint16_t)image->pool;
    space->category[i] = image->category;
    space->mask[i] = image->mask;
    space->flags[i] = (uint8_t)image->flags;
    space->class_of[i] = (uint8_t)image->class_of;
    space->rank[i] = image->slot;
    if (space->desc.sweeps)
    {
        space->swept_from[i] = image->swept_from;
        space->swept_to[i] = image->swept_to;
    }
    space->by_number[image->pool]->members[image->slot] = i + 1;
    space->by_number[image->pool]->count++;
    trp__bitmap_remove(&space->numbers, TRP__FREE, i);
    trp__bitmap_add(&space->numbers, TRP__ACTIVE, i);
    space->count++;
    space->hidden += (image->flags & TRP__HIDDEN) != 0;
}

/* The space becomes empty. The choice of levels is kept. */
static void space_state_clear_sheet(trp__sheet *sheet)
{
    sheet->first = 0;
    sheet->end = 0;
    sheet->stale = 0;
    sheet->cells = 0;
    sheet->cell_count = 0;
    sheet->level_count = 0;
}

/* All members are loose, as if they had just entered, and list order is ranked again. */
static void space_state_shake(trp__part *part)
{
    trp_space *space = space_state_of(part);

    for (uint32_t i = 0; i < TRP__SHEETS; i++)
        space_state_clear_sheet(&space->sheets[i]);
    space->loose_count = 0;
    space->resting = 0;
    space->sorted = false;
    space->debt = 0;
    space->vain = 0;
    for (uint32_t i = 0; i < space->peak; i++) /* higher numbers were never given */
    {
        space->flags[i] &= STATE_FLAGS;
        if ((space->flags[i] & (TRP__IN | TRP__HIDDEN)) != TRP__IN)
            continue;
        space->flags[i] |= TRP__LOOSE | TRP__LISTED;
        space->loose[space->loose_count++] = i;
    }
    for (trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        entry->ranked = 0;
}

static void space_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    trp_space *space = space_state_of(part);
    space_image head;

    (void)bytes;
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    space_state_forget_members(space);
    space->serial = head.serial;
    space->refused = head.refused;
    space->missed = head.missed;
    space->top = head.top;
    space->peak = head.peak;
    space->has_bits = head.has_bits != 0;
    memcpy(space->classes, head.classes, sizeof head.classes);
    for (uint32_t i = 0; i < head.top; i++, from += sizeof(space_state_member_image))
    {
        space_state_member_image image;
        memcpy(&image, from, sizeof image);
        space_state_restore_member(space, i, &image);
    }
    space->contact_count = head.contacts;
    if (head.contacts != 0)
        memcpy(space->contacts, from, head.contacts * sizeof(trp__contact));
    space->changes++;
    space_state_shake(part);
}

static uint64_t space_state_hash_edges(uint64_t hash, const trp__edges *edges)
{
    uint32_t bits[4];

    memcpy(bits, edges, sizeof bits);
    hash = trp__mix(hash, bits[0] | (uint64_t)bits[1] << 32);
    return trp__mix(hash, bits[2] | (uint64_t)bits[3] << 32);
}

static uint64_t space_state_hash(const trp__part *part)
{
    const trp_space *space = space_state_of(part);
    uint64_t hash = 0;

    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
    {
        const uint32_t used = trp__slots_used(entry->pool);
        for (uint32_t slot = 0; slot < used; slot++)
        {
            const uint32_t i = entry->members[slot] - 1;
            uint64_t one;
            if (i == TRP__NONE)
                continue;
            one = trp__mix(trp__index(entry->pool, slot), i);
            one = trp__mix(one, space->flags[i] & TRP__HIDDEN);
            one = trp__mix(one, space->category[i] | (uint64_t)space->mask[i] << 32);
            if (space->desc.sweeps)
                one = space_state_hash_edges(one, &space->swept_to[i]);
            hash += space_state_hash_edges(one, &space->edges[i]);
        }
    }
    for (uint32_t i = 0; i < space->contact_count; i++)
        hash = trp__mix(hash, space->contacts[i].pair);
    return hash;
}

static bool space_state_uses(const trp__part *part, const trp_pool *pool)
{
    return space_state_of(part)->by_number[pool->number] != NULL;
}

trp__part_table trp__space_part(void)
{
    trp__part_table table;

    table.name = "space";
    table.offset = offsetof(trp_space, part);
    table.size = sizeof(trp_space);
    table.bytes = space_state_bytes;
    table.save = space_state_save;
    table.fits = space_state_fits;
    table.restore = space_state_restore;
    table.hash = space_state_hash;
    table.uses = space_state_uses;
    table.shake = space_state_shake;
    table.tell = NULL;
    return table;
}
