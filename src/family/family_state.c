/*
 * Families in snapshots and hashes: a row for each child, pool by pool. So neither room nor serials
 * have an effect.
 */
#include "../core/part.h"
#include "family.h"

typedef struct family_state_row {
    uint32_t child;
    uint32_t parent;
    uint32_t prev; /* previous sibling */
} family_state_row;

static trp_family *family_state_of(const trp__part *part)
{
    return (trp_family *)((uintptr_t)part - offsetof(trp_family, part));
}

/* The number of records that may have relations. */
static uint32_t family_state_records(const trp__family_pool *home)
{
    const uint32_t used = trp__slots_used(home->pool);

    return used < home->room ? used : home->room;
}

static size_t family_state_most(const trp__part *part)
{
    size_t bytes = 0;

    for (const trp__family_pool *home = family_state_of(part)->pools; home != NULL;
         home = home->next)
        bytes += home->pool->max_capacity * sizeof(family_state_row);
    return bytes;
}

static void family_state_put(const trp__part *part, trp__sink *to)
{
    trp__begin_rows(to, sizeof(family_state_row));
    for (const trp__family_pool *home = family_state_of(part)->pools; home != NULL;
         home = home->next)
        for (uint32_t slot = 0; slot < family_state_records(home); slot++) {
            const trp__kin *kin = &home->kin[slot];
            const family_state_row row = {trp__index(home->pool, slot), kin->parent, kin->prev};
            if (kin->parent != TRP_NO_LINK)
                trp__put_bytes_to(to, &row, sizeof row);
        }
}

static bool family_state_fits(const trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_family *family = family_state_of(part);
    const family_state_row *row = (const family_state_row *)(const void *)from;
    const family_state_row *const end = row + bytes / sizeof *row;

    while (row < end && trp__kin_of(family, row->child) != &trp__no_kin &&
           trp__kin_of(family, row->parent) != &trp__no_kin)
        row++;
    return row == end;
}

static void family_state_restore(trp__part *part, const unsigned char *from, size_t bytes)
{
    const trp_family *family = family_state_of(part);
    const family_state_row *const rows = (const family_state_row *)(const void *)from;
    const family_state_row *const end = rows + bytes / sizeof *rows;

    for (const trp__family_pool *home = family->pools; home != NULL; home = home->next)
        for (uint32_t slot = 0; slot < family_state_records(home); slot++)
            home->kin[slot] = trp__no_kin;
    for (const family_state_row *row = rows; row < end; row++) {
        trp__kin *kin = trp__kin_of(family, row->child);
        kin->parent = row->parent;
        kin->prev = row->prev;
        *(row->prev == TRP_NO_LINK ? &trp__kin_of(family, row->parent)->first
                                   : &trp__kin_of(family, row->prev)->next) = row->child;
    }
    for (const family_state_row *row = rows; row < end; row++)
        if (trp__kin_of(family, row->child)->next == TRP_NO_LINK)
            trp__kin_of(family, row->parent)->last = row->child;
}

static bool family_state_uses(const trp__part *part, const trp_pool *pool)
{
    return trp__family_find(family_state_of(part), pool) != NULL;
}

trp__part_table trp__family_part(void)
{
    trp__part_table table = {0};

    table.name = "family";
    table.offset = offsetof(trp_family, part);
    table.size = sizeof(trp_family);
    table.most = family_state_most;
    table.put = family_state_put;
    table.fits = family_state_fits;
    table.restore = family_state_restore;
    table.uses = family_state_uses;
    return table;
}
