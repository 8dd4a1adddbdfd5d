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

/* The arrays of a space in its image, by number. The slot of a free number is TRP__NONE, and its
 * other elements are what former members left. */
typedef struct space_state_arrays
{
    trp__edges *edges;
    trp__edges *swept_from; /* desc.sweeps */
    trp__edges *swept_to;
    uint64_t *since;
    trp_actor **actor;
    uint32_t *category;
    uint32_t *mask;
    uint32_t *slot;
    uint16_t *pool;
    uint8_t *class_of;
    uint8_t *flags;
} space_state_arrays;

#define STATE_FLAGS (TRP__IN | TRP__HIDDEN | TRP__STATIC) /* the others say where copies are */

static trp_space *space_state_of(const trp__part *part)
{
    return (trp_space *)((uintptr_t)part - offsetof(trp_space, part));
}

static size_t space_state_member_bytes(const trp_space *space)
{
    return (space->desc.sweeps ? 3 : 1) * sizeof(trp__edges) + sizeof(uint64_t) +
           sizeof(trp_actor *) + 3 * sizeof(uint32_t) + sizeof(uint16_t) + 2;
}

static size_t space_state_bytes(const trp__part *part)
{
    const trp_space *space = space_state_of(part);

    return sizeof(space_image) + space->contact_count * sizeof(trp__contact) +
           space->top * space_state_member_bytes(space);
}

static size_t space_state_most(const trp__part *part)
{
    const trp_space *space = space_state_of(part);
    const uint32_t most =
        space->desc.max_capacity > space->capacity ? space->desc.max_capacity : space->capacity;

    return sizeof(space_image) + space->desc.contacts * sizeof(trp__contact) +
           most * space_state_member_bytes(space);
}

/* Places for so many elements of so many bytes each. */
static void *space_state_take(unsigned char **at, uint32_t count, size_t bytes)
{
    void *place = *at;

    *at += count * bytes;
    return place;
}

/* The arrays of an image, from `at` on; those with the largest elements come first. */
static space_state_arrays space_state_arrays_at(const trp_space *space, unsigned char *at,
                                                uint32_t top)
{
    const uint32_t swept = space->desc.sweeps ? top : 0;
    space_state_arrays in;

    in.edges = (trp__edges *)space_state_take(&at, top, sizeof *in.edges);
    in.swept_from = (trp__edges *)space_state_take(&at, swept, sizeof *in.swept_from);
    in.swept_to = (trp__edges *)space_state_take(&at, swept, sizeof *in.swept_to);
    in.since = (uint64_t *)space_state_take(&at, top, sizeof *in.since);
    in.actor = (trp_actor **)space_state_take(&at, top, sizeof *in.actor);
    in.category = (uint32_t *)space_state_take(&at, top, sizeof *in.category);
    in.mask = (uint32_t *)space_state_take(&at, top, sizeof *in.mask);
    in.slot = (uint32_t *)space_state_take(&at, top, sizeof *in.slot);
    in.pool = (uint16_t *)space_state_take(&at, top, sizeof *in.pool);
    in.class_of = (uint8_t *)space_state_take(&at, top, 1);
    in.flags = (uint8_t *)space_state_take(&at, top, 1);
    return in;
}

/* The arrays of the space itself, without the slots. */
static space_state_arrays space_state_own(const trp_space *space)
{
    space_state_arrays own;

    own.edges = space->edges;
    own.swept_from = space->swept_from;
    own.swept_to = space->swept_to;
    own.since = space->since;
    own.actor = space->actor;
    own.category = space->category;
    own.mask = space->mask;
    own.slot = NULL;
    own.pool = space->pool;
    own.class_of = space->class_of;
    own.flags = space->flags;
    return own;
}

/* All but slots and flags. */
static void space_state_copy(const space_state_arrays *to, const space_state_arrays *from,
                             const trp_space *space)
{
    const uint32_t top = space->top;

    memcpy(to->edges, from->edges, top * sizeof *to->edges);
    if (space->desc.sweeps)
    {
        memcpy(to->swept_from, from->swept_from, top * sizeof *to->swept_from);
        memcpy(to->swept_to, from->swept_to, top * sizeof *to->swept_to);
    }
    memcpy(to->since, from->since, top * sizeof *to->since);
    memcpy(to->actor, from->actor, top * sizeof *to->actor);
    memcpy(to->category, from->category, top * sizeof *to->category);
    memcpy(to->mask, from->mask, top * sizeof *to->mask);
    memcpy(to->pool, from->pool, top * sizeof *to->pool);
    memcpy(to->class_of, from->class_of, top);
}

/* A space keeps the number of each slot: the image has the slot of each number. */
static void space_state_save_slots(const trp_space *space, const space_state_arrays *to)
{
    for (uint32_t i = 0; i < space->top; i++)
        to->slot[i] = TRP__NONE;
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
            if (entry->members[slot] != 0)
            {
                to->slot[entry->members[slot] - 1] = slot;
                left--;
            }
}

static void space_state_save(const trp__part *part, unsigned char *to)
{
    const trp_space *space = space_state_of(part);
    space_state_arrays own;
    space_state_arrays arrays;
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
    if (space->contact_count != 0)
        memcpy(to, space->contacts, space->contact_count * sizeof(trp__contact));
    to += space->contact_count * sizeof(trp__contact);
    own = space_state_own(space);
    arrays = space_state_arrays_at(space, to, space->top);
    space_state_copy(&arrays, &own, space);
    for (uint32_t i = 0; i < space->top; i++)
        arrays.flags[i] = space->flags[i] & STATE_FLAGS;
    space_state_save_slots(space, &arrays);
}

