/**
 * @file calls.h What passes between a driver and the model: calls with their expected results, and
 * the callbacks in between.
 */
#ifndef TROUPE_TESTS_MODEL_CALLS_H
#define TROUPE_TESTS_MODEL_CALLS_H

#include "sizes.h" /* of the driver */

#include "troupe/troupe.h"

#define NO_INDEX UINT32_MAX

/* The calls: name and, for the random driver, weight (out of 256) and the function that makes
 * arguments from bytes. */
#define CALLS(X)                                                                                   \
    X(create, 20, pool)                                                                            \
    X(create_from, 5, clone)                                                                       \
    X(create_optional, 4, pool)                                                                    \
    X(create_many, 5, many)                                                                        \
    X(adopt, 8, adopt)                                                                             \
    X(recycle, 12, actor)                                                                          \
    X(expire, 7, actor)                                                                            \
    X(activate, 6, actor)                                                                          \
    X(deactivate, 6, actor)                                                                        \
    X(mark_changed, 2, actor)                                                                      \
    X(recycle_if, 1, match)                                                                        \
    X(expire_if, 2, match)                                                                         \
    X(get, 5, handle)                                                                              \
    X(recycle_handle, 3, handle)                                                                   \
    X(set, 8, set)                                                                                 \
    X(age, 1, age)                                                                                 \
    X(age_world, 1, age_world)                                                                     \
    X(update_all, 8, tick)                                                                         \
    X(draw_all, 2, nothing)                                                                        \
    X(for_each, 5, visits)                                                                         \
    X(each, 5, each)                                                                               \
    X(pool_clear, 1, pool)                                                                         \
    X(pool_create, 2, pool_create)                                                                 \
    X(pool_scale, 1, pool_scale)                                                                   \
    X(set_shrinking, 2, shrinking)                                                                 \
    X(trim, 3, trim)                                                                               \
    X(starve, 1, starve)                                                                           \
    X(layer_enabled, 1, layer)                                                                     \
    X(layer_visible, 1, layer)                                                                     \
    X(layer_scale, 1, layer)                                                                       \
    X(layer_place, 2, layer)                                                                       \
    X(pool_layer, 2, pool_layer)                                                                   \
    X(layer_each, 2, layer)                                                                        \
    X(layer_clear, 1, layer)                                                                       \
    X(layer_expire, 1, layer)                                                                      \
    X(world_scale, 1, layer)                                                                       \
    X(watch, 3, watch)                                                                             \
    X(unwatch, 2, watch)                                                                           \
    X(watch_all, 2, watch)                                                                         \
    X(unwatch_all, 2, watch)                                                                       \
    X(family_init, 1, family)                                                                      \
    X(family_free, 1, family)                                                                      \
    X(family_add, 2, family_add)                                                                   \
    X(family_remove, 1, family)                                                                    \
    X(attach, 10, attach)                                                                          \
    X(detach, 3, member)                                                                           \
    X(family_clear, 1, member)                                                                     \
    X(family_each, 4, member)                                                                      \
    X(group_init, 1, group_init)                                                                   \
    X(group_free, 1, group)                                                                        \
    X(group_add, 10, group_add)                                                                    \
    X(group_add_many, 1, group_add)                                                                \
    X(group_add_from, 2, group_add)                                                                \
    X(group_remove, 3, group)                                                                      \
    X(group_clear, 1, group)                                                                       \
    X(group_prune, 2, group)                                                                       \
    X(group_each, 5, group)                                                                        \
    X(group_resize, 1, group)                                                                      \
    X(space_create, 1, space_create)                                                               \
    X(space_destroy, 1, space)                                                                     \
    X(space_add_pool, 3, space_add_pool)                                                           \
    X(space_remove_pool, 1, space)                                                                 \
    X(space_add, 2, space)                                                                         \
    X(space_remove, 2, space)                                                                      \
    X(space_set_bits, 1, space)                                                                    \
    X(space_moved, 3, space)                                                                       \
    X(space_moved_all, 2, space)                                                                   \
    X(space_moved_pool, 1, space)                                                                  \
    X(space_query, 5, space_ask)                                                                   \
    X(space_nearest, 2, space_ask)                                                                 \
    X(space_first, 2, space_ask)                                                                   \
    X(space_pairs, 3, space_pass)                                                                  \
    X(space_contacts, 4, space_pass)                                                               \
    X(space_draw, 1, space_ask)                                                                    \
    X(space_update, 5, space_update)                                                               \
    X(nulls, 2, number)                                                                            \
    X(destroy, 1, destroy)                                                                         \
    X(timers_create, 2, timers_create)                                                             \
    X(timers_destroy, 1, timers)                                                                   \
    X(timer_start, 5, timer)                                                                       \
    X(timer_stop, 2, timer)                                                                        \
    X(post, 3, number)

#define CALL_CODE(name, weight, plan) DO_##name,
typedef enum call_code { CALLS(CALL_CODE) CALL_CODES } call_code;
#undef CALL_CODE

/** A pointer argument of a call. */
typedef enum target_kind {
    TO_NULL,
    TO_SLOT,       /* the node in a slot, free or not */
    TO_GUEST,      /* an actor in the user's memory */
    TO_INSIDE,     /* in a slot, but not at the node */
    TO_MISALIGNED, /* likewise, and at an odd address */
    TO_FOREIGN     /* readable memory that is no actor */
} target_kind;

typedef struct target {
    uint8_t kind;
    uint8_t world;
    uint8_t pool;
    uint32_t slot; /* or the number of a guest or of foreign memory */
} target;

typedef struct operation {
    /* the call and its object */
    uint8_t code;
    uint8_t world;
    uint8_t pool; /* POOLS: NULL */
    uint8_t noun; /* number of a layer, watcher, family, group, space */
    uint8_t mode;
    bool flag;
    target a;
    target b;
    uint32_t n;
    uint32_t m;
    /* the expected result */
    bool is_actor; /* the result is an actor */
    target actor;
    uint32_t result; /* a trp_result, a count, a bool */
    uint32_t last;   /* trp_last_result() afterwards; CALL_CODES: not asked */
    float at;
    trp_handle handle; /* the handle that was given */
    uint32_t end;      /* the record after its last */
} operation;

typedef enum record_kind {
    RECORD_CALL,   /* extra: the operation */
    RECORD_BEGIN,  /* a callback begins ... */
    RECORD_END,    /* ... and ends */
    RECORD_ANY,    /* a visit without calls, in any order among similar ones */
    RECORD_MISUSE, /* on_misuse is called; extra: the result */
    RECORD_MET     /* a RECORD_ANY that has happened */
} record_kind;

typedef enum hook_kind {
    HOOK_CREATED,
    HOOK_RECYCLED, /* extra: the reason */
    HOOK_UPDATE,   /* extra: the bits of dt; more: layer */
    HOOK_UPDATE_POOL,
    HOOK_DRAW, /* more: layer */
    HOOK_VISIT,
    HOOK_WATCH,   /* extra: the watcher, event << 4, reason << 20 */
    HOOK_ADDED,   /* extra: the group */
    HOOK_PAIR,    /* other: the second */
    HOOK_CONTACT, /* extra: the phase; handles */
    HOOK_DUE,     /* extra: the bits of dt; more: layer << 8 and the table */
    HOOK_PLAY     /* extra: the event */
} hook_kind;

typedef struct record {
    uint8_t kind;
    uint8_t hook;
    uint8_t world;
    target actor;
    target other;
    uint32_t extra;
    uint32_t more;
    trp_handle a;
    trp_handle b;
} record;

#endif
