/**
 * @file surroundings.h All modules beside the pools, in use in one world.
 */
#ifndef TROUPE_TESTS_SURROUNDINGS_H
#define TROUPE_TESTS_SURROUNDINGS_H

#include "troupe/troupe.h"

/** Layers, spans, a pool that shrinks, ids, groups, a family, systems: around a pool, and with its
 * actors as far as this needs no watcher of births and deaths. False if a call was refused. */
bool surround(trp_world *world, trp_pool *bullets);

#endif
