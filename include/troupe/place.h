/**
 * @file place.h
 * Tags and places: which part of the game acts, and where in its source. A black box (inspect.h)
 * records them with each birth, end and misuse. Reports of misuse contain the place, if the call
 * has one.
 *
 * A *tag* is the name of the acting part. The game sets and restores it:
 *
 *     const char *before = trp_set_tag(world, "wave 3");
 *     spawn_a_ring_of_enemies(world);
 *     trp_set_tag(world, before);
 *
 * In the roles of a system (system.h) the tag is the system's name.
 *
 * A *place* is recorded automatically. In a source file that is compiled with TRP_PLACES defined
 * (-DTRP_PLACES, or defined before the first header) each of these calls records its file and line
 * while it runs:
 *
 * - births: trp_create() and its variants, trp_create_many(), trp_adopt(), trp_renew();
 * - ends: trp_recycle() and trp_expire() with their variants (`_for`, `_if`, `_in`, `_in_ticks`),
 *   trp_pool_clear(), trp_pool_forget_all(), trp_layer_clear(), trp_layer_expire_all();
 * - changes of an actor: trp_activate(), trp_deactivate(), trp_mark_changed();
 * - trp_roster_add(), trp_roster_add_many(), trp_roster_remove(), trp_roster_clear();
 * - trp_family_attach(), trp_family_detach(), trp_family_clear();
 * - trp_timer_start(), trp_timer_repeat(), trp_timer_sleep(), their `_ticks` variants, and
 *   trp_timer_stop();
 * - trp_space_add(), trp_space_remove(), trp_space_moved(), trp_space_set_bits().
 *
 * Reports of other calls (to set up, to walk, to save) have no file and line of their own. Queries
 * such as trp_get() report nothing.
 *
 * The source stays as usual; this header defines macros with the names of the calls. An effect of
 * such a call, for example of an on_recycle that recycles others, is recorded as *within* it,
 * unless the calls there record their own places. When the call returns, the former place is
 * restored.
 *
 * Without TRP_PLACES, or with TRP_NO_PLACES defined, none of this is compiled: the names are only
 * functions. Files of both kinds may be linked into one program.
 *
 * All calls may be made at any time, while drawing too. O(callbacks in progress).
 */
#ifndef TROUPE_PLACE_H
#define TROUPE_PLACE_H

#include "layer.h"
#include "pool.h"
#include "span.h"
#if defined(TRP_PLACES) && !defined(TRP_NO_PLACES)
#include "family.h"
#include "lifetime.h"
#include "roster.h"
#include "space.h"
#include "timer.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Sets the tag of this world, and returns the former one, to be restored. The tag is kept as a
 * pointer: it must stay as long as a black box that may have recorded it, so use a literal. NULL:
 * no tag, the initial state. A NULL world: no effect, NULL.
 */
const char *trp_set_tag(trp_world *world, const char *tag);

/** A line of the game's source. Zero: unknown. */
typedef struct trp_place
{
    const char *file; /**< public: kept as a pointer; NULL: unknown */
    uint32_t line;    /**< public */
    uint32_t depth;   /**< private: 1 + the number of callbacks in progress when it was set */
} trp_place;

/**
 * Sets the place of the following calls, and returns the former one, to be restored. TRP_PLACES
 * does this around each call; the function is public for bindings to other languages. A NULL world:
 * no effect, zero.
 */
trp_place trp_set_place(trp_world *world, trp_place place);

/** The place of this line in this file. */
static inline trp_place trp_place_at(const char *file, uint32_t line)
{
    trp_place place;
    place.file = file;
    place.line = line;
    place.depth = 0;
    return place;
}

/** The place of this expression. */
#define TRP_HERE trp_place_at(__FILE__, __LINE__)

#if defined(TRP_PLACES) && !defined(TRP_NO_PLACES)

/** private: defines trp__at_`name`, which makes a call between setting and restoring the place of
 * the world `of` */
