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
NOUN(handle)
NOUN(full)
NOUN(order)
NOUN(walk)
NOUN(walk_table)
NOUN(walk_storm)
NOUN(serial)
NOUN(tick)
NOUN(newborn)
NOUN(layer)
NOUN(span)
NOUN(renew)
NOUN(shrink)
NOUN(layer_order)
NOUN(draw)
NOUN(misuse)
NOUN(world)
NOUN(memory)
NOUN(watch)
NOUN(watch_world)
NOUN(validate)
NOUN(space)
NOUN(space_life)
NOUN(space_pass)
NOUN(space_contacts)
NOUN(space_chaos)
NOUN(space_storm)

#undef NOUN

#endif
