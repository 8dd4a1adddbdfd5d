/*
 * Declarations shared by the files of groups.
 *
 * The array is a gap buffer. Entries have a place (0 up to size - 1). They lie at items[place] or,
 * from `gap_at` on, at items[place + gap]. A removal opens the gap or moves it to that place. So a
 * walk that prunes on its way moves each entry at most once, and the array is valid at any moment.
 * Serials increase along the array. If entries have moved, a walk's run is void, and the walk finds
 * its place again by the serial that it visited last.
 */
#ifndef TROUPE_SRC_GROUP_H
#define TROUPE_SRC_GROUP_H

#include "../core/core.h"

enum
{
    TRP__GROUP_LEAD = 24, /* prefetch distance in entries */
    TRP__GROUP_RUN = 64   /* the most entries in a run */
};

TRP__INLINE trp_group_entry *trp__group_entry_at(const trp_group *group, uint32_t place)
{
    return &group->items[place < group->gap_at ? place : place + group->gap];
}

TRP__INLINE bool trp__group_lives(const trp_group_entry *entry)
{
    return entry->cell->generation == entry->generation;
}

/* The group behind a const pointer. */
TRP__INLINE trp_group *trp__group_self(const trp_group *group)
{
    return (trp_group *)group->watcher.user;
}

TRP__INLINE uint32_t trp__group_size(const trp_group *group)
{
    return group->used - group->gap;
}

/* Identifies a group from its creation to its end: hooks may free it, and create another one in
 * the same struct. */
typedef struct trp__group_life
{
    const trp_world *world;
    uint64_t since; /* the number of its watcher, unique in the world */
} trp__group_life;

TRP__INLINE trp__group_life trp__group_life_of(const trp_group *group)
{
    const trp__group_life life = {group->world, group->watcher.since};

    return life;
}

TRP__INLINE bool trp__group_is_same(const trp_group *group, trp__group_life life)
{
    return group->world == life.world && group->watcher.since == life.since;
}

/* group.c */
/* A misuse on a group of a world. */
TRP__COLD trp_result trp__group_misuse(const trp_group *group, const char *call, trp_result result,
                                       const char *detail);
/* A call got no group of a world: reports one that was not initialised. Returns TRP_ERR_NULL. */
TRP__COLD trp_result trp__group_missing(const trp_group *group, const char *call);
/* Whether a group may be changed now. */
trp_result trp__group_enter(const trp_group *group, const char *call);
/* Whether there is room for one more entry. */
bool trp__group_has_room(const trp_group *group);
/* Makes room for one more entry, by pruning or growing; may call on_pruned. */
trp_result trp__group_make_room(trp_group *group);

/* group_prune.c */
/* Moves the gap before the entry at this place. */
void trp__group_move_gap(trp_group *group, uint32_t place);
/* Closes the gap. */
void trp__group_close_gap(trp_group *group);
/* Puts another member into an entry's place. */
void trp__group_replace(trp_group_entry *entry, const trp_group_entry *by);
/* Removes the entry at this place. */
void trp__group_take_out(trp_group *group, uint32_t place);
/* The first place whose serial is above this one. */
uint32_t trp__group_place_after(const trp_group *group, uint32_t serial);
/* Prunes a finished run, from its first dead entry on, and calls on_pruned. Returns the place at
 * which the walk continues. */
uint32_t trp__group_prune_run(trp_group *group, uint32_t from, uint32_t to, uint32_t limit);

/* group_state.c */
/* The live members, in order. */
uint64_t trp__group_hash(const trp_group *group);

/* group_walk.c */
/* Drops all dead entries; may call on_pruned. */
void trp__group_drop_dead(trp_group *group);

/* A walk over the entries after the serial `from` and before `limit` in an initialised group. */
trp_group_walk trp__group_walk_from(const trp_group *group, uint32_t from, uint32_t limit);
/* The next member of a walk; NULL: the walk is over. */
trp_actor *trp__group_next(trp_group_walk *walk, bool prunes);

#endif