#define TRP__AT(type, name, of, parameters, arguments)                                             \
    static inline type trp__at_##name parameters                                                   \
    {                                                                                              \
        trp_world *trp__of = (of);                                                                 \
        const trp_place trp__before = trp_set_place(trp__of, here);                                \
        type trp__result = (name)arguments;                                                        \
        trp_set_place(trp__of, trp__before);                                                       \
        return trp__result;                                                                        \
    }

#if !TRP__CHECKS_TYPES
#undef trp__create_from_sized
static inline trp_actor *trp__create_from_sized(trp_pool *pool, const void *init, size_t size,
                                                const char *text)
{
    (void)size;
    (void)text;
    return (trp_create_from)(pool, init);
}
#undef trp__create_optional_from_sized
static inline trp_actor *trp__create_optional_from_sized(trp_pool *pool, const void *init,
                                                         size_t size, const char *text)
{
    (void)size;
    (void)text;
    return (trp_create_optional_from)(pool, init);
}
#endif

TRP__AT(trp_actor *, trp__create_from_sized, trp_pool_world(pool),
        (trp_place here, trp_pool *pool, const void *init, size_t size, const char *text),
        (pool, init, size, text))
TRP__AT(trp_actor *, trp__create_optional_from_sized, trp_pool_world(pool),
        (trp_place here, trp_pool *pool, const void *init, size_t size, const char *text),
        (pool, init, size, text))
TRP__AT(trp_actor *, trp_create, trp_pool_world(pool), (trp_place here, trp_pool *pool), (pool))
TRP__AT(trp_actor *, trp_create_optional, trp_pool_world(pool), (trp_place here, trp_pool *pool),
        (pool))
TRP__AT(uint32_t, trp_create_many, trp_pool_world(pool),
        (trp_place here, trp_pool *pool, uint32_t n, trp_visit_fn *init, void *user),
        (pool, n, init, user))
TRP__AT(trp_actor *, trp_adopt, trp_pool_world(pool),
        (trp_place here, trp_pool *pool, trp_actor *actor), (pool, actor))
TRP__AT(trp_actor *, trp_renew, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_recycle, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_expire, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_recycle_for, world,
        (trp_place here, trp_world *world, trp_actor *actor, trp_reason reason,
         const trp_actor *culprit),
        (world, actor, reason, culprit))
TRP__AT(trp_result, trp_expire_for, world,
        (trp_place here, trp_world *world, trp_actor *actor, trp_reason reason,
         const trp_actor *culprit),
        (world, actor, reason, culprit))
TRP__AT(trp_result, trp_activate, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_deactivate, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(uint32_t, trp_recycle_if, trp_pool_world(pool),
        (trp_place here, trp_pool *pool, trp_match_fn *match, void *user), (pool, match, user))
TRP__AT(uint32_t, trp_expire_if, trp_pool_world(pool),
        (trp_place here, trp_pool *pool, trp_match_fn *match, void *user), (pool, match, user))
TRP__AT(trp_result, trp_pool_clear, trp_pool_world(pool), (trp_place here, trp_pool *pool), (pool))
TRP__AT(trp_result, trp_pool_forget_all, trp_pool_world(pool), (trp_place here, trp_pool *pool),
        (pool))
TRP__AT(trp_result, trp_layer_clear, world, (trp_place here, trp_world *world, uint32_t layer),
        (world, layer))
TRP__AT(trp_result, trp_layer_expire_all, world, (trp_place here, trp_world *world, uint32_t layer),
        (world, layer))
TRP__AT(trp_result, trp_mark_changed, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_expire_in, world,
        (trp_place here, trp_world *world, trp_actor *actor, float seconds),
        (world, actor, seconds))
TRP__AT(trp_result, trp_expire_in_ticks, world,
        (trp_place here, trp_world *world, trp_actor *actor, uint32_t ticks), (world, actor, ticks))
TRP__AT(trp_result, trp_roster_add, roster != NULL ? roster->world : NULL,
        (trp_place here, trp_roster *roster, trp_actor *actor), (roster, actor))
TRP__AT(uint32_t, trp_roster_add_many, roster != NULL ? roster->world : NULL,
        (trp_place here, trp_roster *roster, trp_actor *const *actors, uint32_t count),
        (roster, actors, count))
TRP__AT(trp_result, trp_roster_remove, roster != NULL ? roster->world : NULL,
        (trp_place here, trp_roster *roster, const trp_actor *actor), (roster, actor))
TRP__AT(trp_result, trp_roster_clear, roster != NULL ? roster->world : NULL,
        (trp_place here, trp_roster *roster), (roster))
TRP__AT(trp_result, trp_family_attach, family != NULL ? family->world : NULL,
        (trp_place here, trp_family *family, trp_actor *parent, trp_actor *child),
        (family, parent, child))
TRP__AT(trp_result, trp_family_detach, family != NULL ? family->world : NULL,
        (trp_place here, trp_family *family, trp_actor *child), (family, child))
TRP__AT(trp_result, trp_family_clear, family != NULL ? family->world : NULL,
        (trp_place here, trp_family *family, trp_actor *parent), (family, parent))
TRP__AT(trp_result, trp_timer_start, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor, float seconds),
        (timers, actor, seconds))
