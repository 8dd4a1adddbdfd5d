/**
 * @file all.h
 * All situations, noun by noun.
 */
#ifndef TROUPE_TESTS_ALL_H
#define TROUPE_TESTS_ALL_H

#include "situation.h"

typedef struct noun
{
    const char *noun;
    const situation *situations;
    const unsigned *count;
    bool silently; /* for situation_begin() */
} noun;

extern const noun all_nouns[];
extern const unsigned all_noun_count;

#define NOUN(name)                                                                                 \
    extern const situation name##_situations[];                                                    \
    extern const unsigned name##_situation_count;

NOUN(list)
NOUN(ids)
NOUN(ids_storm)
NOUN(result)
NOUN(pool)
NOUN(create)
NOUN(growth)
NOUN(life)
NOUN(external)
NOUN(external_walk)
NOUN(handle)
NOUN(full)
NOUN(full_walk)
NOUN(order)
NOUN(walk)
NOUN(walk_table)
NOUN(walk_storm)
NOUN(update_each)
NOUN(serial)
NOUN(times)
NOUN(tick)
NOUN(newborn)
NOUN(layer)
NOUN(span)
NOUN(renew)
NOUN(shrink)
NOUN(quarantine)
NOUN(quarantine_storm)
NOUN(layer_order)
NOUN(layer_change)
NOUN(draw)
NOUN(misuse)
NOUN(reason)
NOUN(prototype)
NOUN(overwritten)
NOUN(world)
NOUN(version)
NOUN(memory)
NOUN(watch)
NOUN(watch_world)
NOUN(system)
NOUN(system_life)
NOUN(system_end)
NOUN(system_change)
NOUN(lifetime)
NOUN(interval)
NOUN(timers)
NOUN(timers_storm)
NOUN(queue)
NOUN(validate)
NOUN(traps)
NOUN(family)
NOUN(family_pool)
NOUN(family_end)
NOUN(family_walk)
NOUN(family_storm)
NOUN(roster)
NOUN(roster_life)
NOUN(roster_end)
NOUN(roster_walk)
NOUN(roster_storm)
NOUN(together)
NOUN(all_storm)
NOUN(space)
NOUN(space_life)
NOUN(space_pass)
NOUN(space_where)
NOUN(space_storm_where)
NOUN(space_contacts)
NOUN(space_chaos)
NOUN(space_storm)
NOUN(faults)
NOUN(inspect_box)
NOUN(inspect_start)
NOUN(inspect_place)
NOUN(inspect_why)
NOUN(inspect_text)
NOUN(inspect_leaks)
NOUN(inspect_stats)
NOUN(inspect_storm)
NOUN(branches_null)
NOUN(branches_desc)
NOUN(branches_space)
NOUN(branches_roster)
NOUN(branches_members)
NOUN(branches_room)
NOUN(branches_cells)
NOUN(branches_tick)
NOUN(branches_external)
NOUN(branches_slots)
NOUN(branches_validate)
NOUN(found)
NOUN(snapshot)
NOUN(save)
NOUN(save_fields)
NOUN(save_refused)
NOUN(save_more)
NOUN(fields)
NOUN(history)
NOUN(synctest)

#undef NOUN

#endif
