/**
 * @file layer.h
 * Layers: consecutive parts of a world's list with switches of their own. Background, enemies,
 * bullets, interface: groups of pools that are updated and drawn in one order, paused together or
 * slowed down together.
 *
 * The desc of a world says how many layers it has, one by default. They are numbered from 0: name
 * them by an enum. A pool is in one layer (desc.layer); one kind of actor in two layers takes two
 * pools with the same callbacks. At the start layers are in the order of their numbers, enabled,
 * visible, at time scale 1.
 *
 * All calls are O(1) and may be made in a tick and in callbacks, unless stated otherwise. A change
 * inside a tick takes effect where that tick has not been yet: a layer ahead is updated or not as
 * its switch says now, and a pool that is moved to an enabled layer is updated exactly once in that
 * tick. While drawing, calls that would change something return TRP_BUSY. A layer that does not
 * exist is TRP_ERR_VALUE; a NULL world TRP_ERR_NULL.
 */
#ifndef TROUPE_LAYER_H
#define TROUPE_LAYER_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Gives a layer a name, kept as a pointer, for messages and tools. NULL: none. */
trp_result trp_layer_set_name(trp_world *world, uint32_t layer, const char *name);
/** Its name, or NULL. */
const char *trp_layer_name(const trp_world *world, uint32_t layer);

/** Whether a layer's actors are updated. Expired ones are pruned in any case. */
trp_result trp_layer_set_enabled(trp_world *world, uint32_t layer, bool enabled);
/** See trp_layer_set_enabled(); false for no such layer. */
bool trp_layer_enabled(const trp_world *world, uint32_t layer);

/** Whether a layer's actors are drawn. */
trp_result trp_layer_set_visible(trp_world *world, uint32_t layer, bool visible);
/** See trp_layer_set_visible(); false for no such layer. */
bool trp_layer_visible(const trp_world *world, uint32_t layer);

/** The factor of dt, beside the scales of world and pool; unscaled_dt has none. 0 or more, finite,
 * else TRP_ERR_VALUE; 0 still updates. */
trp_result trp_layer_set_time_scale(trp_world *world, uint32_t layer, float scale);
/** See trp_layer_set_time_scale(); 0 for no such layer. */
float trp_layer_time_scale(const trp_world *world, uint32_t layer);

/**
 * Moves a layer to another place in the order of updating, drawing and the list: 0 is
 * the first, trp_world_layer_count() - 1 the last; those between move up or down by one. O(layers +
 * pools). TRP_ERR_VALUE for no such place; TRP_BUSY inside a trp_layer_each(), trp_layer_clear() or
 * trp_layer_expire_all(), and while the world ends.
 */
trp_result trp_layer_set_place(trp_world *world, uint32_t layer, uint32_t place);
/** Its place; TRP_MAX_LAYERS for no such layer. */
uint32_t trp_layer_place(const trp_world *world, uint32_t layer);
/** The layer at a place; TRP_MAX_LAYERS for no such place. */
uint32_t trp_layer_at(const trp_world *world, uint32_t place);

/**
 * Moves a pool to another layer, after its pools. Pools that share its segment move
 * with it. No actor moves in memory, handles stay valid. O(layers + pools). TRP_BUSY as in
 * trp_layer_set_place().
 */
trp_result trp_pool_set_layer(trp_pool *pool, uint32_t layer);
/** The layer of a pool. */
uint32_t trp_pool_layer(const trp_pool *pool);

/** Taken slots in all pools of the layer: active, asleep and expired. O(pools of the layer). */
uint32_t trp_layer_count(const trp_world *world, uint32_t layer);

/** trp_for_each() over all pools of the layer, in list order, as one walk: actors that are created
 * in any of them during it are not visited (but see TRP_NEWBORNS_SAME_WALK). O(listed in it).
 * TRP_ERR_NULL without a visit. */
trp_result trp_layer_each(trp_world *world, uint32_t layer, trp_visit_fn *visit, void *user);

/** trp_pool_clear() for each pool of the layer, in list order. Until all are clear nothing can be
 * created in any of them (TRP_BUSY). A pool that is created there during this call is not cleared.
 * Costs as trp_pool_clear(). */
trp_result trp_layer_clear(trp_world *world, uint32_t layer);

/** trp_expire() for every present actor of the layer: the active ones in list order, then the
 * sleepers of each pool, which are recycled at once. Actors that callbacks create during this call
 * are spared, and so is a sleeper that they wake. O(capacity of its pools). */
trp_result trp_layer_expire_all(trp_world *world, uint32_t layer);

#ifdef __cplusplus
}
#endif

#endif