TRP__AT(trp_result, trp_timer_start_ticks, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor, uint32_t ticks),
        (timers, actor, ticks))
TRP__AT(trp_result, trp_timer_repeat, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor, float seconds),
        (timers, actor, seconds))
TRP__AT(trp_result, trp_timer_repeat_ticks, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor, uint32_t ticks),
        (timers, actor, ticks))
TRP__AT(trp_result, trp_timer_sleep, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor, float seconds),
        (timers, actor, seconds))
TRP__AT(trp_result, trp_timer_sleep_ticks, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor, uint32_t ticks),
        (timers, actor, ticks))
TRP__AT(trp_result, trp_timer_stop, trp_pool_world(trp_timers_pool(timers)),
        (trp_place here, trp_timers *timers, trp_actor *actor), (timers, actor))
TRP__AT(trp_result, trp_space_add, trp_space_world(space),
        (trp_place here, trp_space *space, trp_actor *actor), (space, actor))
TRP__AT(trp_result, trp_space_remove, trp_space_world(space),
        (trp_place here, trp_space *space, trp_actor *actor), (space, actor))
TRP__AT(trp_result, trp_space_moved, trp_space_world(space),
        (trp_place here, trp_space *space, trp_actor *actor), (space, actor))
TRP__AT(trp_result, trp_space_set_bits, trp_space_world(space),
        (trp_place here, trp_space *space, trp_actor *actor, uint32_t category, uint32_t mask),
        (space, actor, category, mask))

#undef TRP__AT

