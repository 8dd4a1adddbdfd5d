/*
 * The spaces of a file: members by number, with their boxes; the pairs that were in contact. Copies
 * are sorted again.
 */
#include "../space/space_internal.h"
#include "load.h"

enum
{
    LOAD_SPACE_MEMBER = 73, /* bytes of a member in a file */
    LOAD_SPACE_CONTACT = 32
};

/* The layout of a space's content in a file. */
typedef struct saved_space
{
    uint64_t serial;
    uint32_t peak;
    uint32_t count;
    uint32_t contact_count;
    const unsigned char *members;  /* sorted by index */
    const unsigned char *numbers;  /* indices, sorted by number */
    const unsigned char *contacts; /* NULL: invalid */
} saved_space;

static trp_space *load_space_of(const trp__part *part)
{
    return (trp_space *)((uintptr_t)part - offsetof(trp_space, part));
}

static saved_space read_space(trp__reader reader)
{
    saved_space saved;

    saved.serial = trp__read_64(&reader);
    saved.peak = trp__read_32(&reader);
    saved.count = trp__read_32(&reader);
    saved.members = trp__read_bytes(&reader, (uint64_t)saved.count * LOAD_SPACE_MEMBER);
    saved.numbers = trp__read_bytes(&reader, (uint64_t)saved.count * 4);
    saved.contact_count = trp__read_32(&reader);
    saved.contacts = trp__read_bytes(&reader, (uint64_t)saved.contact_count * LOAD_SPACE_CONTACT);
    if (reader.is_short || reader.at != reader.end)
        saved.contacts = NULL;
    return saved;
}

static const unsigned char *load_space_member_at(const saved_space *saved, uint32_t i)
{
    return saved->members + (size_t)i * LOAD_SPACE_MEMBER;
}

static uint32_t load_space_number_of(const unsigned char *member)
{
    return trp__get32(member + 4);
}