static bool space_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_space *space = space_state_of(part);
    space_image head;

    memcpy(&head, from, sizeof head);
    return head.top <= space->capacity && head.contacts <= space->desc.contacts &&
           bytes == sizeof head + head.contacts * sizeof(trp__contact) +
                        head.top * space_state_member_bytes(space);
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

/* A number that is not free, after its arrays. */
static void space_state_restore_member(trp_space *space, uint32_t i, uint32_t slot, uint8_t flags)
{
    trp__space_pool *pool = space->by_number[space->pool[i]];

    space->flags[i] = flags;
    space->rank[i] = slot;
    pool->members[slot] = i + 1;
    pool->count++;
    trp__bitmap_remove(&space->numbers, TRP__FREE, i);
    trp__bitmap_add(&space->numbers, TRP__ACTIVE, i);
    space->count++;
    space->hidden += (flags & TRP__HIDDEN) != 0;
}

static void space_state_restore_members(trp_space *space, const space_state_arrays *from)
{
    const space_state_arrays own = space_state_own(space);

    space_state_copy(&own, from, space);
    for (uint32_t i = 0; i < space->top; i++)
        if (from->slot[i] != TRP__NONE)
            space_state_restore_member(space, i, from->slot[i], from->flags[i]);
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
    space_state_arrays arrays; /* only read */
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
    space->contact_count = head.contacts;
    if (head.contacts != 0)
        memcpy(space->contacts, from, head.contacts * sizeof(trp__contact));
    from += head.contacts * sizeof(trp__contact);
    arrays = space_state_arrays_at(space, (unsigned char *)(uintptr_t)from, head.top);
    space_state_restore_members(space, &arrays);
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
                one = space_state_hash_edges(space_state_hash_edges(one, &space->swept_from[i]),
                                             &space->swept_to[i]);
            hash += space_state_hash_edges(one, &space->edges[i]);
        }
    }
    for (uint32_t i = 0; i < space->contact_count; i++)
        hash = trp__mix(hash, space->contacts[i].pair);
    return hash;
}

/* Bit by bit, as hashes count them: -0 differs from 0, though no query notices it. */
static bool space_state_is_same_edges(const trp__edges *a, const trp__edges *b)
{
    uint32_t bits[2][4];

    memcpy(bits[0], a, sizeof bits[0]);
    memcpy(bits[1], b, sizeof bits[1]);
    return bits[0][0] == bits[1][0] && bits[0][1] == bits[1][1] && bits[0][2] == bits[1][2] &&
           bits[0][3] == bits[1][3];
}

/* The same number in two images, as far as hashes count it. */
static bool space_state_is_same_number(const trp_space *space, const space_state_arrays *a,
                                       const space_state_arrays *b, uint32_t i)
{
    if (a->slot[i] != b->slot[i])
        return false;
    return a->slot[i] == TRP__NONE ||
           (a->pool[i] == b->pool[i] && a->category[i] == b->category[i] &&
            a->mask[i] == b->mask[i] && ((a->flags[i] ^ b->flags[i]) & TRP__HIDDEN) == 0 &&
            space_state_is_same_edges(&a->edges[i], &b->edges[i]) &&
            (!space->desc.sweeps ||
             (space_state_is_same_edges(&a->swept_from[i], &b->swept_from[i]) &&
              space_state_is_same_edges(&a->swept_to[i], &b->swept_to[i]))));
}

/* Statistics, and what former members left, do not count. */
static bool space_state_is_same(const trp__part *part, const unsigned char *a, size_t a_bytes,
                                const unsigned char *b, size_t b_bytes)
{
    const trp_space *space = space_state_of(part);
    space_state_arrays one; /* only read */
    space_state_arrays other;
    space_image head;
    space_image other_head;

    (void)a_bytes;
    (void)b_bytes;
    memcpy(&head, a, sizeof head);
    memcpy(&other_head, b, sizeof other_head);
    if (head.top != other_head.top || head.contacts != other_head.contacts)
        return false;
    a += sizeof head;
    b += sizeof head;
    for (uint32_t i = 0; i < head.contacts; i++)
    {
        trp__contact contact;
        trp__contact other_contact;
        memcpy(&contact, a + i * sizeof contact, sizeof contact);
        memcpy(&other_contact, b + i * sizeof contact, sizeof contact);
        if (contact.pair != other_contact.pair)
            return false;
    }
    a += head.contacts * sizeof(trp__contact);
    b += head.contacts * sizeof(trp__contact);
    one = space_state_arrays_at(space, (unsigned char *)(uintptr_t)a, head.top);
    other = space_state_arrays_at(space, (unsigned char *)(uintptr_t)b, head.top);
    for (uint32_t i = 0; i < head.top; i++)
        if (!space_state_is_same_number(space, &one, &other, i))
            return false;
    return true;
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
    table.most = space_state_most;
    table.save = space_state_save;
    table.fits = space_state_fits;
    table.restore = space_state_restore;
    table.hash = space_state_hash;
    table.uses = space_state_uses;
    table.shake = space_state_shake;
    table.same = space_state_is_same;
    table.tell = NULL;
    return table;
}