/* Variadic, since a compound literal contains commas. */
#undef trp_create_from
/** trp_create_from() that records its line. */
#define trp_create_from(pool, ...)                                                                 \
    trp__at_trp__create_from_sized(TRP_HERE, (pool), TRP__INIT(__VA_ARGS__),                       \
                                   TRP__INIT_SIZE(__VA_ARGS__), #__VA_ARGS__)
#undef trp_create_optional_from
/** trp_create_optional_from() that records its line. */
#define trp_create_optional_from(pool, ...)                                                        \
    trp__at_trp__create_optional_from_sized(TRP_HERE, (pool), TRP__INIT(__VA_ARGS__),              \
                                            TRP__INIT_SIZE(__VA_ARGS__), #__VA_ARGS__)
#define trp_create(...) trp__at_trp_create(TRP_HERE, __VA_ARGS__)
#define trp_create_optional(...) trp__at_trp_create_optional(TRP_HERE, __VA_ARGS__)
#define trp_create_many(...) trp__at_trp_create_many(TRP_HERE, __VA_ARGS__)
#define trp_adopt(...) trp__at_trp_adopt(TRP_HERE, __VA_ARGS__)
#define trp_renew(...) trp__at_trp_renew(TRP_HERE, __VA_ARGS__)
#define trp_recycle(...) trp__at_trp_recycle(TRP_HERE, __VA_ARGS__)
#define trp_expire(...) trp__at_trp_expire(TRP_HERE, __VA_ARGS__)
#define trp_recycle_for(...) trp__at_trp_recycle_for(TRP_HERE, __VA_ARGS__)
#define trp_expire_for(...) trp__at_trp_expire_for(TRP_HERE, __VA_ARGS__)
#define trp_activate(...) trp__at_trp_activate(TRP_HERE, __VA_ARGS__)
#define trp_deactivate(...) trp__at_trp_deactivate(TRP_HERE, __VA_ARGS__)
#define trp_recycle_if(...) trp__at_trp_recycle_if(TRP_HERE, __VA_ARGS__)
#define trp_expire_if(...) trp__at_trp_expire_if(TRP_HERE, __VA_ARGS__)
#define trp_pool_clear(...) trp__at_trp_pool_clear(TRP_HERE, __VA_ARGS__)
#define trp_pool_forget_all(...) trp__at_trp_pool_forget_all(TRP_HERE, __VA_ARGS__)
#define trp_layer_clear(...) trp__at_trp_layer_clear(TRP_HERE, __VA_ARGS__)
#define trp_layer_expire_all(...) trp__at_trp_layer_expire_all(TRP_HERE, __VA_ARGS__)
#define trp_mark_changed(...) trp__at_trp_mark_changed(TRP_HERE, __VA_ARGS__)
#define trp_expire_in(...) trp__at_trp_expire_in(TRP_HERE, __VA_ARGS__)
#define trp_expire_in_ticks(...) trp__at_trp_expire_in_ticks(TRP_HERE, __VA_ARGS__)
#define trp_roster_add(...) trp__at_trp_roster_add(TRP_HERE, __VA_ARGS__)
#define trp_roster_add_many(...) trp__at_trp_roster_add_many(TRP_HERE, __VA_ARGS__)
#define trp_roster_remove(...) trp__at_trp_roster_remove(TRP_HERE, __VA_ARGS__)
#define trp_roster_clear(...) trp__at_trp_roster_clear(TRP_HERE, __VA_ARGS__)
#define trp_family_attach(...) trp__at_trp_family_attach(TRP_HERE, __VA_ARGS__)
#define trp_family_detach(...) trp__at_trp_family_detach(TRP_HERE, __VA_ARGS__)
#define trp_family_clear(...) trp__at_trp_family_clear(TRP_HERE, __VA_ARGS__)
#define trp_timer_start(...) trp__at_trp_timer_start(TRP_HERE, __VA_ARGS__)
#define trp_timer_start_ticks(...) trp__at_trp_timer_start_ticks(TRP_HERE, __VA_ARGS__)
#define trp_timer_repeat(...) trp__at_trp_timer_repeat(TRP_HERE, __VA_ARGS__)
#define trp_timer_repeat_ticks(...) trp__at_trp_timer_repeat_ticks(TRP_HERE, __VA_ARGS__)
#define trp_timer_sleep(...) trp__at_trp_timer_sleep(TRP_HERE, __VA_ARGS__)
#define trp_timer_sleep_ticks(...) trp__at_trp_timer_sleep_ticks(TRP_HERE, __VA_ARGS__)
#define trp_timer_stop(...) trp__at_trp_timer_stop(TRP_HERE, __VA_ARGS__)
#define trp_space_add(...) trp__at_trp_space_add(TRP_HERE, __VA_ARGS__)
#define trp_space_remove(...) trp__at_trp_space_remove(TRP_HERE, __VA_ARGS__)
#define trp_space_moved(...) trp__at_trp_space_moved(TRP_HERE, __VA_ARGS__)
#define trp_space_set_bits(...) trp__at_trp_space_set_bits(TRP_HERE, __VA_ARGS__)

#endif

#ifdef __cplusplus
}
#endif

#endif
