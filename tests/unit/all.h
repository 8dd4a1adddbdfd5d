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
NOUN(types)
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
NOUN(space_room)
NOUN(space_order)
NOUN(space_shapes)
NOUN(space_many)
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
NOUN(null_arguments)
NOUN(desc)
NOUN(space_refusals)
NOUN(roster_limits)
NOUN(space_members)
NOUN(space_little_room)
NOUN(space_cells)
NOUN(prefetch)
NOUN(ages)
NOUN(ages_walk)
NOUN(sleepers)
NOUN(engine)
NOUN(misuse_within)
NOUN(module_limits)
NOUN(tick_limits)
NOUN(external_life)
NOUN(slots)
NOUN(interval_pace)
NOUN(timers_limits)
NOUN(validate_corrupt)
NOUN(crossings)
NOUN(state_refusals)
NOUN(snapshot_limits)
NOUN(history_limits)
NOUN(history_delta)
NOUN(snapshot)
NOUN(fields)
NOUN(history)
NOUN(diff)
NOUN(synctest)
NOUN(time_state)

#undef NOUN

#endif
