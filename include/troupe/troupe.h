/**
 * @file troupe.h
 * The life of a game's short-lived objects: what every game uses. Worlds, pools, actors, walks,
 * layers, lifetimes, timers, watchers and spaces.
 *
 *     trp_world *world = trp_world_create(NULL);
 *     trp_pool *bullets = trp_pool_create(world, &(trp_pool_desc){.name = "bullet", ...});
 *     bullet *b = trp_as(bullet, trp_create(bullets, &(bullet){.x = 3}));
 *     trp_update_all(world, 1.0f / 60);
 *     trp_recycle(world, &b->actor);
 *
 * Each other module has a header by its name, which is included after this one:
 *
 * | header | for |
 * |---|---|
 * | group.h | selections and sets of actors |
 * | family.h | parents and children (a scene graph) |
 * | queue.h | events that are played after a tick |
 * | system.h | code beside the actors, with actors of its own |
 * | parallel.h | updates in parts, on several threads |
 * | interval.h | updates every few ticks |
 * | snapshot.h, history.h | one former state; many, to rewind and roll back |
 * | mirror.h | what has come and gone in a pool, for sprites, voices and lights |
 * | hash.h, diff.h, synctest.h | whether two runs are the same, and where they differ |
 * | fields.h, save.h | structs that are described; files that later versions can read |
 * | inspect.h | counts, a black box of births and ends, and why an actor is gone |
 * | shrink.h, quarantine.h | memory that is given back; slots that stay unused for a while |
 * | ids.h, list.h | identifiers and lists of your own |
 */
#ifndef TROUPE_TROUPE_H
#define TROUPE_TROUPE_H

#include "actor.h"
#include "block.h"
#include "check.h"
#include "clock.h"
#include "contacts.h"
#include "context.h"
#include "layer.h"
#include "lifetime.h"
#include "misuse.h"
#include "place.h"
#include "pool.h"
#include "result.h"
#include "space.h"
#include "span.h"
#include "timer.h"
#include "version.h"
#include "walk.h"
#include "watch.h"
#include "world.h"

#endif
