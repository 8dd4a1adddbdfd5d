/**
 * @file layer.h
 * Layers: consecutive parts of a world's list, each with its own switches. For background, enemies,
 * bullets, interface: groups of pools that are updated and drawn in one order, and paused or slowed
 * down together.
 *
 *     enum { STARS, FIGHT, MENU, LAYERS };
 *     trp_world *world = trp_world_create(&(trp_world_desc){.layers = LAYERS});
 *     ... {.name = "bullet", .layer = FIGHT, ...} ...
 *     trp_layer_set_enabled(world, FIGHT, false); // paused
 *
 * The desc of a world sets the number of layers; the default is one. They are numbered from 0, and
 * a game names them by an enum. A pool is in one layer (desc.layer). A type of actor that appears
 * in two layers needs two pools with the same callbacks. Initially layers are in the order of their
 * numbers, enabled, visible, at time scale 1.
 *
 * All calls are O(1) and may be made in a tick and in callbacks, unless stated otherwise. A change
 * inside a tick affects the layers that the tick has not reached yet. So a layer ahead is updated
 * according to its present switch, and a pool that is moved to an enabled layer is updated exactly
 * once in that tick. While drawing, calls that would change something return TRP_BUSY. A layer that
 * does not exist: TRP_ERR_VALUE. A NULL world: TRP_ERR_NULL.
 */
#ifndef TROUPE_LAYER_H
#define TROUPE_LAYER_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What there is to know of a layer now. All fields read-only. */
typedef struct trp_layer_facts {
    const char *name; /**< of the world's desc.layer_names; NULL: none */
    uint32_t place;   /**< its place in the order; TRP_MAX_LAYERS if there is no such layer */
    uint32_t live;    /**< actors in slots of its pools: active, asleep and expired */
    float time_scale; /**< see trp_layer_set_time_scale(); 0 if there is no such layer */
    bool enabled;     /**< whether its actors are updated */
    bool visible;     /**< whether its actors are drawn */
} trp_layer_facts;

/** The facts of a layer. All 0 but `place` if there is no such layer. O(its pools). */
trp_layer_facts trp_layer_info(const trp_world *world, uint32_t layer);

/** Sets whether a layer's actors are updated. Expired actors are pruned in any case. */
trp_result trp_layer_set_enabled(trp_world *world, uint32_t layer, bool enabled);
/** Whether the layer is enabled; false if there is no such layer. */
bool trp_layer_enabled(const trp_world *world, uint32_t layer);

/** Sets whether a layer's actors are drawn. */
trp_result trp_layer_set_visible(trp_world *world, uint32_t layer, bool visible);
/** Whether the layer is visible; false if there is no such layer. */
bool trp_layer_visible(const trp_world *world, uint32_t layer);

/** Sets the layer's factor of dt; the scales of world and pool apply as well. It does not affect
 * unscaled_dt. 0 or more, finite, otherwise TRP_ERR_VALUE; with 0 actors are still updated. */
trp_result trp_layer_set_time_scale(trp_world *world, uint32_t layer, float scale);

/**
 * Moves a layer to another place in the order of updating, drawing and the list. 0 is the first
 * place, trp_world_info().layers - 1 the last; the layers in between shift by one. O(layers +
 * pools). TRP_ERR_VALUE: there is no such place. TRP_BUSY inside a trp_layer_for_each()
 * or trp_layer_clear(), and while the world ends.
 */
trp_result trp_layer_set_place(trp_world *world, uint32_t layer, uint32_t place);

/**
 * Moves a pool to another layer, after that layer's pools. Pools that share its segment
 * (desc.joins) move with it. No actor moves in memory, and handles stay valid. O(layers + pools).
 * TRP_BUSY as in trp_layer_set_place().
 */
trp_result trp_pool_set_layer(trp_pool *pool, uint32_t layer);

/** trp_for_each() over all pools of the layer, in list order, as one walk: actors that are created
 * during it in any of these pools are not visited (but see trp_newborns). O(listed actors
 * of the layer). TRP_ERR_NULL: no visit. */
trp_result trp_layer_for_each(trp_world *world, uint32_t layer, trp_actor_fn *visit, void *arg);

/** trp_pool_clear() for each pool of the layer, in list order. Until all are clear, nothing can
 * be created in any of them (TRP_BUSY). Time scales, intervals, queues and regions stay as they
 * are. A pool that is created in the layer during this call is not cleared. Costs as
 * trp_pool_clear(). */
trp_result trp_layer_clear(trp_world *world, uint32_t layer, const trp_ending *ending);

#ifdef __cplusplus
}
#endif

#endif
