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
 * - births: trp_create(), trp_create_with(), trp_create_many(), trp_adopt();
 * - ends: trp_recycle(), trp_recycle_with(), trp_expire(), trp_pool_clear().
 *
 * Reports of other calls have no file and line of their own.
 *
 * The source stays as usual; this header defines macros with the names of the calls. An effect of
 * such a call, for example of an on_end that recycles others, is recorded as *within* it,
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

/** private: a line of the game's source. Zero: unknown. */
typedef struct trp_place {
    const char *file; /**< kept as a pointer; NULL: unknown */
    uint32_t line;    /**< 1 is the first */
    uint32_t depth;   /**< 1 + the number of callbacks in progress when it was set */
} trp_place;

/** private: sets the place of the following calls, and returns the former one, to be restored. A
 * NULL world: no effect, zero. */
trp_place trp__set_place(trp_world *world, trp_place place);

/** private: the place of this line in this file */
static inline trp_place trp__place_at(const char *file, uint32_t line)
{
    trp_place place;
    place.file = file;
    place.line = line;
    place.depth = 0;
    return place;
}

/** private: the place of this expression */
#define TRP__HERE trp__place_at(__FILE__, __LINE__)

#if defined(TRP_PLACES) && !defined(TRP_NO_PLACES)

/** private: defines trp__at_`name`, which makes a call between setting and restoring the place of
 * the world `of` */
#define TRP__AT(type, name, of, parameters, arguments)                                             \
    static inline type trp__at_##name parameters                                                   \
    {                                                                                              \
        trp_world *trp__of = (of);                                                                 \
        const trp_place trp__before = trp__set_place(trp__of, here);                               \
        type trp__result = (name)arguments;                                                        \
        trp__set_place(trp__of, trp__before);                                                      \
        return trp__result;                                                                        \
    }

#if !TRP__CHECKS_TYPES
#undef trp__create_sized
static inline trp_actor *trp__create_sized(trp_pool *pool, const void *init, size_t size,
                                           const char *text)
{
    (void)size;
    (void)text;
    return (trp_create)(pool, init);
}
#endif

TRP__AT(trp_actor *, trp__create_sized, trp__pool_world(pool),
        (trp_place here, trp_pool *pool, const void *init, size_t size, const char *text),
        (pool, init, size, text))
TRP__AT(trp_actor *, trp_create_with, trp__pool_world(pool),
        (trp_place here, trp_pool *pool, const trp_birth *birth), (pool, birth))
TRP__AT(uint32_t, trp_create_many, trp__pool_world(pool),
        (trp_place here, trp_pool *pool, uint32_t n, trp_actor_fn *init, void *arg),
        (pool, n, init, arg))
TRP__AT(trp_actor *, trp_adopt, trp__pool_world(pool),
        (trp_place here, trp_pool *pool, trp_actor *actor), (pool, actor))
TRP__AT(trp_result, trp_recycle, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_recycle_with, world,
        (trp_place here, trp_world *world, trp_actor *actor, const trp_ending *ending),
        (world, actor, ending))
TRP__AT(trp_result, trp_expire, world, (trp_place here, trp_world *world, trp_actor *actor),
        (world, actor))
TRP__AT(trp_result, trp_pool_clear, trp__pool_world(pool),
        (trp_place here, trp_pool *pool, const trp_ending *ending), (pool, ending))

#undef TRP__AT

/* Variadic, since a compound literal contains commas. */
#undef trp_create
/** trp_create() that records its line. */
#define trp_create(pool, ...)                                                                      \
    trp__at_trp__create_sized(TRP__HERE, (pool), TRP__INIT(__VA_ARGS__),                           \
                              TRP__INIT_SIZE(__VA_ARGS__), #__VA_ARGS__)
#define trp_create_with(...) trp__at_trp_create_with(TRP__HERE, __VA_ARGS__)
#define trp_create_many(...) trp__at_trp_create_many(TRP__HERE, __VA_ARGS__)
#define trp_adopt(...) trp__at_trp_adopt(TRP__HERE, __VA_ARGS__)
#define trp_recycle(...) trp__at_trp_recycle(TRP__HERE, __VA_ARGS__)
#define trp_recycle_with(...) trp__at_trp_recycle_with(TRP__HERE, __VA_ARGS__)
#define trp_expire(...) trp__at_trp_expire(TRP__HERE, __VA_ARGS__)
#define trp_pool_clear(...) trp__at_trp_pool_clear(TRP__HERE, __VA_ARGS__)

#endif

#ifdef __cplusplus
}
#endif

#endif
