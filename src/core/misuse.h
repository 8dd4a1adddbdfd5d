/*
 * Reports of misuse.
 *
 * All texts about misuse are wrapped in TRP__TEXT(), in all files. With TRP_NO_MESSAGES there are
 * no such texts, and the functions here ignore their text arguments.
 */
#ifndef TROUPE_SRC_MISUSE_H
#define TROUPE_SRC_MISUSE_H

#ifndef TRP_NO_PLACES
#define TRP_NO_PLACES /* see types.h */
#endif
#include "../../include/troupe/queue.h"
#include "../../include/troupe/troupe.h"
#include "../base/compiler.h"
#include "../base/text.h"

#define TRP__BYTES_TEXT 160

/* What happened and what to do; "" without messages, and for a number that is not a result. */
const char *trp__result_text(trp_result result);

/* On most machines no actor lies below this address, but the members of NULL structs do. */
#define TRP__LOWEST ((uintptr_t)1024)

/* print.c: reports a NULL "world", "pool", "space", "queue" or "timers" argument, if there are a
 * stderr and texts, or a "group", "family" or "history" that has not begun; otherwise it costs
 * nothing. Returns TRP_ERR_NULL. */
#if TRP_PRINTS && !defined(TRP_NO_MESSAGES)
#define TRP__PRINTS 1
TRP__COLD trp_result trp__null(const char *call, const char *what);
TRP__COLD trp_result trp__uninitialised(const char *call, const char *what);
#else
#define TRP__PRINTS 0
#define trp__uninitialised trp__null
TRP__DROPS trp_result trp__null(const char *call, const char *what)
{
    (void)call;
    (void)what;
    return TRP_ERR_NULL;
}
#endif

/* Whether a public call was given a world, a pool and so on. */
#define TRP__HAS(function, type, what)                                                             \
    TRP__DROPS bool function(const type *object, const char *call)                                 \
    {                                                                                              \
        if (TRP__LIKELY(object != NULL))                                                           \
            return true;                                                                           \
        trp__null(call, what);                                                                     \
        return false;                                                                              \
    }
TRP__HAS(trp__has_world, trp_world, "world")
TRP__HAS(trp__has_pool, trp_pool, "pool")
TRP__HAS(trp__has_space, trp_space, "space")
TRP__HAS(trp__has_timers, trp_timers, "timers")

#if !defined(TRP_NO_MESSAGES)
#define TRP__MISUSE_BYTES 400
#define TRP__TEXT(text) (text)
#define TRP__NAME(text) text /* may initialise an array */

/* Says this in a buffer, and returns it; without messages NULL, and nothing is written or linked. */
#define TRP__WORDS(buffer, size, ...)                                                              \
    (trp__say((trp__text[]){trp__text_in((buffer), (size))}, __VA_ARGS__), (buffer))
#else
#define TRP__MISUSE_BYTES 1
#define TRP__TEXT(text) NULL
#define TRP__NAME(text) "" /* never NULL */
#define TRP__WORDS(buffer, size, ...)                                                              \
    ((void)(buffer), (void)sizeof((trp__say(NULL, __VA_ARGS__), 0)), NULL)
#endif

/* Counts a misuse, calls on_misuse, and returns `result`. `pool`, `actor` and `detail` may be
 * NULL. */
TRP__COLD trp_result trp__misuse(const trp_world *world, const trp_pool *pool,
                                 const trp_actor *actor, const char *call, trp_result result,
                                 const char *detail);

/* The same for an object that is no pool, or is not created yet: its kind, and its name or NULL. */
TRP__COLD trp_result trp__misuse_named(trp_world *world, const char *noun, const char *name,
                                       const char *call, trp_result result, const char *detail);

/* The same before there is a world. */
TRP__COLD trp_result trp__misuse_early(trp_on_misuse_fn *hook, const char *call, trp_result result,
                                       const char *detail);

/* "before 'name' after". A NULL name is "?". */
TRP__INLINE const char *trp__named_text(char text[TRP__BYTES_TEXT], const char *before,
                                        const char *name, const char *after)
{
    return TRP__WORDS(text, TRP__BYTES_TEXT, "%s '%s' %s", before, name != NULL ? name : "?",
                      after);
}

#endif
