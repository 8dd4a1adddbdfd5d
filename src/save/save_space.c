/*
 * Spaces of a save: their members with their boxes. And contacts: those of the last run.
 */
#include "../space/contacts.h"
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

static void save_member(trp__saver *saver, const trp__space_pool *entry, uint32_t slot)
{
    const trp__edges *edges = &entry->edges[slot];
    const bool sweeps = entry->space->desc.sweeps;
    uint32_t generation = 1;

    trp__save_32(saver, trp__save_index(saver, trp__handle_index(entry->pool, slot), &generation));
    trp__save_32(saver, entry->category_of[slot]);
    trp__save_32(saver, entry->mask_of[slot]);
    save_edges(saver, edges);
    save_edges(saver, sweeps ? &entry->swept_from[slot] : edges);
    save_edges(saver, sweeps ? &entry->swept_to[slot] : edges);
}

/* Sorted by index. */
void trp__put_space(trp__saver *saver, const void *subject)
{
    const trp_space *space = save_space_of(subject);

    trp__save_name(saver, trp__part_name((const trp__part *)subject));
    trp__save_32(saver, space->count);
    for (const trp__space_pool *entry = space->pools; entry != NULL; entry = entry->next)
        for (uint32_t slot = 0, left = entry->count; left > 0; slot++)
            if ((entry->flags[slot] & TRP__IN) != 0)
            {
                save_member(saver, entry, slot);
                left--;
            }
}

static void save_handle(trp__saver *saver, trp_handle handle)
{
    trp__save_32(saver, trp__save_index(saver, handle.index, &handle.generation));
    trp__save_32(saver, handle.generation);
}

void trp__put_contacts(trp__saver *saver, const void *subject)
{
    const trp_contacts *contacts =
        (const trp_contacts *)((uintptr_t)subject - offsetof(trp_contacts, part));

    trp__save_name(saver, trp__part_name((const trp__part *)subject));
    trp__save_32(saver, contacts->count);
    for (uint32_t i = 0; i < contacts->count; i++)
    {
        save_handle(saver, contacts->items[i].a);
        save_handle(saver, contacts->items[i].b);
        trp__save_32(saver, contacts->items[i].a_category);
        trp__save_32(saver, contacts->items[i].b_category);
    }
}
