/*
 * The list of modules with state, for snapshots and saves.
 */
#include "core.h"

void trp__part_add(trp_world *world, trp__part *part, unsigned kind,
                   struct trp__part_table (*table)(void))
{
    trp__part **at = &world->parts;

    trp__look_for_lost_regions(world);
    while (*at != NULL)
        at = &(*at)->next;
    part->next = NULL;
    part->table = table;
    part->kind = kind;
    *at = part;
}

void trp__part_remove(trp_world *world, const trp__part *part)
{
    trp__part **at = &world->parts;

    trp__look_for_lost_regions(world);
    while (*at != part)
        at = &(*at)->next;
    *at = part->next;
}
