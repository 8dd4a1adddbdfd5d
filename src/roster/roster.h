/*
 * Declarations shared by the files of rosters.
 *
 * The array is a gap buffer. Entries have a place (0 up to size - 1). They lie at items[place] or,
 * from `gap_at` on, at items[place + gap]. A removal opens the gap or moves it to that place. So a
 * walk that prunes on its way moves each entry at most once, and the array is valid at any moment.
 * Serials increase along the array. If entries have moved, a walk's run is void, and the walk finds
 * its place again by the serial that it visited last.
 */
#ifndef TROUPE_SRC_ROSTER_H
#define TROUPE_SRC_ROSTER_H

#include "../core/core.h"

enum
{
    TRP__ROSTER_LEAD = 24, /* prefetch distance in entries */
    TRP__ROSTER_RUN = 64   /* the most entries in a run */
};

TRP__INLINE trp_roster_entry *trp__roster_entry_at(const trp_roster *roster, uint32_t place)
{
    return &roster->items[place < roster->gap_at ? place : place + roster->gap];
}

TRP__INLINE bool trp__roster_lives(const trp_roster_entry *entry)
{
    return entry->cell->generation == entry->generation;
}

/* The roster behind a const pointer. */
TRP__INLINE trp_roster *trp__roster_self(const trp_roster *roster)
{
    return (trp_roster *)roster->watcher.user;
}

TRP__INLINE uint32_t trp__roster_size(const trp_roster *roster)
{
    return roster->used - roster->gap;
}

/* Identifies a roster from its creation to its end: hooks may free it, and create another one in
 * the same struct. */
typedef struct trp__roster_life
{
    const trp_world *world;
    uint64_t since; /* the number of its watcher, unique in the world */
} trp__roster_life;

TRP__INLINE trp__roster_life trp__roster_life_of(const trp_roster *roster)
{
    const trp__roster_life life = {roster->world, roster->watcher.since};

    return life;
}

TRP__INLINE bool trp__roster_is_same(const trp_roster *roster, trp__roster_life life)
{
    return roster->world == life.world && roster->watcher.since == life.since;
}

/* roster.c */
/* A misuse on a roster of a world. */
TRP__COLD trp_result trp__roster_misuse(const trp_roster *roster, const char *call,
                                        trp_result result, const char *detail);
/* A call got no roster of a world: reports one that was not initialised. Returns TRP_ERR_NULL. */
TRP__COLD trp_result trp__roster_missing(const trp_roster *roster, const char *call);
/* Whether a roster may be changed now. */
trp_result trp__roster_enter(const trp_roster *roster, const char *call);
/* Whether there is room for one more entry. */
bool trp__roster_has_room(const trp_roster *roster);
/* Makes room for one more entry, by pruning or growing; may call on_pruned. */
trp_result trp__roster_make_room(trp_roster *roster);

/* roster_prune.c */
/* Moves the gap before the entry at this place. */
void trp__roster_move_gap(trp_roster *roster, uint32_t place);
/* Closes the gap. */
void trp__roster_close_gap(trp_roster *roster);
/* Puts another member into an entry's place. */
void trp__roster_replace(trp_roster_entry *entry, const trp_roster_entry *by);
/* Removes the entry at this place. */
void trp__roster_take_out(trp_roster *roster, uint32_t place);
/* The first place whose serial is above this one. */
uint32_t trp__roster_place_after(const trp_roster *roster, uint32_t serial);
/* Prunes a finished run, from its first dead entry on, and calls on_pruned. Returns the place at
 * which the walk continues. */
uint32_t trp__roster_prune_run(trp_roster *roster, uint32_t from, uint32_t to, uint32_t limit);

/* roster_state.c */
/* The live members, in order. */
uint64_t trp__roster_hash(const trp_roster *roster);

/* roster_walk.c */
/* Drops all dead entries; may call on_pruned. */
void trp__roster_drop_dead(trp_roster *roster);

/* A walk over the entries after the serial `from` and before `limit` in an initialised roster. */
trp_roster_walk trp__roster_walk_from(const trp_roster *roster, uint32_t from, uint32_t limit);
/* The next member of a walk; NULL: the walk is over. */
trp_actor *trp__roster_next(trp_roster_walk *walk, bool prunes);

#endif
