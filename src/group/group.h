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

/* Walks and notifications in progress end: their places are not those of these entries. */
TRP__INLINE void trp__group_end_walks(trp_group *group, trp_world *world)
{
    group->epoch = ++world->group_epochs;
    group->walks = 0;
    group->pending = 0;
}

/* group.c */
/* A misuse on a group of a world. */
TRP__COLD trp_result trp__group_misuse(const trp_group *group, const char *call, trp_result result,
                                       const char *detail);
/* A call got no group of a world: reports one that was not initialised. Returns TRP_ERR_NULL. */
TRP__COLD trp_result trp__group_missing(const trp_group *group, const char *call);
/* Whether a group may be changed now. */
trp_result trp__group_enter(const trp_group *group, const char *call);
/* Moves the entries to an array with this room, which they fit in. */
bool trp__group_resize(trp_group *group, uint32_t room);

/* group_state.c */
/* The live members, in order. */
uint64_t trp__group_hash(const trp_group *group);

/* group_walk.c */
/* A walk over the entries of an initialised group from one place up to another. */
trp_group_walk trp__group_walk_from(const trp_group *group, uint32_t at, uint32_t limit);

#endif
