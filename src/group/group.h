/*
 * Declarations shared by the files of groups: see README.md.
 */
#ifndef TROUPE_SRC_GROUP_H
#define TROUPE_SRC_GROUP_H

#include "../../include/troupe/group.h"
#include "../core/core.h"

/* Finds the slot of an entry's life. False: that life is over, or the entry is void: its generation
 * is 0, as that of a retired slot. */
TRP__INLINE bool trp__group_lives(const trp_group *group, trp_handle entry, trp__place *place)
{
    return entry.generation != 0 &&
           trp__find_index(group->world, entry.index & (TRP_MAX_SLOTS - 1), place) &&
           trp__cell_of(place->pool, place->slot)->generation == entry.generation;
}

/* The pool of an entry, also of a void one. */
TRP__INLINE const trp_pool *trp__group_pool(const trp_world *world, trp_handle entry)
{
    return world->pools[world->directory[(entry.index & (TRP_MAX_SLOTS - 1)) >> world->page_bits]];
}

/* There are no entries now. Walks and notifications in progress end. */
TRP__INLINE void trp__group_empty(trp_group *group, trp_world *world)
{
    group->epoch = ++world->group_epochs;
    group->size = 0;
    group->kept = 0;
    group->ends = UINT64_MAX;
    group->walks = 0;
    group->pending = 0;
}

#endif
