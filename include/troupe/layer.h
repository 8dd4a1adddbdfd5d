/**
 * @file layer.h
 * Layers: stretches of a world's list with switches of their own. Background, enemies, bullets,
 * interface: what is updated and drawn in one order, paused together or slowed down together.
 *
 * A world has as many layers as its desc asks for, one by default, numbered from 0: name them by an
 * enum. A pool stands in one layer (desc.layer); one kind of actor in two layers is two pools with
 * the same callbacks. At the start layers stand in the order of their numbers, enabled, visible, at
 * time scale 1.
 *
 * All calls are O(1) and may be made in a tick and in callbacks, unless said otherwise. What is changed inside a
 * tick takes effect where that tick has not yet been: a layer that it has not come to is or is not
 * updated as the switch now says, what is moved to an enabled layer is updated exactly once in that
 * tick, wherever it is moved to. While drawing, all that would change something is refused (TRP_BUSY). A layer that does
 * not exist is TRP_ERR_VALUE; a NULL world TRP_ERR_NULL.
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

/** Whether a layer's actors are updated. Expired ones are pruned all the same. */
trp_result trp_layer_set_enabled(trp_world *world, uint32_t layer, bool enabled);
/** See trp_layer_set_enabled(); false for no such layer. */
bool trp_layer_enabled(const trp_world *world, uint32_t layer);

/** Whether a layer's actors are drawn. */
trp_result trp_layer_set_visible(trp_world *world, uint32_t layer, bool visible);
/** See trp_layer_set_visible(); false for no such layer. */
bool trp_layer_visible(const trp_world *world, uint32_t layer);

/** What dt is multiplied with, beside the world's and the pool's scale; unscaled_dt is not. 0 or
 * more, finite, else TRP_ERR_VALUE; 0 still updates. */
trp_result trp_layer_set_time_scale(trp_world *world, uint32_t layer, float scale);
/** See trp_layer_set_time_scale(); 0 for no such layer. */
float trp_layer_time_scale(const trp_world *world, uint32_t layer);

/**
 * Puts a layer at another place of the order in which layers are updated, drawn and followed: 0 is
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
 * Moves a pool to another layer, behind the pools that are there. Pools that share its segment move
 * with it. No actor moves in memory, handles stay good. O(layers + pools). TRP_BUSY as in
 * trp_layer_set_place().
 */
trp_result trp_pool_set_layer(trp_pool *pool, uint32_t layer);
/** The layer of a pool. */
uint32_t trp_pool_layer(const trp_pool *pool);

/** Taken slots in all pools of the layer: active, asleep and expired. O(pools of the layer). */
uint32_t trp_layer_count(const trp_world *world, uint32_t layer);

/** trp_for_each() over all pools of the layer, in list order, as one walk: what is created meanwhile
 * in any of them is not visited (but see TRP_NEWBORNS_SAME_WALK). O(listed in it). TRP_ERR_NULL without a
 * visit. */
trp_result trp_layer_each(trp_world *world, uint32_t layer, trp_visit_fn *visit, void *user);

/** trp_pool_clear() for each pool of the layer, in list order. Until all are clear nothing can be
 * created in any of them (TRP_BUSY). A pool that is made there meanwhile is left alone. Costs as
 * trp_pool_clear(). */
trp_result trp_layer_clear(trp_world *world, uint32_t layer);

/** trp_expire() for every actor of the layer that is there now: the active ones in list order, then
 * the sleepers of each pool, which are recycled at once. What callbacks create in the meantime, awake
 * or asleep, is spared, and so is a sleeper that they wake. O(capacity of its pools). */
trp_result trp_layer_expire_all(trp_world *world, uint32_t layer);

#ifdef __cplusplus
}
#endif

#endif