/* The member with this index, or NULL. */
static const unsigned char *load_space_find_member(const saved_space *saved, uint32_t index)
{
    uint32_t low = 0;
    uint32_t high = saved->count;

    while (low < high)
    {
        const uint32_t middle = low + (high - low) / 2;
        if (trp__get32(load_space_member_at(saved, middle)) < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < saved->count && trp__get32(load_space_member_at(saved, low)) == index
               ? load_space_member_at(saved, low)
               : NULL;
}

static trp__edges load_space_edges_at(const unsigned char *at)
{
    trp__edges edges;
    uint32_t bits[4];

    for (unsigned i = 0; i < 4; i++)
        bits[i] = trp__get32(at + 4 * i);
    memcpy(&edges, bits, sizeof edges);
    return edges;
}

/* Whether a box is valid: the second edges are negated. NaN fails all compares. */
static bool load_space_is_box(const unsigned char *at)
{
    const trp__edges edges = load_space_edges_at(at);

    return edges.left <= -edges.right && edges.top <= -edges.bottom;
}

static bool load_space_is_member(trp__loading *loading, const saved_space *saved, uint32_t i)
{
    const unsigned char *at = load_space_member_at(saved, i);

    return (i == 0 || trp__get32(at) > trp__get32(at - LOAD_SPACE_MEMBER)) &&
           trp__is_saved_alive(loading, trp__get32(at)) && trp__get64(at + 8) <= saved->serial &&
           load_space_is_box(at + 25) && load_space_is_box(at + 41) && load_space_is_box(at + 57);
}

/* Members are sorted by index, and the second list is sorted by number: so neither occurs twice. */
static bool load_space_has_members(trp__loading *loading, const saved_space *saved, uint32_t *top)
{
    *top = 0;
    for (uint32_t i = 0; i < saved->count; i++)
        if (!load_space_is_member(loading, saved, i))
            return false;
    for (uint32_t i = 0; i < saved->count; i++)
    {
        const unsigned char *member =
            load_space_find_member(saved, trp__get32(saved->numbers + 4 * (size_t)i));
        if (member == NULL || load_space_number_of(member) < *top ||
            load_space_number_of(member) >= TRP_MAX_BOXES)
            return false;
        *top = load_space_number_of(member) + 1;
    }
    return true;
}

static bool load_space_has_contacts(const saved_space *saved, uint32_t top)
{
    uint64_t last = 0;

    for (uint32_t i = 0; i < saved->contact_count; i++)
    {
        const uint64_t pair = trp__get64(saved->contacts + (size_t)i * LOAD_SPACE_CONTACT);
        if (pair >> 63 != 0 || (pair >> 1) < last || trp__low_of(pair) >= trp__high_of(pair) ||
            trp__high_of(pair) >= top)
            return false;
        last = (pair >> 1) + 1;
    }
    return true;
}

/* The most members that it can have. */
static uint32_t load_space_most_of(const trp_space *space)
{
    return space->desc.max_capacity > space->capacity ? space->desc.max_capacity : space->capacity;
}

trp_result trp__check_space(trp__loading *loading, const trp__part *part, trp__reader reader)
{
    const trp_space *space = load_space_of(part);
    const saved_space saved = read_space(reader);
    const uint32_t most = load_space_most_of(space);
    uint32_t top;

    if (saved.contacts == NULL || !load_space_has_members(loading, &saved, &top))
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, reader.at, NULL,
                                TRP__TEXT("its members are impossible"));
    if (top > most || saved.contact_count > space->desc.contacts)
        return trp__load_refuse(loading, TRP_ERR_FULL, reader.at, NULL,
                                TRP__TEXT("it has room for fewer members or contacts now"));
    if (!load_space_has_contacts(&saved, saved.peak > top ? saved.peak : top))
        return trp__load_refuse(loading, TRP_ERR_DAMAGED, reader.at, NULL,
                                TRP__TEXT("its contacts are impossible"));
    return TRP_OK;
}

/* Makes room for the highest number, and for the peak if possible. */
trp_result trp__make_space_room(trp__part *part, trp__reader reader)
{
    trp_space *space = load_space_of(part);
    const saved_space saved = read_space(reader);
    uint32_t top = 0;

    if (saved.count != 0)
        top = 1 + load_space_number_of(load_space_find_member(
                      &saved, trp__get32(saved.numbers + 4 * (size_t)(saved.count - 1))));
    if (top < saved.peak && saved.peak <= load_space_most_of(space))
        top = saved.peak;
    if (top > space->count && !trp__space_make_room(space, top - space->count))
        return TRP_ERR_MEMORY;
    return TRP_OK;
}

static void load_space_forget_members(trp_space *space)
{
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
    {
        trp__space_pool *pool = space->by_number[entry->pool->number];
        memset(pool->members, 0, pool->slots * sizeof pool->members[0]);
        pool->count = 0;
        pool->entries++;
    }
    memset(space->flags, 0, space->capacity * sizeof space->flags[0]);
    memset(space->class_of, 0, space->capacity * sizeof space->class_of[0]);
    memset(space->classes, 0, sizeof space->classes);
    trp__bitmap_init(&space->numbers, space->numbers.levels[0], space->capacity);
    trp__bitmap_fill(&space->numbers, TRP__FREE, space->capacity);
    space->has_bits = false;
    space->top = 0;
    space->count = 0;
    space->hidden = 0;
    space->contact_count = 0;
    space->changes++;
}

static void load_space_enter_member(trp_space *space, const trp__place *place,
                                    const unsigned char *at)
{
    trp__space_pool *entry = space->by_number[place->pool->number];
    const uint32_t i = load_space_number_of(at);
    /* derived: a sleeper is hidden, unless the space keeps sleepers */
    const bool is_hidden = trp__is_asleep(trp__stamp_at(place->pool, place->slot)) &&
                           space->desc.sleepers == TRP_SLEEPERS_HIDE;

    space->since[i] = trp__get64(at + 8);
    space->actor[i] = trp__node_at(place->pool, place->slot);
    space->pool[i] = (uint16_t)place->pool->number;
    space->rank[i] = place->slot;
    space->edges[i] = load_space_edges_at(at + 25);
    if (space->desc.sweeps)
    {
        space->swept_from[i] = load_space_edges_at(at + 41);
        space->swept_to[i] = load_space_edges_at(at + 57);
    }
    space->flags[i] =
        (uint8_t)(TRP__IN | (is_hidden ? TRP__HIDDEN : 0) | (entry->is_static ? TRP__STATIC : 0));
    trp__space_set_class(space, i, trp__get32(at + 16), trp__get32(at + 20));
    entry->members[place->slot] = i + 1;
    entry->count++;
    trp__bitmap_remove(&space->numbers, TRP__FREE, i);
    trp__bitmap_add(&space->numbers, TRP__ACTIVE, i);
    space->count++;
    space->hidden += is_hidden;
    if (i >= space->top)
        space->top = i + 1;
}

static void load_space_fill_contacts(trp__loading *loading, trp_space *space,
                                     const saved_space *saved)
{
    for (uint32_t i = 0; i < saved->contact_count; i++)
    {
        const unsigned char *at = saved->contacts + (size_t)i * LOAD_SPACE_CONTACT;
        trp__contact *contact = &space->contacts[space->contact_count++];
        contact->pair = trp__get64(at);
        contact->a = trp__load_handle(loading, at + 8);
        contact->b = trp__load_handle(loading, at + 16);
        contact->a_category = trp__get32(at + 24);
        contact->b_category = trp__get32(at + 28);
    }
}

void trp__fill_space(trp__loading *loading, trp__part *part, const trp__reader *reader)
{
    trp_space *space = load_space_of(part);

    load_space_forget_members(space);
    if (reader != NULL)
    {
        const saved_space saved = read_space(*reader);
        for (uint32_t i = 0; i < saved.count; i++)
        {
            trp__place place;
            if (trp__place_of(loading, trp__get32(load_space_member_at(&saved, i)), &place) &&
                space->by_number[place.pool->number] != NULL)
                load_space_enter_member(space, &place, load_space_member_at(&saved, i));
        }
        load_space_fill_contacts(loading, space, &saved);
        space->serial = saved.serial;
        space->peak = saved.peak > space->top ? saved.peak : space->top;
        if (space->peak > space->capacity)
            space->peak = space->capacity;
    }
    trp__space_part().shake(part);
}

void trp__read_loaded_space(trp__part *part)
{
    trp__space_read_loaded(load_space_of(part));
}
