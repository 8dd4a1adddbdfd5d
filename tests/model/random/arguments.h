/**
 * @file arguments.h Makes the arguments of calls from bytes, including wrong ones. Actions that
 * users must not take, such as creating in an age-ordered pool in a trp_each over it, are left out:
 * then there is no call.
 */
#ifndef TROUPE_TESTS_FUZZ_ARGUMENTS_H
#define TROUPE_TESTS_FUZZ_ARGUMENTS_H

#include "../rules/model.h"
#include "bytes.h"

/** The model of each world (operations.c). */
extern model_world the_models[WORLDS];

/** An actor, usually a living one; or a pointer that is no actor. */
target pick_target(const model_world *w);
/** A living actor, of any pool or of this one; TO_NULL if there is none. */
target pick_taken(const model_world *w, uint32_t pool, uint32_t from);
/** An actor in this state; any living one if there is none. */
target pick_in_state(const model_world *w, slot_state state);
/** A pool; POOLS if there is none. */
uint32_t pick_pool(const model_world *w);
/** The other world. */
const model_world *other_world(const model_world *w);
/** Whether creating and waking are excluded there now. */
/** Whether the caller's block has room for more pieces. */
bool has_block(const model_world *w);

/* For the calls that name it in CALLS: false: not possible now. */
typedef bool argument_fn(model_world *w, operation *op);
argument_fn arguments_nothing, arguments_number, arguments_pool, arguments_clone, arguments_many,
    arguments_adopt, arguments_actor, arguments_match, arguments_handle, arguments_set,
    arguments_age, arguments_age_world, arguments_tick, arguments_visits, arguments_each,
    arguments_pool_create, arguments_pool_scale, arguments_shrinking, arguments_trim,
    arguments_starve, arguments_layer, arguments_pool_layer, arguments_watch, arguments_family,
    arguments_family_add, arguments_attach, arguments_member, arguments_group_init, arguments_group,
    arguments_group_add, arguments_space_create, arguments_space, arguments_space_add_pool,
    arguments_space_ask, arguments_space_pass, arguments_space_update, arguments_destroy,
    arguments_timers_create, arguments_timers, arguments_timer;

#endif
