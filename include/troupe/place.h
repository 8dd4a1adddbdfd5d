/**
 * @file place.h
 * Tags and places: which part of the game acts, and where in its source. A black box (inspect.h)
 * records them with each birth, end and misuse. Reports of misuse contain the place.
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
 * (-DTRP_PLACES, or defined before the first header) each call that begins or ends a life records
 * its file and line while it runs. The source stays as usual; this header defines macros with the
 * names of the calls. An effect of such a call, for example of an on_recycle that recycles others,
 * is recorded as *within* it, unless the calls there record their own places. When the call
 * returns, the former place is restored.
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

/* private: each call, between setting and restoring the place */

static inline trp_actor *trp__create_at(trp_place here, trp_pool *pool)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    trp_actor *actor = trp_create(pool);
    trp_set_place(world, before);
    return actor;
}

#if !TRP__CHECKS_TYPES
#undef trp__create_from_sized
static inline trp_actor *trp__create_from_sized(trp_pool *pool, const void *init, size_t size)
{
    (void)size;
    return (trp_create_from)(pool, init);
}
#endif

static inline trp_actor *trp__create_from_at(trp_place here, trp_pool *pool, const void *init,
                                             size_t size)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    trp_actor *actor = trp__create_from_sized(pool, init, size);
    trp_set_place(world, before);
    return actor;
}

#if !TRP__CHECKS_TYPES
#undef trp__create_optional_from_sized
static inline trp_actor *trp__create_optional_from_sized(trp_pool *pool, const void *init,
                                                         size_t size)
{
    (void)size;
    return (trp_create_optional_from)(pool, init);
}
#endif

static inline trp_actor *trp__create_optional_from_at(trp_place here, trp_pool *pool,
                                                      const void *init, size_t size)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    trp_actor *actor = trp__create_optional_from_sized(pool, init, size);
    trp_set_place(world, before);
    return actor;
}

static inline trp_actor *trp__create_optional_at(trp_place here, trp_pool *pool)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    trp_actor *actor = trp_create_optional(pool);
    trp_set_place(world, before);
    return actor;
}

static inline uint32_t trp__create_many_at(trp_place here, trp_pool *pool, uint32_t n,
                                           trp_visit_fn *init, void *user)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    const uint32_t count = trp_create_many(pool, n, init, user);
    trp_set_place(world, before);
    return count;
}

static inline trp_actor *trp__adopt_at(trp_place here, trp_pool *pool, trp_actor *actor)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    trp_actor *adopted = trp_adopt(pool, actor);
    trp_set_place(world, before);
    return adopted;
}

static inline trp_actor *trp__renew_at(trp_place here, trp_world *world, trp_actor *actor)
{
    const trp_place before = trp_set_place(world, here);
    trp_actor *renewed = trp_renew(world, actor);
    trp_set_place(world, before);
    return renewed;
}

static inline trp_result trp__recycle_at(trp_place here, trp_world *world, trp_actor *actor)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_recycle(world, actor);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__expire_at(trp_place here, trp_world *world, trp_actor *actor)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_expire(world, actor);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__recycle_for_at(trp_place here, trp_world *world, trp_actor *actor,
                                             trp_reason reason, const trp_actor *culprit)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_recycle_for(world, actor, reason, culprit);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__expire_for_at(trp_place here, trp_world *world, trp_actor *actor,
                                            trp_reason reason, const trp_actor *culprit)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_expire_for(world, actor, reason, culprit);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__activate_at(trp_place here, trp_world *world, trp_actor *actor)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_activate(world, actor);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__deactivate_at(trp_place here, trp_world *world, trp_actor *actor)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_deactivate(world, actor);
    trp_set_place(world, before);
    return result;
}

static inline uint32_t trp__recycle_if_at(trp_place here, trp_pool *pool, trp_match_fn *match,
                                          void *user)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    const uint32_t count = trp_recycle_if(pool, match, user);
    trp_set_place(world, before);
    return count;
}

static inline uint32_t trp__expire_if_at(trp_place here, trp_pool *pool, trp_match_fn *match,
                                         void *user)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    const uint32_t count = trp_expire_if(pool, match, user);
    trp_set_place(world, before);
    return count;
}

static inline trp_result trp__pool_clear_at(trp_place here, trp_pool *pool)
{
    trp_world *world = trp_pool_world(pool);
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_pool_clear(pool);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__layer_clear_at(trp_place here, trp_world *world, uint32_t layer)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_layer_clear(world, layer);
    trp_set_place(world, before);
    return result;
}

static inline trp_result trp__layer_expire_all_at(trp_place here, trp_world *world, uint32_t layer)
{
    const trp_place before = trp_set_place(world, here);
    const trp_result result = trp_layer_expire_all(world, layer);
    trp_set_place(world, before);
    return result;
}

/* Variadic, since a compound literal contains commas. */
#define trp_create(...) trp__create_at(TRP_HERE, __VA_ARGS__)
#undef trp_create_from
/** trp_create_from() that records its line. */
#define trp_create_from(pool, ...)                                                                 \
    trp__create_from_at(TRP_HERE, (pool), TRP__INIT(__VA_ARGS__), TRP__INIT_SIZE(__VA_ARGS__))
#undef trp_create_optional_from
/** trp_create_optional_from() that records its line. */
#define trp_create_optional_from(pool, ...)                                                        \
    trp__create_optional_from_at(TRP_HERE, (pool), TRP__INIT(__VA_ARGS__),                         \
                                 TRP__INIT_SIZE(__VA_ARGS__))
#define trp_create_optional(...) trp__create_optional_at(TRP_HERE, __VA_ARGS__)
#define trp_create_many(...) trp__create_many_at(TRP_HERE, __VA_ARGS__)
#define trp_adopt(...) trp__adopt_at(TRP_HERE, __VA_ARGS__)
#define trp_renew(...) trp__renew_at(TRP_HERE, __VA_ARGS__)
#define trp_recycle(...) trp__recycle_at(TRP_HERE, __VA_ARGS__)
#define trp_expire(...) trp__expire_at(TRP_HERE, __VA_ARGS__)
#define trp_recycle_for(...) trp__recycle_for_at(TRP_HERE, __VA_ARGS__)
#define trp_expire_for(...) trp__expire_for_at(TRP_HERE, __VA_ARGS__)
#define trp_activate(...) trp__activate_at(TRP_HERE, __VA_ARGS__)
#define trp_deactivate(...) trp__deactivate_at(TRP_HERE, __VA_ARGS__)
#define trp_recycle_if(...) trp__recycle_if_at(TRP_HERE, __VA_ARGS__)
#define trp_expire_if(...) trp__expire_if_at(TRP_HERE, __VA_ARGS__)
#define trp_pool_clear(...) trp__pool_clear_at(TRP_HERE, __VA_ARGS__)
#define trp_layer_clear(...) trp__layer_clear_at(TRP_HERE, __VA_ARGS__)
#define trp_layer_expire_all(...) trp__layer_expire_all_at(TRP_HERE, __VA_ARGS__)

#endif

#ifdef __cplusplus
}
#endif

#endif
