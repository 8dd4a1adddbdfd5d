/*
 * Spaces of a save: their members with their boxes, and the pairs that are in contact.
 */
#include "../space/space_types.h"
#include "save_format.h"

static const trp_space *save_space_of(const void *subject)
{
    return (const trp_space *)((uintptr_t)subject - offsetof(trp_space, part));
}

static void save_edges(trp__saver *saver, const trp__edges *edges)
{
    trp__save_float(saver, edges->left);
    trp__save_float(saver, edges->top);
    trp__save_float(saver, edges->right);
    trp__save_float(saver, edges->bottom);
}

static void save_member(trp__saver *saver, const trp_space *space, uint32_t index, uint32_t i)
{
    uint32_t generation = 1;

    trp__save_32(saver, trp__save_index(saver, saver->world->id << 24 | index, &generation));
    trp__save_32(saver, i);
    trp__save_64(saver, space->since[i]);
    trp__save_32(saver, space->category[i]);
    trp__save_32(saver, space->mask[i]);
    trp__save_8(saver, (space->flags[i] & TRP__HIDDEN) != 0);
    save_edges(saver, &space->edges[i]);
    save_edges(saver, space->desc.sweeps ? &space->swept_from[i] : &space->edges[i]);
    save_edges(saver, space->desc.sweeps ? &space->swept_to[i] : &space->edges[i]);
}

/* Sorted by index. */
static void save_space_members(trp__saver *saver, const trp_space *space)
{
    for (uint32_t number = 0; number < saver->world->pool_count; number++)
    {
        const trp__space_pool *entry = space->by_number[number];
        const uint32_t used = entry != NULL ? trp__slots_used(entry->pool) : 0;
        for (uint32_t slot = 0; slot < used; slot++)
            if (entry->members[slot] != 0)
                save_member(saver, space, trp__index(entry->pool, slot), entry->members[slot] - 1);
    }
}

static void save_handle(trp__saver *saver, trp_handle handle)
{
    trp__save_32(saver, trp__save_index(saver, handle.index, &handle.generation));
    trp__save_32(saver, handle.generation);
}

static void save_contacts(trp__saver *saver, const trp_space *space)
{
    trp__save_32(saver, space->contact_count);
    for (uint32_t i = 0; i < space->contact_count; i++)
    {
        const trp__contact *contact = &space->contacts[i];
        trp__save_64(saver, contact->pair);
        save_handle(saver, contact->a);
        save_handle(saver, contact->b);
        trp__save_32(saver, contact->a_category);
        trp__save_32(saver, contact->b_category);
    }
}

/* The numbers of members once more, sorted by number: so a load can check that none occurs
 * twice. */
static void save_space_numbers(trp__saver *saver, const trp_space *space)
{
    for (uint32_t i = 0; i < space->top; i++)
        if ((space->flags[i] & TRP__IN) != 0)
        {
            const trp_pool *pool = saver->world->pools[space->pool[i]];
            uint32_t generation = 1;
            trp__save_32(
                saver,
                trp__save_index(saver, trp__handle_index(pool, trp__slot_of(pool, space->actor[i])),
                                &generation));
        }
}

void trp__put_space(trp__saver *saver, const void *subject)
{
    const trp_space *space = save_space_of(subject);

    trp__save_name(saver, trp__part_name((const trp__part *)subject));
    trp__save_64(saver, space->serial);
    trp__save_32(saver, space->peak);
    trp__save_32(saver, space->count);
    save_space_members(saver, space);
    save_space_numbers(saver, space);
    save_contacts(saver, space);
}
